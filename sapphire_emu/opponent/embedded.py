"""The embedded engine as an opponent: our own UCI program in a process of its own.

An answer depends on the job alone: every job begins a new game, so the same position, moves,
limits, weakness and seed give the same move, whatever was asked before.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from pathlib import Path

from sapphire_emu.opponent.interface import Job
from sapphire_emu.opponent.program import EngineProgram, Offer, Order, Patience
from sapphire_emu.opponent.uci import UciOpponent

MODULE = "sapphire_emu.opponent.engine"
_ROOT = Path(__file__).resolve().parents[2]


def embedded_order(job: Job, offered: Mapping[str, Offer]) -> Order:
    """The job's limits, and every option of the embedded engine."""
    return Order(
        {
            "Hash": job.hash_mb,
            "OwnBook": job.own_book,
            "Weakness": job.weakness,
            "Seed": job.seed,
        },
        job.nodes,
        job.depth,
        job.mate,
        job.movetime_ms,
    )


def embedded_program() -> EngineProgram:
    """How to start the embedded engine with the running Python.

    ``-P`` keeps the current folder off the path and ``-S`` the site packages, of which the engine
    needs none: it starts sooner.
    """
    return EngineProgram(
        "the embedded engine",
        (sys.executable, "-P", "-S", "-m", MODULE),
        embedded_order,
        {"PYTHONPATH": str(_ROOT)},
        forgetful=True,
    )


def embedded_opponent(patience: Patience | None = None) -> UciOpponent:
    """The default opponent."""
    return UciOpponent(embedded_program(), patience)
