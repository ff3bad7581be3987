"""The two-tier rating of GAME RATING, in exact arithmetic.

Source (M, section 35): with PELO the player's rating, OELO the opponent's and G the games rated
before, the first 20 games (G = 0-19) use tier 1 and all later ones tier 2.

* tier 1: (PELO*G + OELO + 400 * score) / (G + 1)   with score +1 win, 0 draw, -1 loss
* tier 2: PELO + (OELO - PELO) * 0.04 + 16 * score

The manual prints two signs the other way: *minus* OELO in tier 1's draw, *minus* the product in
tier 2. Both are surely misprints: printed, a draw with a stronger player costs hundreds of points
and a win over one lowers the rating, and the United States federation's formula, which the manual
says it resembles, has plus. So there are two named rule sets, ``corrected`` (default) and
``printed``.

Choices (P): the result is rounded half up to a whole point and held within 0...9999.

>>> rate(Record(1400, 10), 2000, Result.DRAW).record
Record(elo=1455, games=11)
>>> rate(Record(1400, 10), 2000, Result.DRAW, Rules.PRINTED).record.elo
1091
"""

from __future__ import annotations

import math
from enum import Enum
from fractions import Fraction
from typing import NamedTuple

START_ELO = 1400
TIER_1_GAMES = 20
MIN_ELO, MAX_ELO = 0, 9999
MAX_GAMES = 99_999
"""The game counter stops here (P); tier 2 does not use it."""


class Rules(Enum):
    """Which signs the formulas have."""

    CORRECTED = "corrected"
    PRINTED = "printed"


class Result(Enum):
    """How the game ended for the player; the value is his score times two minus one."""

    WIN = 1
    DRAW = 0
    LOSS = -1

    @property
    def word(self) -> str:
        """``win``, ``draw`` or ``loss``."""
        return self.name.lower()


class Record(NamedTuple):
    """A player's rating in points (0-9999) and the number of games rated so far."""

    elo: int = START_ELO
    games: int = 0

    @property
    def tier(self) -> int:
        """The tier that the next game will use: 1 or 2."""
        return 1 if self.games < TIER_1_GAMES else 2


class Rating(NamedTuple):
    """A rated game: the new record and the arithmetic that led to it.

    ``exact`` is the unrounded, unclamped value; ``formula`` the sum with its numbers filled in.
    """

    record: Record
    exact: Fraction
    tier: int
    formula: str


def half_up(value: Fraction) -> int:
    """Round to the nearest whole number, halves towards plus infinity.

    >>> half_up(Fraction(5, 2)), half_up(Fraction(-5, 2))
    (3, -2)
    """
    return math.floor(value + Fraction(1, 2))


def rate(before: Record, oelo: int, result: Result, rules: Rules = Rules.CORRECTED) -> Rating:
    """Rate one game.

    >>> print(rate(Record(1400, 20), 2000, Result.WIN).formula)
    1400 + (2000 - 1400) * 0.04 + 16 = 1440
    """
    if before.tier == 1:
        exact, terms = _tier_1(before, oelo, result, rules)
    else:
        exact, terms = _tier_2(before, oelo, result, rules)
    rounded = half_up(exact)
    elo = min(max(rounded, MIN_ELO), MAX_ELO)
    formula = f"{terms} = {_decimal(exact)}"
    if exact.denominator != 1:
        formula += f", rounded {rounded}"
    if elo != rounded:
        formula += f", held at {elo}"
    record = Record(elo, min(before.games + 1, MAX_GAMES))
    return Rating(record, exact, before.tier, formula)


def _tier_1(before: Record, oelo: int, result: Result, rules: Rules) -> tuple[Fraction, str]:
    elo, games = before
    bonus = 400 * result.value
    flipped = rules is Rules.PRINTED and result is Result.DRAW
    opponent = -oelo if flipped else oelo + bonus
    sign = "-" if flipped else "+"
    inner = f"({oelo} {'-' if bonus < 0 else '+'} {abs(bonus)})"
    terms = f"({elo} * {games} {sign} {inner}) / ({games} + 1)"
    return Fraction(elo * games + opponent, games + 1), terms


def _tier_2(before: Record, oelo: int, result: Result, rules: Rules) -> tuple[Fraction, str]:
    elo = before.elo
    sign = -1 if rules is Rules.PRINTED else 1
    bonus = 16 * result.value
    terms = (
        f"{elo} {'-' if sign < 0 else '+'} ({oelo} - {elo}) * 0.04 "
        f"{'-' if bonus < 0 else '+'} {abs(bonus)}"
    )
    return elo + sign * Fraction(oelo - elo, 25) + bonus, terms


def _decimal(value: Fraction) -> str:
    """A fraction in at most two decimals, without trailing zeros; exact when it has no more."""
    if value.denominator == 1:
        return str(value.numerator)
    text = f"{float(value):.2f}".rstrip("0").rstrip(".")
    return text if Fraction(text) == value else f"{text}..."
