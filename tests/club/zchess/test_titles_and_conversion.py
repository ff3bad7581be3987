from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sapphire_emu.club.rounding import half_up
from sapphire_emu.club.zchess.conversion import from_conventional, to_conventional
from sapphire_emu.club.zchess.titles import class_of, title_of

BOUNDS = [
    (1500, "Grandmaster"), (1400, "Master"), (1300, "Expert"), (1200, "Category A"),
    (1100, "Category B"), (1000, "Category C"), (900, "Category D"), (800, "Category E"),
    (700, "Category F"), (600, "Category G"), (500, "Category H"), (400, "Category I"),
    (300, "Category J"), (200, "Category K"), (100, "Category L"), (0, "Category M"),
]  # fmt: skip


@pytest.mark.parametrize(("lowest", "label"), BOUNDS)
def test_a_shared_boundary_belongs_to_the_upper_title(lowest: int, label: str) -> None:
    assert class_of(lowest).label == label
    assert class_of(lowest + 99).label == label
    if lowest:
        assert class_of(lowest - 1).label != label


def test_a_title_takes_a_hundred_games_and_is_lost_again() -> None:
    assert title_of(1420, 99) is None
    held = title_of(1420, 100)
    fallen = title_of(1399, 101)
    assert held is not None
    assert fallen is not None
    assert (held.label, fallen.label) == ("Master", "Expert")


@pytest.mark.parametrize(
    ("z", "conventional"),
    [(800, 1500), (1500, Fraction(5625, 2)), (1400, 2625), (1000, 1875), (160, 300), (16, 30)],
)
def test_the_pairs_that_explain_the_factor(z: int, conventional: Fraction) -> None:
    assert from_conventional(conventional) == z
    assert to_conventional(z) == conventional


def test_conversion_is_rounded_half_up() -> None:
    assert half_up(from_conventional(1400)) == 747
    assert half_up(to_conventional(1500)) == 2813


@given(st.fractions(0, 4000))
def test_there_and_back(rating: Fraction) -> None:
    assert to_conventional(from_conventional(rating)) == rating
