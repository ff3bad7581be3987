"""Rounding as the two sources do it: halves go up, exactly."""

from __future__ import annotations

import math
from fractions import Fraction


def half_up(value: Fraction) -> int:
    """Nearest integer, a half going up.

    >>> [half_up(Fraction(n, 2)) for n in (2489, 2490, -1)]
    [1245, 1245, 0]
    """
    return math.floor(value + Fraction(1, 2))


def decimal(value: Fraction, places: int = 2) -> str:
    """``value`` with at most ``places`` decimals (half up), none when it is whole.

    >>> decimal(Fraction(2240, 3)), decimal(Fraction(1500)), decimal(Fraction(-1, 2), 1)
    ('746.67', '1500', '-0.5')
    """
    if value.denominator == 1:
        return str(value.numerator)
    scale = 10**places
    scaled = half_up(abs(value) * scale)
    sign = "-" if value < 0 and scaled else ""
    return f"{sign}{scaled // scale}.{scaled % scale:0{places}d}"
