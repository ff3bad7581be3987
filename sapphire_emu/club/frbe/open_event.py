"""Fictive ratings of an open: each unrated player his own, found by repetition.

Iteration 1 rates each unrated player by his games against rated opponents only. Every further one
counts all his games, unrated opponents at their value of the iteration before (all at once), until
nothing changes; the confirming iteration counts. ``rating = mean of the opponents, rounded half
up, + dp(own percentage, rounded half up)``.

With rounding the repetition may never stop: two players who drew with each other and once each
against 1500 and 1503 swap (1502, 1502) and (1501, 1503) for ever. On a cycle, or after 200
iterations, the unrounded equations are solved instead and the solution is rounded half up.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from fractions import Fraction

from sapphire_emu.club.frbe.dp_table import dp
from sapphire_emu.club.frbe.equations import Equation, solve
from sapphire_emu.club.frbe.standing import Field, Status
from sapphire_emu.club.rounding import half_up

MOST_ITERATIONS = 200
LEAST_FOR_ARRAYS = 300
"""Unrated players above which loading numpy is worth its time."""


class Method(Enum):
    """How the ratings were found."""

    ITERATION = "iteration"
    CYCLE = "exact solution, since the iteration went in a circle"
    LIMIT = f"exact solution, since {MOST_ITERATIONS} iterations did not settle it"


@dataclass(frozen=True, slots=True)
class Step:
    """One player in one iteration: games, half points, sum and mean of the opponents, dp, value.

    A player who met no rated opponent has in iteration 1 a start value and ``games`` 0.
    """

    games: int
    half_points: int
    total: int
    mean: int
    percent: int
    dp: int
    rating: int


@dataclass(frozen=True, slots=True)
class Refused:
    """An unrated player for whom no figure exists, and why."""

    place: int
    reason: str


@dataclass(frozen=True, slots=True)
class _Entry:
    """An unrated player's games: those against rated ones summed up, the others listed."""

    rated_games: int
    rated_half_points: int
    rated_total: int
    opponents: tuple[int, ...]
    half_points: int

    @property
    def games(self) -> int:
        return self.rated_games + len(self.opponents)


@dataclass(frozen=True, slots=True)
class OpenResult:
    """The calculation with its steps.

    :ivar places: the players that could be rated.
    :ivar first: iteration 1, one step a player in the order of ``places``.
    :ivar values: every iteration's ratings in that order; the first row is ``first``'s.
    :ivar ratings: the result in that order.
    """

    places: tuple[int, ...]
    first: tuple[Step, ...]
    values: tuple[tuple[int, ...], ...]
    ratings: tuple[int, ...]
    refused: tuple[Refused, ...]
    method: Method
    entries: tuple[_Entry, ...]
    points: tuple[int, ...]

    def iterations(self) -> Iterator[tuple[Step, ...]]:
        """Every iteration's steps, one a player in the order of ``places``."""
        yield self.first
        for before in self.values[:-1]:
            yield tuple(
                _step(entry, plus, before)
                for entry, plus in zip(self.entries, self.points, strict=True)
            )


def rate_open(
    field: Field, cap: int | None = None, first: Sequence[int] | None = None
) -> OpenResult:
    """Work out each unrated player's fictive rating; ``cap`` limits dp.

    ``first`` replaces the values of iteration 1, in the order of the rateable players: it serves
    to retrace a calculation that began otherwise.
    """
    places, refused = _anchored(field)
    entries = _entries(field, places)
    begin = _first(field, entries, cap)
    if first is not None:
        begin = tuple(replace(step, rating=value) for step, value in zip(begin, first, strict=True))
    points = [dp(_percent(entry.half_points, entry.games), cap) for entry in entries]
    values = [tuple(step.rating for step in begin)]
    method = _iterate(entries, points, values) if entries else Method.ITERATION
    ratings = values[-1] if method is Method.ITERATION else _exact(entries, points)
    return OpenResult(
        places, begin, tuple(values), ratings, refused, method, tuple(entries), tuple(points)
    )


def _iterate(
    entries: Sequence[_Entry], points: Sequence[int], values: list[tuple[int, ...]]
) -> Method:
    """Append iterations to ``values`` until nothing changes, a state returns, or the limit."""
    advance = _rule_for_many if len(entries) > LEAST_FOR_ARRAYS else _rule_for_few
    following = advance(entries, points)
    seen = {values[0]}
    while len(values) < MOST_ITERATIONS:
        before = values[-1]
        after = following(before)
        values.append(after)
        if after == before:
            return Method.ITERATION
        if after in seen:
            return Method.CYCLE
        seen.add(after)
    return Method.LIMIT


_Rule = Callable[[tuple[int, ...]], tuple[int, ...]]
"""One iteration: everybody's value from everybody's value before."""


