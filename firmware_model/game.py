"""A game on the machine: its half-moves, how it ended, and whether it may be rated.

Everything here is an immutable value except the python-chess board derived from it, which is
replaced and never changed once it is in the state.

Rating qualification (M 35, P for the details): the machine has played one and only one side, every
move of the other side is the user's, and no move was taken back.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum
from typing import NamedTuple

import chess

from firmware_model.rating import Result

START_FEN = chess.STARTING_FEN


class By(Enum):
    """Who made a half-move."""

    USER = "u"
    MACHINE = "m"


class Ply(NamedTuple):
    """One half-move: UCI notation, who made it, and for the machine its level and that OELO.

    ``oelo`` is 0 where the level carries none (mate search, analysis, a user's move);
    ``from_book`` marks a move that the machine took from an opening book.
    """

    uci: str
    by: By
    level: str = ""
    oelo: int = 0
    from_book: bool = False


class Ending(Enum):
    """Every way a game ends; the value is the screen that says so."""

    MATE = "mate"
    STALEMATE = "stalemate"
    THREEFOLD = "threefold"
    FIFTY = "fifty"
    INSUFFICIENT = "insufficient"
    AGREED = "agreed"
    MACHINE_RESIGNED = "resigns"
    USER_RESIGNED = "lost"

    @property
    def drawn(self) -> bool:
        """True for the five kinds of draw."""
        return self in _DRAWS


_DRAWS = frozenset(
    (Ending.STALEMATE, Ending.THREEFOLD, Ending.FIFTY, Ending.INSUFFICIENT, Ending.AGREED)
)


class Rateable(NamedTuple):
    """The game may be rated: the opponent's rating, the user's colour."""

    oelo: int
    user_is_white: bool


class NotRateable(NamedTuple):
    """The game may not be rated, and why, in words for the user."""

    reason: str


@dataclass(frozen=True, slots=True)
class Game:
    """One game from its first position on.

    ``flaws`` are reasons that disqualify it from rating, ``notes`` events that do not but belong
    in its record. ``machine_is_white`` is the side the machine has now. ``clocks_ms`` is the time
    used by White and Black up to the last half-move.
    """

    start_fen: str = START_FEN
    plies: tuple[Ply, ...] = ()
    machine_is_white: bool = False
    ending: Ending | None = None
    rated: bool = False
    flaws: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    clocks_ms: tuple[int, int] = (0, 0)

    @property
    def over(self) -> bool:
        """True when the game has ended."""
        return self.ending is not None

    def board(self) -> chess.Board:
        """The position after the last half-move, with the whole game behind it."""
        if not self.plies and self.start_fen == START_FEN:
            return chess.Board()
        board = chess.Board(self.start_fen)
        for ply in self.plies:
            board.push_uci(ply.uci)
        return board

    def with_flaw(self, reason: str) -> Game:
        """The game, disqualified for a reason (each is kept once)."""
        if reason in self.flaws:
            return self
        return replace(self, flaws=(*self.flaws, reason))

    def with_note(self, note: str) -> Game:
        """The game with an event recorded (each is kept once)."""
        if note in self.notes:
            return self
        return replace(self, notes=(*self.notes, note))

    @property
    def machine_moved(self) -> bool:
        """True when the machine has made at least one move."""
        return any(ply.by is By.MACHINE for ply in self.plies)

    def qualify(self) -> Rateable | NotRateable:
        """Whether the game, if it ends now, may be rated (M 35; device section 5.6)."""
        if self.flaws:
            return NotRateable("; ".join(self.flaws))
        white_first = self.start_fen.split()[1] == "w"
        machine_sides: set[bool] = set()
        user_sides: set[bool] = set()
        for index, ply in enumerate(self.plies):
            side = (index % 2 == 0) == white_first
            (machine_sides if ply.by is By.MACHINE else user_sides).add(side)
        if not machine_sides:
            return NotRateable("the machine has not made a move")
        if len(machine_sides) > 1 or machine_sides & user_sides:
            return NotRateable("the machine did not play one and only one side")
        oelos = [ply.oelo for ply in self.plies if ply.by is By.MACHINE]
        if min(oelos) <= 0:
            level = next(p.level for p in self.plies if p.by is By.MACHINE and p.oelo <= 0)
            return NotRateable(f"level {level} carries no rating")
        return Rateable(min(oelos), user_is_white=not machine_sides.pop())

    def result_for_user(self, *, user_is_white: bool) -> Result:
        """The result of a finished game from the user's side.

        :raises ValueError: the game has not ended.
        """
        match self.ending:
            case None:
                raise ValueError("expected a finished game, got one still running")
            case Ending.MACHINE_RESIGNED:
                return Result.WIN
            case Ending.USER_RESIGNED:
                return Result.LOSS
            case Ending.MATE:
                white_first = self.start_fen.split()[1] == "w"
                last_by_white = (len(self.plies) % 2 == 1) == white_first
                return Result.WIN if last_by_white == user_is_white else Result.LOSS
        return Result.DRAW


def automatic_ending(board: chess.Board) -> Ending | None:
    """The ending that the rules of 1997 give a position without a claim (M, P).

    Mate and stalemate first, then insufficient material, threefold repetition, fifty moves.
    """
    if not any(board.generate_legal_moves()):
        return Ending.MATE if board.is_check() else Ending.STALEMATE
    if board.is_insufficient_material():
        return Ending.INSUFFICIENT
    if board.halfmove_clock >= 8 and board.is_repetition(3):
        return Ending.THREEFOLD
    if board.halfmove_clock >= 100:
        return Ending.FIFTY
    return None
