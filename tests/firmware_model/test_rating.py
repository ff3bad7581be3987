"""The two-tier rating: the worked values, and an oracle in plain fractions."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware_model.rating import MAX_GAMES, Record, Result, Rules, half_up, rate

WORKED = [
    (1400, 0, 2010, "win", "corrected", 2410),
    (1400, 0, 2010, "draw", "corrected", 2010),
    (1400, 0, 2010, "loss", "corrected", 1610),
    (1400, 10, 2000, "win", "corrected", 1491),
    (1400, 10, 2000, "draw", "corrected", 1455),
    (1400, 10, 2000, "loss", "corrected", 1418),
    (1400, 20, 2000, "win", "corrected", 1440),
    (1400, 20, 2000, "draw", "corrected", 1424),
    (1400, 20, 2000, "loss", "corrected", 1408),
    (1400, 10, 2000, "draw", "printed", 1091),
    (1400, 20, 2000, "win", "printed", 1392),
    (1400, 20, 2000, "draw", "printed", 1376),
    (1400, 20, 2000, "loss", "printed", 1360),
]


@pytest.mark.parametrize(("pelo", "games", "oelo", "result", "rules", "new"), WORKED)
def test_the_worked_values(
    pelo: int, games: int, oelo: int, result: str, rules: str, new: int
) -> None:
    found = rate(Record(pelo, games), oelo, Result[result.upper()], Rules(rules))
    assert found.record == Record(new, games + 1)


def oracle(pelo: int, games: int, oelo: int, score: int, *, printed: bool) -> int:
    """Straight from the manual's lines, with the signs as a number."""
    sign = -1 if printed else 1
    if games < 20:
        if score == 0:
            exact = Fraction(pelo * games + sign * oelo, games + 1)
        else:
            exact = Fraction(pelo * games + oelo + 400 * score, games + 1)
    else:
        exact = pelo + sign * (oelo - pelo) * Fraction(4, 100) + 16 * score
    twice = exact * 2 + 1
    rounded = twice.numerator // (twice.denominator * 2)
    return max(0, min(9999, rounded))


@given(
    st.integers(0, 9999),
    st.integers(0, 60),
    st.integers(0, 9999),
    st.sampled_from(list(Result)),
    st.sampled_from(list(Rules)),
)
def test_the_core_agrees_with_the_oracle(
    pelo: int, games: int, oelo: int, result: Result, rules: Rules
) -> None:
    found = rate(Record(pelo, games), oelo, result, rules)
    expected = oracle(pelo, games, oelo, result.value, printed=rules is Rules.PRINTED)
    assert found.record.elo == expected
    assert 0 <= found.record.elo <= 9999
    assert found.tier == (1 if games < 20 else 2)


@given(st.integers(0, 9999), st.integers(0, 60), st.integers(0, 9999))
def test_corrected_a_better_result_never_costs_points(pelo: int, games: int, oelo: int) -> None:
    win, draw, loss = (rate(Record(pelo, games), oelo, result).record.elo for result in Result)
    assert win >= draw >= loss


def test_printed_a_win_over_a_much_stronger_player_costs_points() -> None:
    """The defect that makes the printed signs a misprint."""
    assert rate(Record(1400, 20), 2000, Result.WIN, Rules.PRINTED).record.elo < 1400


def test_the_formula_is_filled_in() -> None:
    assert rate(Record(1400, 10), 2000, Result.WIN).formula == (
        "(1400 * 10 + (2000 + 400)) / (10 + 1) = 1490.91..., rounded 1491"
    )
    assert rate(Record(1400, 10), 2000, Result.DRAW, Rules.PRINTED).formula == (
        "(1400 * 10 - (2000 + 0)) / (10 + 1) = 1090.91..., rounded 1091"
    )
    assert rate(Record(30, 3), 0, Result.LOSS).formula == (
        "(30 * 3 + (0 - 400)) / (3 + 1) = -77.5, rounded -77, held at 0"
    )


def test_halves_are_rounded_up() -> None:
    assert [half_up(Fraction(n, 2)) for n in (-3, -1, 1, 3)] == [-1, 0, 1, 2]


def test_the_twentieth_game_is_the_last_of_tier_one() -> None:
    assert rate(Record(1500, 19), 1500, Result.WIN).tier == 1
    assert rate(Record(1500, 20), 1500, Result.WIN).tier == 2


def test_the_game_counter_stops_at_its_end() -> None:
    assert rate(Record(1500, MAX_GAMES), 1500, Result.WIN).record.games == MAX_GAMES


@pytest.mark.parametrize(
    ("before", "oelo", "result", "rules", "formula"),
    [
        (Record(1400, 20), 2000, "WIN", "corrected", "1400 + (2000 - 1400) * 0.04 + 16 = 1440"),
        (Record(1400, 20), 2000, "LOSS", "corrected", "1400 + (2000 - 1400) * 0.04 - 16 = 1408"),
        (Record(1400, 20), 2000, "DRAW", "printed", "1400 - (2000 - 1400) * 0.04 + 0 = 1376"),
        (Record(1400, 20), 2001, "WIN", "corrected",
         "1400 + (2001 - 1400) * 0.04 + 16 = 1440.04, rounded 1440"),
        (Record(1400, 0), 2010, "WIN", "corrected", "(1400 * 0 + (2010 + 400)) / (0 + 1) = 2410"),
        (Record(9990, 20), 9990, "WIN", "corrected",
         "9990 + (9990 - 9990) * 0.04 + 16 = 10006, held at 9999"),
    ],
)  # fmt: skip
def test_the_sum_with_its_numbers(
    before: Record, oelo: int, result: str, rules: str, formula: str
) -> None:
    assert rate(before, oelo, Result[result], Rules(rules)).formula == formula
