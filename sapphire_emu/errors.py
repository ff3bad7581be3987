"""How the program says that its input was wrong: one line, exit status 2.

Code deep inside raises :class:`UserError` (or :class:`InputError`, which knows the place);
``sapphire_emu.cli.main`` prints the one line to standard error. A traceback reaching the user is a
defect.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable
from pathlib import Path

MOST_QUOTED = 60
"""Characters of the user's own text that a message repeats."""
MOST_SAID = 1000
"""Characters of a whole message: the longest list of choices and a deep folder have room."""
_QUOTED = re.compile(r"""(?<!\w)'[^']*'|"[^"]*\"""")


def printable(text: str) -> str:
    """``text`` with a question mark for every control character.

    >>> printable("b" + chr(0) + "c6")
    'b?c6'
    """
    return text if text.isprintable() else "".join(c if c.isprintable() else "?" for c in text)


def shown(text: str, most: int = MOST_QUOTED) -> str:
    """At most ``most`` printable characters of what a file says.

    >>> shown("a" + chr(27) + "[2J"), shown("x" * 50, 6)
    ('a?[2J', 'xxxxx…')
    """
    clean = printable(text[: most + 1])
    return clean if len(clean) <= most else clean[: most - 1] + "…"


def brief(message: str) -> str:
    """A message with what it quotes cut to a readable length, so that one line stays one.

    Of a long quotation the middle is left out: the end of a path says more than its folders.

    >>> brief("unknown key '" + "x" * 3_000_000 + "y'")
    "unknown key 'xxxxxxxxxxxxxxxxxxxxxxxxxxxxxx…xxxxxxxxxxxxxxxxxxxxxxxxxxxxy'"
    """
    return shown(_QUOTED.sub(_shortened, message), MOST_SAID)


def _shortened(found: re.Match[str]) -> str:
    text = found[0]
    if len(text) <= MOST_QUOTED + 2:
        return text
    half = MOST_QUOTED // 2
    return f"{text[: half + 1]}…{text[-half:]}"


class UserError(Exception):
    """Something the user can mend; ``str(error)`` is the whole message, one printable line."""

    exit_status = 2

    def __init__(self, message: str = "", *, place: str = "") -> None:
        super().__init__(printable(place) + brief(message))


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
        text = f"{brief(message)} (expected {expected})" if expected else message
        super().__init__(text, place=f"{place}: " if place else "")
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
