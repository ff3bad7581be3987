"""Sort a file's games by their keys, /99 first inside a code, and mark the games considered.

A *leaf* is the last position of a game in the book. Where several games share one, the depth is too
small to tell them apart: the first of them in the database is marked, the others follow all marked
games in the order of the database.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

import numpy as np

from sapphire_emu.club.openings.book import Book
from sapphire_emu.club.openings.classify import last_positions
from sapphire_emu.club.openings.classify_file import Told, size_of
from sapphire_emu.club.openings.outputs import may_write
from sapphire_emu.club.openings.pgn_games import blocks_of
from sapphire_emu.club.openings.prefix import Walker
from sapphire_emu.club.openings.reading_games import Problem, games_in
from sapphire_emu.club.openings.refine import walk_order
from sapphire_emu.club.openings.tags import with_tag, without_tag
from sapphire_emu.counting import counted
from sapphire_emu.errors import InputError
from sapphire_emu.outputs import exists
from sapphire_emu.reading import open_to_read
from sapphire_emu.saving import take_free_name


@dataclass(slots=True)
class Sorted:
    """What sorting found, of the games selected.

    ``shared_leaves`` are last positions that several games share, ``sharing`` those games.
    """

    games: int
    marked: int
    shared_leaves: int
    sharing: int
    problems: int
    depth: int

    def __str__(self) -> str:
        text = f"{counted(self.games, 'game')}, {self.marked:,} marked"
        if self.shared_leaves:
            text += (
                f"; {self.shared_leaves:,} last positions are shared by {self.sharing:,} games, "
                f"so {self.games - self.marked:,} are not marked: a book deeper than "
                f"{self.depth} half-moves would mark more"
            )
        return text


class _Game(NamedTuple):
    """Where a game lies in the file, where its movetext begins, and its last book position."""

    start: int
    movetext: int
    end: int
    leaf: int


def sort_games(  # noqa: PLR0913
    source: Path,
    target: Path,
    book: Book,
    *,
    select: tuple[int, int, int] | None = None,
    mark_tag: bool = False,
    marked_only: bool = False,
    force: bool = False,
    told: Told | None = None,
    problem: Callable[[Problem], None] | None = None,
) -> Sorted:
    """Write the games sorted to ``target``, whole or not at all, and say what was found.

    Games that cannot be read are left out.

    :param select: code number, lowest and highest suffix: only games with such keys.
    :param mark_tag: write ``[Marked "1"]`` into the marked games and take it out of the others.
    :raises InputError: a file cannot be read or written, or ``target`` exists (without ``force``)
        or is ``source``.
    """
    size_of(source)
    if not source.is_file():
        text = "cannot be sorted: a pipe is read once, sorting reads twice"
        raise InputError(text, path=source, expected="a file")
    may_write(target, [source], force=force)
    target = Path(os.path.realpath(target))  # a link stays a link
    games, problems = _games(source, book, told, problem)
    leaf = np.array([game.leaf for game in games], dtype=np.int64)
    number = np.arange(len(leaf))
    if select is not None:
        code, low, high = select
        fits = (book.code[leaf] == code) & (book.suffix[leaf] >= low) & (book.suffix[leaf] <= high)
        leaf, number = leaf[fits], number[fits]
    _, first, sharing = np.unique(leaf, return_index=True, return_counts=True)
    marked = np.zeros(len(leaf), dtype=bool)
    marked[first] = True
    # Inside a key: the leaves in the order in which the walk through the book reaches them.
    suffix = book.suffix[leaf].astype(np.int64)
    by = np.lexsort((walk_order(book)[leaf], -suffix, book.code[leaf]))
    rest = [] if marked_only else np.flatnonzero(~marked).tolist()
    order = [*by[marked[by]].tolist(), *rest]
    chosen = [(games[number[at]], bool(marked[at])) for at in order]
    _write(source, target, chosen, mark_tag, force)
    return Sorted(
        len(leaf), int(marked.sum()), int((sharing > 1).sum()), int(sharing[sharing > 1].sum()),
        problems, book.depth,
    )  # fmt: skip


def _games(
    source: Path, book: Book, told: Told | None, problem: Callable[[Problem], None] | None
) -> tuple[list[_Game], int]:
    walker = Walker(book.depth)
    games, problems = list[_Game](), 0
    for block in blocks_of(source):
        good = []
        for read in games_in(block, walker):
            if read.line:
                good.append((read.span, read.line))
            elif read.problem:
                problems += 1
                if problem:
                    problem(read.problem)
        places = last_positions(book, [line.hashes for _, line in good])
        for (span, _), place in zip(good, places, strict=True):
            start, movetext, end = (block.offset + at for at in span)
            games.append(_Game(start, movetext, end, max(place, 0)))
        if told:
            told(len(block.data), len(good))
    return games, problems


def _write(
    source: Path, target: Path, games: list[tuple[_Game, bool]], mark_tag: bool, force: bool
) -> None:
    part = target.with_name(f".{target.name}.part")
    try:
        with open_to_read(source) as stream, part.open("wb") as out:
            for game, marked in games:
                stream.seek(game.start)
                data = stream.read(game.end - game.start)
                if mark_tag:
                    data = _marked(data, game.movetext - game.start, marked)
                out.write(_separate(data))
            out.flush()
            os.fsync(out.fileno())
        if force:
            part.replace(target)
        else:
            take_free_name(part, target)
    except FileExistsError:
        raise exists(target) from None
    except OSError as error:
        text = f"cannot be written: {error.strerror or error}"
        raise InputError(text, path=target) from None
    finally:
        part.unlink(missing_ok=True)


def _marked(game: bytes, movetext: int, marked: bool) -> bytes:
    header = game[:movetext]
    if not header:
        return game
    header = with_tag(header, "Marked", "1") if marked else without_tag(header, "Marked")
    return header + game[movetext:]


def _separate(game: bytes) -> bytes:
    """A game with a blank line after it; the last one of a file may have none."""
    newline = b"\r\n" if b"\r\n" in game else b"\n"
    return game if game.endswith(newline * 2) else game.rstrip(b"\r\n") + newline * 2
