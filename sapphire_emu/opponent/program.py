"""A program that speaks UCI: how it is started, and how it is told about a job."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from sapphire_emu.opponent.interface import Job

START_S = 10.0
SILENCE_S = 60.0
STOP_S = 5.0


@dataclass(frozen=True, slots=True)
class Order:
    """A job in the words of one engine: options by name, and limits of the ``go`` command."""

    options: Mapping[str, str | int | bool]
    nodes: int | None = None
    depth: int | None = None
    mate: int | None = None
    movetime_ms: int | None = None
    oelo: int | None = None


@dataclass(frozen=True, slots=True)
class Offer:
    """An option the running engine has, with its range where it is a number."""

    low: int | None = None
    high: int | None = None


class Translator(Protocol):
    """How one kind of engine is told about a job."""

    def __call__(self, job: Job, offered: Mapping[str, Offer]) -> Order:
        """The order for ``job``; ``offered`` are the engine's options."""
        ...


def plain_order(job: Job, offered: Mapping[str, Offer]) -> Order:
    """The order for an engine of which nothing is known: the job's limits and the hash size."""
    return Order({"Hash": job.hash_mb}, job.nodes, job.depth, job.mate, job.movetime_ms)


@dataclass(frozen=True, slots=True)
class EngineProgram:
    """An engine to run: its name in messages, argument list, environment and translator.

    ``forgetful``: every job begins a new game, so that an answer depends on the job alone.
    """

    name: str
    command: Sequence[str]
    translate: Translator = plain_order
    environment: Mapping[str, str] | None = None
    forgetful: bool = False


@dataclass(frozen=True, slots=True)
class Patience:
    """How long to wait, in seconds: for the start, for a sign of life, for the answer to stop."""

    start_s: float = START_S
    silence_s: float = SILENCE_S
    stop_s: float = STOP_S


@dataclass(slots=True, eq=False)
class Ticket:
    """A job in hand, and what has been asked of it since."""

    job: Job
    hurried: bool = False
    cancelled: bool = False
