"""What the embedded opponent's strength was measured to be: the figures behind the level table.

Scale: that of computer rating lists, through Stockfish set to known strengths; not FIDE's.
Provenance is part of every figure (``how``).
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


_FIRST = "matches against Stockfish at set strengths, 30-40 games a pair"

OELO_BY_NODES: dict[int, Oelo] = {
    300: Oelo(1122, 134, _FIRST),
    1_000: Oelo(1475, 90, _FIRST),
    3_000: Oelo(1589, 90, _FIRST),
    10_000: Oelo(1891, 67, _FIRST),
    30_000: Oelo(2054, 79, _FIRST),
}
"""Node limit -> OELO, weakening off."""

_GUESS = "estimated, not measured"

OELO_BY_DEPTH: dict[int, Oelo] = {
    depth: Oelo(elo, 200, _GUESS)
    for depth, elo in enumerate((800, 950, 1100, 1280, 1450, 1600, 1750, 1880), start=1)
}
"""Fixed depth in plies -> OELO."""

OELO_BY_WEAKNESS: dict[int, Oelo] = {
    number: Oelo(elo, 200, _GUESS)
    for number, elo in enumerate((600, 680, 760, 840, 920, 1000, 1060, 1122), start=1)
}
"""Beginner level bE 1-8 -> OELO."""
