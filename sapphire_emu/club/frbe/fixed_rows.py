"""Player lines in fixed columns: read with the place of every fault, and written."""

from __future__ import annotations

import re
from collections.abc import Callable

from sapphire_emu.club.frbe.model import (
    INDIVIDUAL_GAMES,
    NAME_WIDTH,
    Cell,
    Colour,
    Result,
    Row,
)
from sapphire_emu.errors import shown

Report = Callable[[int, str], None]
"""Takes a column, from 1, and what is wrong there."""

UNREADABLE = Cell(-1, Colour.NONE, Result.UNPLAYED)
"""Stands for a round that could not be read, so that its neighbours still can."""

CELLS_AT = 48
"""Characters before the first round."""
CELL_WIDTH = 8

_THREE = r"(  \d| \d\d|\d{3})"
_FIVE = r"(    \d|   \d\d|  \d{3}| \d{4}|\d{5})"
_FOUR_OR_NONE = r"(    |   \d|  \d\d| \d{3}|\d{4})"
_HEAD = re.compile(
    rf"{_THREE} (.{{25}}) {_FIVE} {_THREE} (.{{3}}) {_FOUR_OR_NONE}", re.ASCII | re.DOTALL
)
_LOOSE_HEAD = re.compile(r"[ \d]{2}\d .{25} [ \d]{5} [ \d]{3} .{3} [ \d]{4}", re.DOTALL)
_FIELDS = (
    ("number", 0, 3, r" *\d+", "a number, right-aligned in columns 1-3"),
    ("name", 4, 29, r".*", "a name in columns 5-29"),
    ("matricule", 30, 35, r" *\d+", "digits, right-aligned in columns 31-35"),
    ("club", 36, 39, r" *\d+", "digits, right-aligned in columns 37-39"),
    ("nationality", 40, 43, r".*", "letters in columns 41-43"),
    ("rating", 44, 48, r" *\d*", "digits, right-aligned in columns 45-48"),
)
_COLOURS = {colour.value: colour for colour in Colour}
_RESULTS = {result.value: result for result in Result}
_READ: dict[str, Cell] = {}
"""Rounds already read, by their eight characters: a table has few different ones."""
_READ_MOST = 50_000


def looks_fixed(line: str) -> bool:
    """Whether a line has the blanks and digits of a player line in fixed columns."""
    return _LOOSE_HEAD.match(line) is not None


def read_row(line: str, index: int, rounds: int, kind: int, report: Report) -> Row:
    """Read one player line; faults go to ``report`` and what could not be read is marked."""
    head = _HEAD.match(line)
    if head is None:
        _report_head(line, report)
        return Row(index + 1, "?", 0, 0, "", "", (UNREADABLE,) * rounds)
    end = CELLS_AT + CELL_WIDTH * rounds
    cells = tuple(_cell(line, at, report) for at in range(CELLS_AT, end, CELL_WIDTH))
    tail = line[end:]
    if tail and kind != INDIVIDUAL_GAMES:
        if tail.strip():
            report(end + 1, f"text after round {rounds}")
        tail = ""
    return Row(
        number=int(head[1]),
        name=head[2].rstrip(),
        matricule=int(head[3]),
        club=int(head[4]),
        nationality=head[5].strip(),
        rating_text=head[6].strip(),
        cells=cells,
        tail=tail,
    )


def _report_head(line: str, report: Report) -> None:
    for name, start, end, pattern, expected in _FIELDS:
        text = line[start:end]
        if len(text) < end - start:
            report(len(line) + 1, f"the line ends before its {name} (expected {expected})")
            return
        if not re.fullmatch(pattern, text, re.ASCII | re.DOTALL):
            report(start + 1, f"{name} '{shown(text)}' (expected {expected})")
            return
        if line[end : end + 1].strip():
            char = shown(line[end])
            report(end + 1, f"'{char}' in the blank after the {name} (expected fixed columns)")
            return
    report(1, "unreadable player line (expected fixed columns)")


def _cell(line: str, at: int, report: Report) -> Cell:
    text = line[at : at + CELL_WIDTH]
    known = _READ.get(text)
    if known is not None:
        return known
    cell = _parse_cell(text, at, report)
    if cell is not UNREADABLE and len(_READ) < _READ_MOST:
        _READ[text] = cell
    return cell


def _parse_cell(text: str, at: int, report: Report) -> Cell:
    round_ = (at - CELLS_AT) // CELL_WIDTH + 1
    if len(text) < CELL_WIDTH:
        if not text:
            report(at + 1, f"round {round_} is missing")
        else:
            report(at + len(text) + 1, f"round {round_} is cut off")
        return UNREADABLE
    opponent, colour, result = text[1:4], _COLOURS.get(text[5]), _RESULTS.get(text[7])
    if text[0] != " " or text[4] != " " or text[6] != " ":
        blank = next(place for place in (0, 4, 6) if text[place] != " ")
        report(at + blank + 1, f"'{shown(text[blank])}' in round {round_} (expected a blank)")
    elif not re.fullmatch(r" *\d+", opponent, re.ASCII):
        report(at + 2, f"opponent '{shown(opponent)}' in round {round_} (expected a number)")
    elif colour is None:
        report(at + 6, f"unknown colour '{shown(text[5])}' in round {round_} (expected B, N or -)")
    elif result is None:
        report(
            at + 8, f"unknown result '{shown(text[7])}' in round {round_} (expected 1, 0, 5 or -)"
        )
    else:
        return Cell(int(opponent), colour, result)
    return UNREADABLE


def format_row(row: Row) -> str:
    """Write one player line in fixed columns; names are cut to 25 characters.

    >>> from sapphire_emu.club.frbe.model import NO_GAME
    >>> format_row(Row(1, "Ada Linden", 12345, 618, "BEL", "1150", (NO_GAME,)))
    '  1 Ada Linden                12345 618 BEL 1150   0 - -'
    """
    head = (
        f"{row.number:3} {row.name[:NAME_WIDTH]:<25} {row.matricule:5} {row.club:3} "
        f"{row.nationality[:3]:<3} {row.rating_text:>4}"
    )
    cells = [f" {cell.opponent:3} {cell.colour.value} {cell.result.value}" for cell in row.cells]
    return head + "".join(cells) + row.tail
