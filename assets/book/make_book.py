"""Makes ``opening.bin``, the built-in opening book, from a file of games.

    python assets/book/make_book.py book_1.02.pgn assets/book/opening.bin

The format is polyglot's, read with python-chess. A move is kept when at least ``MIN_GAMES`` games
played it within their first ``MAX_PLY`` half-moves; its weight is 2 for each win of the side that
made it and 1 for each draw, scaled to 16 bits. The same input gives the same bytes.
"""

from __future__ import annotations

import re
import struct
import sys
from collections import defaultdict
from pathlib import Path

import chess
import chess.polyglot

MAX_PLY = 20
MIN_GAMES = 10
MIN_SHARE = 0.03

_RESULT = re.compile(rb'\[Result "([^"]+)"\]')
_NOISE = re.compile(rb"\{[^}]*\}|\([^)]*\)|\$\d+|\d+\.+|1-0|0-1|1/2-1/2|\*")
_POINTS = {b"1-0": (2, 0), b"0-1": (0, 2), b"1/2-1/2": (1, 1)}


class Node:
    """A position of the tree of openings: its key, side to move, and what was played."""

    __slots__ = ("board", "children", "key", "white")

    def __init__(self, board: chess.Board) -> None:
        self.board = board
        self.key = chess.polyglot.zobrist_hash(board)
        self.white = board.turn
        self.children: dict[str, tuple[chess.Move, Node] | None] = {}

    def child(self, san: str) -> tuple[chess.Move, Node] | None:
        """The move and the position after it; None when it cannot be read."""
        if san not in self.children:
            try:
                move = self.board.parse_san(san)
            except ValueError:
                self.children[san] = None
            else:
                after = self.board.copy(stack=False)
                after.push(move)
                self.children[san] = (move, Node(after))
        return self.children[san]


def polyglot_move(move: chess.Move, board: chess.Board) -> int:
    """A move as polyglot writes it: castling is the king onto its rook."""
    target = move.to_square
    if board.is_castling(move):
        rook_file = 7 if chess.square_file(target) > 4 else 0
        target = chess.square(rook_file, chess.square_rank(target))
    promotion = (move.promotion or 1) - 1
    return target | move.from_square << 6 | promotion << 12


def main(source: Path, target: Path) -> None:
    """Read the games, count, write the book."""
    root = Node(chess.Board())
    games: dict[tuple[int, int], int] = defaultdict(int)
    points: dict[tuple[int, int], int] = defaultdict(int)
    for part in source.read_bytes().split(b"\n\n[Event "):
        header, _, moves = part.partition(b"\n\n")
        result = _RESULT.search(header)
        gained = _POINTS.get(result[1] if result else b"")
        if gained is None:
            continue
        node = root
        for san in _NOISE.sub(b" ", moves).split()[:MAX_PLY]:
            found = node.child(san.decode("latin-1").rstrip("+#!?"))
            if found is None:
                break
            move, after = found
            entry = (node.key, polyglot_move(move, node.board))
            games[entry] += 1
            points[entry] += gained[0 if node.white else 1]
            node = after
    totals: dict[int, int] = defaultdict(int)
    for (key, _), count in games.items():
        totals[key] += count
    kept = sorted(
        entry
        for entry, count in games.items()
        if count >= MIN_GAMES and count >= MIN_SHARE * totals[entry[0]] and points[entry]
    )
    scale = max(points.values()) / 65535
    rows = [
        struct.pack(">QHHI", key, move, max(1, round(points[key, move] / max(scale, 1))), 0)
        for key, move in kept
    ]
    target.write_bytes(b"".join(rows))
    print(f"{len(rows)} moves in {len({key for key, _ in kept})} positions, {16 * len(rows)} bytes")


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
