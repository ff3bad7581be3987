"""The words of a game's main line, taken from PGN movetext with the slow parts left to ``re``."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

RESULTS = {"1-0": 0, "1/2-1/2": 1, "1/2": 1, "0-1": 2, "*": 3}
"""How a game ends, with the number that counts use."""
_SKIPPED = frozenset(
    {"e.", "p.", "p", "ep", "!", "?", "!!", "??", "!?", "?!", "+", "++", "#", "N", "D"}
    | {"+-", "-+", "+/-", "-/+", "=", "+=", "=+", "+/=", "=/+"}
)
"""Marks that people write after a move and that are no moves."""

_NUMBERS = frozenset({".", *(f"{number}." for number in range(1_000))})
"""Move numbers, and the points left over from ``1...``."""

_PLAIN = re.compile(r"[^{}();$%<>\0]*")
_REMARKS = re.compile(r"\{[^}]*\}|;[^\n]*|^%[^\n]*", re.MULTILINE)
_REMARKS_OR_UNCLOSED = re.compile(r"\{[^}]*(?:\}|\Z)|;[^\n]*|^%[^\n]*", re.MULTILINE)
_BRACKET = re.compile(r"[()]")
_OPENED = re.compile(_REMARKS.pattern + r"|(\{)", re.MULTILINE)
_NAG = re.compile(r"\$\d+")


class BadGame(Exception):
    """A game that cannot be used; ``word`` is the number of the main line's word at fault.

    ``offset`` is where the movetext is at fault, if that is known instead.
    """

    def __init__(self, reason: str, *, word: int | None = None, offset: int = 0) -> None:
        super().__init__(reason)
        self.word = word
        self.offset = offset


def words_of(text: str) -> list[str]:
    """The main line's words without move numbers: moves, marks, result.

    :raises BadGame: a comment or variation is never closed, or there is a NUL.

    >>> words_of("1.e4 {best (by test)} e5 (1... c5 2.Nf3 (2.c3)) 2. Nf3 $1 *")
    ['e4', 'e5', 'Nf3', '*']
    """
    if not _PLAIN.fullmatch(text):
        refuse_nul(text)
        text = _main_line(_NAG.sub(" ", _without_remarks(text)))
    return [word for word in text.replace(".", ". ").split() if word not in _NUMBERS]


def _without_remarks(text: str) -> str:
    """The movetext without comments, in one pass however many are opened and never closed.

    :raises BadGame: one is never closed.
    """
    if text.rfind("{") < text.rfind("}"):  # each that is opened meets an end
        return _REMARKS.sub(" ", text)
    for found in _REMARKS_OR_UNCLOSED.finditer(text):
        if found[0][0] == "{" and found[0][-1] != "}":
            raise BadGame("a comment is never closed")
    return _REMARKS_OR_UNCLOSED.sub(" ", text)


def _main_line(text: str) -> str:
    """The movetext without variations, in one pass however deep they are nested.

    :raises BadGame: one is never closed.
    """
    pieces, depth, at = [], 0, 0
    for found in _BRACKET.finditer(text):
        if found[0] == "(":
            if not depth:
                pieces.append(text[at : found.start()])
            depth += 1
        elif depth:
            depth -= 1
            at = found.end()
    if depth:
        raise BadGame("a variation is never closed")
    return " ".join([*pieces, text[at:]])


def refuse_nul(text: str) -> None:
    """Refuse text with a NUL, which no game has.

    :raises BadGame: there is one.
    """
    if "\0" in text:
        wide = "UTF-16 text" if text.count("\0") > len(text) // 3 else "a NUL byte"
        raise BadGame(wide, offset=text.index("\0"))


def open_comment(text: str) -> int:
    """Where movetext has a comment that is never closed; -1 without one.

    >>> open_comment("1. e4 {a} ; b {"), open_comment("1. e4 {a} {b")
    (-1, 10)
    """
    return next((found.start() for found in _OPENED.finditer(text) if found[1]), -1)


def without_marks(words: list[str]) -> list[str]:
    """The words without what people write after or between moves, and bare numbers.

    >>> without_marks(["e4", "!?", "12", "exd6", "e.", "p.", "*"])
    ['e4', 'exd6', '*']
    """
    return [word for word in words if word not in _SKIPPED and not word.isdigit()]


def moves_and_result(words: list[str]) -> tuple[list[str], int]:
    """The words before the result, and the result's number.

    :raises BadGame: no result at the end.

    >>> moves_and_result(["e4", "c5", "1-0"])
    (['e4', 'c5'], 0)
    """
    result = RESULTS.get(words[-1]) if words else None
    if result is None:
        raise BadGame("no result at the end: truncated?", word=len(words) - 1)
    return words[:-1], result


class Word(NamedTuple):
    """A word of the main line and where it begins."""

    offset: int
    text: str


_PIECE = re.compile(
    r"\{[^}]*(?:\}|\Z)|;[^\n]*|^%[^\n]*|\$\d+|[()]|[^\s(){};$.]*\.|[^\s(){};$.]+|.", re.MULTILINE
)


def places_of(text: str) -> Iterator[Word]:
    """As :func:`words_of`, with places: slower, for messages."""
    depth = 0
    for found in _PIECE.finditer(text):
        piece = found[0]
        if piece == "(":
            depth += 1
        elif piece == ")":
            depth = max(depth - 1, 0)
        elif not depth and piece[0] not in "{;%$ \t\r\n" and piece not in _NUMBERS:
            yield Word(found.start(), piece)
