"""Fictive ratings of a file: choose the calculation, run it, put the figures in."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from sapphire_emu.club.frbe.closed_group import ClosedResult, rate_closed
from sapphire_emu.club.frbe.model import FICTIVE_MARK, ResultFile, Row
from sapphire_emu.club.frbe.open_event import OpenResult, rate_open
from sapphire_emu.club.frbe.standing import Field, Kind, field_of, guess_kind

LOWEST, HIGHEST = 1, 9999
"""What the four columns of a rating can hold; 0000 means unrated."""


@dataclass(frozen=True, slots=True)
class FictiveReport:
    """Everything that was worked out for one file.

    :ivar why: why this kind of calculation was taken.
    :ivar ratings: fictive rating by the player's place, for those who got one.
    """

    kind: Kind
    why: str
    field: Field
    result: ClosedResult | OpenResult
    ratings: Mapping[int, int]


def fictive_ratings(
    file: ResultFile,
    kind: Kind | None = None,
    cap: int | None = None,
    games_played: Mapping[int, int] | None = None,
) -> FictiveReport:
    """Work out the fictive ratings of a file's unrated players.

    :param kind: closed group or open; None to tell from the file.
    :param cap: limits dp, in rating points (350 in the federation's later rules).
    :param games_played: games by matricule from the federation's player list.
    """
    guessed, why = guess_kind(file)
    if kind is not None:
        guessed, why = kind, "asked for"
    field = field_of(file, games_played)
    if guessed is Kind.CLOSED:
        closed = rate_closed(field, cap)
        ratings = {} if closed.refusal else dict.fromkeys(field.unrated, closed.rating)
        return FictiveReport(guessed, why, field, closed, _fit(ratings))
    opened = rate_open(field, cap)
    ratings = dict(zip(opened.places, opened.ratings, strict=True))
    return FictiveReport(guessed, why, field, opened, _fit(ratings))


def _fit(ratings: dict[int, int]) -> dict[int, int]:
    return {place: min(max(value, LOWEST), HIGHEST) for place, value in ratings.items()}


def with_fictive(file: ResultFile, report: FictiveReport) -> ResultFile:
    """The file with the figures in the rating field and ``***`` as nationality.

    An unrated player without a figure gets 0000, and loses a ``***`` left from before.
    """

    def updated(place: int, row: Row) -> Row:
        if place in report.ratings:
            text = f"{report.ratings[place]:04}"
            return replace(row, nationality=FICTIVE_MARK, rating_text=text)
        if place in report.field.games:
            nationality = "" if row.fictive else row.nationality
            return replace(row, nationality=nationality, rating_text="0000")
        return row

    return file.with_rows(tuple(updated(place, row) for place, row in enumerate(file.rows)))
