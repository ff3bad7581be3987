"""What a result file says, as values.

Layout (federation's published writer, columns from 1): free preamble lines; the code line; the
column line; one line a player: number 1-3, name 5-29, matricule 31-35, club 37-39, nationality
41-43, rating 45-48, then eight columns a round: opponent 50-52, colour 54, result 56.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from datetime import date
from enum import Enum

MOST_PLAYERS = 998
"""The number column is three wide, and the federation's own writers stop at 998."""
MOST_ROUNDS = 99
FICTIVE_MARK = "***"
"""Nationality of a player whose rating is fictive."""
NAME_WIDTH = 25


class Colour(Enum):
    """Colour of the pieces in one round, as written (French: Blanc, Noir)."""

    WHITE = "B"
    BLACK = "N"
    NONE = "-"

    @property
    def other(self) -> Colour:
        """The opponent's colour."""
        return _OTHER[self]


_OTHER = {Colour.WHITE: Colour.BLACK, Colour.BLACK: Colour.WHITE, Colour.NONE: Colour.NONE}


class Result(Enum):
    """One player's result in one round, as written."""

    WIN = "1"
    LOSS = "0"
    DRAW = "5"
    UNPLAYED = "-"

    @property
    def half_points(self) -> int:
        """Score in half points: 2, 1 or 0."""
        return _HALF_POINTS[self]


_HALF_POINTS = {Result.WIN: 2, Result.LOSS: 0, Result.DRAW: 1, Result.UNPLAYED: 0}


@dataclass(frozen=True, slots=True)
class Cell:
    """One player's round. ``opponent`` 0 means none; a pairing may be unplayed (forfeit)."""

    opponent: int
    colour: Colour
    result: Result

    @property
    def played(self) -> bool:
        """Whether the game counts: there was an opponent and a result."""
        return self.opponent > 0 and self.result is not Result.UNPLAYED


NO_GAME = Cell(0, Colour.NONE, Result.UNPLAYED)


@dataclass(frozen=True, slots=True)
class Row:
    """One player's line.

    ``rating_text`` is kept as written, since some writers fill with zeros and some leave an
    unrated player's rating blank. ``tail`` is what follows the last round: in an individual-games
    file (24L) a NUL, the date and the tournament's id.
    """

    number: int
    name: str
    matricule: int
    club: int
    nationality: str
    rating_text: str
    cells: tuple[Cell, ...]
    tail: str = ""

    @property
    def rating(self) -> int:
        """Rating in points, 0 when there is none."""
        return int(self.rating_text or 0)

    @property
    def fictive(self) -> bool:
        """Whether the rating was worked out for the occasion, not earned."""
        return self.nationality == FICTIVE_MARK

    @property
    def half_points(self) -> int:
        """Score over all rounds, in half points."""
        return sum(cell.result.half_points for cell in self.cells)


@dataclass(frozen=True, slots=True)
class Tally:
    """Player results of the whole file: a decisive game adds 1 and 1, a draw 2 to ``drawn``."""

    won: int
    drawn: int
    lost: int

    def __str__(self) -> str:
        return f"+{self.won}={self.drawn}-{self.lost}"


@dataclass(frozen=True, slots=True)
class CodeLine:
    """The line that makes the file machine-readable.

    ``kind`` and ``code`` are the two leading digits, kept as read: 0 0 and 0 6 are cross tables,
    1 1 a complete tournament, 3 1 individual games; the code digit's meaning is not documented.
    """

    kind: int
    code: int
    players: int
    rounds: int
    first: date
    last: date
    tally: Tally | None = None
    nul: bool = True


INDIVIDUAL_GAMES = 3
"""``kind`` of a file of single games (24L), two lines a game."""


@dataclass(frozen=True, slots=True)
class Form:
    """How the file was written, so that it can be written so again."""

    encoding: str = "cp850"
    newline: str = "\r\n"
    squeezed: bool = False
    final_newline: bool = True
    byte_order_mark: bool = False


@dataclass(frozen=True, slots=True)
class Places:
    """Where things stood in the text, lines from 1: for messages only."""

    code_line: int = 0
    rows: tuple[int, ...] = ()
    cells: tuple[tuple[tuple[int, int, int], ...], ...] = ()
    """Per row and round, the columns of opponent, colour and result; empty in fixed columns."""


@dataclass(frozen=True, slots=True)
class ResultFile:
    """A whole file. ``trailer`` holds the lines after the last player, ``places`` is no content."""

    preamble: tuple[str, ...]
    code_line: CodeLine
    column_line: str
    rows: tuple[Row, ...]
    trailer: tuple[str, ...] = ()
    form: Form = Form()
    places: Places = field(default=Places(), compare=False)

    def place(self, row: int, round_: int, part: int) -> tuple[int, int]:
        """Line and column, from 1, of a cell's part: 0 opponent, 1 colour, 2 result."""
        line = self.places.rows[row] if row < len(self.places.rows) else 0
        if row < len(self.places.cells) and round_ < len(self.places.cells[row]):
            return line, self.places.cells[row][round_][part]
        return line, (50, 54, 56)[part] + 8 * round_

    def games(self) -> Iterator[tuple[Row, int, Cell]]:
        """Every player's played cells: the row, the round from 0, the cell."""
        for row in self.rows:
            for round_, cell in enumerate(row.cells):
                if cell.played:
                    yield row, round_, cell

    def tally(self) -> Tally:
        """Player results counted from the table."""
        counts = dict.fromkeys(Result, 0)
        for _, _, cell in self.games():
            counts[cell.result] += 1
        return Tally(counts[Result.WIN], counts[Result.DRAW], counts[Result.LOSS])

    def with_rows(self, rows: tuple[Row, ...]) -> ResultFile:
        """The same file with other players."""
        return replace(self, rows=rows)


@dataclass(frozen=True, slots=True, order=True)
class Problem:
    """Something wrong in a file. ``fatal`` means that the place could not be read at all;
    ``note`` that it departs from custom but breaks nothing.
    """

    line: int
    column: int
    text: str
    fatal: bool = False
    note: bool = False
