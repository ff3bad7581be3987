"""Dates of the rounds in the column line: YYMMDD, right-aligned over each round's cell.

``991230`` is 30 December 1899, the zero of a spreadsheet's calendar printed with two digits of the
year: the round has no date.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

ZERO_DATE = "991230"
_DAY = re.compile(r"(?<!\d)\d{6}(?!\d)", re.ASCII)
_HEADINGS = f"{'No':>3} {'Nom':<25} {'Matr.':>5} {'Clb':>3} {'Nat':<3} {'ELO':>4}"


@dataclass(frozen=True, slots=True)
class RoundDate:
    """One date of the column line: its text, column from 1, and the day (None: none, or bad)."""

    text: str
    column: int
    day: date | None

    @property
    def bad(self) -> bool:
        """Whether the text is no day of the calendar."""
        return self.day is None and self.text not in (ZERO_DATE, "000000")


def round_dates(line: str, near: date) -> tuple[RoundDate, ...]:
    """The dates of a column line, the century chosen nearest to ``near``.

    >>> [str(d.day) for d in round_dates("Nr Nom ELO 000601 991230", date(2000, 6, 1))]
    ['2000-06-01', 'None']
    """
    found = []
    for match in _DAY.finditer(line):
        text = match[0]
        day = _day(text, near)
        zero = text == ZERO_DATE and (day is None or abs((day - near).days) > 1)
        found.append(RoundDate(text, match.start() + 1, None if zero else day))
    return tuple(found)


def _day(text: str, near: date) -> date | None:
    year, month, day = int(text[:2]), int(text[2:4]), int(text[4:])
    century = near.year - near.year % 100
    years = (century + year - 100, century + year, century + year + 100)
    closest = min((y for y in years if 1 <= y <= 9999), key=lambda y: abs(y - near.year))
    try:
        return date(closest, month, day)
    except ValueError:
        return None


def date_texts(line: str) -> list[str]:
    """The dates of a column line as written."""
    return _DAY.findall(line)


def column_line(texts: Sequence[str]) -> str:
    """A column line in fixed columns over rounds with these dates (YYMMDD).

    >>> column_line(["000601"])[44:]
    ' ELO  000601'
    """
    return _HEADINGS + "".join(f"{text:>8}" for text in texts)


def yymmdd(day: date | None) -> str:
    """A round's date as written; a round without one has the zero date."""
    return ZERO_DATE if day is None else f"{day.year % 100:02}{day.month:02}{day.day:02}"
