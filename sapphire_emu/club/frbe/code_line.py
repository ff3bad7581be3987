"""The code line: ``<NUL>tcPPPRRYYYYMMDDYYYYMMDD[+W=D-L]``, in fixed columns or blank-squeezed.

Squeezed text has lost the NUL and doubled blanks, so ``00 16 72000060120000612`` is type 0,
code 0, 16 players, 7 rounds, 2000-06-01 to 2000-06-12.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date

from sapphire_emu.club.frbe.model import CodeLine, Tally
from sapphire_emu.errors import shown

NUL = "\0"

_FIXED = re.compile(
    r"(?P<nul>\0?)(?P<kind>\d)(?P<code>\d)(?P<players>  \d| \d\d|\d{3})(?P<rounds>[ \d]\d)"
    r"(?P<first>\d{8})(?P<last>\d{8})(?:\+(?P<won>\d{1,6})=(?P<drawn>\d{1,6})-(?P<lost>\d{1,6}))?",
    re.ASCII,
)
_SQUEEZED = re.compile(
    r"(?P<nul>\0?)[ ]*(?P<kind>\d)(?P<code>\d)[ ]*(?P<players>\d{1,3})(?P<rounds>[ ]+\d{1,2}|\d\d)"
    r"[ ]*(?P<first>\d{8})[ ]?(?P<last>\d{8})"
    r"(?:[ ]*\+(?P<won>\d{1,6})=(?P<drawn>\d{1,6})-(?P<lost>\d{1,6}))?",
    re.ASCII,
)
_LOOKS_LIKE = re.compile(r"\0?[ ]*\d[\d ]{4,10}\d{14,18}(?:[ ]*\+|[ \0]*$)", re.ASCII)


@dataclass(frozen=True, slots=True)
class BadCodeLine:
    """A line that is meant as the code line but cannot be read: column, from 1, and why."""

    column: int
    reason: str


def parse_code_line(line: str) -> CodeLine | BadCodeLine | None:
    """Read a code line; None when the line is something else.

    >>> code = parse_code_line("11 8 72000100120001118")
    >>> code.players, code.rounds, str(code.last), code.nul
    (8, 7, '2000-11-18', False)
    """
    stripped = line.replace("\u00a0", " ").rstrip(" ")  # web pages have such blanks
    found = _FIXED.fullmatch(stripped) or _SQUEEZED.fullmatch(stripped)
    if found is None:
        if _LOOKS_LIKE.match(stripped):
            return BadCodeLine(1, f"unreadable code line '{shown(stripped.strip(NUL), 50)}'")
        return None
    days: list[date] = []
    for group in ("first", "last"):
        text = found[group]
        try:
            days.append(date(int(text[:4]), int(text[4:6]), int(text[6:])))
        except ValueError:
            return BadCodeLine(found.start(group) + 1, f"'{text}' is not a date (YYYYMMDD)")
    tally = None
    if found["won"] is not None:
        tally = Tally(int(found["won"]), int(found["drawn"]), int(found["lost"]))
    return CodeLine(
        kind=int(found["kind"]),
        code=int(found["code"]),
        players=int(found["players"]),
        rounds=int(found["rounds"]),
        first=days[0],
        last=days[1],
        tally=tally,
        nul=bool(found["nul"]),
    )


def format_code_line(code: CodeLine) -> str:
    """Write a code line in fixed columns, with its leading NUL if it has one.

    >>> from datetime import date
    >>> format_code_line(CodeLine(1, 1, 8, 7, date(2000, 10, 1), date(2000, 11, 18)))
    '\\x0011  8 72000100120001118'
    """
    tally = str(code.tally) if code.tally else ""
    return (
        f"{NUL if code.nul else ''}{code.kind}{code.code}{code.players:3}{code.rounds:2}"
        f"{_day(code.first)}{_day(code.last)}{tally}"
    )


def _day(day: date) -> str:
    return f"{day.year:04}{day.month:02}{day.day:02}"
