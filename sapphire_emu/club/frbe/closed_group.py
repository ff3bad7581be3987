"""Fictive rating of a closed group: one common value for all its unrated players.

Over all played games between an unrated and a rated player: N games, the mean of the rated side's
ratings (each once per game), the rated side's score in percent, rounded half up. The unrated share
is what is left to 100, and ``rating = mean rounded half up + dp(unrated share)``.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from sapphire_emu.club.frbe.dp_table import dp
from sapphire_emu.club.frbe.standing import Field, Status
from sapphire_emu.club.rounding import half_up

LEAST_UNRATED = LEAST_RATED = 2
"""Players of each sort without which the calculation does not apply."""


@dataclass(frozen=True, slots=True)
class Share:
    """One unrated player's part: games against rated opponents, half points, ratings met."""

    place: int
    games: int
    half_points: int
    ratings: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class ClosedResult:
    """The calculation with its steps, or why it does not apply.

    :ivar refusal: empty, or why every unrated player keeps 0000.
    :ivar total: sum of the rated side's ratings over the games.
    :ivar rated_half_points: the rated side's score, in half points.
    :ivar rated_percent, unrated_percent: whole percent, together 100.
    :ivar rating: the common fictive rating.
    """

    shares: tuple[Share, ...]
    refusal: str = ""
    games: int = 0
    total: int = 0
    rated_half_points: int = 0
    mean: Fraction = Fraction(0)
    rated_percent: int = 0
    unrated_percent: int = 0
    dp: int = 0
    rating: int = 0


def rate_closed(field: Field, cap: int | None = None) -> ClosedResult:
    """Work out the common fictive rating; ``cap`` limits dp."""
    shares = []
    for place in field.unrated:
        games = [g for g in field.games[place] if field.statuses[g.opponent] is Status.RATED]
        ratings = tuple(field.rows[game.opponent].rating for game in games)
        shares.append(Share(place, len(games), sum(game.half_points for game in games), ratings))
    refusal = _refusal(field, shares)
    if refusal:
        return ClosedResult(tuple(shares), refusal)
    count = sum(share.games for share in shares)
    total = sum(sum(share.ratings) for share in shares)
    rated_half_points = _rated_half_points(field)
    mean = Fraction(total, count)
    rated_percent = min(half_up(Fraction(100 * rated_half_points, 2 * count)), 100)
    points = dp(100 - rated_percent, cap)
    return ClosedResult(
        shares=tuple(shares),
        games=count,
        total=total,
        rated_half_points=rated_half_points,
        mean=mean,
        rated_percent=rated_percent,
        unrated_percent=100 - rated_percent,
        dp=points,
        rating=half_up(mean) + points,
    )


def _refusal(field: Field, shares: list[Share]) -> str:
    unrated, rated = len(field.unrated), len(field.rated)
    if unrated < LEAST_UNRATED:
        return f"a closed group needs {LEAST_UNRATED} unrated players, this one has {unrated}"
    if rated < LEAST_RATED:
        return f"a closed group needs {LEAST_RATED} rated players, this one has {rated}"
    if not any(share.games for share in shares):
        return "no game between an unrated and a rated player was played"
    return ""


def _rated_half_points(field: Field) -> int:
    """The rated side's score, from its own lines (a draw against a loss is legal, 5 and 0)."""
    number_of = {row.number: place for place, row in reversed(list(enumerate(field.rows)))}
    total = 0
    for place in field.unrated:
        row = field.rows[place]
        for round_, cell in enumerate(row.cells):
            opponent = number_of.get(cell.opponent)
            if not cell.played or opponent is None or opponent == place:
                continue
            if field.statuses[opponent] is not Status.RATED:
                continue
            answer = field.rows[opponent].cells[round_]
            agreed = answer.played and answer.opponent == row.number
            total += answer.result.half_points if agreed else 2 - cell.result.half_points
    return total
