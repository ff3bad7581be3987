"""The commands as typed."""

from __future__ import annotations

import json
from pathlib import Path
from xml.etree import ElementTree

import pytest

from tests.club.command import refused, run


@pytest.mark.parametrize(
    ("words", "last"),
    [
        ("900 820 win", "A 904 B 816"),
        ("900 820 draw", "A 896 B 824"),
        ("900 820 loss", "A 888 B 832"),
        ("820 900 WIN", "A 832 B 888"),
        ("900 819 win --reading exact", "A 903.95 B 815.05"),
        ("900 819 win --reading ceil", "A 903 B 816"),
        ("2 2 loss", "A 0 B 10"),
    ],
)
def test_rate(words: str, last: str) -> None:
    done = run("zchess", "rate", *words.split())
    assert done.status == 0
    assert done.lines[-1] == last


def test_rate_shows_diagonal_and_row() -> None:
    text = run("zchess", "rate", 900, 820, "win").out
    assert "row 80 to 99" in text
    assert "a,b: the favourite wins, 8 - 4 = 4" in text
    assert "floor" in text
    assert "held at 0" in run("zchess", "rate", 2, 2, "loss").out


def test_rate_for_a_program() -> None:
    values = json.loads(run("zchess", "rate", 900, 820, "win", "--json").out)
    assert (values["a"], values["b"], values["diagonal"]) == (904, 816, "a,b")
    assert (values["row"], values["step"], values["reading"]) == ([80, 99], 4, "floor")


@pytest.mark.parametrize(
    ("words", "last"),
    [("1400", "746.67 (747)"), ("1500", "800 (800)"), ("1500 --to-conventional", "2812.50 (2813)")],
)
def test_convert(words: str, last: str) -> None:
    assert run("zchess", "convert", *words.split()).lines[-1] == last


def test_title() -> None:
    assert run("zchess", "title", 1420, "--games", 100).out == "Master\n"
    assert run("zchess", "title", 1420, "--games", 99).out.startswith("no title: 1 more")
    assert json.loads(run("zchess", "title", 1420, "--json").out) == {
        "title": None,
        "class": "Master",
        "games": None,
    }


def test_chart_highlights_a_pair_and_saves_it(tmp_path: Path) -> None:
    svg, png = tmp_path / "c.svg", tmp_path / "c.png"
    done = run("zchess", "chart", "--pair", 900, 820, "--svg", svg, "--png", png)
    assert done.status == 0
    assert "> 80-99" in done.out
    assert "favourite's win 4, underdog's win 12, draw 4" in done.out
    root = ElementTree.fromstring(svg.read_text())
    words = " ".join("".join(node.itertext()) for node in root)
    assert "900 against 820: difference 80" in words
    assert {"a,b", "c,d", "e,f"} <= set(words.replace("  ", " ").split())
    assert png.read_bytes().startswith(b"\x89PNG\r\n\x1a\n")
    assert len(png.read_bytes()) > 10_000


@pytest.mark.parametrize(
    ("reading", "labels"),
    [
        ("floor", "0-19 20-39 40-59 60-79 80-99 100-119 120-139 140-159 160+"),
        ("ceil", "0 1-20 21-40 41-60 61-80 81-100 101-120 121-140 141+"),
        ("nearest", "0-9 10-29 30-49 50-69 70-89 90-109 110-129 130-149 150+"),
        ("exact", "0 20 40 60 80 100 120 140 160+"),
    ],
)
def test_every_reading_has_its_chart(reading: str, labels: str) -> None:
    rows = [line.split() for line in run("zchess", "chart", "--reading", reading).lines[1:10]]
    assert [row[0] for row in rows] == labels.split()
    for number, row in enumerate(rows):
        marks = {points for points, letter in enumerate(row[1:]) if letter != "."}
        assert marks == {8 - number, 8 + number, number}


CSV = "white,black,result,white_rating,white_games\nAda,Bo,1-0,900,120\nBo,Ada,1/2-1/2,,\n"


def test_event_table(tmp_path: Path) -> None:
    path = tmp_path / "e.csv"
    path.write_text(CSV)
    text = run("zchess", "event", path).out
    assert "800?" in text
    assert "Category E" in text
    values = json.loads(run("zchess", "event", path, "--json").out)
    # 900 v 800?: step 5, +3; then 797? v 903: step 5, a draw gives the underdog 5
    assert [p["rating"] for p in values["players"]] == [898, 802]
    assert [g["white_transfer"] for g in values["games"]] == [3, 5]
    assert values["players"][1]["provisional"] is True
    assert run("zchess", "event", path, "--csv").lines[1] == "1,Ada,900,898,-2,2,122,no,Category E"


def test_event_to_a_file_is_whole_or_not(tmp_path: Path) -> None:
    good, bad, out = tmp_path / "e.csv", tmp_path / "b.csv", tmp_path / "out.csv"
    good.write_text(CSV)
    bad.write_text(CSV + "Ada,Bo,7-0,,\n,Bo,1-0,,\n")
    done = run("zchess", "event", bad, "--csv", "-o", out)
    assert done.status == 2
    assert not out.exists()
    assert [line.split(": ")[0] for line in done.err.splitlines()] == [
        f"{bad}:4:8",
        f"{bad}:5:1",
        "sapphire",
    ]
    assert run("zchess", "event", good, "--csv", "-o", out).status == 0
    assert out.read_text().startswith("rank,name")
    for more in ([], ["--force"]):
        line = refused(run("zchess", "event", good, "-o", good, *more))
        assert line.startswith(f"{good}: this file is read")
    assert good.read_text() == CSV


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("rate 900 820 won", "'won' is not one of"),
        ("rate abc 820 win", "'abc' is not a rating"),
        ("rate 10000 820 win", "too high"),
        ("rate 900 820 win --reading round", "'round' is not one of"),
        ("rate 900 820", "Missing argument"),
        ("convert 1e9", "'1e9' is not a rating"),
        ("title 1400 --games -1", "0<=x<=1000000"),
        ("chart --svg chart.png", "ends in .svg"),
        ("chart --svg nowhere/chart.svg", "cannot be written"),
        ("event nowhere.csv", "no such file"),
        ("event nowhere.txt", "nowhere.txt: no such file"),
        ("event .", ".: it is a folder (expected a file)"),
        ("event LICENSE", "LICENSE: unknown kind of file (expected a name ending in .csv or .pgn)"),
        ("event /dev/zero", "unknown kind of file"),
        ("event e.csv --json --csv", "exclude each other"),
    ],
)
def test_refusals_are_one_line(words: str, message: str) -> None:
    assert message in refused(run("zchess", *words.split()))


@pytest.mark.parametrize("command", ["", "rate", "chart", "convert", "title", "event"])
def test_help_teaches_by_examples(command: str) -> None:
    done = run("zchess", *command.split(), "--help")
    assert done.status == 0
    assert "Examples:" in done.out
    assert f"sapphire zchess {command}" in done.out
