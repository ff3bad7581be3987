"""Many players at once: the same ratings as one by one; a figure does it for the whole grid."""

from __future__ import annotations

import numpy as np
import pytest

from firmware_model.batch import rate_many
from firmware_model.rating import Record, Result, Rules, rate

RATINGS = (0, 1, 12, 700, 1400, 1401, 1987, 2410, 9988, 9999)


@pytest.mark.parametrize("rules", Rules)
@pytest.mark.parametrize("games", [0, 1, 7, 18, 19, 20, 21, 99_999])
def test_a_batch_is_rated_as_each_of_its_players(games: int, rules: Rules) -> None:
    for oelo in RATINGS:
        for result in Result:
            found = rate_many(
                np.array(RATINGS), games, oelo, np.full(len(RATINGS), result.value), rules
            )
            single = [rate(Record(pelo, games), oelo, result, rules).record.elo for pelo in RATINGS]
            assert found.tolist() == single


def test_opponents_may_differ() -> None:
    found = rate_many(np.array([1400, 1400]), 0, np.array([2010, 1000]), np.array([1, -1]))
    assert found.tolist() == [2410, 600]
