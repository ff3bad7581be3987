"""The memory file: killed while saving, and damaged in every way."""

from __future__ import annotations

import random
import tempfile
from pathlib import Path

from benchmarks.figures.figure import Part, Tally
from sapphire_emu.store.memory import Memory
from sapphire_emu.store.records import RatedEntry
from tests.fault.killing import WRITER, killed
from tests.fault.power_loss import WRITER as SAVES_OF_GAMES
from tests.fault.power_loss import faults, recorded
from tests.store.damage import a_rated_game, open_damaged, whole_file

LAST_BYTES = 64
"""Where the newest row of the last table lies, that of the present owner."""
IN_MEMORY = "/dev/shm"
LONGEST_LIFE_S = 0.03
TRUNCATION_PARTS = 16
"""The bytes of a file are dealt out to so many parts."""


def kills(part: Part) -> Tally:
    """``kill -9``, ``size`` times: no acknowledged save is lost and none is torn."""
    rng = random.Random(part.seed)
    acknowledged = 0
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "m"
        for _ in range(part.size):
            told = killed(WRITER, path, rng.uniform(0.0, LONGEST_LIFE_S))
            acknowledged += len(told)
            with Memory.open(path) as memory:
                assert memory.set_aside is None, "corrupt"
                found = memory.load().record.elo
            assert found in (told[-1], told[-1] % 9999 + 1), f"told {told[-1]}, found {found}"
    return Tally(part.size, facts={"saves acknowledged, a part": acknowledged})


def power_losses(part: Part) -> Tally:
    """The power fails at every system call of some saves: the old state or the new one.

    ``size`` is how often the changes under way are dealt out anew at each moment.
    """
    with _folder() as name:
        folder = Path(name)
        events = recorded(folder, SAVES_OF_GAMES.replace("BEFORE", ""))
        found, looked_at = faults(events, folder / "found", part.size, part.seed)
    return Tally(looked_at, tuple(found))


def _folder() -> tempfile.TemporaryDirectory[str]:
    """A scratch folder in memory where there is one: damage is the same on any disk."""
    return tempfile.TemporaryDirectory(dir=IN_MEMORY if Path(IN_MEMORY).is_dir() else None)


def _is_whole(path: Path, at: str) -> bool:
    """True when a memory is, to the last letter of its log, the one that was saved."""
    nvram, rated = a_rated_game()
    with Memory.open(path) as memory:
        (entry,) = memory.log()
        return (memory.load(), entry.at, entry.rated) == (nvram, at, RatedEntry.of(rated))


def _saved(folder: str) -> tuple[Path, bytes, str]:
    """A sound file, its bytes, and when its one game was rated."""
    path, content = whole_file(Path(folder))
    with Memory.open(path) as memory:
        return path, content, memory.log()[0].at


def truncations(part: Part) -> Tally:
    """Cut off after every byte: set aside with its bytes kept, and defaults instead.

    The last bytes of the file may hold nothing but who had it open; without them nothing is lost.
    """
    harmless = 0
    with _folder() as folder:
        path, content, at = _saved(folder)
        assert open_damaged(path, content) == "sound"
        sizes = range(1 + part.number, len(content), TRUNCATION_PARTS)
        for size in sizes:
            fate = open_damaged(path, content[:size])
            if fate == "sound" and size > len(content) - LAST_BYTES:
                assert _is_whole(path, at), f"cut after {size}"
                harmless += 1
            else:
                assert fate == "set aside", f"cut after {size}: {fate}"
    return Tally(len(sizes), facts={"of them without loss, a part": harmless})


def flips(part: Part) -> Tally:
    """One bit turned over: noticed, or it hit a byte that holds nothing; never another memory.

    With a ``size`` of 0 every bit of the part's share of the file, otherwise so many at random.
    """
    rng = random.Random(part.seed)
    fates = dict.fromkeys(("sound", "set aside", "refused"), 0)
    with _folder() as folder:
        path, content, at = _saved(folder)
        if part.size:
            bits = [rng.randrange(len(content) * 8) for _ in range(part.size)]
        else:
            bits = list(range(part.number, len(content) * 8, TRUNCATION_PARTS))
        for bit in bits:
            damaged = bytearray(content)
            damaged[bit // 8] ^= 1 << bit % 8
            fate = open_damaged(path, bytes(damaged))
            fates[fate] += 1
            if fate == "sound":
                assert _is_whole(path, at), f"bit {bit}"
    assert fates["sound"], fates
    assert fates["set aside"], fates
    return Tally(len(bits))
