"""Where the fields of a TRF16 player line (001) stand, and its dates.

Columns from 1: start number 5-8, sex 10, title 11-13, name 15-47, rating 49-52, federation 54-56,
id 58-68, birth date 70-79, points 81-84, rank 86-89; then ten columns a round: opponent 92-95,
colour 97, result 99. The federation's SWAR program writes the same lines, with the Belgian
matricule as id, and lines 00A to 00F before them.
"""

from __future__ import annotations

import re
from datetime import date

NUMBER = slice(4, 8)
PERSON = slice(9, 13)
"""Sex and title."""
NAME = slice(14, 47)
RATING = slice(48, 52)
FEDERATION = slice(53, 56)
ID = slice(57, 68)
BORN = slice(69, 79)
POINTS = slice(80, 84)
ROUNDS_AT = 91
ROUND_WIDTH = 10

_DATE = re.compile(
    r"(?:(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})|(\d{1,2})[-/.](\d{1,2})[-/.](\d{4})"
    r"|(\d{2})[-/.](\d{2})[-/.](\d{2}))",
    re.ASCII,
)


def parse_date(text: str) -> date | None:
    """A date as year/month/day, day/month/year (four-digit years) or yy/mm/dd; None otherwise.

    >>> [str(parse_date(t)) for t in ("2000/10/01", "18.11.2000", "00.11.18", "soon")]
    ['2000-10-01', '2000-11-18', '2000-11-18', 'None']
    """
    found = _DATE.fullmatch(text.strip())
    if found is None:
        return None
    if found[1]:
        parts = int(found[1]), int(found[2]), int(found[3])
    elif found[6]:
        parts = int(found[6]), int(found[5]), int(found[4])
    else:
        year = int(found[7])
        parts = (2000 if year < 70 else 1900) + year, int(found[8]), int(found[9])
    try:
        return date(*parts)
    except ValueError:
        return None
