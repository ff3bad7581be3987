"""``check``: every kind of damage is found at its place."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from sapphire_emu.club.frbe.check import check, report_lines
from sapphire_emu.club.frbe.writer import to_bytes
from tests.club.frbe.examples import CLOSED, ELITE, OPEN, closed_fixed, made, table

NAME = "B18TST1B.618"


def lines_of(data: bytes, name: str | None = NAME) -> list[str]:
    return report_lines("f", check(data, name))


def test_the_sources_closed_table_is_clean() -> None:
    assert lines_of(CLOSED.read_bytes()) == []
    assert lines_of(closed_fixed()) == []


def test_the_sources_own_oddities_are_found() -> None:
    assert lines_of(ELITE.read_bytes(), "612CHT1A.618") == [
        "f:7:65: round 7 is dated 2000-06-13, after the last day of the code line, 2000-06-12"
    ]
    assert lines_of(OPEN.read_bytes()) == [
        "f:4:35: says 2000-11-19, but the code line ends on 2000-11-18"
    ]


def test_a_large_file_is_clean() -> None:
    assert lines_of(to_bytes(made(998, 20, 100)), "109TST1A.618") == []


def put(line: int, column: int, new: str) -> Callable[[bytes], bytes]:
    """Overwrite from a line and column, both from 1."""

    def damage(data: bytes) -> bytes:
        lines = data.split(b"\r\n")
        text = lines[line - 1].decode("cp850")
        text = text[: column - 1] + new + text[column - 1 + len(new) :]
        lines[line - 1] = text.encode("cp850")
        return b"\r\n".join(lines)

    return damage


DAMAGE = {
    "unknown colour": (put(8, 54, "X"), "f:8:54: unknown colour 'X' in round 1"),
    "lower case colour": (put(8, 54, "n"), "f:8:54: unknown colour 'n'"),
    "unknown result": (put(8, 56, "2"), "f:8:56: unknown result '2' in round 1"),
    "opponent no number": (put(8, 50, " x8"), "f:8:50: opponent ' x8' in round 1"),
    "opponent not in table": (put(8, 50, "  9"), "f:8:50: round 1: player 1 meets 9, who is not"),
    "opponent himself": (put(8, 50, "  1"), "f:8:50: round 1: player 1 meets himself"),
    "opponent disagrees": (put(8, 50, "  5"), "f:8:50: round 1: player 1 meets 5, but 5 names 4"),
    "same colour": (put(8, 54, "B"), "f:8:54: round 1: player 1 and his opponent 8 both have Wh"),
    "two winners": (put(8, 56, "1"), "f:8:56: round 1: player 1 has a win against 8, who has"),
    "win against a draw": (put(12, 64, "1"), "f:12:64: round 2: player 5 has a win against 8"),
    "result without game": (put(8, 50, "  0"), "f:8:56: round 1: player 1 has a result but no opp"),
    "colour missing": (put(8, 54, "-"), "f:8:54: round 1: player 1 has an opponent but no colour"),
    "blank filled": (put(8, 53, "x"), "f:8:53: 'x' in round 1 (expected a blank)"),
    "number": (put(8, 1, "  x"), "f:8:1: number '  x'"),
    "matricule": (put(8, 31, "7O137"), "f:8:31: matricule '7O137'"),
    "club": (put(8, 37, "6 8"), "f:8:37: club '6 8'"),
    "club too small": (put(8, 37, " 18"), "f:8:37: club 18"),
    "rating": (put(8, 45, "11E0"), "f:8:45: rating '11E0'"),
    "out of order": (put(8, 1, "  2"), "f:8:3: player 2 stands in place 1"),
    "same matricule": (put(9, 31, "70137"), "f:9:31: matricule 70137 is already player 1's"),
    "no name": (put(8, 5, " " * 25), "f:8:5: player 1 has no name"),
    "too many players": (put(6, 4, "  9"), "f:6:4: the code line announces 9 players"),
    "too many rounds": (put(6, 7, " 8"), "f:8:105: round 8 is missing"),
    "too few rounds": (put(6, 7, " 6"), "f:8:97: text after round 6"),
    "bad first day": (put(6, 9, "20001301"), "f:6:9: '20001301' is not a date"),
    "ends before": (put(6, 17, "20000901"), "f:6:9: begins 2000-10-01 but ends 2000-09-01"),
    "bad printed day": (put(4, 21, "31/02/2000"), "f:4:21: '31/02/2000' is not a date"),
    "other printed end": (put(4, 35, "17"), "f:4:35: says 2000-11-17, but the code line ends on"),
    "round date": (put(7, 51, "000931"), "f:7:51: round 1: '000931' is not a date"),
    "round too early": (put(7, 51, "000930"), "f:7:51: round 1 is dated 2000-09-30, before"),
}  # fmt: skip


@pytest.mark.parametrize("damage", DAMAGE)
def test_damage_is_found_at_its_place(damage: str) -> None:
    change, expected = DAMAGE[damage]
    found = lines_of(change(closed_fixed()))
    assert any(line.startswith(expected) for line in found), found


@pytest.mark.parametrize("row", range(8))
@pytest.mark.parametrize("round_", range(7))
def test_no_result_can_be_changed_unseen(row: int, round_: int) -> None:
    data = closed_fixed()
    place = 8 + row, 56 + 8 * round_
    was = data.split(b"\r\n")[place[0] - 1].decode("cp850")[place[1] - 1]
    other = {"1": "0", "0": "1", "5": "1", "-": "0"}[was]
    assert lines_of(put(*place, other)(data)) != []


def test_a_draw_against_a_loss_is_legal() -> None:
    file = table("1-2 h", [1500, 1400])
    assert [line for line in lines_of(to_bytes(file), None) if "note" not in line] == []


def test_tally_against_the_table() -> None:
    code = closed_fixed().split(b"\r\n")[5]
    data = closed_fixed().replace(code, code + b"+19=14-19")
    assert lines_of(data) == ["f:6:25: the code line counts +19=14-19, the table has +19=12-19"]
    assert lines_of(closed_fixed().replace(code, code + b"+19=12-19")) == []


def test_one_bad_cell_brings_no_other_complaints() -> None:
    assert len(lines_of(put(8, 54, "X")(closed_fixed()))) == 1
    assert len(lines_of(put(8, 31, "x")(closed_fixed()))) == 1


def test_squeezed_text_has_its_own_columns() -> None:
    text = CLOSED.read_text().replace(
        "1 AUBRY CLAIRE 70137 618 1150 8 N 0", "1 AUBRY CLAIRE 70137 618 1150 8 X 0"
    )
    assert lines_of(text.encode()) == ["f:8:33: unknown colour 'X' in round 1 (expected B, N or -)"]
    text = CLOSED.read_text().replace("618 1150 8 N 0", "618 1150 8 N 1")
    assert lines_of(text.encode())[0].startswith("f:8:35: round 1: player 1 has a win against 8")


def test_truncated_anywhere_is_found_or_harmless() -> None:
    data = closed_fixed()
    for end in range(len(data) - 2):
        assert lines_of(data[:end]) != [], end


def test_names_that_depart() -> None:
    data = closed_fixed()
    assert lines_of(data, "b18tst1b.618") == []
    assert lines_of(data, "C18TST1B.618") == [
        "f:1:1: note: file name C18TST1B.618: says the end is 18-12, the code line 18-11"
    ]
    assert "5 letters before the dot" in lines_of(data, "elite.txt")[0]


def test_what_is_no_result_file() -> None:
    assert lines_of(b"", None)[0].startswith("f:1:1: the file is empty")
    assert lines_of(b"hello\nworld\n", None)[0].startswith("f:1:1: no code line")
    assert lines_of(bytes(range(256)) * 40, None)[0].startswith("f:1:1: ")
    assert "UTF-16" in lines_of(CLOSED.read_text().encode("utf-16"), None)[0]
