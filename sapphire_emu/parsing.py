"""JSON and TOML from text that nobody vouches for: one kind of fault, with its place where known.

The libraries give up on deep nesting with a ``RecursionError`` and on endless numbers with a plain
``ValueError``, and take ``NaN`` for a number. Here each of these is the same :class:`Unparsable`,
and whoever works with the data can rely on few levels and on numbers that can be calculated with.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterable, Iterator
from typing import Any, NoReturn

MOST_LEVELS = 64
"""Lists and tables in each other; no form of ours needs ten."""
MOST_WHOLE = 2**63
"""TOML's whole numbers have 64 bits."""

_HOLDERS = (list, dict)
_AT = re.compile(r"\s*\(at (?:line (\d+), column (\d+)|end of document)\)")
_WORD = r"""(?:[\w-]+|"(?:[^"\\\n]|\\.)*"|'[^'\n]*')"""
_LONG_KEY = re.compile(rf"(?:\.[ \t]*{_WORD}[ \t]*){{{MOST_LEVELS}}}")
"""A key of so many words with dots: ``tomllib`` needs the square of their number of steps."""
_BRACKET = re.compile(r"""[\[\]{}]|"(?:[^"\\]|\\.)*"|'[^'\n]*'|#[^\n]*""")
"""A bracket; or a text or a remark, whose brackets do not count."""


class Unparsable(ValueError):
    """A text that is not what it should be. ``line`` and ``column`` count from 1, 0 is unknown."""

    def __init__(self, message: str, line: int = 0, column: int = 0) -> None:
        super().__init__(message)
        self.line = line
        self.column = column


def parse_json(text: str | bytes) -> Any:
    """The data of a JSON text.

    :raises Unparsable: it is none, nested too deeply, or holds a number that is none.
    """
    try:
        data = json.loads(text, parse_float=_finite, parse_constant=_no_number)
    except json.JSONDecodeError as error:
        raise Unparsable(error.msg, error.lineno, error.colno) from None
    except UnicodeDecodeError as error:
        raise Unparsable(f"byte {error.start} is not UTF-8") from None
    except RecursionError:
        raise _too_deep(text) from None
    except ValueError as error:
        raise _no_value(error) from None
    _check_levels(data, text)
    return data


def parse_toml(text: str) -> dict[str, Any]:
    """The data of a TOML text.

    :raises Unparsable: it is none, nested too deeply, or holds a number beyond 64 bits.
    """
    import tomllib

    long_key = _LONG_KEY.search(text)
    if long_key:
        raise Unparsable(f"a key of more than {MOST_LEVELS} words", *_place(text, long_key.start()))
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        found = _AT.search(str(error))
        message = _AT.sub("", str(error))
        line, column = (found[1], found[2]) if found else (None, None)
        if line is None:
            raise Unparsable(message, *_place(text, len(text))) from None
        raise Unparsable(message, int(line), int(column or 0)) from None
    except RecursionError:
        raise _too_deep(text) from None
    except ValueError as error:  # endless numbers
        raise _no_value(error) from None
    _check_levels(data, text)
    if _holds_endless(data):
        raise Unparsable("a whole number of more than 64 bits")
    return data


def _place(text: str, at: int) -> tuple[int, int]:
    return text.count("\n", 0, at) + 1, at - text.rfind("\n", 0, at)


def _finite(text: str) -> float:
    value = float(text)
    if not math.isfinite(value):
        _no_number(text)
    return value


def _no_number(text: str) -> NoReturn:
    raise ValueError(f"{text[:20]} is not a number")


def _no_value(error: ValueError) -> Unparsable:
    """The fault of a number or a date that cannot be."""
    if "integer string conversion" in str(error):
        return Unparsable("a whole number of thousands of digits")
    return Unparsable(str(error))


def _too_deep(text: str | bytes) -> Unparsable:
    """The fault, at the bracket that opens the first level too many."""
    if isinstance(text, bytes):
        text = text.decode("utf-8", "replace")
    level = 0
    for found in _BRACKET.finditer(text):
        level += {"[": 1, "{": 1, "]": -1, "}": -1}.get(found[0], 0)
        if level > MOST_LEVELS:
            break
    return Unparsable(
        f"nested more than {MOST_LEVELS} levels deep", *_place(text, found.start() if level else 0)
    )


def _check_levels(data: object, text: str | bytes) -> None:
    """Refuse data with too many levels; most texts have too few brackets to need a look."""
    brackets = (
        text.count(b"[") + text.count(b"{")
        if isinstance(text, bytes)
        else text.count("[") + text.count("{")
    )
    if brackets > MOST_LEVELS and sum(1 for _ in _levels(data)) > MOST_LEVELS:
        raise _too_deep(text)


def _levels(data: object) -> Iterator[list[Any]]:
    """The lists and tables at each level of the data, the outermost first; without recursion."""
    level = [data] if type(data) in _HOLDERS else []
    while level:
        yield level
        level = [value for holder in level for value in _inside(holder) if type(value) in _HOLDERS]


def _inside(holder: Any) -> Iterable[Any]:
    return holder.values() if type(holder) is dict else holder


def _holds_endless(data: object) -> bool:
    return any(
        isinstance(value, int) and not -MOST_WHOLE <= value < MOST_WHOLE
        for level in _levels(data)
        for holder in level
        for value in _inside(holder)
    )
