"""Conventional rating to Z-Chess rating and back: times 16, divided by 30, kept exact.

The factor is the ratio of the two systems' linear charts: 160 Z points are 300 conventional ones.
A converted rating never carries a title.
"""

from __future__ import annotations

from fractions import Fraction

Z_PER_CONVENTIONAL = Fraction(16, 30)


def from_conventional(rating: Fraction | int) -> Fraction:
    """Z-Chess rating of a conventional one, exact; round it half up to show it.

    >>> from_conventional(1400), from_conventional(1500)
    (Fraction(2240, 3), Fraction(800, 1))
    """
    return Fraction(rating) * Z_PER_CONVENTIONAL


def to_conventional(rating: Fraction | int) -> Fraction:
    """Conventional rating of a Z-Chess one, exact.

    >>> to_conventional(1500)
    Fraction(5625, 2)
    """
    return Fraction(rating) / Z_PER_CONVENTIONAL
