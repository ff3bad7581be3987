"""How fast the federation's files are read: one large file, and a folder against one by one.

    python -m benchmarks.frbe_files [FILES]

The folder is checked by one command on all cores; for comparison a sample of its files is checked
by one new process each. The ratio is what one run measures under the same conditions.
"""

from __future__ import annotations

import random
import subprocess
import sys
import tempfile
import time
from dataclasses import replace
from datetime import date
from pathlib import Path

from sapphire_emu.club.frbe.check import check
from sapphire_emu.club.frbe.fictive import fictive_ratings
from sapphire_emu.club.frbe.model import NO_GAME, Cell, CodeLine, Colour, Result, ResultFile, Row
from sapphire_emu.club.frbe.reader import parse
from sapphire_emu.club.frbe.round_dates import column_line
from sapphire_emu.club.frbe.writer import for_sending, to_bytes

SAMPLE = 12


def made(players: int, rounds: int, unrated: int, seed: int) -> bytes:
    source = random.Random(seed)
    cells = [[NO_GAME] * rounds for _ in range(players)]
    for round_ in range(rounds):
        order = source.sample(range(players), players)
        for a, b in zip(order[::2], order[1::2], strict=False):
            own, other = source.choice(["10", "01", "55"])
            cells[a][round_] = Cell(b + 1, Colour.WHITE, Result(own))
            cells[b][round_] = Cell(a + 1, Colour.BLACK, Result(other))
    rows = tuple(
        Row(n + 1, f"Player Number {n + 1}", 10001 + n, 618, "BEL",
            "0000" if n < unrated else str(source.randint(1150, 2400)), tuple(cells[n]))
        for n in range(players)
    )  # fmt: skip
    code = CodeLine(0, 0, players, rounds, date(2020, 1, 1), date(2020, 1, 9))
    file = ResultFile(("Tournoi OPEN",), code, column_line(["991230"] * rounds), rows)
    return to_bytes(for_sending(replace(file, code_line=replace(code, tally=file.tally()))))


def one_large_file() -> None:
    data = made(998, 20, 100, seed=1)
    start = time.perf_counter()
    parsed = parse(data)
    assert parsed.file is not None
    read = time.perf_counter()
    assert check(data, "109TST1A.618") == []
    checked = time.perf_counter()
    fictive_ratings(parsed.file)
    rated = time.perf_counter()
    print(f"998 players, 20 rounds, 100 unrated: read {read - start:.3f} s, "
          f"checked {checked - read:.3f} s, rated {rated - checked:.3f} s")  # fmt: skip


def a_folder(count: int) -> None:
    command = [sys.executable, "-m", "sapphire_emu", "frbe", "check"]
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        kinds = [made(16, 7, 3, seed) for seed in range(40)]
        for number in range(count):
            (folder / f"f{number:05}.618").write_bytes(kinds[number % len(kinds)])
        start = time.perf_counter()
        subprocess.run([*command, "--any-name", str(folder)], check=True, capture_output=True)
        whole = time.perf_counter() - start
        start = time.perf_counter()
        for path in sorted(folder.iterdir())[:SAMPLE]:
            subprocess.run([*command, "--any-name", str(path)], check=True, capture_output=True)
        single = (time.perf_counter() - start) / SAMPLE
    each = whole / count
    print(f"{count} files of 16 players, 7 rounds: {whole:.2f} s, {1000 * each:.2f} ms each; "
          f"one new process each {1000 * single:.0f} ms; ratio {single / each:.0f}")  # fmt: skip


if __name__ == "__main__":
    one_large_file()
    a_folder(int(sys.argv[1]) if len(sys.argv) > 1 else 10_000)
