"""Who is rated and who is not (NC, *non coté*), and the games that count for fictive ratings."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum

from sapphire_emu.club.frbe.model import ResultFile, Row
from sapphire_emu.errors import shown

GAMES_FOR_RATING = 20
"""Games in the federation's player list from which a player is rated."""


class Status(Enum):
    """A player's part in the calculation."""

    RATED = "rated"
    UNRATED = "unrated"
    LEFT_OUT = "left out"
    """No matricule and no rating: his games do not count."""


class Kind(Enum):
    """Which of the two calculations applies."""

    CLOSED = "closed"
    OPEN = "open"


@dataclass(frozen=True, slots=True)
class Game:
    """One counted game seen from an unrated player: the opponent's place, and his half points."""

    opponent: int
    half_points: int


@dataclass(frozen=True, slots=True)
class Field:
    """The players of a file by place (from 0) with their standing and counted games.

    :ivar statuses: one a player.
    :ivar games: per unrated player's place, all his played games against rated and unrated ones.
    """

    rows: tuple[Row, ...]
    statuses: tuple[Status, ...]
    games: Mapping[int, tuple[Game, ...]]

    @property
    def unrated(self) -> tuple[int, ...]:
        """Places of the unrated players."""
        return tuple(p for p, status in enumerate(self.statuses) if status is Status.UNRATED)

    @property
    def rated(self) -> tuple[int, ...]:
        """Places of the rated players."""
        return tuple(p for p, status in enumerate(self.statuses) if status is Status.RATED)


def status_of(row: Row, games_played: Mapping[int, int] | None = None) -> Status:
    """Standing of one player.

    ``games_played`` is the federation's list, games by matricule. A player in it is unrated below
    20 games. Without it, or when he is not in it, he is unrated when his rating is blank, 0 or
    marked fictive. Without a matricule nobody gets a fictive rating: rated if a rating is given,
    else left out.
    """
    has_rating = row.rating > 0 and not row.fictive
    if row.matricule == 0:
        return Status.RATED if has_rating else Status.LEFT_OUT
    if games_played is not None and games_played.get(row.matricule, GAMES_FOR_RATING) < (
        GAMES_FOR_RATING
    ):
        return Status.UNRATED
    return Status.RATED if has_rating else Status.UNRATED


def field_of(file: ResultFile, games_played: Mapping[int, int] | None = None) -> Field:
    """Sort a file's players and collect the games that count (played, against a known player)."""
    statuses = tuple(status_of(row, games_played) for row in file.rows)
    place_of: dict[int, int] = {}
    for place, row in enumerate(file.rows):
        place_of.setdefault(row.number, place)
    games: dict[int, tuple[Game, ...]] = {}
    for place, row in enumerate(file.rows):
        if statuses[place] is not Status.UNRATED:
            continue
        games[place] = tuple(
            Game(opponent, cell.result.half_points)
            for cell in row.cells
            if cell.played
            and (opponent := place_of.get(cell.opponent)) is not None
            and opponent != place
            and statuses[opponent] is not Status.LEFT_OUT
        )
    return Field(file.rows, statuses, games)


_WORDS = (
    (re.compile(r"\bopen\b", re.IGNORECASE), Kind.OPEN),
    (
        re.compile(r"\b(complet|compleet|grille|ferm[ée]e?|gesloten|closed)\b", re.IGNORECASE),
        Kind.CLOSED,
    ),
)
_TYPE = re.compile(r"\s*type\b[^:]*:|\s*tournoi\s+(?:open|complet)\s*(?:-|$)", re.IGNORECASE)
"""A line that says what the event is: ``Type :``, or Chess Manager's ``Tournoi OPEN - ...``."""
_CODES = {(1, 1): Kind.CLOSED, (0, 0): Kind.OPEN}


def guess_kind(file: ResultFile) -> tuple[Kind, str]:
    """Closed or open, and what says so: the type line, the code line, or a word of the preamble.

    The type line goes before the code line: the source's own open carries a closed group's 1 1. A
    word elsewhere, such as in the title, counts only where the code line does not tell.
    """
    code = file.code_line
    digits = f"{code.kind}{code.code}"
    by_code = _CODES.get((code.kind, code.code))
    for number, line in enumerate(file.preamble, start=1):
        if _TYPE.match(line) and (found := _word_of(line)):
            why = f"line {number} says '{shown(line.strip(), 60)}'"
            if by_code not in (found[0], None):
                why += f", though the code line begins {digits}"
            return found[0], why
    if by_code:
        return by_code, f"the code line begins {digits}"
    for number, line in enumerate(file.preamble, start=1):
        if found := _word_of(line):
            return found[0], f"line {number} has '{found[1]}'; the code line {digits} does not tell"
    return Kind.OPEN, f"nothing tells, and the code line begins {digits}"


def _word_of(line: str) -> tuple[Kind, str] | None:
    """The kind that a line speaks of, and the word."""
    for pattern, kind in _WORDS:
        if found := pattern.search(line):
            return kind, found[0]
    return None
