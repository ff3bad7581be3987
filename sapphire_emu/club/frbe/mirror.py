"""Every game stands in the file twice, once in each player's line: do the two agree?

A game of round r in A's line naming B must be answered in B's line, round r, by A's number, the
other colour and a result that goes with A's. A win goes with a loss, a draw with a draw; the
federation's data also has a draw against a loss (5 and 0), which is legal.
"""

from __future__ import annotations

from collections.abc import Iterator

from sapphire_emu.club.frbe.model import Cell, Colour, Problem, Result, ResultFile, Row

_AGREE = {
    (Result.WIN, Result.LOSS),
    (Result.LOSS, Result.WIN),
    (Result.DRAW, Result.DRAW),
    (Result.DRAW, Result.LOSS),
    (Result.LOSS, Result.DRAW),
    (Result.UNPLAYED, Result.UNPLAYED),
}
_WORDS = {Result.WIN: "a win", Result.LOSS: "a loss", Result.DRAW: "a draw",
          Result.UNPLAYED: "not played"}  # fmt: skip
_COLOURS = {Colour.WHITE: "White", Colour.BLACK: "Black", Colour.NONE: "no colour"}


def mirror_problems(file: ResultFile) -> Iterator[Problem]:
    """Every disagreement, once, with the place of the part that disagrees."""
    index = {row.number: place for place, row in reversed(list(enumerate(file.rows)))}
    for place, row in enumerate(file.rows):
        for round_, cell in enumerate(row.cells):
            if cell.opponent > 0:
                yield from _pair(file, index, place, round_)
            elif cell.opponent == 0:
                yield from _no_opponent(file, place, round_)


def _no_opponent(file: ResultFile, place: int, round_: int) -> Iterator[Problem]:
    row = file.rows[place]
    cell = row.cells[round_]
    if cell.result is not Result.UNPLAYED:
        yield _problem(file, place, round_, 2, f"{_who(row, round_)} has a result but no opponent")
    if cell.colour is not Colour.NONE:
        yield _problem(file, place, round_, 1, f"{_who(row, round_)} has a colour but no opponent")


def _pair(file: ResultFile, index: dict[int, int], place: int, round_: int) -> Iterator[Problem]:
    row, cell = file.rows[place], file.rows[place].cells[round_]
    who = _who(row, round_)
    other = index.get(cell.opponent)
    if other is None:
        text = f"{who} meets {cell.opponent}, who is not in the table"
        yield _problem(file, place, round_, 0, text)
        return
    if other == place:
        yield _problem(file, place, round_, 0, f"{who} meets himself")
        return
    opponent = file.rows[other]
    answer = opponent.cells[round_] if round_ < len(opponent.cells) else None
    if cell.colour is Colour.NONE:
        yield _problem(file, place, round_, 1, f"{who} has an opponent but no colour")
    if answer is None or answer.opponent < 0:
        return
    if answer.opponent != row.number:
        whom = f"names {answer.opponent}" if answer.opponent else "names nobody"
        text = f"{who} meets {opponent.number}, but {opponent.number} {whom}"
        yield _problem(file, place, round_, 0, text)
    elif place < other:
        yield from _disagreements(file, (place, other), round_, (cell, answer))


def _disagreements(
    file: ResultFile, places: tuple[int, int], round_: int, cells: tuple[Cell, Cell]
) -> Iterator[Problem]:
    rows = file.rows[places[0]], file.rows[places[1]]
    who = _who(rows[0], round_)
    colours = cells[0].colour, cells[1].colour
    if Colour.NONE not in colours and colours[1] is not colours[0].other:
        text = (
            f"{who} and his opponent {rows[1].number} both have {_COLOURS[colours[0]]}"
            f"{_see(file, places[1], round_, 1)}"
        )
        yield _problem(file, places[0], round_, 1, text)
    results = cells[0].result, cells[1].result
    if results not in _AGREE:
        text = (
            f"{who} has {_WORDS[results[0]]} against {rows[1].number}, "
            f"who has {_WORDS[results[1]]}{_see(file, places[1], round_, 2)}"
        )
        yield _problem(file, places[0], round_, 2, text)


def _see(file: ResultFile, place: int, round_: int, part: int) -> str:
    line, column = file.place(place, round_, part)
    return f" (see {line}:{column})"


def _who(row: Row, round_: int) -> str:
    return f"round {round_ + 1}: player {row.number}"


def _problem(file: ResultFile, place: int, round_: int, part: int, text: str) -> Problem:
    line, column = file.place(place, round_, part)
    return Problem(line, column, text)
