"""Opens: the source's example, its slip, and every case in which the iteration is not enough."""

from __future__ import annotations

import random
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sapphire_emu.club.frbe import equations, open_event
from sapphire_emu.club.frbe.dp_table import dp
from sapphire_emu.club.frbe.equations import Equation, solve
from sapphire_emu.club.frbe.fictive import fictive_ratings
from sapphire_emu.club.frbe.model import ResultFile
from sapphire_emu.club.frbe.open_event import Method, OpenResult, exact_ratings, rate_open
from sapphire_emu.club.frbe.reader import read_file
from sapphire_emu.club.frbe.standing import Kind, field_of
from tests.club.frbe.examples import OPEN, made, table


def opened(file: ResultFile, cap: int | None = None) -> OpenResult:
    return rate_open(field_of(file), cap)


def test_every_figure_of_the_example() -> None:
    result = opened(read_file(OPEN))
    first, second = list(result.iterations())[:2]
    assert [(s.games, s.half_points, s.total, s.mean, s.percent, s.dp) for s in first] == [
        (6, 4, 7493, 1249, 33, -125),
        (5, 6, 6343, 1269, 60, 72),
    ]
    assert [(s.games, s.half_points, s.percent, s.dp) for s in second] == [
        (7, 6, 43, -50),
        (6, 6, 50, 0),
    ]
    assert result.values == ((1124, 1341), (1212, 1245), (1198, 1259), (1200, 1257), (1200, 1257))
    assert result.ratings == (1200, 1257)
    assert (result.method, len(result.values)) == (Method.ITERATION, 5)


def test_the_sources_run_with_its_slip() -> None:
    # It took 72 off for 60 % (1197 instead of 1341) and went on with that.
    result = rate_open(field_of(read_file(OPEN)), first=(1124, 1197))
    assert result.values == ((1124, 1197), (1191, 1245), (1198, 1256), (1200, 1257), (1200, 1257))
    second = list(result.iterations())[1]
    assert [(s.total, s.mean) for s in second] == [(8690, 1241), (7467, 1245)]  # 1244.5 goes up
    assert (result.ratings, len(result.values)) == ((1200, 1257), 5)


@given(st.integers(0, 4000), st.integers(0, 4000))
def test_any_start_ends_there(a: int, b: int) -> None:
    assert rate_open(field_of(read_file(OPEN)), first=(a, b)).ratings == (1200, 1257)


def test_the_exact_solution_of_the_example() -> None:
    # 1200.024... = 49201/41 and 1257.171...
    assert exact_ratings(field_of(read_file(OPEN))) == {1: 1200, 6: 1257}
    one = Fraction(49201, 41)
    other = (6343 + one) / 6
    assert 7 * one - other == 7493 - 7 * 50
    assert round(float(other), 3) == 1257.171


def test_the_smallest_cycle_falls_back_to_the_exact_solution() -> None:
    file = table("1-2 =, 1-3 =, 2-4 =", [0, 0, 1500, 1503])
    result = opened(file)
    assert result.method is Method.CYCLE
    assert (
        set(result.values[-2:]) == {(1502, 1502), (1501, 1503)}
        or result.values[-1] in (result.values[:-1])
    )
    assert result.ratings == (1501, 1502)


def test_a_slow_one_stops_at_the_limit_with_the_exact_solution() -> None:
    # a chain of 60 unrated players with one rated at each end
    games = ", ".join(["1-2 =", *(f"{n}-{n + 1} =" for n in range(2, 62))])
    result = opened(table(games, [1000] + [0] * 60 + [2000]))
    assert result.method is not Method.ITERATION
    assert len(result.values) <= open_event.MOST_ITERATIONS
    expected = [round(1000 + 1000 * n / 61) for n in range(1, 61)]
    assert list(result.ratings) == expected


def test_unanchored_players_are_refused_and_the_others_rated() -> None:
    file = table("1-2 1, 3-4 1, 3-5 =", [0, 1500, 0, 0, 0])
    result = opened(file)
    assert (result.places, result.ratings) == ((0,), (2300,))
    assert [(refused.place, refused.reason) for refused in result.refused] == [
        (place, "no chain of games leads to a rated player") for place in (2, 3, 4)
    ]


def test_two_who_met_only_each_other_would_swap_for_ever() -> None:
    result = opened(table("1-2 1", [0, 0, 1500]))
    assert result.places == ()
    assert len(result.refused) == 2


def test_a_player_without_a_game_is_refused() -> None:
    result = opened(table("1-2 -, 1-3 =", [0, 0, 1500]))
    assert (result.places, result.ratings) == ((0,), (1500,))
    assert [refused.reason for refused in result.refused] == ["no game that counts was played"]


def test_who_met_only_unrated_players_starts_from_the_mean_of_all_rated() -> None:
    result = opened(table("1-2 =, 2-3 =, 4-5 1", [0, 0, 1500, 1601, 1602]))
    assert result.values[0] == (1568, 1500)
    assert result.ratings == (1500, 1500)


