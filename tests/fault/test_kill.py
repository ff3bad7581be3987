"""Control of the figure ``kill``: the same kill tears a file that is written in the plain way."""

from __future__ import annotations

import random
from pathlib import Path

from tests.fault.killing import PADDING, PLAIN_WRITER, killed

ROUNDS = 50


def test_control_a_plain_write_is_torn(tmp_path: Path) -> None:
    """The same kill finds a half-written file soon when it is written in the plain way."""
    path = tmp_path / "plain"
    rng = random.Random(3)
    torn = 0
    for _ in range(ROUNDS):
        killed(PLAIN_WRITER, path, rng.uniform(0.0, 0.03))
        torn += path.stat().st_size % PADDING < PADDING // 2 or path.stat().st_size == 0
        if torn:
            break
    assert torn
