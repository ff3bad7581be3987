"""Z-Chess titles: what a rating is called once 100 rated tournament games are played."""

from __future__ import annotations

from enum import Enum
from fractions import Fraction

GAMES_FOR_TITLE = 100
"""Rated tournament games before any title is given."""


class Title(Enum):
    """A title and the lowest rating that has it; a shared boundary belongs to the upper title."""

    GRANDMASTER = ("Grandmaster", 1500)
    MASTER = ("Master", 1400)
    EXPERT = ("Expert", 1300)
    CATEGORY_A = ("Category A", 1200)
    CATEGORY_B = ("Category B", 1100)
    CATEGORY_C = ("Category C", 1000)
    CATEGORY_D = ("Category D", 900)
    CATEGORY_E = ("Category E", 800)
    CATEGORY_F = ("Category F", 700)
    CATEGORY_G = ("Category G", 600)
    CATEGORY_H = ("Category H", 500)
    CATEGORY_I = ("Category I", 400)
    CATEGORY_J = ("Category J", 300)
    CATEGORY_K = ("Category K", 200)
    CATEGORY_L = ("Category L", 100)
    CATEGORY_M = ("Category M", 0)

    def __init__(self, label: str, lowest: int) -> None:
        self.label = label
        self.lowest = lowest


def class_of(rating: Fraction | int) -> Title:
    """The title that belongs to a rating (0 or more), whatever the number of games.

    >>> class_of(1420).label, class_of(1400).label, class_of(0).label
    ('Master', 'Master', 'Category M')

    :raises ValueError: the rating is negative.
    """
    for title in Title:
        if rating >= title.lowest:
            return title
    raise ValueError(f"a rating is 0 or more, not {rating}")


def title_of(rating: Fraction | int, games: int) -> Title | None:
    """The title held with ``games`` rated tournament games, None below 100 of them.

    It follows the rating down as well as up.

    >>> title_of(1420, 99) is None, title_of(1420, 100)
    (True, <Title.MASTER: ('Master', 1400)>)
    """
    return class_of(rating) if games >= GAMES_FOR_TITLE else None
