"""Who an engine says it is, without asking it to think."""

from __future__ import annotations

import os
import re
import subprocess
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from sapphire_emu.opponent.external import ELO_LOWEST

_ELO = re.compile(r"option name UCI_Elo type spin default \S+ min (\d+)")


@dataclass(frozen=True, slots=True)
class Identity:
    """An engine's own name, and the lowest ``UCI_Elo`` it offers; None when it offers none."""

    name: str
    lowest_elo: int | None

    @property
    def scale(self) -> str:
        """In words, what a Stockfish's Elo label means; empty when there is none.

        >>> Identity("Stockfish 15.1", 1350).scale
        'its Elo labels are those of release 15 and older, and are remapped'
        """
        if self.lowest_elo is None:
            return ""
        if self.lowest_elo > ELO_LOWEST:
            return "its Elo labels are those of release 15 and older, and are remapped"
        return "its Elo labels are those of release 16 and newer, and are taken as they are"


def identify(
    command: Sequence[str], environment: Mapping[str, str] | None = None, *, timeout_s: float = 10.0
) -> Identity | None:
    """Start an engine, ask ``uci``, and end it; None when it does not answer in time."""
    try:
        done = subprocess.run(
            list(command),
            input=b"uci\nquit\n",
            capture_output=True,
            timeout=timeout_s,
            env={**os.environ, **(environment or {})},
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired):
        return None
    text = done.stdout.decode("utf-8", "replace")
    if "uciok" not in text:
        return None
    name = re.search(r"^id name (.+?)\s*$", text, re.MULTILINE)
    lowest = _ELO.search(text)
    return Identity(name[1] if name else command[0], int(lowest[1]) if lowest else None)
