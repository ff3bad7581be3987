"""Rows of a user's CSV file with their places, and one clear line when a quote goes wrong."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from sapphire_emu.errors import InputError


@dataclass(frozen=True, slots=True)
class Row:
    """Cells of one row, the file line it begins on and the column each cell begins at."""

    number: int
    cells: tuple[str, ...]
    columns: tuple[int, ...]


def rows_of(path: Path, text: str) -> Iterator[Row]:
    """The rows of a file, blank ones left out; semicolons part the cells if the first line has one.

    :raises InputError: a quote is never closed, or something follows a closing one.
    """
    delimiter = ";" if ";" in text.partition("\n")[0] else ","
    lines = list(io.StringIO(text, newline=""))
    reader = csv.reader(iter(lines), delimiter=delimiter, strict=True)
    first = 1
    while True:
        try:
            cells = next(reader, None)
        except csv.Error as error:
            raise _fault(path, lines, first, reader.line_num, str(error)) from None
        if cells is None:
            return
        if any(cell.strip() for cell in cells):
            raw = lines[first - 1] if first <= len(lines) else ""
            yield Row(first, tuple(cells), _columns(raw, len(cells), delimiter))
        first = reader.line_num + 1


def _columns(raw: str, count: int, delimiter: str) -> tuple[int, ...]:
    """Column, from 1, at which each cell of a raw line begins."""
    columns, quoted = [1], False
    for place, char in enumerate(raw, start=1):
        if char == '"':
            quoted = not quoted
        elif char == delimiter and not quoted:
            columns.append(place + 1)
    return tuple((columns + [columns[-1]] * count)[:count])


def _fault(path: Path, lines: list[str], first: int, last: int, said: str) -> InputError:
    """What the reader of CSV could not make sense of, with the quote that began it."""
    line, column = first, 1
    quoted = False
    for number in range(first, last + 1):
        for place, char in enumerate(lines[number - 1], start=1):
            if char == '"':
                quoted = not quoted
                if quoted:
                    line, column = number, place
    if "unexpected end" in said:
        return InputError("a quote is never closed", path=path, line=line, column=column)
    if "expected after" in said:
        text = "a quote is closed before the end of its cell, or never"
        return InputError(text, path=path, line=first, expected='a quote inside a cell as ""')
    return InputError(f"not CSV: {said}", path=path, line=last)
