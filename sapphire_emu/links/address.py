"""What the user writes for a serial link: ``pty?dialect=scid``, ``/dev/ttyUSB0``, ``tcp-listen:…``.

An address is a place and settings. Settings of this program are taken out of the query; for URLs
of pyserial the rest of the query stays with the place (``spy:///dev/ttyUSB0?file=log``).

>>> parse("pty?dialect=scid&pace=1").settings["dialect"]
'scid'
>>> parse("spy:///dev/ttyUSB0?file=log.txt&baud=57600").place
'spy:///dev/ttyUSB0?file=log.txt'
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from urllib.parse import unquote_plus

from firmware_model.dialects import DIALECTS, Dialect
from sapphire_emu.errors import UserError, closest

LINE_ENDS = {"crlf": b"\r\n", "cr": b"\r", "lf": b"\n"}
SWITCHES = ("letters", "ep", "bar", "castling")
"""Piece letters, ``ep`` after en passant, `` |`` after move lines, ``O-O`` for castling."""
FLOWS = ("none", "xonxoff", "rtscts", "dsrdtr")
YES_NO = {"1": True, "on": True, "yes": True, "0": False, "off": False, "no": False}
BAUD_RANGE = range(50, 4_000_001)
COLUMNS_RANGE = range(20, 257)

KINDS = (
    "pty, file:PATH, tcp-listen:PORT, printer:…, a port such as /dev/ttyUSB0 or COM3, "
    "or a URL such as socket://host:port"
)
KEYS = {
    "dialect": " | ".join(DIALECTS),
    "baud": "a line speed such as 9600",
    "pace": "0 or 1",
    "line_end": " | ".join(LINE_ENDS),
    "letters": "0 or 1",
    "ep": "0 or 1",
    "bar": "0 or 1",
    "castling": "0 or 1",
    "flow": " | ".join(FLOWS),
    "columns": "20 to 256",
}
"""Every setting and what is expected of its value."""


@dataclass(frozen=True, slots=True)
class Settings:
    """How a link writes and how fast.

    ``baud`` None means the dialect's own speed; ``pace`` holds output back to that speed; ``flow``
    and ``columns`` matter to printers and real ports; None is what the kind of link does by itself.
    """

    dialect: Dialect = DIALECTS["sapphire2"]
    baud: int | None = None
    pace: bool = False
    flow: str | None = None
    columns: int | None = None

    @property
    def line_baud(self) -> int:
        """The line speed in force, in baud."""
        return self.dialect.baud if self.baud is None else self.baud

    @property
    def bytes_per_s(self) -> float | None:
        """The speed output is held to, 8N1: ten bits a byte; None for no limit."""
        return self.line_baud / 10 if self.pace else None


@dataclass(frozen=True, slots=True)
class Address:
    """A place, and the settings written with it; ``text`` is all of it as the user wrote it."""

    text: str
    place: str
    settings: dict[str, str]


def parse(text: str) -> Address:
    """Take an address apart.

    :raises UserError: an unknown setting, or one given twice.
    """
    if not text.isprintable():
        raise UserError(f"{text!r}: not printable (expected {KINDS})")
    place, mark, query = text.rpartition("?")
    if not mark or "=" not in query:
        return Address(text, text, {})
    foreign: list[str] = []
    ours: dict[str, str] = {}
    for part in query.split("&"):
        key, _, value = part.partition("=")
        if key in KEYS:
            if key in ours:
                raise UserError(f"{text}: '{key}' is given twice")
            ours[key] = unquote_plus(value)
        elif "://" in place:
            foreign.append(part)
        else:
            near = closest(key, KEYS)
            expected = f"{near}?" if near else ", ".join(KEYS)
            raise UserError(f"{text}: unknown setting '{key}' (expected {expected})")
    return Address(text, f"{place}?{'&'.join(foreign)}" if foreign else place, ours)


def refined(defaults: Settings, given: dict[str, str], where: str) -> Settings:
    """Settings with those of an address, or of options by the same names, put over them.

    :param where: names the place in messages.
    :raises UserError: a value cannot be.
    """
    dialect, settings = defaults.dialect, defaults
    if "dialect" in given:
        dialect = replace(dialect_named(given["dialect"], where), line_end=dialect.line_end)
    switches = {key: _yes_no(key, given[key], where) for key in SWITCHES if key in given}
    dialect = dialect.with_switches(
        piece_letters=switches.get("letters"),
        ep_suffix=switches.get("ep"),
        bar=switches.get("bar"),
        castling_sign=switches.get("castling"),
    )
    if "line_end" in given:
        if given["line_end"].lower() not in LINE_ENDS:
            raise _wrong("line_end", given["line_end"], where)
        dialect = replace(dialect, line_end=LINE_ENDS[given["line_end"].lower()])
    settings = replace(settings, dialect=dialect)
    if "baud" in given:
        settings = replace(settings, baud=_whole("baud", given["baud"], BAUD_RANGE, where))
    if "columns" in given:
        columns = _whole("columns", given["columns"], COLUMNS_RANGE, where)
        settings = replace(settings, columns=columns)
    if "pace" in given:
        settings = replace(settings, pace=_yes_no("pace", given["pace"], where))
    if "flow" in given:
        if given["flow"] not in FLOWS:
            raise _wrong("flow", given["flow"], where)
        settings = replace(settings, flow=given["flow"])
    return settings


def dialect_named(name: str, where: str) -> Dialect:
    """The dialect of a name.

    :raises UserError: there is none, with the closest.
    """
    if name.lower() in DIALECTS:
        return DIALECTS[name.lower()]
    near = closest(name, DIALECTS)
    expected = f"{near}?" if near else " ".join(DIALECTS)
    raise UserError(f"{where}: unknown dialect '{name}' (expected {expected})")


def _wrong(key: str, value: str, where: str) -> UserError:
    return UserError(f"{where}: {key} '{value}' (expected {KEYS[key]})")


def _yes_no(key: str, value: str, where: str) -> bool:
    if value.lower() not in YES_NO:
        raise _wrong(key, value, where)
    return YES_NO[value.lower()]


def _whole(key: str, value: str, within: range, where: str) -> int:
    if not re.fullmatch(r"[0-9]{1,8}", value) or int(value) not in within:
        raise _wrong(key, value, where)
    return int(value)
