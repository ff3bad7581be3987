"""Show a result file: as a cross-table for people, as JSON and CSV for programs."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from typing import Any

from sapphire_emu.club.frbe.model import INDIVIDUAL_GAMES, Cell, ResultFile, Row
from sapphire_emu.club.frbe.round_dates import round_dates
from sapphire_emu.club.tables import Column, table
from sapphire_emu.counting import counted
from sapphire_emu.errors import printable

_KNOWN = {
    (0, 0): "cross table (PairTwo, national interclubs)",
    (0, 6): "cross table of the FEFB's interclubs",
    (1, 1): "complete tournament, single round",
    (3, 1): "individual games (24L), two lines a game",
}
_COLOURS = {"B": "white", "N": "black", "-": None}
_RESULTS = {"1": "1", "0": "0", "5": "1/2", "-": None}


def kind_words(kind: int, code: int) -> str:
    """What the two leading digits of the code line are known to mean."""
    return _KNOWN.get((kind, code), "meaning not documented")


def points(half_points: int) -> str:
    """Half points as printed: ``4.5``."""
    return f"{half_points // 2}.{5 * (half_points % 2)}"


def as_text(file: ResultFile) -> str:
    """Preamble, the code line in words, and the cross-table."""
    code = file.code_line
    form = "squeezed text" if file.form.squeezed else "fixed columns"
    ends = {"\r\n": "CRLF", "\n": "LF", "\r": "CR"}[file.form.newline]
    head = [
        *(printable(line) for line in file.preamble),
        "",
        f"type {code.kind}, code {code.code}: {kind_words(code.kind, code.code)}",
        f"{counted(code.players, 'player')}, {counted(code.rounds, 'round')}, "
        f"{code.first} to {code.last}",
        f"results {code.tally or file.tally()}{'' if code.tally else ' (counted)'}",
        f"{form}, {ends}, {file.form.encoding}",
        "",
    ]
    return "\n".join(head) + "\n" + cross_table(file)


def cross_table(file: ResultFile) -> str:
    """The table; a round is opponent, colour and result as in the file: ``8N5``."""
    rounds = len(file.rows[0].cells) if file.rows else file.code_line.rounds
    days = round_dates(file.column_line, file.code_line.last)
    heads = [
        f"{days[r].day:%m-%d}" if r < len(days) and days[r].day else f"r{r + 1}"
        for r in range(rounds)
    ]
    columns = [
        Column("no", right=True),
        Column("name"),
        Column("matr.", right=True),
        Column("club", right=True),
        Column("nat"),
        Column("elo", right=True),
        Column("points", right=True),
        *(Column(head, right=True) for head in heads),
    ]
    return table(columns, [_table_cells(row, rounds, file.code_line.kind) for row in file.rows])


def _table_cells(row: Row, rounds: int, kind: int) -> list[str]:
    cells = [_cell(cell) for cell in row.cells]
    if kind == INDIVIDUAL_GAMES and row.tail.strip("\0 "):
        cells[-1] += "  " + row.tail.strip("\0 ")
    return [
        str(row.number),
        row.name,
        str(row.matricule),
        str(row.club),
        row.nationality,
        row.rating_text,
        points(row.half_points),
        *(cells + ["-"] * rounds)[:rounds],
    ]


def _cell(cell: Cell) -> str:
    return f"{cell.opponent}{cell.colour.value}{cell.result.value}" if cell.opponent else "-"


def as_dict(file: ResultFile, name: str) -> dict[str, Any]:
    """The file as plain values for JSON."""
    code = file.code_line
    tally = code.tally or file.tally()
    days = round_dates(file.column_line, code.last)
    return {
        "file": name,
        "preamble": list(file.preamble),
        "code_line": {
            "type": code.kind,
            "code": code.code,
            "meaning": kind_words(code.kind, code.code),
            "players": code.players,
            "rounds": code.rounds,
            "first_date": code.first.isoformat(),
            "last_date": code.last.isoformat(),
            "won": tally.won,
            "drawn": tally.drawn,
            "lost": tally.lost,
            "tally_in_file": code.tally is not None,
        },
        "round_dates": [found.day.isoformat() if found.day else None for found in days],
        "layout": "squeezed" if file.form.squeezed else "fixed",
        "encoding": file.form.encoding,
        "players": [_player_dict(row) for row in file.rows],
    }


def _player_dict(row: Row) -> dict[str, Any]:
    values: dict[str, Any] = {
        "number": row.number,
        "name": row.name,
        "matricule": row.matricule,
        "club": row.club,
        "nationality": row.nationality,
        "rating": row.rating,
        "fictive": row.fictive,
        "points": row.half_points / 2,
        "rounds": [
            {
                "opponent": cell.opponent or None,
                "colour": _COLOURS[cell.colour.value],
                "result": _RESULTS[cell.result.value],
            }
            for cell in row.cells
        ],
    }
    if row.tail.strip("\0 "):
        values["game"] = row.tail.strip("\0 ")
    return values


def as_csv(files: Sequence[tuple[str, ResultFile]]) -> str:
    """One line a player, three columns a round; the file's name first when there are several."""
    out = io.StringIO(newline="")
    writer = csv.writer(out, lineterminator="\n")
    rounds = max((len(row.cells) for _, file in files for row in file.rows), default=0)
    several = len(files) > 1
    fields = ["number", "name", "matricule", "club", "nationality", "rating", "points"]
    parts = [f"r{r}_{part}" for r in range(1, rounds + 1) for part in ("opp", "colour", "result")]
    writer.writerow([*(["file"] if several else []), *fields, *parts])
    for name, file in files:
        for row in file.rows:
            cells: list[str | int] = []
            for cell in row.cells:
                cells += [cell.opponent, cell.colour.value, cell.result.value]
            writer.writerow(
                [
                    *([name] if several else []),
                    row.number,
                    row.name,
                    row.matricule,
                    row.club,
                    row.nationality,
                    row.rating_text,
                    points(row.half_points),
                    *cells,
                ]
            )
    return out.getvalue()
