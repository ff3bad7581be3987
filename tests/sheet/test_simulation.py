"""Batch rating equals the one-by-one core; simulation adds up and is the same for any job count."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware_model.batch import rate_many
from firmware_model.rating import Record, Result, Rules, rate
from sapphire_emu.sheet.simulation import BLOCK, chances, simulate_careers


@given(
    st.lists(st.tuples(st.integers(0, 9999), st.sampled_from(list(Result))), min_size=1),
    st.integers(0, 40),
    st.integers(0, 9999),
    st.sampled_from(list(Rules)),
)
def test_many_at_once_equal_one_by_one(
    players: list[tuple[int, Result]], games: int, oelo: int, rules: Rules
) -> None:
    pelo = np.array([elo for elo, _ in players])
    results = np.array([result.value for _, result in players])
    singly = [rate(Record(elo, games), oelo, result, rules).record.elo for elo, result in players]
    assert rate_many(pelo, games, oelo, results, rules).tolist() == singly


def test_a_million_cells_against_an_exact_oracle() -> None:
    """A grid of rating x OELO x games x result x rules, with plain whole-number arithmetic."""
    ratings = np.arange(0, 10_000, 101)
    cells = 0
    for games, result, rules in itertools.product(range(25), (1, 0, -1), Rules):
        pelo, oelo = np.meshgrid(ratings, np.arange(0, 10_000, 149))
        found = rate_many(pelo, games, oelo, np.full_like(pelo, result), rules)
        sign = -1 if rules is Rules.PRINTED else 1
        if games < 20:
            top = pelo * games + (sign * oelo if result == 0 else oelo + 400 * result)
            bottom = games + 1
        else:
            top, bottom = 100 * pelo + sign * 4 * (oelo - pelo) + 1600 * result, 100
        wanted = np.clip(np.floor_divide(2 * top + bottom, 2 * bottom), 0, 9999)
        assert (found == wanted).all(), (games, result, rules)
        cells += found.size
    assert cells >= 1_000_000


def test_chances_add_up_and_favour_the_stronger() -> None:
    for strength, oelo in itertools.product(range(0, 3000, 250), repeat=2):
        win, draw, loss = chances(strength, oelo)
        assert win + draw + loss == pytest.approx(1)
        assert min(win, draw, loss) >= 0
        assert (win > loss) is (strength > oelo) or strength == oelo


def test_every_player_is_counted_after_every_game() -> None:
    career = simulate_careers(strength=1650, oelo=2010, games=25, players=BLOCK + 7, jobs=1)
    assert career.counts.shape == (26, 10_000)
    assert (career.counts.sum(axis=1) == BLOCK + 7).all()
    assert career.quantiles(0) == (1400,) * 5


def test_the_same_seed_gives_the_same_careers_for_any_number_of_jobs() -> None:
    one = simulate_careers(strength=1500, oelo=1700, games=5, players=2 * BLOCK, jobs=1)
    two = simulate_careers(strength=1500, oelo=1700, games=5, players=2 * BLOCK, jobs=2)
    assert (one.counts == two.counts).all()


def test_after_one_game_a_rating_is_one_of_three() -> None:
    career = simulate_careers(strength=1650, oelo=2010, games=1, players=1000, jobs=1)
    assert set(np.flatnonzero(career.counts[1])) <= {2410, 2010, 1610}


def test_the_corrected_system_settles_near_the_strength_and_the_printed_does_not() -> None:
    settled = simulate_careers(strength=1650, oelo=1700, games=100, players=5000, jobs=1)
    assert abs(settled.median(100) - 1650) < 60
    printed = simulate_careers(
        strength=1650, oelo=1700, games=100, players=5000, rules=Rules.PRINTED, jobs=1
    )
    assert abs(printed.median(100) - 1650) > 300