def _rule_for_few(entries: Sequence[_Entry], points: Sequence[int]) -> _Rule:
    rules = [
        (entry.games, entry.rated_total, entry.opponents, plus)
        for entry, plus in zip(entries, points, strict=True)
    ]

    def following(before: tuple[int, ...]) -> tuple[int, ...]:
        return tuple(
            [
                (2 * (total + sum([before[o] for o in opponents])) + games) // (2 * games) + plus
                for games, total, opponents, plus in rules
            ]
        )

    return following


def _rule_for_many(entries: Sequence[_Entry], points: Sequence[int]) -> _Rule:
    """The same in whole-number arrays."""
    import numpy as np

    size = len(entries)
    games = np.array([entry.games for entry in entries])
    totals = np.array([entry.rated_total for entry in entries])
    plus = np.array(points)
    place = np.repeat(np.arange(size), [len(entry.opponents) for entry in entries])
    opponents = np.array([o for entry in entries for o in entry.opponents], dtype=np.intp)

    def following(before: tuple[int, ...]) -> tuple[int, ...]:
        met = np.bincount(place, weights=np.array(before)[opponents], minlength=size)
        total = totals + met.astype(np.int64)  # sums of whole numbers far below 2^53 are exact
        return tuple(((2 * total + games) // (2 * games) + plus).tolist())

    return following


def _step(entry: _Entry, plus: int, before: Sequence[int]) -> Step:
    """One player's step from the values of the iteration before."""
    total = entry.rated_total + sum(before[place] for place in entry.opponents)
    mean = half_up(Fraction(total, entry.games))
    percent = _percent(entry.half_points, entry.games)
    return Step(entry.games, entry.half_points, total, mean, percent, plus, mean + plus)


def exact_ratings(field: Field, cap: int | None = None) -> dict[int, int]:
    """The unrounded equations' solution, rounded half up, by the rateable players' places."""
    places, _ = _anchored(field)
    entries = _entries(field, places)
    points = [dp(_percent(entry.half_points, entry.games), cap) for entry in entries]
    return dict(zip(places, _exact(entries, points), strict=True))


def _exact(entries: Sequence[_Entry], points: Sequence[int]) -> tuple[int, ...]:
    return solve(
        [
            Equation(entry.games, entry.rated_total + entry.games * plus, entry.opponents)
            for entry, plus in zip(entries, points, strict=True)
        ]
    )


def _percent(half_points: int, games: int) -> int:
    return half_up(Fraction(100 * half_points, 2 * games))


def _anchored(field: Field) -> tuple[tuple[int, ...], tuple[Refused, ...]]:
    """Unrated players whose games lead, over other unrated ones, to a rated one; and the rest."""
    reached = [
        place
        for place in field.unrated
        if any(field.statuses[game.opponent] is Status.RATED for game in field.games[place])
    ]
    met_by: dict[int, list[int]] = {}
    for place in field.unrated:
        for game in field.games[place]:
            met_by.setdefault(game.opponent, []).append(place)
            met_by.setdefault(place, []).append(game.opponent)
    found = set(reached)
    while reached:
        for other in met_by.get(reached.pop(), ()):
            if other not in found and field.statuses[other] is Status.UNRATED:
                found.add(other)
                reached.append(other)
    refused = []
    for place in field.unrated:
        if not field.games[place]:
            found.discard(place)
            refused.append(Refused(place, "no game that counts was played"))
        elif place not in found:
            refused.append(Refused(place, "no chain of games leads to a rated player"))
    return tuple(place for place in field.unrated if place in found), tuple(refused)


def _entries(field: Field, places: Sequence[int]) -> list[_Entry]:
    order = {place: number for number, place in enumerate(places)}
    entries = []
    for place in places:
        games = field.games[place]
        rated = [game for game in games if field.statuses[game.opponent] is Status.RATED]
        entries.append(
            _Entry(
                rated_games=len(rated),
                rated_half_points=sum(game.half_points for game in rated),
                rated_total=sum(field.rows[game.opponent].rating for game in rated),
                opponents=tuple(order[g.opponent] for g in games if g.opponent in order),
                half_points=sum(game.half_points for game in games),
            )
        )
    return entries


def _first(field: Field, entries: Sequence[_Entry], cap: int | None) -> tuple[Step, ...]:
    """Iteration 1: rated opponents only; the mean of all rated players for who met none."""
    ratings = [field.rows[place].rating for place in field.rated]
    steps = []
    for entry in entries:
        count = entry.rated_games
        if not count:
            start = half_up(Fraction(sum(ratings), len(ratings)))
            steps.append(Step(0, 0, 0, start, 50, 0, start))
            continue
        mean = half_up(Fraction(entry.rated_total, count))
        percent = _percent(entry.rated_half_points, count)
        plus = dp(percent, cap)
        steps.append(
            Step(
                count, entry.rated_half_points, entry.rated_total, mean, percent, plus, mean + plus
            )
        )
    return tuple(steps)
