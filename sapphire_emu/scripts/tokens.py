"""One line of a key script as tokens, with faults that know their place."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple, NoReturn

from sapphire_emu.errors import InputError, closest

_TOKEN = re.compile(r'\s*(?:(?P<comment>#.*)|"(?P<quoted>[^"]*)"|(?P<word>[^\s"#]+))')


class Token(NamedTuple):
    """A word or a quoted text, and the column (from 1) where it begins."""

    text: str
    column: int
    quoted: bool


class Line:
    """The tokens of one line, taken one after the other, with faults that know their place."""

    def __init__(self, path: Path | str, number: int, text: str) -> None:
        self.path = path
        self.number = number
        self.tokens: list[Token] = []
        self.next = 0
        self.end = len(text.rstrip()) + 1
        place = 0
        while place < len(text.rstrip()):
            found = _TOKEN.match(text, place)
            if found is None:
                self.fault("a quote that is not closed", text.index('"', place) + 1, 'a closing "')
            kind = str(found.lastgroup)
            if kind == "comment":
                break
            begin = found.start(kind) - (kind == "quoted") + 1
            self.tokens.append(Token(found[kind], begin, kind == "quoted"))
            place = found.end()

    def fault(self, message: str, column: int = 0, expected: str = "") -> NoReturn:
        """Say what is wrong here, or at a column, and what was expected."""
        raise InputError(
            message, path=self.path, line=self.number, column=column or self.end, expected=expected
        )

    def unknown(self, what: str, token: Token, known: Iterable[str]) -> NoReturn:
        """A word that is none of the known ones: the closest is offered."""
        known = list(known)
        near = closest(token.text, known)
        choices = f"{near}?" if near else (", ".join(known) if len(known) <= 30 else "")
        self.fault(f"unknown {what} '{token.text}'", token.column, choices)

    @property
    def more(self) -> bool:
        """True when tokens are left."""
        return self.next < len(self.tokens)

    def peek(self) -> str:
        """The next token's text; empty at the end of the line."""
        return self.tokens[self.next].text if self.more else ""

    def take(self, expected: str) -> Token:
        """The next token, whatever it is."""
        if not self.more:
            self.fault("the line ends too early", 0, expected)
        token = self.tokens[self.next]
        self.next += 1
        return token

    def word(self, expected: str) -> Token:
        """The next token, which must not be quoted."""
        token = self.take(expected)
        if token.quoted:
            self.fault(f'a quoted text "{token.text}"', token.column, expected)
        return token

    def quoted(self, expected: str) -> str:
        """The text of the next token, which must be quoted."""
        token = self.take(expected)
        if not token.quoted:
            self.fault(f"'{token.text}' without quotes", token.column, expected)
        return token.text

    def choice(self, what: str, known: Iterable[str]) -> str:
        """The next word, which must be one of the known ones (any case)."""
        known = list(known)
        token = self.word(" or ".join(known) if len(known) < 5 else f"a {what}")
        if token.text.lower() not in known:
            self.unknown(what, token, known)
        return token.text.lower()

    def number_in(self, what: str, low: int, high: int) -> int:
        """The next word as a whole number within bounds."""
        token = self.word(f"{what}, a whole number")
        if not re.fullmatch(r"[+-]?\d{1,9}", token.text) or not low <= int(token.text) <= high:
            self.fault(f"{what} '{token.text}'", token.column, f"a whole number {low}...{high}")
        return int(token.text)

    def done(self) -> None:
        """Nothing may be left."""
        if self.more:
            token = self.tokens[self.next]
            self.fault(f"'{token.text}' after the end of the statement", token.column, "nothing")
