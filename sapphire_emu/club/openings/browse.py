"""Going up and down in a book, one position at a time, as words in and lines out."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

import chess
import numpy as np

from sapphire_emu.club.openings.book import Book
from sapphire_emu.club.openings.pgn_games import blocks_of
from sapphire_emu.club.openings.prefix import Walker
from sapphire_emu.club.openings.reading_games import games_in
from sapphire_emu.club.openings.rules import unpacked
from sapphire_emu.counting import counted
from sapphire_emu.errors import InputError, UserError
from sapphire_emu.outputs import refuse_input
from sapphire_emu.saving import save

_NUMBER = re.compile(r"^\d+\.+|^\.+")
"""A move number in front of a move, or alone."""
HELP = """\
MOVE or NUMBER  go down (e4, Nf3, or the number in the list; several: 1. e4 e5)
up              go back one move
top             go to the start position
line            the moves that lead here
games FILE      save the games that pass this position as PGN
quit            leave"""


@dataclass(frozen=True, slots=True)
class Branch:
    """A move that was played, with the position it leads to."""

    move: chess.Move
    san: str
    target: int
    games: int


class Browser:
    """A place in a book, with the moves that led to it."""

    def __init__(
        self, book: Book, sources: Iterable[Path] = (), folder: Path | None = None
    ) -> None:
        """``sources`` are the game files, for ``games``; else those the book was built from.

        :param folder: where the book is; game files that have moved are looked for there too.
        """
        self.book = book
        self.folder = folder
        self.sources = list(sources) or [Path(source) for source in book.sources]
        self.board = chess.Board()
        self.path = [0]

    @property
    def position(self) -> int:
        """Number of the position that is looked at."""
        return self.path[-1]

    def branches(self) -> list[Branch]:
        """The moves played here, the most frequent first."""
        book = self.book
        first, last = book.first_move[self.position], book.first_move[self.position + 1]
        found = []
        for at in range(first, last):
            move = chess.Move.from_uci(unpacked(int(book.move[at])))
            if not self.board.is_legal(move):
                raise UserError("the book is damaged: it holds a move that is not legal")
            games = int(book.move_games[at])
            found.append(Branch(move, self.board.san(move), int(book.move_to[at]), games))
        return sorted(found, key=lambda branch: -branch.games)

    def down(self, word: str) -> None:
        """Follow a move, given as SAN, as squares, or as its number in the list from 1.

        :raises UserError: nobody played it here.
        """
        branches = self.branches()
        for number, branch in enumerate(branches, start=1):
            if word in (str(number), branch.move.uci()) or word == branch.san.rstrip("+#"):
                break
            if word.rstrip("+#") == branch.san.rstrip("+#"):
                break
        else:
            raise UserError(f"'{word[:20]}' was not played here")
        self.board.push(branch.move)
        self.path.append(branch.target)

    def play(self, words: str) -> None:
        """Follow one or more moves, with or without move numbers: all of them or none.

        :raises UserError: nobody played one of them there.
        """
        before = len(self.path)
        try:
            for word in words.split():
                move = _NUMBER.sub("", word)
                if move:
                    self.down(move)
        except UserError:
            while len(self.path) > before:
                self.up()
            raise

    def up(self) -> None:
        """Go back one move; at the start nothing happens."""
        if len(self.path) > 1:
            self.path.pop()
            self.board.pop()

    def line(self) -> str:
        """The moves that lead here, with numbers."""
        return chess.Board().variation_san(self.board.move_stack)

    def lines(self) -> list[str]:
        """What is seen: the position's key and counts, then its moves."""
        book, here = self.book, self.position
        games = int(book.games[here])
        head = f"{self.line() or 'start position'}   {book.key(here)}   {counted(games, 'game')}"
        rows = [head + _results(book, here)]
        for number, branch in enumerate(self.branches(), start=1):
            rows.append(
                f"{number:3}  {branch.san:8} {branch.games:9,}{_results(book, branch.target)}"
                f"   {book.key(branch.target)}"
            )
        return rows

    def games(self) -> list[bytes]:
        """The games that pass this position, from the sources, as they are there.

        :raises InputError: a source cannot be read.
        """
        wanted = int(self.book.hashes[self.position])
        walker = Walker(self.book.depth)
        found = []
        for path in [self._found(source) for source in self.sources]:
            for block in blocks_of(path):
                for read in games_in(block, walker):
                    if read.line and wanted in read.line.hashes:
                        start, _, end = read.span
                        found.append(block.data[start:end].rstrip(b"\r\n") + b"\n\n")
        return found

    def _found(self, source: Path) -> Path:
        """A game file where it was, or else beside the book."""
        if source.exists():
            return source
        beside = self.folder / source.name if self.folder else source
        if not beside.exists():
            raise InputError(
                "no such file, and none beside the book", path=source,
                expected="the games of the book; name them with --games FILE",
            )  # fmt: skip
        return beside

    def save_games(self, path: Path) -> str:
        """Write those games; what was written, in words.

        :raises InputError: a file cannot be read, or exists, or cannot be written.
        """
        refuse_input(path, [self._found(source) for source in self.sources])
        games = self.games()
        save(path, b"".join(games), replace=False)
        told = f"{counted(len(games), 'game')} saved to {path}"
        expected = int(self.book.games[self.position])
        return told if len(games) == expected else f"{told} (the book counts {expected:,})"

    def obey(self, words: str) -> list[str] | None:
        """Do what one line of input says; what to show then, None to leave.

        :raises UserError: it cannot be done.
        """
        word, _, rest = words.strip().partition(" ")
        match word.lower():
            case "quit" | "q" | "exit":
                return None
            case "help" | "?":
                return HELP.splitlines()
            case "up" | "u":
                self.up()
            case "top" | "t":
                self.board.reset()
                self.path = [0]
            case "line":
                return [self.line() or "start position"]
            case "games":
                if not rest.strip():
                    raise UserError("games: no file name (expected games FILE)")
                return [self.save_games(Path(rest.strip()))]
            case "":
                pass
            case _:
                self.play(words)
        return self.lines()


def _results(book: Book, position: int) -> str:
    """How the games ended: percent White won, drawn, Black won; nothing where none is known."""
    ends = np.array([book.white[position], book.draws[position], book.black[position]], dtype=float)
    if not ends.sum():
        return ""
    white, draw, black = 100 * ends / ends.sum()
    return f"   +{white:.0f}% ={draw:.0f}% -{black:.0f}%"
