"""The embedded engine's speed: ``python -m benchmarks.engine_speed``.

Nodes a second over fixed positions, and the same as a share of plain dict stores a second in the
same run, so that runs on different machines can be compared. The third figure is python-chess's
legal move lists a second, each of which costs about what a node does.
"""

from __future__ import annotations

import time

import chess

from sapphire_emu.opponent.engine.position import from_fen
from sapphire_emu.opponent.engine.root import Engine, Limits
from sapphire_emu.opponent.matches import BENCH_FENS, signature

NODES = 30_000


def dict_stores_per_second() -> float:
    """Plain dict stores a second: the yardstick."""
    store: dict[int, int] = {}
    started = time.process_time()
    for number in range(2_000_000):
        store[number & 1023] = number
    return 2_000_000 / (time.process_time() - started)


def main() -> None:
    """Print the figures."""
    stores = dict_stores_per_second()
    engine, nodes = Engine(16), 0
    started = time.process_time()
    for fen in BENCH_FENS:
        engine.search.forget()
        engine.think(from_fen(fen), [], Limits(nodes=NODES), lambda _: None)
        nodes += engine.search.nodes
    rate = nodes / (time.process_time() - started)
    boards = [chess.Board(fen) for fen in BENCH_FENS]
    started = time.process_time()
    for _ in range(500):
        for board in boards:
            list(board.legal_moves)
    lists = 500 * len(boards) / (time.process_time() - started)
    print(f"signature {signature()}")
    print(f"{rate:,.0f} nodes/s; {NODES / rate:.2f} s for {NODES:,} nodes")
    print(f"{1e6 * rate / stores:,.0f} nodes per million dict stores")
    print(f"{rate / lists:.2f} nodes per legal move list of python-chess")


if __name__ == "__main__":
    main()
