"""Aligned text tables for the terminal."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass

from sapphire_emu.errors import printable


@dataclass(frozen=True, slots=True)
class Column:
    """A heading, and whether its cells are right-aligned (numbers) or left (words)."""

    heading: str
    right: bool = False


def width(text: str) -> int:
    """Terminal cells that ``text`` takes: accents none, East Asian wide characters two.

    >>> width("Zoé"), width("Zoe" + chr(0x301))
    (3, 3)
    """
    if text.isascii():
        return len(text)
    return sum(
        0 if unicodedata.combining(char) else 2 if unicodedata.east_asian_width(char) in "WF" else 1
        for char in text
    )


def table(columns: Sequence[Column], rows: Sequence[Sequence[str]]) -> str:
    """The table, two blanks between columns, no blanks at the ends of lines.

    >>> print(table([Column("name"), Column("points", right=True)], [["Ada", "12"]]))
    name  points
    Ada       12
    """
    rows = [[printable(cell) for cell in row] for row in rows]
    lines = [[column.heading for column in columns], *rows]
    widths = [max(width(line[place]) for line in lines) for place in range(len(columns))]
    return "\n".join(
        "  ".join(
            _pad(cell, widths[place], columns[place].right) for place, cell in enumerate(line)
        ).rstrip()
        for line in lines
    )


def _pad(cell: str, to: int, right: bool) -> str:
    blanks = " " * (to - width(cell))
    return blanks + cell if right else cell + blanks
