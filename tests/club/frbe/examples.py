"""Files for the tests: the source's three tables with invented people, and made ones."""

from __future__ import annotations

import random
from dataclasses import replace
from datetime import date
from pathlib import Path

from sapphire_emu.club.frbe.model import (
    NO_GAME,
    Cell,
    CodeLine,
    Colour,
    Result,
    ResultFile,
    Row,
)
from sapphire_emu.club.frbe.reader import read_file
from sapphire_emu.club.frbe.round_dates import column_line
from sapphire_emu.club.frbe.writer import for_sending

TABLES = Path(__file__).parent / "tables"
ELITE, CLOSED, OPEN = (TABLES / f"{name}.txt" for name in ("elite", "closed", "open"))


def closed_fixed() -> bytes:
    from sapphire_emu.club.frbe.writer import to_bytes

    return to_bytes(for_sending(read_file(CLOSED)))


def made(players: int, rounds: int, unrated: int, seed: int = 1) -> ResultFile:
    """Random pairings: ``players`` of whom the first ``unrated`` have no rating."""
    source = random.Random(seed)
    cells = [[NO_GAME] * rounds for _ in range(players)]
    for round_ in range(rounds):
        order = source.sample(range(players), players)
        for a, b in zip(order[::2], order[1::2], strict=False):
            own, other = source.choice(["10", "01", "55", "--"])
            cells[a][round_] = Cell(b + 1, Colour.WHITE, Result(own))
            cells[b][round_] = Cell(a + 1, Colour.BLACK, Result(other))
    rows = tuple(
        Row(
            n + 1,
            f"Player Number {n + 1}",
            10001 + n,
            618,
            "BEL",
            "0000" if n < unrated else str(source.randint(1150, 2400)),
            tuple(cells[n]),
        )
        for n in range(players)
    )
    code = CodeLine(0, 0, players, rounds, date(2020, 1, 1), date(2020, 1, 9))
    dates = column_line(["991230"] * rounds)
    file = ResultFile(("Tournoi OPEN : Exemple",), code, dates, rows)
    return for_sending(replace(file, code_line=replace(code, tally=file.tally())))


def table(games: str, ratings: list[int]) -> ResultFile:
    """A small open by hand: ``games`` such as ``"1-2 1, 1-3 ="`` (White's result), one a round."""
    rounds = [game.split() for game in games.split(",")]
    cells = [[NO_GAME] * len(rounds) for _ in ratings]
    answers = {"1": "10", "0": "01", "=": "55", "-": "--", "h": "50"}
    for number, (pair, result) in enumerate(rounds):
        white, black = (int(player) for player in pair.split("-"))
        own, other = answers[result]
        cells[white - 1][number] = Cell(black, Colour.WHITE, Result(own))
        cells[black - 1][number] = Cell(white, Colour.BLACK, Result(other))
    rows = tuple(
        Row(n, f"Player {n}", 10000 + n, 618, "BEL", f"{rating:04}", tuple(cells[n - 1]))
        for n, rating in enumerate(ratings, start=1)
    )
    code = CodeLine(0, 0, len(rows), len(rounds), date(2020, 1, 1), date(2020, 1, 9))
    return ResultFile((), code, column_line(["991230"] * len(rounds)), rows)
