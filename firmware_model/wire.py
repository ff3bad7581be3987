"""Lines from a PC, sans-IO: bytes in, command lines out; bounded, and silent about rubbish.

Facts (B): commands end with CR, LF or CRLF and empty lines are ignored; case does not matter and
the blank between letter and argument may be left out. Unknown commands are ignored (A), so
nothing here ever raises on what a PC may send.

Invariant: any split of the same bytes gives the same lines.

>>> feed(Pending(), b"x on\\r\\nM e2")
(Pending(data=b'M e2', overlong=False, dropped=0), ('x on',))
"""

from __future__ import annotations

import re
from typing import NamedTuple

MAX_LINE = 256
"""Longest line in bytes; the longest useful one (a set-up of 32 pieces) has about 140."""

_ENDS = re.compile(rb"[\r\n]")


class Pending(NamedTuple):
    """What has come of a line that is not finished.

    ``overlong`` says that the rest of the present line is being thrown away; ``dropped`` counts
    the lines lost so.
    """

    data: bytes = b""
    overlong: bool = False
    dropped: int = 0


class Command(NamedTuple):
    """A command letter, upper case, and its argument, stripped, as it was typed."""

    letter: str
    argument: str


def feed(pending: Pending, data: bytes) -> tuple[Pending, tuple[str, ...]]:
    """Add bytes; return what is still unfinished and every non-empty line that is complete."""
    *whole, rest = _ENDS.split(data)
    lines = []
    for piece in whole:
        if pending.overlong or len(pending.data) + len(piece) > MAX_LINE:
            pending = Pending(dropped=pending.dropped + 1)
            continue
        line = (pending.data + piece).decode("latin-1").strip()
        pending = pending._replace(data=b"")
        if line:
            lines.append(line)
    if pending.overlong or len(pending.data) + len(rest) > MAX_LINE:
        return Pending(b"", True, pending.dropped), tuple(lines)
    return pending._replace(data=pending.data + rest), tuple(lines)


def parse(line: str) -> Command:
    """Split a line into letter and argument.

    >>> parse("xon"), parse("M e2-e4")
    (Command(letter='X', argument='on'), Command(letter='M', argument='e2-e4'))
    """
    return Command(line[:1].upper(), line[1:].strip())


_MOVE = re.compile(r"([a-h][1-8])[-x]?([a-h][1-8])(?:/?([qrbn]))?(?:ep)?", re.IGNORECASE)


def parse_move(text: str) -> str | None:
    """A move as a PC writes it, in UCI notation; None when it is none.

    >>> parse_move("E2E4"), parse_move("a7-b8/Q"), parse_move("hello")
    ('e2e4', 'a7b8q', None)
    """
    found = _MOVE.fullmatch(text.strip())
    return "".join(part or "" for part in found.groups()).lower() if found else None
