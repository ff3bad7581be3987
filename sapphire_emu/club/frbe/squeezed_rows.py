"""Player lines whose blanks were squeezed, as when a file went through a web page or an e-mail.

A line is: number, name words, matricule (the first token of 4 or 5 digits, or 0), club,
nationality if any, rating if any, then three tokens a round.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from sapphire_emu.club.frbe.fixed_rows import UNREADABLE, Report
from sapphire_emu.club.frbe.model import INDIVIDUAL_GAMES, Cell, Colour, Result, Row
from sapphire_emu.errors import shown

CellColumns = tuple[tuple[int, int, int], ...]
"""Per round, the columns, from 1, of opponent, colour and result."""

_TOKEN = re.compile(r"[^\s\0]+")
_COLOURS = {colour.value: colour for colour in Colour}
_RESULTS = {result.value: result for result in Result}


@dataclass(frozen=True, slots=True)
class _Token:
    text: str
    column: int

    def digits(self, least: int, most: int) -> bool:
        """Whether the token is ``least`` to ``most`` ASCII digits."""
        return least <= len(self.text) <= most and self.text.isascii() and self.text.isdigit()


def looks_squeezed(line: str) -> bool:
    """Whether a line begins like a player's: a number, a word, and further on a matricule."""
    tokens = [_Token(m[0], m.start() + 1) for m in _TOKEN.finditer(line)]
    return (
        len(tokens) > 4
        and tokens[0].digits(1, 3)
        and not tokens[1].digits(1, 9)
        and _matricule_at(tokens) is not None
    )


def _matricule_at(tokens: list[_Token]) -> int | None:
    """Place of the matricule: the first token of 4 or 5 digits, or a short one before a club."""
    for place, token in enumerate(tokens[2:], start=2):
        if token.digits(4, 5):
            return place
        following = tokens[place + 1] if place + 1 < len(tokens) else None
        if token.digits(1, 3) and following is not None and following.digits(1, 3):
            return place
    return None


def read_row(
    line: str, index: int, rounds: int, kind: int, report: Report
) -> tuple[Row, CellColumns]:
    """Read one player line; faults go to ``report`` and what could not be read is marked."""
    tokens = [_Token(m[0], m.start() + 1) for m in _TOKEN.finditer(line)]
    unreadable = Row(index + 1, "?", 0, 0, "", "", (UNREADABLE,) * rounds)
    if not tokens or not tokens[0].digits(1, 3):
        text = tokens[0].text if tokens else ""
        report(1, f"'{shown(text)}' is not a player's number (expected 1 to 998)")
        return unreadable, ()
    at = _matricule_at(tokens)
    if at is None:
        report(tokens[-1].column, "no matricule (expected 4 or 5 digits after the name)")
        return unreadable, ()
    name = " ".join(token.text for token in tokens[1:at])
    rest = tokens[at + 1 :]
    if not rest or not rest[0].digits(1, 3):
        column = rest[0].column if rest else len(line.rstrip()) + 1
        report(column, "no club (expected 1 to 3 digits after the matricule)")
        return unreadable, ()
    club, rest = int(rest[0].text), rest[1:]
    nationality = ""
    if rest and len(rest[0].text) <= 3 and (rest[0].text == "***" or rest[0].text.isalpha()):
        nationality, rest = rest[0].text, rest[1:]
    rating = ""
    if rest and rest[0].digits(1, 4) and not (len(rest) > 1 and rest[1].text in _COLOURS):
        rating, rest = rest[0].text, rest[1:]
    cells, columns = _cells(line, rest, rounds, report)
    tail = _tail(rest[3 * rounds :], rounds, kind, report)
    row = Row(
        int(tokens[0].text), name, int(tokens[at].text), club, nationality, rating, cells, tail
    )
    return row, columns


def _cells(
    line: str, tokens: list[_Token], rounds: int, report: Report
) -> tuple[tuple[Cell, ...], CellColumns]:
    end = len(line.rstrip()) + 1
    cells: list[Cell] = []
    columns: list[tuple[int, int, int]] = []
    for round_ in range(rounds):
        three = tokens[3 * round_ : 3 * round_ + 3]
        places = [token.column for token in three] + [end] * (3 - len(three))
        columns.append((places[0], places[1], places[2]))
        cell = _cell(three, round_ + 1, end, report)
        if cell is None:  # what follows has lost its place
            missing = rounds - round_
            return (*cells, *(UNREADABLE,) * missing), tuple(columns)
        cells.append(cell)
    return tuple(cells), tuple(columns)


def _cell(three: list[_Token], round_: int, end: int, report: Report) -> Cell | None:
    if len(three) < 3:
        report(end, f"round {round_} is {'cut off' if three else 'missing'}")
        return None
    opponent, colour, result = three
    if not opponent.digits(1, 3):
        found = shown(opponent.text)
        report(opponent.column, f"opponent '{found}' in round {round_} (expected a number)")
        return None
    if colour.text not in _COLOURS:
        found = shown(colour.text)
        report(colour.column, f"unknown colour '{found}' in round {round_} (expected B, N or -)")
        return UNREADABLE if len(colour.text) == 1 else None
    if result.text not in _RESULTS:
        found = shown(result.text)
        report(result.column, f"unknown result '{found}' in round {round_} (expected 1, 0, 5 or -)")
        return UNREADABLE if len(result.text) == 1 else None
    return Cell(int(opponent.text), _COLOURS[colour.text], _RESULTS[result.text])


def _tail(tokens: list[_Token], rounds: int, kind: int, report: Report) -> str:
    """What follows the rounds: nothing, or an individual game's date and tournament."""
    if not tokens:
        return ""
    if kind != INDIVIDUAL_GAMES:
        report(tokens[0].column, f"text after round {rounds}")
        return ""
    return "\0 " + " ".join(token.text for token in tokens)
