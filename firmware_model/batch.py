"""The two-tier rating for many players at once: whole numbers in numpy, equal to :mod:`rating`.

The recurrence is sequential for each player, so it is vectorised across players. Everything is
integer arithmetic: with n/d the exact value, rounding half up is floor((2n + d) / 2d).

>>> import numpy as np
>>> rate_many(np.array([1400, 1400]), 10, 2000, np.array([1, 0])).tolist()
[1491, 1455]
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from firmware_model.rating import MAX_ELO, MIN_ELO, TIER_1_GAMES, Rules

Ints = npt.NDArray[np.integer[Any]]


def rate_many(
    pelo: Ints, games: int, oelo: int | Ints, results: Ints, rules: Rules = Rules.CORRECTED
) -> Ints:
    """New ratings of players who have all had ``games`` games rated before this one.

    :param pelo: ratings 0-9999, shape [players].
    :param oelo: the opponents' rating, one for all or shape [players].
    :param results: 1 win, 0 draw, -1 loss, shape [players].
    """
    if games < TIER_1_GAMES:
        opponent = oelo + 400 * results
        if rules is Rules.PRINTED:
            opponent = np.where(results == 0, -np.asarray(oelo), opponent)
        divisor = games + 1
        exact = pelo * games + opponent
    else:
        divisor = 25
        difference = oelo - pelo
        if rules is Rules.PRINTED:
            difference = -difference
        exact = 25 * pelo + difference + 400 * results
    rounded = (2 * exact + divisor) // (2 * divisor)
    held: Ints = np.clip(rounded, MIN_ELO, MAX_ELO)
    return held
