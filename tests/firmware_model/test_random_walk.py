"""A million random key presses, and other inputs between them: every invariant holds."""

from __future__ import annotations

import random

import pytest

from firmware_model.keys import Key
from tests.firmware_model.walk import Walker

STEPS = 140_000
SEEDS = range(8)


@pytest.mark.parametrize("seed", SEEDS)
def test_a_million_random_inputs_keep_every_invariant(seed: int) -> None:
    walker = Walker(random.Random(seed))
    for _ in range(STEPS):
        walker.act()


def test_the_walk_has_teeth() -> None:
    """Control: a memory changed behind the machine's back is noticed."""
    walker = Walker(random.Random(0))
    walker.machine.state.nvram = walker.machine.nvram.with_option("hash", 0)
    with pytest.raises(AssertionError):
        walker.press(Key.VER)
