"""The machine beside a small independent model of the manual; more of it is a figure."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.firmware_model import manual_model
from tests.firmware_model.beside_the_manual import run_rules
from tests.firmware_model.manual_model import new_rating


def test_the_rules_meet_every_way_of_rating_a_game() -> None:
    """Which rules a seed leads to depends on Hypothesis' version too: a few seeds may be needed."""
    met: set[str] = set()
    for seed in range(3, 9):
        executed, seen = run_rules(60, seed)
        assert executed > 1_000
        met |= {name for name, times in seen.items() if times}
        if len(met) == 4:
            break
    assert met == {"games rated", "games resigned", "draws agreed", "draws refused"}


WRONG = {
    "a win counts 399": lambda elo, games, oelo, score: new_rating(elo, games, oelo - 1, score),
    "tier 2 is never reached": lambda elo, games, *rest: new_rating(elo, min(games, 19), *rest),
}


@pytest.mark.parametrize("rating", WRONG.values(), ids=WRONG)
def test_a_model_that_rates_otherwise_is_noticed(
    rating: Callable[..., int], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Control."""
    monkeypatch.setattr(manual_model, "new_rating", rating)
    with pytest.raises(AssertionError):
        run_rules(200, 1)
