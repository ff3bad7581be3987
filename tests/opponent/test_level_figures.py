"""The published strength of the levels is what the kept games say, rung above rung."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from pathlib import Path

from firmware_model.levels import BEGINNER
from firmware_model.strength import OELO_BY_DEPTH, OELO_BY_NODES, OELO_BY_WEAKNESS, Oelo
from sapphire_emu.opponent.ladder import RUNGS, Rating, Result, fit
from sapphire_emu.opponent.matches import ResultFile

KEPT = Path(__file__).parents[2] / "benchmarks" / "ladder" / "results.tsv"


def games() -> list[Result]:
    """The kept games of the present engine."""
    return ResultFile(KEPT, KEPT.with_suffix(".pgn")).results


def said(rating: Rating) -> Oelo:
    """A fitted strength as the table has it."""
    return Oelo(round(rating.elo), round(rating.margin), f"ladder, {rating.games} games")


def published() -> dict[str, Oelo]:
    """The measured figures of the level table, by the ladder's words for the players."""
    weak = {
        f"n{nodes}w{weakness}": OELO_BY_WEAKNESS[number]
        for number, (nodes, weakness) in enumerate(BEGINNER, start=1)
        if weakness
    }
    return weak | {f"n{nodes}": oelo for nodes, oelo in OELO_BY_NODES.items()}


def test_the_table_has_the_rungs_of_the_ladder() -> None:
    assert set(published()) == set(RUNGS)


def test_neighbours_are_100_to_250_points_apart() -> None:
    figures = published()
    for below, above in pairwise(RUNGS):
        assert 100 <= figures[above].elo - figures[below].elo <= 250, (below, above)


def test_every_figure_is_the_fit_of_the_kept_games() -> None:
    ratings = fit(games())
    measured = published() | {
        f"d{depth}": oelo for depth, oelo in OELO_BY_DEPTH.items() if "extrapolated" not in oelo.how
    }
    assert {name: said(ratings[name]) for name in measured} == measured


def test_neighbours_have_met_often_enough() -> None:
    met: Counter[frozenset[str]] = Counter()
    for result in games():
        met[frozenset((result.white, result.black))] += 1
    for below, above in pairwise(RUNGS):
        assert met[frozenset((below, above))] >= (60 if above == "n6000" else 100), (below, above)
