"""What the embedded opponent's strength was measured to be: the figures behind the level table.

Scale: that of computer rating lists, through Stockfish set to known strengths, not FIDE's; below
1320, where Stockfish cannot be set, it rests on the engine's games against itself. The games are
played by ``sapphire ladder`` and kept in ``benchmarks/ladder``; its ``--fit-only`` prints these
tables. Provenance is part of every figure (``how``); what is extrapolated says so.
"""

from __future__ import annotations

from typing import NamedTuple


class Oelo(NamedTuple):
    """A measured opponent's rating: points, half-width of the 95 % interval, how it was found."""

    elo: int
    margin: int
    how: str

    def __str__(self) -> str:
        """As the level table prints it: ``1475 ± 60``."""
        return f"{self.elo} ± {self.margin}"


_GAMES = "ladder, {} games"
_FIT = "extrapolated from the ladder"

OELO_BY_NODES: dict[int, Oelo] = {
    160: Oelo(1245, 73, _GAMES.format(262)),
    300: Oelo(1421, 63, _GAMES.format(276)),
    550: Oelo(1540, 72, _GAMES.format(216)),
    1_000: Oelo(1683, 60, _GAMES.format(295)),
    1_700: Oelo(1838, 115, _GAMES.format(50)),
    3_000: Oelo(1976, 61, _GAMES.format(240)),
    6_000: Oelo(2060, 70, _GAMES.format(120)),
}
"""Node limit -> OELO, weakening off."""

OELO_BY_DEPTH: dict[int, Oelo] = {
    1: Oelo(1277, 231, _GAMES.format(16)),
    2: Oelo(1651, 300, _GAMES.format(16)),
    3: Oelo(1780, 300, "interpolated between depth 2 and 4"),
    4: Oelo(1845, 244, _GAMES.format(16)),
    5: Oelo(1980, 300, _FIT),
    6: Oelo(2080, 300, _FIT),
    7: Oelo(2170, 300, _FIT),
    8: Oelo(2250, 300, _FIT),
}
"""Fixed depth in plies -> OELO. Captures and checks are searched beyond the fixed depth."""

OELO_BY_WEAKNESS: dict[int, Oelo] = {
    1: Oelo(571, 157, _GAMES.format(200)),
    2: Oelo(730, 148, _GAMES.format(200)),
    3: Oelo(905, 131, _GAMES.format(330)),
    4: Oelo(1043, 108, _GAMES.format(216)),
    5: OELO_BY_NODES[160],
    6: OELO_BY_NODES[300],
    7: OELO_BY_NODES[550],
    8: OELO_BY_NODES[1_000],
}
"""Beginner level bE 1-8 -> OELO."""
