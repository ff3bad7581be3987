"""The commands as typed."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path
from xml.etree import ElementTree

import pytest

from sapphire_emu.club.frbe import bulk
from sapphire_emu.club.frbe.reader import read_file
from tests.club.command import refused, run
from tests.club.frbe.examples import CLOSED, ELITE, OPEN, closed_fixed, table
from tests.club.frbe.test_build_and_convert import EVENT


def test_read_shows_a_cross_table() -> None:
    done = run("frbe", "read", ELITE)
    assert done.status == 0
    assert "type 0, code 0: cross table" in done.out
    assert "16 players, 7 rounds, 2000-06-01 to 2000-06-12" in done.out
    assert "squeezed text, LF, utf-8" in done.out
    row = next(line for line in done.lines if "De Ridder Fien" in line)
    assert row.split()[-8:] == ["4.5", "12B1", "7N5", "9B1", "1N5", "3B5", "2N0", "16B1"]


def test_read_for_programs() -> None:
    done = run("frbe", "read", CLOSED, OPEN, "--json")
    first, second = (json.loads(line) for line in done.lines)
    assert first["code_line"]["last_date"] == "2000-11-18"
    assert first["players"][1]["rating"] == 1222
    assert first["players"][1]["fictive"] is True
    assert first["players"][1]["rounds"][2] == {"opponent": 8, "colour": "black", "result": "1/2"}
    assert second["players"][6]["rating"] == 1257
    rows = list(csv.DictReader(io.StringIO(run("frbe", "read", CLOSED, "--csv").out)))
    assert (rows[7]["name"], rows[7]["r7_result"]) == ("HENROT JULES", "0")


def test_read_points_at_check_when_lines_disagree(tmp_path: Path) -> None:
    path = tmp_path / "a.618"
    path.write_text(CLOSED.read_text().replace("618 1150 8 N 0", "618 1150 8 N 1"))
    assert run("frbe", "read", path).lines[-1].startswith("1 game does not agree")


def test_check(tmp_path: Path) -> None:
    good, bad = tmp_path / "B18TST1B.618", tmp_path / "B18TST2B.618"
    good.write_bytes(closed_fixed())
    bad.write_bytes(closed_fixed().replace(b"8 N 0", b"8 X 0", 1))
    assert run("frbe", "check", good) == (0, "", "")
    done = run("frbe", "check", bad)
    assert (done.status, done.lines) == (
        1,
        [f"{bad}:8:54: unknown colour 'X' in round 1 (expected B, N or -)"],
    )
    (tmp_path / "event.toml").write_text("[event]")
    (told,) = (json.loads(line) for line in run("frbe", "check", bad, "--json").lines)
    place = {"line": 8, "column": 54, "note": False}
    text = "unknown colour 'X' in round 1 (expected B, N or -)"
    assert told == {"file": str(bad), "problems": 1, "found": [place | {"text": text}]}
    folder = run("frbe", "check", tmp_path)
    assert folder.status == 1
    assert folder.out == done.out
    assert folder.err == "2 files, 1 with problems, 1 problem; 1 other(s) passed by\n"
    empty = tmp_path / "empty"
    empty.mkdir()
    assert run("frbe", "check", empty).status == 2
    assert run("frbe", "check", CLOSED).status == 1  # its name
    assert run("frbe", "check", CLOSED, "--any-name").status == 0
    assert run("frbe", "check", bad, "--quiet") == (1, "", "")


def test_check_on_all_cores_says_the_same(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for number in range(150):
        data = closed_fixed()
        if number % 10 == 3:
            data = data[: 400 + number]
        (tmp_path / f"f{number:03}").write_bytes(data)
    alone = run("frbe", "check", tmp_path, "--any-name")
    monkeypatch.setattr(bulk, "LEAST_FOR_POOL", 10)
    assert run("frbe", "check", tmp_path, "--any-name") == alone
    assert alone.err == f"150 files, 15 with problems, {len(alone.lines)} problems\n"


@pytest.mark.parametrize(
    ("words", "out"),
    [
        ("--end 2000-11-18 --id TST --division 1 --series B --club 618", "B18TST1B.618\n"),
        ("--end 2000-11-18 --id tst --series b --club 618", "B18TST1B.618\n"),
        ("--end 2000-11-19 --kind open --division $ --series $ --club 618", "B19OPE$$.618\n"),
        ("--end 2000-12-01 --kind closed --club 101", "C01GRI1A.101\n"),
        ("--end 2000-12-01 --kind 24L --club 998", "C0124L1A.998\n"),
        ("--end 2000-12-01 --kind interclubs --club 998", "C01INT1A.998\n"),
    ],
)
def test_name(words: str, out: str) -> None:
    assert run("frbe", "name", *words.split()) == (0, out, "")


def test_name_explains() -> None:
    text = run("frbe", "name", "--decode", "625OPE1a.618").out
    for words in ("25 June", "OPE (reserved: default for opens)", "618 (Liège)"):
        assert words in text
    values = json.loads(run("frbe", "name", "--decode", "B18TST$B.952", "--json").out)
    assert (values["division"], values["series"], values["league"]) == (
        None,
        "B",
        "Walloon Brabant",
    )
    assert "code used inside a file: year 00, identifier TST" in refused(
        run("frbe", "name", "--decode", "00TST1B")
    )


@pytest.mark.parametrize("id_", ["INT", "24L", "ELO", "OPE", "GRI", "gri"])
def test_reserved_identifiers_are_refused(id_: str) -> None:
    done = run("frbe", "name", "--end", "2000-11-18", "--id", id_, "--club", 618)
    assert "is reserved (" in refused(done)


def test_fictive_closed() -> None:
    done = run("frbe", "fictive", CLOSED, "--kind", "closed")
    assert done.status == 0
    for words in ("13836", "54.5 %", "rounded 55 %", "100 - 55 = 45 %", "1258 - 36 = 1222"):
        assert words in done.out
    assert done.lines[-2:] == ["2 BASTIN DENIS *** 1222", "7 GILSON INES *** 1222"]


def test_fictive_open_shows_the_iterations() -> None:
    done = run("frbe", "fictive", OPEN, "--kind", "open")
    assert "5 iterations" in done.out
    assert done.lines[-2:] == ["2 BASTIN DENIS *** 1200", "7 GILSON INES *** 1257"]
    values = json.loads(run("frbe", "fictive", OPEN, "--json").out)
    assert (values["kind"], values["iteration_count"], values["method"]) == ("open", 5, "iteration")
    assert [[step["rating"] for step in steps] for steps in values["iterations"]] == [
        [1124, 1341], [1212, 1245], [1198, 1259], [1200, 1257], [1200, 1257],
    ]  # fmt: skip


def test_fictive_writes_a_new_file_and_never_over_one(tmp_path: Path) -> None:
    out = tmp_path / "B19OPE$$.618"
    assert run("frbe", "fictive", OPEN, "--write", out).status == 0
    rows = read_file(out).rows
    assert [(row.nationality, row.rating_text) for row in rows if row.fictive] == [
        ("***", "1200"),
        ("***", "1257"),
    ]
    before = out.read_bytes()
    assert before.count(b"\r\n") == before.count(b"\n") == 15
    assert "never overwritten" in refused(run("frbe", "fictive", OPEN, "--write", out))
    assert "never overwritten" in refused(run("frbe", "fictive", out, "--write", out))
    assert out.read_bytes() == before
    assert "cannot be written" in refused(
        run("frbe", "fictive", OPEN, "--write", tmp_path / "no" / "B19OPE$$.618")
    )
    assert [path.name for path in tmp_path.iterdir()] == [out.name]


@pytest.mark.parametrize("source", [CLOSED, OPEN])
def test_fictive_explain_draws(
    source: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert run("frbe", "fictive", source, "--explain", "a.svg").status == 0
    assert run("frbe", "fictive", source, "--explain", "a.png").status == 0
    assert run("frbe", "fictive", source, "--explain").status == 0
    assert run("frbe", "fictive", "--force", "--explain", source).status == 0
    assert {path.name for path in tmp_path.iterdir()} == {
        "a.svg",
        "a.png",
        f"{source.name}-convergence.svg",
    }
    words = " ".join(ElementTree.parse("a.svg").getroot().itertext())
    assert ("GILSON INES 1257" if source == OPEN else "fictive 1222") in words
    assert Path("a.png").read_bytes().startswith(b"\x89PNG")
    assert "unknown kind of picture" in refused(
        run("frbe", "fictive", source, "--explain", "a.gif")
    )


def test_fictive_says_how_a_cycle_was_settled_and_who_was_refused(tmp_path: Path) -> None:
    from sapphire_emu.club.frbe.writer import for_sending, to_bytes

    path = tmp_path / "cycle"
    path.write_bytes(
        to_bytes(for_sending(table("1-2 =, 1-3 =, 2-4 =, 5-6 1", [0, 0, 1500, 1503, 0, 0])))
    )
    done = run("frbe", "fictive", path, "--kind", "open", "--explain", tmp_path / "c.svg")
    assert "exact solution, since the iteration went in a circle" in done.out
    assert "refused: 5 Player 5: no chain of games leads to a rated player" in done.out
    assert done.lines[-3:-1] == ["1 Player 1 *** 1501", "2 Player 2 *** 1502"]


def test_fictive_says_when_lines_disagree(tmp_path: Path) -> None:
    path = tmp_path / "a.618"
    path.write_text(CLOSED.read_text().replace("618 1150 8 N 0", "618 1150 8 N 1"))
    done = run("frbe", "fictive", path)
    assert done.status == 0
    assert done.err.startswith("note: 1 game does not agree")


def test_fictive_with_a_player_list(tmp_path: Path) -> None:
    games = tmp_path / "players.csv"
    games.write_text("matricule,name,games\n70137,Aubry,12\n")
    done = run("frbe", "fictive", CLOSED, "--players", games, "--json")
    assert [entry["number"] for entry in json.loads(done.out)["ratings"]] == [1, 2, 7]
    games.write_text("matricule,games\n70137,many\n")
    line = refused(run("frbe", "fictive", CLOSED, "--players", games))
    assert line == f"{games}:2:7: games 'many' (expected digits)"
    games.write_text('matricule,games\n70137,"12\n70138,9\n')
    line = refused(run("frbe", "fictive", CLOSED, "--players", games))
    assert line == f"{games}:2:7: a quote is never closed"


def test_build(tmp_path: Path) -> None:
    event, out = tmp_path / "event.toml", tmp_path / "out"
    event.write_text(EVENT)
    assert "no folder: File exists" in refused(run("frbe", "build", event, "-o", event))
    assert run("frbe", "build", event, "-o", out) == (0, f"{out / 'B18TST1B.618'}\n", "")
    assert run("frbe", "check", out).status == 0
    message = refused(run("frbe", "build", event, "-o", out))
    assert 'B18TST2B.618 is free: give division = "2", series = "B", or --next-free' in message
    assert run("frbe", "build", event, "-o", out, "--next-free").out == f"{out / 'B18TST2B.618'}\n"
    event.write_text(EVENT.replace("1-2 1-0", "1-2 1-1"))
    assert f"{event}:28:11: game '1-2 1-1'" in refused(run("frbe", "build", event, "-o", out))
    assert len(list(out.iterdir())) == 2


def test_build_with_fictive_ratings(tmp_path: Path) -> None:
    event = tmp_path / "event.toml"
    event.write_text(EVENT.replace('"closed"', '"open"'))
    assert run("frbe", "build", event, "-o", tmp_path, "--fictive").status == 0
    row = read_file(tmp_path / "B18TST1B.618").rows[1]
    # a loss against 1150 and a draw with 1500: mean 1325, 25 % is 193 less
    assert (row.nationality, row.rating) == ("***", 1132)


def test_convert(tmp_path: Path) -> None:
    trf, back = tmp_path / "e.trf", tmp_path / "B18TST1B.618"
    done = run("frbe", "convert", CLOSED, "--to", "trf16", "-o", trf)
    assert (done.status, done.out) == (0, f"saved {trf}\n")
    assert "note: TRF has no place for the players' clubs" in done.err
    assert run("frbe", "convert", trf, "--to", "frbe", "--club", 618, "-o", back).status == 0
    assert run("frbe", "check", back).status == 0
    assert "never overwritten" in refused(
        run("frbe", "convert", CLOSED, "--to", "swar", "-o", back)
    )
    assert run("frbe", "convert", CLOSED, "--to", "swar", "--club", 618).out.startswith("00A ")
    assert run("frbe", "convert", CLOSED, "--to", "csv").out.startswith("number,name,")


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("read nowhere.618", "nowhere.618: no such file"),
        ("read .", ".: it is a folder (expected a file)"),
        ("read /dev/null", "/dev/null:1:1: the file is empty"),
        ("check nowhere.618", "nowhere.618: no such file"),
        ("fictive", "no FILE"),
        ("fictive nowhere", "no such file"),
        ("build nowhere.toml", "no such file"),
        ("convert nowhere --to csv", "no such file"),
        ("convert nowhere --to trf99", "'trf99' is not one of"),
        ("name", "--end is missing"),
        ("name --end 2000-02-30 --id TST --club 618", "'2000-02-30' is not a date"),
        ("name --end 2000-02-03 --id TST --club 61", "the club 61 is not 100 to 999"),
        ("name --end 2000-02-03 --id TST --club 618 --division 0", "the division '0'"),
        ("name --end 2000-02-03 --club 618", "give one of --id"),
        ("name --decode B18TST1B.61", "'61' is no club number"),
    ],
)
def test_refusals_are_one_line(words: str, message: str) -> None:
    assert message in refused(run("frbe", *words.split()))


def test_a_broken_line_stops_read_at_its_place(tmp_path: Path) -> None:
    path = tmp_path / "a.618"
    path.write_bytes(closed_fixed().replace(b" 70274 ", b" 7O274 "))
    for command in (["read"], ["fictive"], ["convert", "--to", "csv"]):
        message = refused(run("frbe", *command, path))
        assert message.startswith(f"{path}:9:31: matricule '7O274'")


@pytest.mark.parametrize("command", ["", "read", "check", "name", "fictive", "build", "convert"])
def test_help_teaches_by_examples(command: str) -> None:
    done = run("frbe", *command.split(), "--help")
    assert done.status == 0
    assert "Examples:" in done.out
    assert f"sapphire frbe {command}" in done.out
