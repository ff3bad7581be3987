"""A game as the format knows it."""

from __future__ import annotations

from dataclasses import dataclass, field

import chess

MOVE_MARKS = ("", "!", "?", "!?", "?!", "!!", "??", "mate", "idea", "better")
"""What the first byte of an annotation says of the move, 1 to 9."""
POSITION_MARKS = (
    "", "+-", "±", "⩲", "=", "∞", "⩱", "∓", "-+", "compensation for White",
    "compensation for Black", "counterplay", "initiative", "attack", "zeitnot", "only move",
)  # fmt: skip
"""What the second byte says of the position, 1 to 15."""
MOST_REMARK = 7
"""The third byte is 1 to 7; what the numbers say is not known."""

WHITE_WON, DRAW, BLACK_WON, UNKNOWN = 2, 1, 0, 3
NO_ECO = 0


class Damaged(Exception):
    """A record that cannot be read: ``byte`` counts from the record's first, 0."""

    def __init__(self, byte: int, reason: str) -> None:
        super().__init__(reason)
        self.byte = byte


@dataclass(frozen=True, slots=True)
class Annotation:
    """What stands beside a move: three marks as numbers, 0 for none, and text."""

    move: int = 0
    position: int = 0
    remark: int = 0
    text: str = ""

    def __bool__(self) -> bool:
        return bool(self.move or self.position or self.remark or self.text)


@dataclass(frozen=True, slots=True)
class Ply:
    """A move, its annotation, and the lines that might have been played instead of it."""

    move: chess.Move
    annotation: Annotation = Annotation()
    instead: tuple[tuple[Ply, ...], ...] = ()


@dataclass(frozen=True, slots=True)
class CbfGame:
    """One game. ``year`` None: unknown; an Elo 0: none; ``eco`` 0: none, 1 to 500: A00 to E99.

    ``suffix`` is byte 11 of a game from the usual start, most likely the /DD of a refined key;
    ``start`` the FEN of another start position.
    """

    white: str = ""
    black: str = ""
    source: str = ""
    result: int = UNKNOWN
    year: int | None = None
    white_elo: int = 0
    black_elo: int = 0
    eco: int = NO_ECO
    suffix: int = 0
    start: str | None = None
    line: tuple[Ply, ...] = field(default=())

    def board(self) -> chess.Board:
        """The position the game begins with."""
        return chess.Board(self.start) if self.start else chess.Board()
