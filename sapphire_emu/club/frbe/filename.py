"""File names: ``M DD III v s . NNN``, from the end date, an identifier and the sender's club.

M is the month in hexadecimal (1-9, A, B, C), DD the day, III the identifier, v the division (1-9,
$ if none), s the series (A-Z, $ if none), NNN the club of the sender. Only v and s may be changed
by hand. ``00TST1B`` inside a file is another thing: year, identifier, division, series.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from datetime import date
from enum import Enum

from sapphire_emu.errors import printable

UNUSED = "$"
DIVISIONS = "123456789"
SERIES = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
MONTHS = "123456789ABC"


class Reserved(Enum):
    """Identifiers that an organiser may not choose for himself."""

    INT = "national interclubs"
    LINES = "individual games (24 lines)"
    ELO = "kept by the federation"
    OPE = "default for opens"
    GRI = "default for closed groups"

    @property
    def id(self) -> str:
        """The three letters as they stand in a name."""
        return "24L" if self is Reserved.LINES else self.name


RESERVED = {entry.id: entry for entry in Reserved}

LEAGUES = {
    1: "Antwerp",
    2: "Brussels",
    3: "West Flanders",
    4: "East Flanders",
    5: "Hainaut",
    6: "Liège",
    7: "Limburg",
    8: "Luxembourg",
    9: "Namur",
}
SPECIAL_CLUBS = {499: "VSF", 599: "FEFB", 699: "SVDB", 998: "FRBE", 999: "foreign"}


def league_of(club: int) -> str:
    """League or body that a club number belongs to.

    >>> league_of(618), league_of(952), league_of(998)
    ('Liège', 'Walloon Brabant', 'FRBE')
    """
    if club in SPECIAL_CLUBS:
        return SPECIAL_CLUBS[club]
    return "Walloon Brabant" if 950 <= club <= 997 else LEAGUES.get(club // 100, "unknown league")


@dataclass(frozen=True, slots=True)
class FileName:
    """The parts of a name, letters in capitals. The year is not part of it."""

    month: int
    day: int
    id: str
    division: str
    series: str
    club: int

    def __str__(self) -> str:
        month = MONTHS[self.month - 1]
        return f"{month}{self.day:02}{self.id}{self.division}{self.series}.{self.club:03}"


@dataclass(frozen=True, slots=True)
class NameProblem:
    """Why a name departs from the rule; ``position`` is the letter, from 1, 0 if none."""

    shown: str
    position: int
    reason: str


def name_for(end: date, id_: str, division: str, series: str, club: int) -> FileName:
    """The name of a tournament's file.

    >>> str(name_for(date(2000, 11, 18), "TST", "1", "B", 618))
    'B18TST1B.618'

    :raises ValueError: a part is not as the rule wants it; the message says which and what is.
    """
    id_, division, series = id_.upper(), division.upper(), series.upper()
    if len(id_) != 3 or not (id_.isascii() and id_.isalnum()):
        raise ValueError(f"the identifier '{id_}' is not three letters or digits")
    if division not in (*DIVISIONS, UNUSED):
        raise ValueError(f"the division '{division}' is not 1 to 9, or $ for none")
    if series not in (*SERIES, UNUSED):
        raise ValueError(f"the series '{series}' is not A to Z, or $ for none")
    if not 100 <= club <= 999:
        raise ValueError(f"the club {club} is not 100 to 999")
    return FileName(end.month, end.day, id_, division, series, club)


def decode_name(name: str) -> FileName | NameProblem:
    """The parts of a name, or where it departs from the rule (capitals or not does not matter).

    >>> str(decode_name("625OPE1a.618"))
    '625OPE1A.618'
    >>> decode_name("00TST1B").reason
    'no dot and club number (expected MDDIIIvs.NNN, as B18TST1B.618)'
    """
    said = printable(name)[:80]

    def problem(position: int, reason: str) -> NameProblem:
        place = f"letter {position}: " if position else ""
        expected = "(expected MDDIIIvs.NNN, as B18TST1B.618)"
        return NameProblem(said, position, f"{place}{reason} {expected}")

    stem, dot, extension = name.partition(".")
    letters = stem.upper()
    if not dot:
        return problem(0, "no dot and club number")
    if len(letters) != 8:
        return problem(0, f"{len(letters)} letters before the dot, not 8")
    for start, end, fits, what in _PARTS:
        part = (letters + "." + extension)[start:end]
        if not fits(part):
            return problem(start + 1, f"'{said[start:end]}' {what}")
    month, day = MONTHS.index(letters[0]) + 1, int(letters[1:3])
    if day > _DAYS[month - 1]:
        return problem(2, f"month {month} has no day {day}")
    return FileName(month, day, letters[3:6], letters[6], letters[7], int(extension))


def _digits(text: str) -> bool:
    return text.isascii() and text.isdigit()


_PARTS: tuple[tuple[int, int | None, Callable[[str], bool], str], ...] = (
    (0, 1, lambda part: part in MONTHS, "is no month (1-9, A, B, C)"),
    (1, 3, lambda part: _digits(part) and 1 <= int(part) <= 31, "is no day"),
    (3, 6, lambda part: part.isascii() and part.isalnum(), "is no identifier"),
    (6, 7, lambda part: part in DIVISIONS + UNUSED, "is no division (1-9 or $)"),
    (7, 8, lambda part: part in SERIES + UNUSED, "is no series (A-Z or $)"),
    (9, None, lambda part: len(part) == 3 and _digits(part), "is no club number"),
    (9, None, lambda part: int(part) >= 100, "is no club number: below 100"),
)
"""Where each part stands in a name, the test it must pass, and what to say when it does not."""

_DAYS = (31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)


def alternatives(name: FileName) -> Iterator[FileName]:
    """Other names for the same tournament: the divisions from the next on, then the series."""
    first = DIVISIONS.find(name.division) + 1
    for division in DIVISIONS[first:]:
        yield replace(name, division=division)
    start = SERIES.find(name.series) + 1
    for series in SERIES[start:]:
        for division in (name.division, *(d for d in DIVISIONS if d != name.division)):
            yield replace(name, division=division, series=series)


def next_free(name: FileName, taken: Callable[[str], bool]) -> FileName | None:
    """The first alternative that ``taken`` does not know, None when all are.

    >>> str(next_free(name_for(date(2000, 6, 25), "OPE", "1", "A", 618), lambda _: False))
    '625OPE2A.618'
    """
    return next((other for other in alternatives(name) if not taken(str(other))), None)
