"""Who is rated and who is not (NC, *non coté*), and the games that count for fictive ratings."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum

from sapphire_emu.club.frbe.model import ResultFile, Row

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


_OPEN = re.compile(r"\bopen\b", re.IGNORECASE)
_CLOSED = re.compile(r"\b(complet|compleet|grille|ferm[ée]e?|gesloten|closed)\b", re.IGNORECASE)


def guess_kind(file: ResultFile) -> tuple[Kind, str]:
    """Closed or open, and why: the preamble's words first, then the code line.

    The code line alone does not tell: the source's own open carries a closed group's 1 1.
    """
    for line in file.preamble:
        for pattern, kind in ((_OPEN, Kind.OPEN), (_CLOSED, Kind.CLOSED)):
            found = pattern.search(line)
            if found:
                return kind, f"the preamble says '{found[0]}'"
    code = file.code_line
    kind = Kind.CLOSED if (code.kind, code.code) == (1, 1) else Kind.OPEN
    return kind, f"the code line begins {code.kind}{code.code}"
