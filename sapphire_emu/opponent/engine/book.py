"""The engine's own opening book: a few main lines, off unless ``OwnBook`` is set.

A position of one of the lines, however reached, is answered with one of the lines' continuations;
which one is decided by the seed and the position.
"""

from __future__ import annotations

from random import Random

from sapphire_emu.opponent.engine.movegen import legal_moves
from sapphire_emu.opponent.engine.position import START_FEN, Position, from_fen, make, move_text

LINES = """
e2e4 e7e5 g1f3 b8c6 f1b5 a7a6
e2e4 e7e5 g1f3 b8c6 f1c4 f8c5
e2e4 e7e5 g1f3 b8c6 d2d4 e5d4 f3d4 g8f6
e2e4 e7e5 g1f3 g8f6 f3e5 d7d6 e5f3 f6e4
e2e4 e7e5 b1c3 g8f6 f1c4 b8c6
e2e4 e7e5 f1c4 g8f6 d2d3 c7c6
e2e4 c7c5 g1f3 d7d6 d2d4 c5d4 f3d4 g8f6
e2e4 c7c5 g1f3 b8c6 d2d4 c5d4 f3d4 g7g6
e2e4 c7c5 g1f3 e7e6 d2d4 c5d4 f3d4 a7a6
e2e4 c7c5 c2c3 d7d5 e4d5 d8d5
e2e4 c7c5 b1c3 b8c6 g2g3 g7g6
e2e4 e7e6 d2d4 d7d5 b1c3 f8b4
e2e4 e7e6 d2d4 d7d5 b1d2 g8f6
e2e4 e7e6 d2d4 d7d5 e4e5 c7c5
e2e4 c7c6 d2d4 d7d5 b1c3 d5e4 c3e4 c8f5
e2e4 c7c6 d2d4 d7d5 e4d5 c6d5 c2c4 g8f6
e2e4 c7c6 d2d4 d7d5 e4e5 c8f5
e2e4 d7d6 d2d4 g8f6 b1c3 g7g6
e2e4 d7d5 e4d5 d8d5 b1c3 d5a5
e2e4 g8f6 e4e5 f6d5 d2d4 d7d6
e2e4 g7g6 d2d4 f8g7 b1c3 d7d6
d2d4 d7d5 c2c4 e7e6 b1c3 g8f6
d2d4 d7d5 c2c4 c7c6 g1f3 g8f6
d2d4 d7d5 c2c4 d5c4 g1f3 g8f6
d2d4 d7d5 g1f3 g8f6 c1f4 e7e6
d2d4 g8f6 c2c4 e7e6 b1c3 f8b4
d2d4 g8f6 c2c4 e7e6 g1f3 b7b6
d2d4 g8f6 c2c4 g7g6 b1c3 f8g7
d2d4 g8f6 c2c4 g7g6 b1c3 d7d5
d2d4 g8f6 c2c4 c7c5 d4d5 e7e6
d2d4 g8f6 c1g5 f6e4 g5f4 d7d5
d2d4 f7f5 g2g3 g8f6 f1g2 e7e6
d2d4 d7d6 e2e4 g7g6 c2c4 f8g7
d2d4 e7e6 c2c4 f7f5 b1c3 g8f6
c2c4 e7e5 b1c3 g8f6 g1f3 b8c6
c2c4 c7c5 g1f3 g8f6 b1c3 d7d5
c2c4 g8f6 b1c3 e7e6 e2e4 d7d5
g1f3 d7d5 g2g3 g8f6 f1g2 e7e6
g1f3 g8f6 c2c4 g7g6 g2g3 f8g7
b2b3 e7e5 c1b2 b8c6 e2e3 d7d5
"""

_moves: dict[int, list[int]] = {}


def _learn() -> None:
    """Play the lines through and note each position's continuations."""
    for line in LINES.strip().splitlines():
        s = from_fen(START_FEN)
        for text in line.split():
            move = next(move for move in legal_moves(s) if move_text(move) == text)
            known = _moves.setdefault(s[84], [])
            if move not in known:
                known.append(move)
            s = make(s, move)


def book_move(s: Position, seed: int) -> int:
    """A move of the book, or 0 where the book knows none.

    >>> move_text(book_move(from_fen(START_FEN), 0)) in ("e2e4", "d2d4", "c2c4", "g1f3", "b2b3")
    True
    """
    if not _moves:
        _learn()
    known = _moves.get(s[84])
    return Random(s[84] ^ seed).choice(known) if known else 0
