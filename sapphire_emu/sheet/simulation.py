"""Where the two-tier system takes a player of known strength: many careers at once.

Model (P): the expected score follows the logistic curve of Elo; draws are most frequent between
equals (30 %) and vanish with certainty of the result; opponents are all rated the same. Memory is
bounded: of every game only the counts of the 10,000 possible ratings are kept.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from firmware_model.batch import rate_many
from firmware_model.rating import MAX_ELO, START_ELO, Rules
from sapphire_emu.worker_process import settle_in

DRAW_SHARE = 0.3
"""Draws between equals."""
BLOCK = 32_768
"""Players that are rated together; small enough for the processor's cache."""
QUANTILES = (0.05, 0.25, 0.5, 0.75, 0.95)

Counts = npt.NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Career:
    """The distribution of ratings after each game.

    ``counts[g, elo]`` is how many players have ``elo`` after ``g`` games; shape [games + 1, 10000].
    """

    strength: int
    oelo: int
    rules: Rules
    counts: Counts

    def quantiles(self, game: int) -> tuple[int, ...]:
        """Ratings after ``game`` games at each of :data:`QUANTILES`."""
        cumulated = np.cumsum(self.counts[game])
        total = int(cumulated[-1])
        return tuple(
            int(np.searchsorted(cumulated, share * total, side="left")) for share in QUANTILES
        )

    def median(self, game: int) -> int:
        """The median rating after ``game`` games."""
        return self.quantiles(game)[QUANTILES.index(0.5)]

    def near(self, game: int, points: int) -> float:
        """Share of players within ``points`` of their true strength after ``game`` games."""
        low, high = max(self.strength - points, 0), min(self.strength + points, MAX_ELO)
        counts = self.counts[game]
        return float(counts[low : high + 1].sum() / counts.sum())


def chances(strength: int, oelo: int) -> tuple[float, float, float]:
    """Probabilities of win, draw and loss.

    >>> [round(chance, 3) for chance in chances(1650, 1650)]
    [0.35, 0.3, 0.35]
    """
    expected = 1.0 / (1.0 + 10.0 ** ((oelo - strength) / 400.0))
    draw = DRAW_SHARE * (1.0 - abs(2.0 * expected - 1.0))
    win = expected - draw / 2.0
    return win, draw, 1.0 - win - draw


def _block(
    strength: int, oelo: int, games: int, players: int, rules: Rules, seed: tuple[int, int]
) -> Counts:
    rng = np.random.default_rng(seed)
    win, draw, _ = chances(strength, oelo)
    pelo = np.full(players, START_ELO, dtype=np.int32)
    counts = np.zeros((games + 1, MAX_ELO + 1), dtype=np.int64)
    counts[0, START_ELO] = players
    for game in range(games):
        luck = rng.random(players, dtype=np.float32)
        results = (luck < win).astype(np.int32) - (luck >= win + draw)
        pelo = rate_many(pelo, game, oelo, results, rules).astype(np.int32)
        counts[game + 1] += np.bincount(pelo, minlength=MAX_ELO + 1)
    return counts


def simulate_careers(
    *,
    strength: int,
    oelo: int,
    games: int,
    players: int,
    rules: Rules = Rules.CORRECTED,
    seed: int = 1,
    jobs: int | None = None,
    progress: Callable[[int], None] = lambda done: None,
) -> Career:
    """Let ``players`` players of the same strength play ``games`` games each.

    :param progress: told how many players are done, block by block.
    """
    sizes = [BLOCK] * (players // BLOCK) + ([players % BLOCK] if players % BLOCK else [])
    calls = [
        (strength, oelo, games, size, rules, (seed, number)) for number, size in enumerate(sizes)
    ]
    counts = np.zeros((games + 1, MAX_ELO + 1), dtype=np.int64)
    workers = min(jobs or os.cpu_count() or 1, len(calls))
    if workers <= 1:
        for call in calls:
            counts += _block(*call)
            progress(call[3])
        return Career(strength, oelo, rules, counts)
    with ProcessPoolExecutor(workers, initializer=settle_in) as pool:
        running = {pool.submit(_block, *call): call[3] for call in calls}
        for done in as_completed(running):
            counts += done.result()
            progress(running.pop(done))
    return Career(strength, oelo, rules, counts)
