"""The federation's player list, as far as fictive ratings need it: games by matricule."""

from __future__ import annotations

import csv
import io
import re
from pathlib import Path

from sapphire_emu.errors import InputError, shown
from sapphire_emu.reading import read_utf8

_HEADER = ["matricule", "games"]


def read_player_list(path: Path) -> dict[int, int]:
    """Read a CSV with the columns matricule and games (others are left aside).

    :raises InputError: a column is missing, or a cell is no number (with line).
    """
    text = read_utf8(path)
    delimiter = ";" if ";" in text.partition("\n")[0] else ","
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter)
    games: dict[int, int] = {}
    try:
        header = [cell.strip().lower() for cell in next(reader, [])]
        for name in _HEADER:
            if name not in header:
                raise InputError(
                    f"no column '{name}'", path=path, line=1, column=1, expected="matricule,games"
                )
        places = [header.index(name) for name in _HEADER]
        for row in reader:
            if not any(cell.strip() for cell in row):
                continue
            values = []
            for name, place in zip(_HEADER, places, strict=True):
                cell = row[place].strip() if place < len(row) else ""
                if not re.fullmatch(r"\d{1,6}", cell, re.ASCII):
                    said = f"{name} '{shown(cell)}'"
                    raise InputError(said, path=path, line=reader.line_num, expected="digits")
                values.append(int(cell))
            games[values[0]] = values[1]
    except csv.Error as error:
        raise InputError(f"not CSV: {error}", path=path, line=reader.line_num) from None
    return games
