"""A script as a list of timed inputs, to be shown at a pace in a terminal or a window."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from firmware_model.events import Input
from firmware_model.state import State
from sapphire_emu.scripts.grammar import Statement
from sapphire_emu.scripts.runner import Failure, Runner
from sapphire_emu.scripts.stage import Consult


@dataclass(frozen=True, slots=True)
class Timed:
    """One input, or a whole machine to go on from, and the emulated time in ms it is given at."""

    at_ms: int
    event: Input | State


@dataclass(frozen=True, slots=True)
class Performance:
    """What a script does to a machine: its inputs, when it ends, whether every line held."""

    inputs: tuple[Timed, ...]
    end_ms: int
    failure: Failure | None


def rehearse(
    path: Path | str, statements: Sequence[Statement], consult: Consult | None
) -> Performance:
    """Run a script once, headless, and keep its inputs."""
    inputs: list[Timed] = []
    runner = Runner(path, consult, lambda at_ms, event: inputs.append(Timed(at_ms, event)))
    failure = runner.run(statements)
    return Performance(tuple(inputs), runner.machine.now_ms, failure)