@pytest.mark.parametrize(
    ("games", "cap", "rating"),
    [("1-2 1", None, 2300), ("1-2 0", None, 700), ("1-2 1", 350, 1850), ("1-2 0", 350, 1150)],
)
def test_no_point_and_every_point(games: str, cap: int | None, rating: int) -> None:
    assert opened(table(games, [0, 1500]), cap).ratings == (rating,)


def test_one_rated_player_is_enough() -> None:
    assert opened(table("1-2 =, 1-3 =", [0, 1500, 0])).ratings == (1500, 1500)


def test_games_of_players_without_matricule_and_rating_do_not_count() -> None:
    from dataclasses import replace

    file = table("1-2 =, 1-3 1", [0, 1500, 0])
    stranger = replace(file.rows[2], matricule=0)
    result = opened(file.with_rows((*file.rows[:2], stranger)))
    assert (result.places, result.ratings) == ((0,), (1500,))


def test_figures_that_the_field_cannot_hold_are_held_at_its_ends() -> None:
    low = fictive_ratings(table("1-2 0", [0, 500]), Kind.OPEN)
    assert dict(low.ratings) == {0: 1}


@settings(max_examples=60, deadline=None)
@given(st.integers(4, 14), st.integers(2, 8), st.integers(1, 5), st.integers(0, 10**6))
def test_where_it_converges_it_agrees_with_the_exact_solution(
    players: int, rounds: int, unrated: int, seed: int
) -> None:
    # With rounding there may be several resting places. Each equation is off by half a point at
    # the most, and the inverse's row sums carry that to the ratings.
    file = made(players, rounds, min(unrated, players - 1), seed)
    field = field_of(file)
    result = rate_open(field)
    exact = exact_ratings(field)
    assert set(exact) == set(result.places)
    if result.method is Method.ITERATION:
        for place, rating in zip(result.places, result.ratings, strict=True):
            assert abs(rating - exact[place]) <= 1 + bound(result)
    else:
        assert result.ratings == tuple(exact[place] for place in result.places)


def bound(result: OpenResult) -> int:
    """Half a point's rounding in every equation, carried to the solution: rows of the inverse."""
    import numpy as np

    size = len(result.places)
    matrix = np.zeros((size, size))
    for number, entry in enumerate(result.entries):
        matrix[number, number] = 1.0
        for other in entry.opponents:
            matrix[number, other] -= 1 / entry.games
    return int(np.ceil(np.abs(np.linalg.inv(matrix)).sum(axis=1).max() / 2))


def test_arrays_and_lists_iterate_alike(monkeypatch: pytest.MonkeyPatch) -> None:
    field = field_of(made(120, 7, 90, seed=4))
    few = rate_open(field)
    monkeypatch.setattr(open_event, "LEAST_FOR_ARRAYS", 0)
    assert rate_open(field) == few


@pytest.mark.parametrize("seed", range(8))
def test_refinement_and_fractions_solve_alike(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    source = random.Random(seed)
    size = source.randint(2, 30)
    opponents: list[list[int]] = [[] for _ in range(size)]
    for _ in range(size * 3):
        a, b = source.sample(range(size), 2)
        opponents[a].append(b)
        opponents[b].append(a)
    system = [
        Equation(len(met) + 1, source.randint(1150, 2400) + 40 * len(met), tuple(met))
        for met in opponents
    ]
    exactly = solve(system)
    monkeypatch.setattr(equations, "MOST_EXACT", 0)
    assert solve(system) == exactly


def test_refinement_rounds_a_half_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(equations, "MOST_EXACT", 0)
    assert solve([Equation(2, 3001, ())]) == (1501,)
    assert solve([Equation(2, 1500, (1,)), Equation(2, 1503, (0,))]) == (1501, 1502)


PRINTED = """
100:800 99:677 98:589 97:538 96:501 95:470 94:444 93:422 92:401 91:383 90:366 89:351
88:336 87:322 86:309 85:296 84:284 83:273 82:262 81:251 80:240 79:230 78:220 77:211
76:202 75:193 74:184 73:175 72:166 71:158 70:149 69:141 68:133 67:125 66:117 65:110
64:102 63:95 62:87 61:80 60:72 59:65 58:57 57:50 56:43 55:36 54:29 53:21
52:14 51:7 50:0
"""


def test_the_printed_table() -> None:
    pairs = [tuple(map(int, pair.split(":"))) for pair in PRINTED.split()]
    assert len(pairs) == 51
    assert all(dp(percent) == points for percent, points in pairs)
    assert all(dp(100 - percent) == -points for percent, points in pairs)
    assert [dp(percent) for percent in range(101)] == sorted(dp(p) for p in range(101))
    assert [dp(p, 350) for p in (0, 50, 89, 100)] == [-350, 0, 350, 350]
    for percent in (-1, 101):
        with pytest.raises(ValueError, match="0 to 100"):
            dp(percent)
