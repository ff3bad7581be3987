"""The built-in opening book: polyglot format, read with python-chess, chosen from by weight.

How it was made, and from what, is told in ``assets/book``.
"""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path
from random import Random

import chess
import chess.polyglot

from sapphire_emu.resources import asset

MAIN_LINES = 1
"""Breadth at which only moves about as popular as the first choice are played."""
MAIN_SHARE = 0.5


class OpeningBook:
    """A book that is opened when it is first asked.

    :param path: a polyglot file; the shipped one when None.
    """

    def __init__(self, path: Path | None = None) -> None:
        self._path = path
        self._reader: chess.polyglot.MemoryMappedReader | None = None

    def choose(
        self, board: chess.Board, breadth: int, random: Random, unwanted: Collection[str] = ()
    ) -> str | None:
        """A book move in UCI notation; None when the book knows none.

        :param breadth: 1 main lines only, more for everything, by weight.
        :param unwanted: moves not to choose.
        """
        if self._reader is None:
            path = self._path or asset("book", "opening.bin")
            self._reader = chess.polyglot.open_reader(path)
        entries = [
            entry
            for entry in self._reader.find_all(board)
            if board.is_legal(entry.move) and entry.move.uci() not in unwanted
        ]
        if not entries:
            return None
        if breadth <= MAIN_LINES:
            best = max(entry.weight for entry in entries)
            entries = [entry for entry in entries if entry.weight >= MAIN_SHARE * best]
        chosen = random.choices(entries, weights=[entry.weight for entry in entries])[0]
        return chosen.move.uci()
