"""From a block of bytes to the main lines of its games, with a reason for each that has none."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from sapphire_emu.club.openings.movetext import BadGame, places_of, words_of
from sapphire_emu.club.openings.pgn_games import MOST_BYTES, Block, Span
from sapphire_emu.club.openings.prefix import Line, Walker
from sapphire_emu.club.openings.tags import odd_start


class Problem(NamedTuple):
    """A game that was passed by: the line of the file (from 1) and why."""

    line: int
    reason: str


class Read(NamedTuple):
    """One game of a block: its main line, or the problem it has."""

    span: Span
    line: Line | None
    problem: Problem | None


def games_in(block: Block, walker: Walker) -> Iterator[Read]:
    """Read the games of a block in their order."""
    data = block.data
    if block.too_long and not block.continued:
        reason = f"a game longer than {MOST_BYTES // 2**20} MiB"
        yield Read(Span(0, 0, len(data)), None, Problem(_first_line(block, 0), reason))
        return
    for span in block.spans:
        try:
            head = data[span.start : span.movetext]
            if b"\0" in head:
                at = span.start + head.index(b"\0")
                where = block.line + data.count(b"\n", 0, at)
                yield Read(span, None, Problem(where, "a NUL byte"))
                continue
            odd = odd_start(head)
            if odd:
                raise BadGame(odd)
            text = data[span.movetext : span.end].decode("latin-1")
            yield Read(span, walker.line(words_of(text)), None)
        except BadGame as fault:
            yield Read(span, None, Problem(_line(block, span, fault), str(fault)))


def _first_line(block: Block, at: int) -> int:
    while at < len(block.data) and block.data[at : at + 1] in b"\r\n \t":
        at += 1
    return block.line + block.data.count(b"\n", 0, at)


def _line(block: Block, span: Span, fault: BadGame) -> int:
    """The line of the word at fault, of the fault's place, or else of the game's first line."""
    at = fault.offset
    if fault.word is not None:
        text = block.data[span.movetext : span.end].decode("latin-1")
        for number, word in enumerate(places_of(text)):
            at = word.offset
            if number == fault.word:
                break
    if not at:
        return _first_line(block, span.start)
    return block.line + block.data.count(b"\n", 0, span.movetext + at)
