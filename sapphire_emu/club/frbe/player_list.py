"""The federation's player list, as far as fictive ratings need it: games by matricule."""

from __future__ import annotations

import re
from pathlib import Path

from sapphire_emu.club.csv_rows import rows_of
from sapphire_emu.errors import InputError, shown
from sapphire_emu.reading import read_utf8

_HEADER = ["matricule", "games"]


def read_player_list(path: Path) -> dict[int, int]:
    """Read a CSV with the columns matricule and games (others are left aside).

    :raises InputError: a column is missing, or a cell is no number (with line).
    """
    rows = rows_of(path, read_utf8(path))
    first = next(rows, None)
    header = [cell.strip().lower() for cell in first.cells] if first else []
    for name in _HEADER:
        if name not in header:
            raise InputError(
                f"no column '{name}'", path=path, line=1, column=1, expected="matricule,games"
            )
    places = [header.index(name) for name in _HEADER]
    games: dict[int, int] = {}
    for row in rows:
        values = []
        for name, place in zip(_HEADER, places, strict=True):
            cell = row.cells[place].strip() if place < len(row.cells) else ""
            if not re.fullmatch(r"\d{1,6}", cell, re.ASCII):
                said = f"{name} '{shown(cell)}'"
                column = row.columns[place] if place < len(row.columns) else row.columns[-1]
                raise InputError(said, path=path, line=row.number, column=column, expected="digits")
            values.append(int(cell))
        games[values[0]] = values[1]
    return games
