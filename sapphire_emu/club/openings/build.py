"""Build a book from game files: pieces are counted by workers and merged here.

The database is the files in the order of their names (``games-2.pgn`` before ``games-10.pgn``),
whatever the order on the command line, so the same files always give the same book; and so do the
same games cut into other files, as long as the names keep their order.
"""

from __future__ import annotations

import io
import json
import re
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any
from zipfile import BadZipFile

import numpy as np

from sapphire_emu.club.openings import rules
from sapphire_emu.club.openings.base_table import base_table
from sapphire_emu.club.openings.book import Book, book_of
from sapphire_emu.club.openings.classify_file import Told, size_of
from sapphire_emu.club.openings.codes import code_number
from sapphire_emu.club.openings.counts import Counts, count_flat, merge, nothing
from sapphire_emu.club.openings.pgn_games import Block, blocks_of
from sapphire_emu.club.openings.prefix import Walker
from sapphire_emu.club.openings.reading_games import Problem, games_in
from sapphire_emu.club.openings.tags import eco_of
from sapphire_emu.club.openings.workers import in_order, workers
from sapphire_emu.errors import InputError, UserError
from sapphire_emu.parsing import parse_json
from sapphire_emu.saving import save

_EVERY = 60.0
"""Seconds between two notes of the progress."""


@dataclass(frozen=True, slots=True)
class Piece:
    """A block with the place of its first byte in the whole database."""

    block: Block
    place: int
    file: int


@dataclass(slots=True)
class Counted:
    """One piece's counts, the number its worker's chess library gives a known position, faults."""

    counts: Counts
    games: int
    problems: list[Problem]
    probe: int


_WALKERS: dict[int, Walker] = {}


def count_piece(piece: Piece, depth: int) -> Counted:
    """Count one piece; needs nothing but the piece, so it runs anywhere."""
    walker = _WALKERS.get(depth)
    if walker is None:
        walker = _WALKERS[depth] = Walker(depth, with_moves=True)
    problems = []
    hashes, moves = list[int](), list[int]()
    lengths, places, results, tags = list[int](), list[int](), list[int](), list[int]()
    games = 0
    for read in games_in(piece.block, walker):
        games += 1
        if read.line is None:
            assert read.problem is not None
            problems.append(read.problem)
            continue
        hashes += read.line.hashes
        moves += read.line.moves
        lengths.append(len(read.line.hashes))
        places.append(piece.place + read.span.start)
        results.append(read.line.result)
        tag = code_number(eco_of(piece.block.data[read.span.start : read.span.movetext]))
        tags.append(-1 if tag is None else tag)
    counts = count_flat(hashes, moves, lengths, places, results, tags)
    return Counted(counts, games, problems, rules.probe())


class Pile:
    """Counts waiting to be merged: like sizes together, so that each number is moved rarely."""

    def __init__(self, parts: Sequence[Counts] = ()) -> None:
        self.parts = list(parts)

    def add(self, counts: Counts) -> None:
        """Put one more on the pile."""
        self.parts.append(counts)
        while len(self.parts) > 1 and 2 * _size(self.parts[-1]) > _size(self.parts[-2]):
            last = self.parts.pop()
            self.parts[-1] = merge([self.parts[-1], last])

    def whole(self) -> Counts:
        """Everything merged."""
        self.parts = [merge(self.parts)] if self.parts else [nothing()]
        return self.parts[0]


def _size(counts: Counts) -> int:
    return len(counts.positions["hash"])


def in_order_of_names(paths: Sequence[Path]) -> list[Path]:
    """The files as the database has them.

    :raises InputError: a file is missing, or given twice.
    """
    seen: dict[Path, Path] = {}
    for path in paths:
        size_of(path)
        if path.resolve() in seen:
            raise InputError("this file is given twice", path=path)
        seen[path.resolve()] = path

    def natural(path: Path) -> tuple[object, ...]:
        words = re.split(r"(\d+)", path.name)
        return tuple(int(w) if n % 2 else w for n, w in enumerate(words)), str(path.resolve())

    return sorted(paths, key=natural)


@dataclass(slots=True)
class Built:
    """A run's book and numbers."""

    book: Book
    games: int
    problems: int
    resumed: int


