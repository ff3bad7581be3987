"""The chart: every figure of the source, and what holds for all readings."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sapphire_emu.club.zchess.chart import Diagonal, Outcome, Reading, exchange, row, step

RATINGS = st.integers(0, 3000)
READINGS = st.sampled_from(list(Reading))
OUTCOMES = st.sampled_from(list(Outcome))
WHOLE = [Reading.FLOOR, Reading.CEIL, Reading.NEAREST]


@pytest.mark.parametrize("reading", list(Reading))
@pytest.mark.parametrize(
    ("higher", "lower", "outcome", "gain"),
    [
        # 160 points or more apart
        (1160, 1000, Outcome.WIN, 0),
        (1160, 1000, Outcome.LOSS, -16),
        (1160, 1000, Outcome.DRAW, -8),
        (2500, 800, Outcome.WIN, 0),
        (2500, 800, Outcome.LOSS, -16),
        (2500, 800, Outcome.DRAW, -8),
        # equal ratings
        (1000, 1000, Outcome.WIN, 8),
        (1000, 1000, Outcome.LOSS, -8),
        (1000, 1000, Outcome.DRAW, 0),
    ],
)
def test_the_figures_the_source_fixes(
    reading: Reading, higher: int, lower: int, outcome: Outcome, gain: int
) -> None:
    done = exchange(higher, lower, outcome, reading)
    assert done.gain_a == gain
    assert (done.new_a, done.new_b) == (higher + gain, lower - gain)


def test_the_worked_example() -> None:
    done = exchange(900, 820, Outcome.WIN)
    assert (done.difference, done.step, done.diagonal) == (80, 4, Diagonal.FAVOURITE_WINS)
    assert (done.new_a, done.new_b) == (904, 816)


@pytest.mark.parametrize(
    ("difference", "floor", "ceil", "nearest"),
    [(5, 8, 7, 8), (10, 8, 7, 7), (19, 8, 7, 7), (150, 1, 0, 0), (159, 1, 0, 0)],
)
def test_where_the_readings_differ(difference: int, floor: int, ceil: int, nearest: int) -> None:
    wins = [exchange(1000 + difference, 1000, Outcome.WIN, r).gain_a for r in WHOLE]
    assert wins == [floor, ceil, nearest]


@pytest.mark.parametrize(
    ("reading", "changes"),
    [
        (Reading.FLOOR, [20, 40, 60, 80, 100, 120, 140, 160]),
        (Reading.CEIL, [1, 21, 41, 61, 81, 101, 121, 141]),
        (Reading.NEAREST, [10, 30, 50, 70, 90, 110, 130, 150]),
    ],
)
def test_the_differences_at_which_each_reading_steps(reading: Reading, changes: list[int]) -> None:
    found = [d for d in range(1, 400) if step(d, reading) != step(d - 1, reading)]
    assert found == changes


@pytest.mark.parametrize("reading", WHOLE)
def test_rows_cover_every_difference_once(reading: Reading) -> None:
    for difference in range(300):
        first, last = row(difference, reading)
        inside = range(first, (last if last is not None else 299) + 1)
        assert difference in inside
        assert {step(d, reading) for d in inside} == {step(difference, reading)}


@given(RATINGS, RATINGS, OUTCOMES, READINGS)
def test_transfers_are_zero_sum_within_16_unless_held_at_zero(
    a: int, b: int, outcome: Outcome, reading: Reading
) -> None:
    done = exchange(a, b, outcome, reading)
    assert abs(done.gain_a) <= 16
    assert done.new_a >= 0
    assert done.new_b >= 0
    if done.held_at_zero:
        assert done.new_a + done.new_b > a + b
    else:
        assert done.new_a + done.new_b == a + b


@given(st.integers(0, 400), READINGS)
def test_transfers_are_monotone_in_the_difference(difference: int, reading: Reading) -> None:
    def gains(d: int) -> list[Fraction]:
        return [exchange(1000 + d, 1000, o, reading).gain_a for o in Outcome]

    for near, far in zip(gains(difference), gains(difference + 1), strict=True):
        assert far <= near


@given(RATINGS, RATINGS, READINGS)
def test_both_decisive_outcomes_move_16_together_and_a_draw_lies_midway(
    a: int, b: int, reading: Reading
) -> None:
    win, draw, loss = (exchange(a, b, o, reading).gain_a for o in Outcome)
    assert win - loss == 16
    assert draw == (win + loss) / 2


@given(RATINGS, RATINGS, OUTCOMES, READINGS)
def test_the_players_may_be_named_in_either_order(
    a: int, b: int, outcome: Outcome, reading: Reading
) -> None:
    mirrored = {Outcome.WIN: Outcome.LOSS, Outcome.DRAW: Outcome.DRAW, Outcome.LOSS: Outcome.WIN}
    one, other = exchange(a, b, outcome, reading), exchange(b, a, mirrored[outcome], reading)
    assert (one.new_a, one.new_b, one.step) == (other.new_b, other.new_a, other.step)
    assert one.diagonal is other.diagonal


@given(st.integers(160, 3000))
def test_all_readings_agree_at_0_and_from_160_on(difference: int) -> None:
    assert {step(0, reading) for reading in Reading} == {0}
    assert {step(difference, reading) for reading in Reading} == {8}


@given(st.integers(0, 3000), st.sampled_from(WHOLE))
def test_a_reading_is_never_a_whole_step_from_the_line(difference: int, reading: Reading) -> None:
    assert abs(step(difference, reading) - step(difference, Reading.EXACT)) < 1


def test_a_rating_does_not_fall_below_zero_and_that_is_said() -> None:
    done = exchange(5, 5, Outcome.LOSS)
    assert (done.new_a, done.new_b, done.held_at_zero) == (0, 13, ("A",))


def test_negative_input_is_a_programming_error() -> None:
    with pytest.raises(ValueError, match="0 or more"):
        step(-1)
    with pytest.raises(ValueError, match="0 or more"):
        exchange(-1, 5, Outcome.WIN)
