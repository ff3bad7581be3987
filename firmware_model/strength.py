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
    160: Oelo(1230, 67, _GAMES.format(336)),
    300: Oelo(1409, 61, _GAMES.format(276)),
    550: Oelo(1535, 69, _GAMES.format(276)),
    1_000: Oelo(1676, 56, _GAMES.format(585)),
    1_500: Oelo(1784, 79, _GAMES.format(200)),
    2_500: Oelo(1893, 86, _GAMES.format(160)),
    6_000: Oelo(2068, 65, _GAMES.format(180)),
}
"""Node limit -> OELO, weakening off."""

OELO_BY_DEPTH: dict[int, Oelo] = {
    1: Oelo(1181, 105, _GAMES.format(76)),
    2: Oelo(1566, 104, _GAMES.format(76)),
    3: Oelo(1763, 100, _GAMES.format(76)),
    4: Oelo(1886, 110, _GAMES.format(76)),
    5: Oelo(2101, 108, _GAMES.format(65)),
    6: Oelo(2230, 300, _FIT),
    7: Oelo(2340, 300, _FIT),
    8: Oelo(2440, 300, _FIT),
}
"""Fixed depth in plies -> OELO. Captures and checks are searched beyond the fixed depth."""

OELO_BY_WEAKNESS: dict[int, Oelo] = {
    1: Oelo(544, 152, _GAMES.format(200)),
    2: Oelo(703, 143, _GAMES.format(200)),
    3: Oelo(878, 125, _GAMES.format(330)),
    4: Oelo(1016, 101, _GAMES.format(216)),
    5: OELO_BY_NODES[160],
    6: OELO_BY_NODES[300],
    7: OELO_BY_NODES[550],
    8: OELO_BY_NODES[1_000],
}
"""Beginner level bE 1-8 -> OELO."""