@dataclass(slots=True)
class _State:
    """How far a build is: the file, the place in it, and what was counted."""

    file: int = 0
    offset: int = 0
    line: int = 1
    games: int = 0
    problems: int = 0
    pile: Pile = field(default_factory=Pile)


def build_book(
    paths: Sequence[Path],
    *,
    depth: int,
    trust_tags: bool = False,
    strict: bool = False,
    scheduler: str | None = None,
    unfinished: Path | None = None,
    told: Told | None = None,
    problem: Callable[[Path, Problem], None] | None = None,
) -> Built:
    """Build a book of all games of the files.

    :param depth: half-moves.
    :param unfinished: where a stopped run leaves what it has, and a new one takes it up.
    :raises InputError: a file cannot be read, or a game is broken (with ``strict``).
    :raises UserError: a package is missing, or the cluster's workers differ from this program.
    """
    files = in_order_of_names(paths)
    sizes = [size_of(path) for path in files]
    table = base_table()
    what = json.dumps([[str(p.resolve()), p.stat().st_mtime_ns] for p in files] + [depth])
    state = _taken_up(unfinished, what) or _State()
    resumed = state.games
    probe = rules.probe()
    noted = time.monotonic()
    try:
        with workers(sum(sizes[state.file :]) - state.offset, scheduler) as pool:
            work = partial(count_piece, depth=depth)
            for piece, counted in in_order(pool, work, _pieces(files, sizes, state)):
                path, block = files[piece.file], piece.block
                if counted.probe != probe:
                    raise UserError("a worker has another version of rust-chess than this program")
                if strict and counted.problems:
                    first = counted.problems[0]
                    raise InputError(first.reason, path=path, line=first.line)
                if problem:
                    for one in counted.problems:
                        problem(path, one)
                state.pile.add(counted.counts)
                state.games += counted.games
                state.problems += len(counted.problems)
                state.file, state.offset = piece.file, block.offset + len(block.data)
                state.line = block.line + block.data.count(b"\n")
                if told:
                    told(len(block.data), counted.games)
                if unfinished and time.monotonic() - noted > _EVERY:
                    _leave(unfinished, what, state)
                    noted = time.monotonic()
    except (KeyboardInterrupt, SystemExit):
        if unfinished:
            _leave(unfinished, what, state)
        raise
    if state.games == state.problems:
        raise InputError("no game that can be counted", path=files[0], expected="PGN")
    sources = tuple(str(path) for path in files)
    book = book_of(
        state.pile.whole(), table.codes_of, depth=depth, trust_tags=trust_tags, sources=sources
    )
    return Built(book, state.games, state.problems, resumed)


def _pieces(files: list[Path], sizes: list[int], state: _State) -> Iterator[Piece]:
    first, offset, line = state.file, state.offset, state.line
    for number in range(first, len(files)):
        before = sum(sizes[:number]) + number  # a byte more a file, so that places never meet
        for block in blocks_of(files[number], offset=offset, line=line):
            yield Piece(block, before + block.offset, number)
        offset, line = 0, 1


def _leave(path: Path, what: str, state: _State) -> None:
    """Save what was counted, for the next run."""
    counts = state.pile.whole()
    facts = {"what": what, "file": state.file, "offset": state.offset, "line": state.line,
             "games": state.games, "problems": state.problems, "counted": counts.games,
             "probe": rules.probe()}  # fmt: skip
    columns: dict[str, Any] = {f"p_{name}": column for name, column in counts.positions.items()}
    columns |= {f"m_{name}": column for name, column in counts.moves.items()}
    stream = io.BytesIO()
    np.savez(stream, facts=np.array(json.dumps(facts)), **columns)
    save(path, stream.getvalue())


def _taken_up(path: Path | None, what: str) -> _State | None:
    if path is None:
        return None
    try:
        with np.load(path, allow_pickle=False) as kept:
            facts = parse_json(str(kept["facts"]))
            if facts["what"] != what or facts["probe"] != rules.probe():
                return None
            positions = {name[2:]: kept[name] for name in kept.files if name.startswith("p_")}
            moves = {name[2:]: kept[name] for name in kept.files if name.startswith("m_")}
    except (OSError, ValueError, KeyError, TypeError, EOFError, BadZipFile):
        return None
    counts = Counts(positions, moves, facts["counted"])
    return _State(facts["file"], facts["offset"], facts["line"], facts["games"],
                  facts["problems"], Pile([counts]))  # fmt: skip
