"""Cutting a file of games into games, as bytes, without keeping more than a few of them.

A game begins with a block of tag lines. A line that only looks like one because a comment holds it
does not begin a game, unless the comment is never closed: then the comment is what is broken, and
the games after it are saved.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

from sapphire_emu.reading import open_to_read, unreadable

BLOCK = 2 * 2**20
"""Bytes read at once."""
MOST_BYTES = 16 * 2**20
"""No game is longer: a longer one is passed by in pieces, so that it does not fill the memory."""

_HEADER = re.compile(
    rb'\n(\[[A-Za-z0-9_]+[ \t]+"[^\n]*(?:(?:\n[ \t\r]*)+\[[A-Za-z0-9_]+[ \t]+"[^\n]*)*)'
)
_REMARKS = re.compile(rb"\{[^}]*\}|;[^\n]*|^%[^\n]*", re.MULTILINE)
_NEXT_EVENT = re.compile(rb"\n[ \t\r]*\n\[Event[ \t]")


class Span(NamedTuple):
    """One game in a block: where it begins, where its movetext does, and where it ends."""

    start: int
    movetext: int
    end: int


class Block(NamedTuple):
    """Whole games that follow each other in a file.

    ``offset`` (bytes) and ``line`` (from 1) are the place of ``data`` in the file. ``too_long``
    marks a piece of a game that is longer than :data:`MOST_BYTES`, ``continued`` one that is not
    its first.
    """

    data: bytes
    spans: list[Span]
    offset: int
    line: int
    too_long: bool = False
    continued: bool = False


def spans_of(data: bytes, *, final: bool = True) -> list[Span]:
    """The games in bytes that begin with a game (or with what precedes the first one).

    What precedes the first tag line is a game without tags if it holds more than blanks. Unless
    ``data`` is ``final``, the last game may go on in what follows.
    """
    heads = _heads(data, final)
    spans = []
    first = heads[0][0] if heads else len(data)
    if data[:first].strip(b" \t\r\n\xef\xbb\xbf"):
        spans.append(Span(0, 0, first))
        first = 0
    for at, (start, movetext) in enumerate(heads):
        end = heads[at + 1][0] if at + 1 < len(heads) else len(data)
        spans.append(Span(start, movetext, end))
    return spans


def _heads(data: bytes, final: bool) -> list[tuple[int, int]]:
    """Start and end of each game's tag lines."""
    heads: list[tuple[int, int]] = []
    # The pattern wants a line feed in front, which the first tag line of a file does not have.
    mark = 3 if data.startswith(b"\xef\xbb\xbf[") else 0
    if data[mark : mark + 1] == b"[":
        opening = _HEADER.match(b"\n" + data[mark : mark + 65536])
        if opening:
            _take(data, heads, mark, mark + opening.end() - 1)
    for found in _HEADER.finditer(data, heads[-1][1] if heads else 0):
        start, end = found.start(1), found.end()
        before = heads[-1][1] if heads else 0
        opened = data.rfind(b"{", before, start)
        if opened >= 0 and data.rfind(b"}", opened, start) < 0:
            inside = _inside(data, before, start)
            if inside is None and not final:
                break
            if inside:
                continue
        _take(data, heads, start, end)
    return heads


def _take(data: bytes, heads: list[tuple[int, int]], start: int, end: int) -> None:
    """Add a block of tag lines; another Event after a blank line is another game's."""
    while True:
        first = data.find(b"[Event", start, end)
        more = first >= 0 and data.find(b"[Event", first + 1, end) >= 0
        found = _NEXT_EVENT.search(data, start, end) if more else None
        if not found:
            heads.append((start, end))
            return
        heads.append((start, found.start() + 1))
        start = data.index(b"[", found.start())


def _inside(data: bytes, before: int, start: int) -> bool | None:
    """Whether a tag line stands in a comment that ends after it; None when more must be read."""
    if b"{" not in _REMARKS.sub(b"", data[before:start]):
        return False
    opening = data.find(b"{", start)
    near = opening if opening >= 0 else len(data)  # never look beyond what decides
    closing = data.find(b"}", start, near)
    if _NEXT_EVENT.search(data, start, near if closing < 0 else closing):
        return False
    if closing < 0:
        return False if opening >= 0 else None
    return True


def blocks_of(path: Path, *, offset: int = 0, line: int = 1, size: int = BLOCK) -> Iterator[Block]:
    """The file's games, block by block, from a place where a block began.

    :raises InputError: the file is missing or cannot be read.
    """
    try:
        with open_to_read(path) as stream:
            if offset:
                stream.seek(offset)
            yield from _blocks(stream.read, offset, line, size)
    except OSError as error:
        raise unreadable(path, error) from None


def _blocks(read: Callable[[int], bytes], offset: int, line: int, size: int) -> Iterator[Block]:
    rest, too_long, fresh = b"", False, b"?"
    while fresh or rest:
        fresh = read(size) if fresh else b""
        data = rest + fresh
        spans = spans_of(data, final=not fresh)
        continued = too_long
        if too_long:  # what comes before the next tag line still belongs to the long game
            keep = spans[0].start if spans and spans[0].movetext else 0
            if not keep and len(spans) > 1:
                keep = spans[1].start
            too_long = not keep
            keep, spans = keep or _whole_lines(data, bool(fresh)), []
        elif not fresh:
            keep = len(data)
        elif len(spans) > 1:
            keep, spans = spans[-1].start, spans[:-1]
        elif len(data) > MOST_BYTES:
            keep, spans, too_long = _whole_lines(data, True), [], True
        else:
            keep = 0
        if keep:
            piece = data[:keep]
            yield Block(piece, spans, offset, line, too_long or continued, continued)
            offset += keep
            line += piece.count(b"\n")
        rest = data[keep:]


def _whole_lines(data: bytes, more: bool) -> int:
    """Where the last line begins, so that a tag line is not cut in two; the end if it has none."""
    at = data.rfind(b"\n") if more else -1
    return at if at > 0 else len(data)
