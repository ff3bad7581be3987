"""The machine beside the small model of the manual."""

from __future__ import annotations

from benchmarks.figures.figure import Part, Tally
from tests.firmware_model.beside_the_manual import run_rules


def beside_the_model(part: Part) -> Tally:
    """Rules drawn by Hypothesis, ``size`` examples of up to 50; each is done to both."""
    executed, seen = run_rules(part.size, part.seed)
    return Tally(executed, facts={f"{name}, a part": number for name, number in seen.items()})
