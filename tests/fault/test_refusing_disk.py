"""The disk refuses at every system call of a save: one line, and the old state or the new one.

``strace`` makes the N-th call fail in the running program; a limit on the size of files makes
writes really come out short.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from sapphire_emu.store.memory import Memory

SAVES = 2
MANY = 16
"""Saves whose WAL is longer than the 32 KiB of shared memory that SQLite lays beside it."""

WRITER = """
import resource, sqlite3, sys
from pathlib import Path
from firmware_model.rating import Record
from firmware_model.state import Nvram
from sapphire_emu.errors import UserError
from sapphire_emu.store.memory import Memory
if len(sys.argv) > 3:
    resource.setrlimit(resource.RLIMIT_FSIZE, (int(sys.argv[3]),) * 2)
try:
    memory = Memory.open(Path(sys.argv[1]))
    SAVE = memory.save
    CARELESS
    for number in range(1, int(sys.argv[2]) + 1):
        SAVE(Nvram(record=Record(1000 + number, number)))
        print(number, flush=True)
    memory.close()
except (UserError, sqlite3.OperationalError) as error:
    print("refused:", error)
"""

CARELESS = """
    def SAVE(nvram):
        try:
            memory.save(nvram)
        except sqlite3.OperationalError:
            pass
"""

FAULTS = [
    ("pwrite64", "ENOSPC"),
    ("pwrite64", "EIO"),
    ("fsync,fdatasync", "EIO"),
    ("ftruncate", "EIO"),
    ("unlink", "EIO"),
    ("rename", "ENOSPC"),
    ("openat", "EACCES"),
]


def run(
    command: list[str], path: Path, saves: int, *limit: str, careless: str = ""
) -> tuple[int, bool]:
    """How many saves were acknowledged, and whether the program told of a refusal."""
    program = WRITER.replace("    CARELESS\n", careless)
    done = subprocess.run(
        [*command, sys.executable, "-c", program, str(path), str(saves), *limit],
        capture_output=True,
        text=True,
        check=False,
    )
    lines = done.stdout.splitlines()
    assert done.returncode == 0, done.stderr
    told = [line for line in lines if line.startswith("refused: ")]
    return sum(line.isdecimal() for line in lines), bool(told)


def check(path: Path, acknowledged: int) -> None:
    """The memory is whole, and nothing acknowledged is lost."""
    with Memory.open(path) as memory:
        assert memory.set_aside is None, memory.set_aside
        assert acknowledged <= memory.load().record.games <= acknowledged + 1


@pytest.mark.parametrize(("calls", "error"), FAULTS)
def test_each_call_fails_once(tmp_path: Path, calls: str, error: str) -> None:
    refusals = 0
    for number in range(1, 100):
        folder = tmp_path / str(number)
        folder.mkdir()
        path = folder / "m"
        command = ["strace", "-f", "-o", str(folder / "trace")]
        if calls == "openat":  # which Python itself needs all the time
            command += [f"-P{path}{suffix}" for suffix in ("", "-wal", "-journal")]
        command += ["-e", f"trace={calls}", "-e", f"inject={calls}:error={error}:when={number}"]
        acknowledged, refused = run(command, path, SAVES)
        check(path, acknowledged)
        refusals += refused
        assert refused or acknowledged == SAVES
        if "(INJECTED)" not in (folder / "trace").read_text():
            assert acknowledged == SAVES
            break
    else:
        pytest.fail("the faults never end")
    assert refusals or calls in ("ftruncate", "unlink")


def test_writes_come_out_short_where_the_file_may_not_grow(tmp_path: Path) -> None:
    before, after = 0, 0
    for limit in (100, 4_500, 20_000, *range(33_000, 68_000, 2_700)):
        folder = tmp_path / str(limit)
        folder.mkdir()
        acknowledged, told = run([], folder / "m", MANY, str(limit))
        check(folder / "m", acknowledged)
        assert told or acknowledged == MANY
        before += told and not acknowledged
        after += told and acknowledged > 0
    assert before >= 3
    assert after >= 5


def test_control_a_program_that_does_not_listen_loses_what_it_acknowledged(
    tmp_path: Path,
) -> None:
    path = tmp_path / "m"
    assert run([], path, MANY, "40000", careless=CARELESS) == (MANY, False)
    with pytest.raises(AssertionError):
        check(path, MANY)
