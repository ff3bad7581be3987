"""How the program says that its input was wrong: one line, exit status 2.

Code deep inside raises :class:`UserError` (or :class:`InputError`, which knows the place);
``sapphire_emu.cli.main`` prints the one line to standard error. A traceback reaching the user is a
defect.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterable
from pathlib import Path


def printable(text: str) -> str:
    """``text`` with a question mark for every control character.

    >>> printable("b" + chr(0) + "c6")
    'b?c6'
    """
    return text if text.isprintable() else "".join(c if c.isprintable() else "?" for c in text)


def shown(text: str, most: int = 40) -> str:
    """At most ``most`` printable characters of what a file says.

    >>> shown("a" + chr(27) + "[2J"), shown("x" * 50, 6)
    ('a?[2J', 'xxx...')
    """
    clean = printable(text)
    return clean if len(clean) <= most else clean[: most - 3] + "..."


class UserError(Exception):
    """Something the user can mend; ``str(error)`` is the whole message, one printable line."""

    exit_status = 2

    def __init__(self, message: str = "") -> None:
        super().__init__(printable(message))


class InputError(UserError):
    """A fault at a known place of a file.

    ``line`` and ``column`` count from 1; 0 means unknown and is left out of the message.

    >>> str(InputError("unknown key 'optoin'", path="a.keys", line=3, column=7, expected="option"))
    "a.keys:3:7: unknown key 'optoin' (expected option)"
    """

    def __init__(
        self,
        message: str,
        *,
        path: str | Path | None = None,
        line: int = 0,
        column: int = 0,
        expected: str = "",
    ) -> None:
        place = ":".join(str(part) for part in (path, line, column) if part)
        text = f"{place}: {message}" if place else message
        super().__init__(f"{text} (expected {expected})" if expected else text)
        self.path = path
        self.line = line
        self.column = column


def closest(word: str, candidates: Iterable[str]) -> str:
    """The candidate most like ``word``, or an empty string when none is near.

    >>> closest("optoin", ["option", "pawn"])
    'option'
    """
    found = difflib.get_close_matches(word.lower(), list(candidates), n=1, cutoff=0.6)
    return found[0] if found else ""
