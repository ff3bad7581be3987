"""The Z-Chess chart: how many points change hands in one game.

Facts (the inventor's page of 1998): equal players exchange 8 points, a draw none; from a
difference of 160 points on, the favourite wins nothing by a win, loses 16 by a defeat and 8 by a
draw. In between a chart is read along three diagonals whose scale is the integers 0 to 16.

Consequence: with one *step* s, 0 at difference 0 and 8 from 160 on, the favourite's win moves
8 - s points, the underdog's win 8 + s, a draw s. One step is 20 rating points wide.

Left open by the page: where exactly inside the 20 points the step changes. That is a named
parameter, :class:`Reading`.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction

from sapphire_emu.club.rounding import half_up

SURE_DIFFERENCE = 160
"""Rating points from which the favourite's win is worth nothing."""
EQUAL_TRANSFER = 8
"""Points exchanged by a decisive game of equals; also the largest step."""
STEP_WIDTH = 20
"""Rating points of one row of the chart."""


class Reading(Enum):
    """How a difference between two rows of the chart is read."""

    FLOOR = "floor"
    CEIL = "ceil"
    NEAREST = "nearest"
    EXACT = "exact"

    @property
    def meaning(self) -> str:
        """What the reading does, in a few words."""
        return _MEANINGS[self]


_MEANINGS = {
    Reading.FLOOR: "rows begin at 0, 20, 40 ...; the step 8 begins exactly at 160",
    Reading.CEIL: "rows begin at 1, 21, 41 ...; only equal ratings are read as equal",
    Reading.NEAREST: "the nearest row, a half going up; rows begin at 10, 30, 50 ...",
    Reading.EXACT: "no rows: a straight line, fractions kept",
}


class Outcome(Enum):
    """Result of a game for its first player, A."""

    WIN = "win"
    DRAW = "draw"
    LOSS = "loss"


class Diagonal(Enum):
    """Which line of the chart a game is read on, in the chart's own letters."""

    FAVOURITE_WINS = "a,b"
    UNDERDOG_WINS = "c,d"
    DRAW = "e,f"


@dataclass(frozen=True, slots=True)
class Exchange:
    """What one game did to two ratings.

    :ivar difference: rating points between the players, 0 or more.
    :ivar step: 0 to 8; an integer except under ``Reading.EXACT``.
    :ivar diagonal: the line read; with equal ratings a win is read as the favourite's.
    :ivar gain_a: points A wins (negative: loses) by the chart, -16 to 16; B gets the opposite.
    :ivar new_a, new_b: ratings after the game, never below 0.
    """

    rating_a: Fraction
    rating_b: Fraction
    outcome: Outcome
    reading: Reading
    difference: Fraction
    step: Fraction
    diagonal: Diagonal
    gain_a: Fraction
    new_a: Fraction
    new_b: Fraction

    @property
    def held_at_zero(self) -> tuple[str, ...]:
        """``("A",)`` or ``("B",)`` when that rating was held at 0 instead of falling below."""
        held = [("A", self.rating_a + self.gain_a), ("B", self.rating_b - self.gain_a)]
        return tuple(name for name, unheld in held if unheld < 0)


def step(difference: Fraction | int, reading: Reading = Reading.FLOOR) -> Fraction:
    """The chart step, 0 to 8, of a difference in rating points (0 or more).

    >>> [int(step(d)) for d in (0, 19, 20, 80, 159, 160, 900)]
    [0, 0, 1, 4, 7, 8, 8]
    >>> step(81, Reading.EXACT)
    Fraction(81, 20)

    :raises ValueError: the difference is negative.
    """
    if difference < 0:
        raise ValueError(f"a difference is 0 or more, not {difference}")
    exact = Fraction(difference) / STEP_WIDTH
    match reading:
        case Reading.FLOOR:
            value = Fraction(math.floor(exact))
        case Reading.CEIL:
            value = Fraction(math.ceil(exact))
        case Reading.NEAREST:
            value = Fraction(half_up(exact))
        case Reading.EXACT:
            value = exact
    return min(value, Fraction(EQUAL_TRANSFER))


def row(difference: Fraction | int, reading: Reading = Reading.FLOOR) -> tuple[int, int | None]:
    """First and last whole difference read in the same row; the last row has no end (None).

    Under ``Reading.EXACT`` there are no rows: the two marks around the difference are given.

    >>> row(80), row(80, Reading.CEIL), row(80, Reading.NEAREST), row(200)
    ((80, 99), (61, 80), (70, 89), (160, None))
    """
    if reading is Reading.EXACT:
        low = min(math.floor(Fraction(difference) / STEP_WIDTH) * STEP_WIDTH, SURE_DIFFERENCE)
        return low, low + STEP_WIDTH if low < SURE_DIFFERENCE else None
    number = int(step(difference, reading))
    first = _row_start(number, reading)
    last = None if number == EQUAL_TRANSFER else _row_start(number + 1, reading) - 1
    return first, last


def _row_start(number: int, reading: Reading) -> int:
    if number == 0:
        return 0
    offset = {Reading.FLOOR: 0, Reading.CEIL: 1 - STEP_WIDTH, Reading.NEAREST: -STEP_WIDTH // 2}
    return number * STEP_WIDTH + offset[reading]


def exchange(
    rating_a: Fraction | int,
    rating_b: Fraction | int,
    outcome: Outcome,
    reading: Reading = Reading.FLOOR,
) -> Exchange:
    """Rate one game; ``outcome`` is A's.

    >>> game = exchange(900, 820, Outcome.WIN)
    >>> int(game.new_a), int(game.new_b), game.diagonal.value, int(game.step)
    (904, 816, 'a,b', 4)

    :raises ValueError: a rating is negative.
    """
    a, b = Fraction(rating_a), Fraction(rating_b)
    if a < 0 or b < 0:
        raise ValueError(f"a rating is 0 or more, not {min(a, b)}")
    s = step(abs(a - b), reading)
    a_is_favourite = a >= b if outcome is not Outcome.LOSS else a > b
    if outcome is Outcome.DRAW:
        diagonal, gain_a = Diagonal.DRAW, -s if a_is_favourite else s
    else:
        a_won = outcome is Outcome.WIN
        favourite_won = a_won == a_is_favourite
        diagonal = Diagonal.FAVOURITE_WINS if favourite_won else Diagonal.UNDERDOG_WINS
        points = EQUAL_TRANSFER - s if favourite_won else EQUAL_TRANSFER + s
        gain_a = points if a_won else -points
    zero = Fraction(0)
    new_a, new_b = max(a + gain_a, zero), max(b - gain_a, zero)
    return Exchange(a, b, outcome, reading, abs(a - b), s, diagonal, gain_a, new_a, new_b)
