"""How fast careers are simulated: ``python -m benchmarks.careers [PLAYERS]``.

A million players of a hundred games on all cores, and the same formulas one by one in plain Python
for a sample, in one run; the ratio compares games a second.
"""

from __future__ import annotations

import random
import resource
import sys
import time

from firmware_model.rating import Record, Result, rate
from sapphire_emu.sheet.simulation import chances, simulate_careers

STRENGTH, OELO, GAMES = 1650, 2010, 100
SAMPLE_PLAYERS = 300


def plain_games_per_s() -> float:
    """Games a second, one player after the other."""
    rng = random.Random(1)
    win, draw, _ = chances(STRENGTH, OELO)
    started = time.perf_counter()
    for _ in range(SAMPLE_PLAYERS):
        record = Record()
        for _ in range(GAMES):
            luck = rng.random()
            result = Result.WIN if luck < win else Result.DRAW if luck < win + draw else Result.LOSS
            record = rate(record, OELO, result).record
    return SAMPLE_PLAYERS * GAMES / (time.perf_counter() - started)


def main() -> None:
    """Print the figures."""
    players = int(sys.argv[1]) if len(sys.argv) > 1 else 1_000_000
    plain = plain_games_per_s()
    started = time.perf_counter()
    simulate_careers(strength=STRENGTH, oelo=OELO, games=GAMES, players=players)
    seconds = time.perf_counter() - started
    batch = players * GAMES / seconds
    peak_mb = max(
        resource.getrusage(who).ru_maxrss / 1024
        for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)
    )
    print(f"{players:,} players x {GAMES} games in {seconds:.1f} s: {batch / 1e6:.1f} M games/s")
    print(f"{batch / plain:,.0f} times plain Python ({plain:,.0f} games/s)")
    print(f"peak memory of a process: {peak_mb:.0f} MB")


if __name__ == "__main__":
    main()
