"""press, run, rating, memory, keys: through the command a user types."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from firmware_model.keys import BY_NAME
from sapphire_emu.store.memory import Memory
from tests.commands.conftest import Sapphire

OPENING = ["e5", "b2", "e5", "d4"]


def one_line(text: str) -> str:
    assert text.count("\n") == 1, text
    assert "Traceback" not in text
    return text.strip()


def test_the_first_look_at_the_rating(sapphire: Sapphire) -> None:
    done = sapphire("press", "--fresh", "option", "ver")
    assert done.status == 0
    assert done.out.splitlines()[0].split() == ["option", '"oPt', '1"', "white", "0", "beeps"]
    assert '"rt 1400"' in done.out.splitlines()[-1]


def test_press_as_json_is_one_object_a_line(sapphire: Sapphire) -> None:
    done = sapphire("press", "--fresh", "--json", "option", "hint")
    first, second = (json.loads(line) for line in done.out.splitlines())
    assert first == {
        "key": "option",
        "text": "oPt 1",
        "cells": "oPt 1 ",
        "symbols": ["white"],
        "beeps": 0,
    }
    assert (second["text"], second["beeps"]) == ("Error", 3)


def test_press_waits_for_the_machines_move(sapphire: Sapphire) -> None:
    done = sapphire("press", "--fresh", "--json", "--level", "fd1", *OPENING, "clear")
    shown = [json.loads(line) for line in done.out.splitlines()]
    assert shown[3]["symbols"] == ["black"]
    assert "thinking" not in shown[3]["symbols"]
    assert shown[4]["text"] == "0:00:00"


def test_press_goes_on_after_a_second_in_a_continuous_mode(sapphire: Sapphire) -> None:
    done = sapphire("press", "--fresh", "--json", "bishop", "king")
    shown = [json.loads(line) for line in done.out.splitlines()]
    assert all("thinking" in line["symbols"] for line in shown)
    assert shown[1]["text"].startswith("dP ")


def test_an_analysis_level_moves_when_told_to(sapphire: Sapphire) -> None:
    done = sapphire("press", "--fresh", "--json", "--level", "an", "go", "go")
    shown = [json.loads(line) for line in done.out.splitlines()]
    assert "thinking" in shown[0]["symbols"]
    assert "thinking" not in shown[1]["symbols"]


def test_an_unknown_key_is_one_line_with_the_closest(sapphire: Sapphire) -> None:
    done = sapphire("press", "--fresh", "optoin")
    assert (done.status, done.out) == (2, "")
    assert one_line(done.err) == "sapphire: unknown key 'optoin'; did you mean option?"
    assert len(BY_NAME) == 24


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--level", "tr9", "go"), "unknown level 'tr9' (expected tr8?)"),
        (("--fen", "8/8 w", "go"), "--fen: "),
        (("--fen", "8/8/8/8/8/8/8/K7 w - - 0 1", "go"), "--fen: an impossible position"),
        (("--opponent", "deepblue", "go"), "unknown opponent 'deepblue'"),
        (("--opponent", "uci:/no/such/engine", "go"), "/no/such/engine"),
        (("--state", "x", "go"), "--fresh goes with neither --state nor --player"),
        (("--player", "../x", "go"), "--fresh goes with neither"),
        (("--nonsense", "go"), "nonsense"),
    ],
)
def test_bad_options_are_one_line(
    sapphire: Sapphire, arguments: tuple[str, ...], message: str
) -> None:
    done = sapphire("press", "--fresh", *arguments)
    assert done.status == 2
    assert message in one_line(done.err)


def test_a_player_name_that_is_a_path_is_refused(sapphire: Sapphire) -> None:
    done = sapphire("press", "--player", "../../etc/x", "go")
    assert done.status == 2
    assert "player '../../etc/x' (expected letters" in one_line(done.err)


def test_the_memory_is_there_next_time(sapphire: Sapphire, tmp_path: Path) -> None:
    state = tmp_path / "m"
    sapphire("press", "--state", state, "--level", "fd1", *OPENING)
    done = sapphire("press", "--state", state, "--json", "option", "h8")
    assert json.loads(done.out.splitlines()[-1])["text"] != ""
    why = sapphire("rating", "why", "--state", state)
    assert why.out.startswith("once it is over: it qualifies")


def test_a_whole_rated_game_is_in_the_log(sapphire: Sapphire, tmp_path: Path) -> None:
    state = tmp_path / "m"
    keys = ["option", "ver", "bishop"]
    sapphire("press", "--state", state, "--level", "fd1", *OPENING, *keys)
    shown = json.loads(sapphire("rating", "--state", state, "--json").out)
    assert (shown["games"], shown["tier"]) == (1, 1)
    (entry,) = shown["log"]
    assert entry["result"] == "loss"
    assert entry["colour"] == "white"
    assert (entry["old"], entry["new"]) == (1400, shown["rating"])
    assert entry["sum"].startswith(f"(1400 * 0 + ({entry['oelo']} - 400)) / (0 + 1)")
    assert entry["moves"][0] == "e2e4"
    text = sapphire("rating", "--state", state).out
    assert f"1400 -> {shown['rating']}" in text
    assert sapphire("rating", "why", "--state", state).out.startswith(
        "no: this game has been rated"
    )


def test_a_reset_can_be_restored(sapphire: Sapphire, tmp_path: Path) -> None:
    state = tmp_path / "m"
    sapphire("press", "--state", state, "--level", "fd1", *OPENING, "option", "ver", "bishop")
    before = json.loads(sapphire("rating", "--state", state, "--json").out)
    sapphire("press", "--state", state, "option", "ver", "clear")
    assert json.loads(sapphire("rating", "--state", state, "--json").out)["rating"] == 1400
    done = sapphire("rating", "restore", "--state", state)
    assert done.out == f"rating {before['rating']}  games 1\n"
    after = json.loads(sapphire("rating", "--state", state, "--json").out)
    assert (after["rating"], after["games"]) == (before["rating"], 1)
    sheet = sapphire("rating", "--state", state).out
    words = [line.split()[2] for line in sheet.splitlines() if " -> " in line]
    assert words[-2:] == ["reset", "restore"]
    again = sapphire("rating", "restore", "--state", state)
    assert (again.status, again.err) == (2, "sapphire: no reset is left to restore\n")
    after = json.loads(sapphire("rating", "--state", state, "--json").out)
    assert after["rating"] == before["rating"]
    assert sapphire("rating", "restore", "--state", tmp_path / "none").status == 2
    assert not (tmp_path / "none").exists()


def test_memory_export_and_import(sapphire: Sapphire, tmp_path: Path) -> None:
    state, copy, other = tmp_path / "m", tmp_path / "copy.json", tmp_path / "other"
    sapphire("press", "--state", state, "--level", "fd1", *OPENING, "option", "ver", "bishop")
    assert sapphire("memory", "export", copy, "--state", state).status == 0
    assert sapphire("memory", "import", copy, "--state", other).status == 0
    shown = [
        json.loads(sapphire("rating", "--state", path, "--json").out) for path in (state, other)
    ]
    assert shown[0] == shown[1]
    for arguments in (("export", copy, "--state", state), ("import", copy, "--state", other)):
        done = sapphire("memory", *arguments)
        assert done.status == 2
        one_line(done.err)
    assert sapphire("memory", "import", copy, "--state", other, "--force").status == 0


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("{", ":1:2: not JSON"),
        ("[]", "not an exported memory"),
        ('{"form": "sapphire-memory", "version": 9}', "form version 9"),
        ('{"a": ' + "9" * 10_000 + "}", "a whole number of thousands of digits"),
        ('{"form": "sapphire-memory", "version": 1, "memory": {}}', "damaged: schema"),
    ],
)
def test_a_bad_backup_is_refused_and_nothing_is_changed(
    sapphire: Sapphire, tmp_path: Path, content: str, message: str
) -> None:
    backup = tmp_path / "b.json"
    backup.write_text(content)
    done = sapphire("memory", "import", backup, "--state", tmp_path / "m")
    assert done.status == 2
    assert message in one_line(done.err)
    assert not (tmp_path / "m").exists()


def test_players_have_their_own_memory(sapphire: Sapphire) -> None:
    where = sapphire("memory", "where").out.strip()
    anna = sapphire("memory", "where", "--player", "anna").out.strip()
    assert where.endswith("sapphire.memory")
    assert anna.endswith("anna.memory")
    sapphire("press", "--player", "anna", "option", "ver")
    for words in (("rating",), ("rating", "why"), ("print", "board")):
        assert sapphire(*words, "--player", "anna").status == 0
        mistyped = sapphire(*words, "--player", "ana")
        assert mistyped.status == 2
        assert "no player 'ana' has a memory here (players: anna)" in one_line(mistyped.err)


@pytest.mark.parametrize("name", ["sapphire", "anna ", "anna.", "con", "LPT1.x", "n" * 41])
def test_names_that_are_no_players(sapphire: Sapphire, name: str) -> None:
    done = sapphire("press", "--player", name, "go")
    assert done.status == 2
    assert one_line(done.err).startswith(f"sapphire: player '{name[:30]}")


def test_rating_calc_ends_with_the_new_rating(sapphire: Sapphire) -> None:
    done = sapphire(
        *("rating", "calc", "--pelo", 1400, "--games", 10, "--oelo", 2000, "--result", "draw")
    )
    assert done.out.splitlines()[-1].split()[-1] == "1455"
    assert "(1400 * 10 + (2000 + 0)) / (10 + 1)" in done.out
    printed = sapphire(
        *("rating", "calc", "--pelo", 1400, "--games", 10, "--oelo", 2000, "--result", "draw"),
        *("--rules", "printed"),
    )
    assert printed.out.splitlines()[-1].split()[-1] == "1091"
    bad = sapphire("rating", "calc", "--pelo", "x", "--games", 1, "--oelo", 1, "--result", "win")
    assert bad.status == 2
    one_line(bad.err)


def test_rating_of_a_new_owner(sapphire: Sapphire) -> None:
    assert json.loads(sapphire("rating", "--json").out) == {
        "rating": 1400,
        "games": 0,
        "tier": 1,
        "log": [],
    }


def test_run_tells_of_each_script_and_fails_with_status_1(
    sapphire: Sapphire, tmp_path: Path
) -> None:
    good, bad = tmp_path / "good.keys", tmp_path / "bad.keys"
    good.write_text('power on\npress option ver\nlcd "rt 1400"\n')
    bad.write_text('power on\nlcd "rt 1400"\n')
    assert sapphire("run", good).status == 0
    done = sapphire("run", good, bad)
    assert done.status == 1
    assert f"ok      {good}" in done.out
    assert f'{bad}:2: expected lcd "rt 1400", got lcd "0:00:00"' in done.out


def test_no_script_runs_when_one_is_malformed(sapphire: Sapphire, tmp_path: Path) -> None:
    good, bad = tmp_path / "good.keys", tmp_path / "bad.keys"
    good.write_text("power on\n")
    bad.write_text("power on\npress optoin\n")
    done = sapphire("run", good, bad)
    assert (done.status, done.out) == (2, "")
    assert one_line(done.err).endswith("bad.keys:2:7: unknown key 'optoin' (expected option?)")


def test_a_script_plays_against_the_embedded_opponent(sapphire: Sapphire, tmp_path: Path) -> None:
    script = tmp_path / "a.keys"
    script.write_text(
        "nvram level fd2\npower on\npress option option e5 e5 go\n"
        "move a2a4\nsymbols black not thinking\n"
    )
    done = sapphire("run", script)
    assert done.status == 0, done.out


def test_keys_shows_every_mode(sapphire: Sapphire) -> None:
    done = sapphire("keys", "--mode", "rating")
    assert "rate this game" in done.out
    shown = json.loads(sapphire("keys", "--mode", "option1", "--json").out)
    assert shown["ver"] == "Game Rating"
    assert shown["h8"] == "Print Board, at once"
    assert shown["ng"] == "-"
    for mode in ("play", "option1", "option2", "level", "rating", "referee", "setup", "verify"):
        assert sapphire("keys", "--mode", mode).status == 0


def test_help_teaches_and_unknown_commands_are_answered(sapphire: Sapphire) -> None:
    for command in ((), ("press",), ("run",), ("rating",), ("rating", "calc"), ("memory",)):
        done = sapphire(*command, "--help")
        assert done.status == 0
        assert "Example" in done.out
    done = sapphire("ratign")
    assert (done.status, one_line(done.err)) == (
        2,
        "sapphire: unknown command 'ratign'; did you mean rating?",
    )


def test_press_needs_no_engine_window_or_port_for_a_look_at_the_rating() -> None:
    code = (
        "import sys; from sapphire_emu.cli import main\n"
        "try: main(['press', '--fresh', 'option', 'ver'])\n"
        "except SystemExit: pass\n"
        "print(sorted({'pygame', 'numpy', 'serial', 'chess.engine'} & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "[]"


def test_an_end_by_signal_saves_and_leaves_no_engine(tmp_path: Path) -> None:
    engine, state = tmp_path / "hang.py", tmp_path / "m"
    engine.write_text(
        "import sys, os\n"
        f"open({str(tmp_path / 'pid')!r}, 'w').write(str(os.getpid()))\n"
        "for line in sys.stdin:\n"
        "    word = line.split()[:1]\n"
        "    if word == ['uci']: print('id name hang\\nuciok', flush=True)\n"
        "    elif word == ['isready']: print('readyok', flush=True)\n"
    )
    process = subprocess.Popen(
        [
            *(sys.executable, "-m", "sapphire_emu", "press", "--state", str(state)),
            *("--opponent", f"uci:{sys.executable} {engine}", *OPENING),
        ],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    deadline = time.monotonic() + 60
    while not (tmp_path / "pid").exists():
        assert time.monotonic() < deadline
        time.sleep(0.05)
    time.sleep(0.5)
    process.terminate()
    _, told = process.communicate(timeout=60)
    assert process.returncode == 128 + signal.SIGTERM
    assert told == ""
    pid = int((tmp_path / "pid").read_text())
    while Path(f"/proc/{pid}").exists() and time.monotonic() < deadline:
        time.sleep(0.05)
    assert not Path(f"/proc/{pid}").exists()
    with Memory.open(state, read_only=True) as memory:
        assert [ply.uci for ply in memory.load().game.plies] == ["e2e4"]


def test_a_full_output_is_one_line() -> None:
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(
            [sys.executable, "-m", "sapphire_emu", "levels"],
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
        )
    assert (done.returncode, done.stderr) == (
        2,
        "sapphire: standard output: No space left on device\n",
    )


def test_an_opponent_chosen_explicitly_plays_without_the_book(
    sapphire: Sapphire, tmp_path: Path
) -> None:
    dead = f"uci:{sys.executable} -c pass"
    done = sapphire("press", "--fresh", "--opponent", dead, *OPENING)
    assert done.status == 0
    assert "the game is kept" in done.err
