"""The rating core on a grid of ratings, games, results and rules.

The oracle rounds nothing: it asks whether the new rating is the whole number for which
``new - 1/2 <= exact < new + 1/2``, with the exact value as a fraction straight from the manual.
"""

from __future__ import annotations

from itertools import product

import numpy as np

from benchmarks.figures.figure import Part, Tally
from firmware_model.batch import Ints, rate_many
from firmware_model.rating import Record, Result, Rules, rate

HIGHEST = 9999
FIRST_OF_TIER_2 = 20
SCALAR_POINTS = 300
"""Points on each axis at which ``rating.rate`` is asked too; the batch core is asked at all."""


def exact(pelo: Ints, games: int, oelo: Ints, score: int, *, printed: bool) -> tuple[Ints, int]:
    """Numerator and denominator of a new rating before rounding, from the manual's lines."""
    if games < FIRST_OF_TIER_2:
        if score == 0:
            return pelo * games + (-oelo if printed else oelo), games + 1
        return pelo * games + oelo + 400 * score, games + 1
    change = 4 * (oelo - pelo)
    return 100 * pelo + (-change if printed else change) + 1600 * score, 100


def wrong(new: Ints, numerator: Ints, denominator: int) -> Ints:
    """Which new ratings are not the rounded exact value, held within 0 and 9999."""
    at_least = (2 * new - 1) * denominator <= 2 * numerator
    below = 2 * numerator < (2 * new + 1) * denominator
    result: Ints = ~((at_least | (new == 0)) & (below | (new == HIGHEST)))
    return result | (new < 0) | (new > HIGHEST)


def points(count: int) -> list[int]:
    """So many ratings, evenly over 0-9999, both ends among them."""
    return [round(number * HIGHEST / (count - 1)) for number in range(count)]


def grid(part: Part) -> Tally:
    """Part n is the games count n (20 stands for every later one); ``size`` points on each axis."""
    games = part.number
    fine, coarse = np.array(points(part.size)), points(min(part.size, SCALAR_POINTS))
    cells = scalar = 0
    for score, rules in product((1, 0, -1), Rules):
        printed = rules is Rules.PRINTED
        for pelo in fine:
            new = rate_many(np.full(len(fine), pelo), games, fine, np.full(len(fine), score), rules)
            bad = wrong(new, *exact(np.full(len(fine), pelo), games, fine, score, printed=printed))
            assert not bad.any(), f"batch: {pelo}, {games} games, {fine[bad][:3]}, {score}, {rules}"
            cells += len(fine)
        axis = np.array(coarse)
        for one in coarse:
            record = Record(one, games)
            new = np.array([rate(record, oelo, Result(score), rules).record.elo for oelo in coarse])
            bad = wrong(new, *exact(np.full(len(axis), one), games, axis, score, printed=printed))
            assert not bad.any(), f"rate: {one}, {games} games, {axis[bad][:3]}, {score}, {rules}"
            scalar += len(coarse)
    return Tally(cells, facts={"of them in rating.rate too, a part": scalar})
