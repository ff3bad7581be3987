"""Give every game of a file its ECO code, or its key from a book, and leave all else alone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

from sapphire_emu.club.openings import rules
from sapphire_emu.club.openings.base_table import BaseTable, Opening, base_table
from sapphire_emu.club.openings.book import Book
from sapphire_emu.club.openings.book_file import load_book
from sapphire_emu.club.openings.codes import code_text
from sapphire_emu.club.openings.pgn_games import Block, Span
from sapphire_emu.club.openings.prefix import WHOLE_GAME, Line, Walker
from sapphire_emu.club.openings.reading_games import Problem, games_in
from sapphire_emu.club.openings.tags import eco_of, with_tag

NO_NAME = Opening(0, "", 0)
"""What a game without any named position gets: A00, the code of uncommon openings."""


@dataclass(frozen=True, slots=True)
class Job:
    """What to write: ``book`` for keys from a book, ``names`` for Opening and Variation tags.

    ``drop`` leaves out the games that cannot be classified, instead of copying them unchanged.
    """

    book: Path | None = None
    names: bool = False
    drop: bool = False
    check: bool = True


@dataclass(slots=True)
class Tally:
    """What became of the games; ``agree``, ``differ`` and ``fresh`` compare with their own tags."""

    games: int = 0
    classified: int = 0
    agree: int = 0
    differ: int = 0
    fresh: int = 0
    codes: Counter[str] = field(default_factory=Counter)

    def add(self, other: Tally) -> None:
        """Add another block's numbers."""
        for name in ("games", "classified", "agree", "differ", "fresh"):
            setattr(self, name, getattr(self, name) + getattr(other, name))
        self.codes.update(other.codes)


@dataclass(slots=True)
class Done:
    """One block classified."""

    data: bytes
    tally: Tally
    problems: list[Problem]


class _Reader:
    """What a process keeps from block to block."""

    def __init__(self, job: Job) -> None:
        self.job = job
        self.table: BaseTable | None = None
        self.book: Book | None = None
        if job.book is not None:
            self.book = load_book(job.book, rules.probe())
            self.walker = Walker(self.book.depth, check=job.check)
        if job.book is None or job.names:
            self.table = base_table()
        if self.book is None:
            assert self.table is not None
            self.walker = Walker(WHOLE_GAME if job.check else self.table.deepest, check=job.check)

    def keys(self, lines: Sequence[Line]) -> list[tuple[str, Opening]]:
        """The key to write and the opening of each game."""
        openings = [self.opening(line) for line in lines]
        if self.book is None:
            return [(code_text(opening.code), opening) for opening in openings]
        places = last_positions(self.book, [line.hashes for line in lines])
        keys = [self.book.key(place) if place >= 0 else "A00" for place in places]
        return list(zip(keys, openings, strict=True))

    def opening(self, line: Line) -> Opening:
        """The deepest named position of a game."""
        return (self.table.named(line.hashes) if self.table else None) or NO_NAME


def last_positions(book: Book, games: Sequence[list[int]]) -> list[int]:
    """For each game the last of its positions that the book has, -1 without one."""
    if not games:
        return []
    lengths = np.array([len(game) for game in games])
    found = book.find_all(np.fromiter((h for game in games for h in game), dtype=np.uint64))
    last = np.cumsum(lengths) - 1
    at = np.where(found >= 0, np.arange(len(found)), -1)
    at = np.maximum.accumulate(at)[last]
    places: list[int] = np.where(at >= last + 1 - lengths, found[at], -1).tolist()
    return places


_READERS: dict[tuple[Job, int], _Reader] = {}


def reader(job: Job) -> _Reader:
    """This process's reader for a job, made on first use and again when the book has changed."""
    changed = job.book.stat().st_mtime_ns if job.book is not None and job.book.exists() else 0
    if (job, changed) not in _READERS:
        _READERS.clear()
        _READERS[job, changed] = _Reader(job)
    return _READERS[job, changed]


def classify_block(block: Block, job: Job) -> Done:
    """Classify the games of one block; what lies around and between them is kept."""
    mine = reader(job)
    tally, problems = Tally(), list[Problem]()
    reads = list(games_in(block, mine.walker))
    keys = iter(mine.keys([read.line for read in reads if read.line]))
    pieces, at = [], 0
    if block.too_long and job.drop:
        at = len(block.data)
    for read in reads:
        tally.games += 1
        start, movetext, end = read.span
        if read.problem:
            problems.append(read.problem)
            if job.drop:
                pieces.append(block.data[at:start])
                at = end
            continue
        key, opening = next(keys)
        header = block.data[start:movetext]
        _compare(tally, eco_of(header), key)
        pieces += [block.data[at:start], _tagged(header, key, opening, block.data, read.span, job)]
        at = movetext
    pieces.append(block.data[at:])
    return Done(b"".join(pieces), tally, problems)


def _compare(tally: Tally, own: str, key: str) -> None:
    tally.classified += 1
    tally.codes[key] += 1
    if not own or own == "?":
        tally.fresh += 1
    elif own[:3] == key[:3]:
        tally.agree += 1
    else:
        tally.differ += 1


def _tagged(header: bytes, key: str, opening: Opening, data: bytes, span: Span, job: Job) -> bytes:
    bare = not header
    if bare:  # a game without tags: they go in front, with a blank line after them
        return_line = b"\r\n" if b"\r\n" in data[span.start : span.end] else b"\n"
        header = b'[ECO "?"]' + return_line[:-1]
    header = with_tag(header, "ECO", key)
    if job.names and opening.name:
        name, _, variation = opening.name.partition(":")
        header = with_tag(header, "Opening", name.strip())
        if variation.strip():
            header = with_tag(header, "Variation", variation.strip())
    return header + b"\n" + return_line if bare else header


def key_of(moves: Sequence[str], book: Book) -> str | None:
    """The key that a book gives to one game, given its moves as squares.

    :return: None when no position of the game is in the book, or a move is not legal.
    """
    board = rules.start()
    hashes = [board.zobrist_hash]
    try:
        for uci in moves[: book.depth]:
            board.make_move(rules.move_of_uci(board, uci), False)
            hashes.append(board.zobrist_hash)
    except rules.NotAMove:
        return None
    place = last_positions(book, [hashes])[0]
    return book.key(place) if place >= 0 else None
