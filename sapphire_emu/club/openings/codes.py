"""ECO codes and refined keys as text and as small numbers.

A code ``XDD`` (A00 to E99) is the number 0 to 499; a suffix ``/DD`` is 0 to 99, and -1 where a
position is not refined: "no suffix" and "/00" are two different things.
"""

from __future__ import annotations

import re

CODES = 500
"""A00 to E99."""
SUFFIXES = 100
"""/99 to /00."""
NOT_REFINED = -1

_CODE = re.compile(r"([A-E])(\d\d)", re.ASCII)
_KEY = re.compile(r"([A-E]\d\d)(?:/(\d\d))?", re.ASCII)
_RANGE = re.compile(r"([A-E]\d\d)(?:/(\d\d)(?:-(\d\d))?)?", re.ASCII | re.IGNORECASE)


def code_number(text: str) -> int | None:
    """The number of a code, None when ``text`` does not begin with one.

    Scid's longer codes (``C89a1``) and refined keys count as their first three characters.

    >>> code_number("C89"), code_number("C89/99"), code_number("?")
    (289, 289, None)
    """
    found = _CODE.match(text)
    return (ord(found[1]) - 65) * 100 + int(found[2]) if found else None


def code_text(number: int) -> str:
    """The code of a number from 0 to 499.

    >>> code_text(289)
    'C89'
    """
    return f"{chr(65 + number // 100)}{number % 100:02}"


def key_text(code: int, suffix: int) -> str:
    """A key as it stands in the ECO tag.

    >>> key_text(289, 99), key_text(289, 0), key_text(289, NOT_REFINED)
    ('C89/99', 'C89/00', 'C89')
    """
    return code_text(code) if suffix < 0 else f"{code_text(code)}/{suffix:02}"


def parse_key(text: str) -> tuple[int, int] | None:
    """Code number and suffix of a key; None when ``text`` is no key.

    >>> parse_key("C89/07"), parse_key("C89"), parse_key("C89a1")
    ((289, 7), (289, -1), None)
    """
    found = _KEY.fullmatch(text)
    if not found:
        return None
    number = code_number(found[1])
    assert number is not None
    return number, int(found[2]) if found[2] else NOT_REFINED


def parse_range(text: str) -> tuple[int, int, int] | None:
    """What ``--key`` selects: code number, lowest and highest suffix.

    The ends of a range may stand in either order. A bare code selects everything of the code, its
    unrefined games included.

    >>> parse_range("C89/90-99"), parse_range("c89/07"), parse_range("C89"), parse_range("C8")
    ((289, 90, 99), (289, 7, 7), (289, -1, 99), None)
    >>> parse_range("C89/99-90")
    (289, 90, 99)
    """
    found = _RANGE.fullmatch(text.strip())
    if not found:
        return None
    number = code_number(found[1].upper())
    assert number is not None
    if found[2] is None:
        return number, NOT_REFINED, SUFFIXES - 1
    ends = int(found[2]), int(found[3] or found[2])
    return number, min(ends), max(ends)
