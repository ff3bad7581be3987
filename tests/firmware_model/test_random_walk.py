"""Control of the figure ``presses``: the walk's checks notice what they are there for."""

from __future__ import annotations

import random

import pytest

from firmware_model.keys import Key
from tests.firmware_model.walk import Walker


def test_a_memory_changed_behind_the_machines_back_is_noticed() -> None:
    walker = Walker(random.Random(0))
    walker.machine.state.nvram = walker.machine.nvram.with_option("hash", 0)
    with pytest.raises(AssertionError):
        walker.press(Key.VER)
