"""A program that saves rated games, and every disk that a power loss may leave of its work."""

from __future__ import annotations

import random
import shutil
from pathlib import Path

from sapphire_emu.errors import UserError
from sapphire_emu.store.memory import Memory
from tests.fault.disk_model import Disk, Event, record

SAVES = 8

WRITER = f"""
import os, sys
from dataclasses import replace
from pathlib import Path
from firmware_model.game import By, Ending, Game, Ply
from firmware_model.rating import Record, Result, Rules, rate
from firmware_model.state import Nvram, RatedGame
from sapphire_emu.store.memory import Memory
BEFORE
memory = Memory.open(Path(sys.argv[1]))
record = Record()
for number in range(1, {SAVES} + 1):
    found = rate(record, 1500, Result.WIN)
    plies = (Ply("e2e4", By.USER, "tr7", 1500),)
    game = Game(plies=plies, ending=Ending.MACHINE_RESIGNED, rated=True)
    rated = RatedGame(record, found.record, 1500, Result.WIN, found.tier, Rules.CORRECTED,
                      found.formula, "tr7", True, game)
    record = found.record
    memory.save(Nvram(record=record), rated)
    os.write(1, b"saved %d" % number)
memory.close()
"""

WITHOUT_SYNC = """
from sapphire_emu.store import schema
honest = schema.configure
def configure(connection):
    honest(connection)
    connection.execute("PRAGMA synchronous = OFF")
schema.configure = configure
"""

PLAIN_WRITER = f"""
import os, sys
for number in range(1, {SAVES} + 1):
    with open(sys.argv[1], "w") as file:
        file.write(str(number) * 5000)
    os.write(1, b"saved %d" % number)
"""


def played(
    events: list[Event], rng: random.Random, tries: int
) -> list[tuple[int, dict[str, bytes]]]:
    """Every disk that may be found, and how many saves were acknowledged by then."""
    disk, acknowledged = Disk(), 0
    found = [(0, dict[str, bytes]())]
    for event in events:
        if event.kind == "said":
            acknowledged = int(event.data.split()[-1])
        disk.take(event)
        found += [(acknowledged, files) for files in disk.possibilities(rng, tries)]
    return found


def lay(files: dict[str, bytes], folder: Path) -> Path:
    """The disk as a folder."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    for name, content in files.items():
        (folder / name).write_bytes(content)
    return folder / "m"


def fault_of(files: dict[str, bytes], acknowledged: int, folder: Path) -> str:
    """What is wrong with a memory found after a power loss; empty when nothing is."""
    try:
        memory = Memory.open(lay(files, folder))
    except UserError as error:
        return f"refused: {error}"
    with memory:
        if memory.set_aside is not None:
            return f"damaged: {memory.set_aside.reason}"
        games, log = memory.load().record.games, len(memory.log())
    if games != log:
        return f"rating of {games} games, log of {log}"
    if not acknowledged <= games <= acknowledged + 1:
        return f"{games} games, {acknowledged} acknowledged"
    return ""


def faults(events: list[Event], folder: Path, tries: int, seed: int = 1) -> tuple[list[str], int]:
    """Every fault found, and how many disks were looked at."""
    seen: set[tuple[int, tuple[tuple[str, bytes], ...]]] = set()
    found = []
    for acknowledged, files in played(events, random.Random(seed), tries):
        case = acknowledged, tuple(sorted(files.items()))
        if case in seen:
            continue
        seen.add(case)
        if fault := fault_of(files, acknowledged, folder):
            found.append(fault)
    return found, len(seen)


def recorded(tmp_path: Path, program: str) -> list[Event]:
    (tmp_path / "disk").mkdir()
    return record(program, tmp_path / "disk", str(tmp_path / "disk" / "m"))
