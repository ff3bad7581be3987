"""How a memory file is, told without changing it: no lock file, no WAL, no owner's mark is made."""

from __future__ import annotations

import os
import shutil
import sqlite3
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

from sapphire_emu.errors import brief
from sapphire_emu.store import schema
from sapphire_emu.store.header import check_header, refuse_foreign
from sapphire_emu.store.memory import SOMEBODY, Memory, owner_in

if sys.platform == "win32":
    import msvcrt
else:
    import fcntl


@dataclass(frozen=True, slots=True)
class Health:
    """What is known of one memory file.

    ``holder`` names the program that has it open, ``damage`` says what is wrong inside; both are
    empty otherwise.
    """

    exists: bool
    writable: bool
    holder: str = ""
    damage: str = ""
    rating: int = 0
    games: int = 0


def examine(path: Path) -> Health:
    """Look at a memory file.

    :raises UserError: it is something else, or cannot be read.
    """
    path = Path(os.path.realpath(path))
    refuse_foreign(path)
    writable = can_be_written(path)
    holder = SOMEBODY if is_locked(Path(f"{path}.lock")) else ""
    try:
        if not check_header(path):
            return Health(exists=False, writable=writable)
        copy = _copied(path)
        if holder:
            holder = owner_in(copy)
        with Memory(copy, path, None) as memory:
            record = memory.load().record
            memory.check_log()
    except (sqlite3.DatabaseError, ValueError) as error:
        return Health(True, writable, holder, brief(" ".join(str(error).split())))
    return Health(True, writable, holder, "", record.elo, record.games)


def _copied(path: Path) -> sqlite3.Connection:
    """A memory read from a copy of the file and of what SQLite has not yet merged into it.

    Opening the file itself, even to read only, may leave files of SQLite's beside it.
    """
    with tempfile.TemporaryDirectory(prefix="sapphire-") as folder:
        copy = Path(folder) / "memory"
        for suffix in ("", "-wal"):
            part = path.with_name(path.name + suffix)
            if part.exists():
                shutil.copyfile(part, copy.with_name(copy.name + suffix))
        disk = sqlite3.connect(copy)
        held = sqlite3.connect(":memory:")
        try:
            problem = disk.execute("PRAGMA quick_check(1)").fetchone()[0]
            if problem != "ok":
                raise sqlite3.DatabaseError(str(problem))
            version = schema.version_of(disk)
            if version != schema.VERSION:
                raise ValueError(f"layout version {version}, expected {schema.VERSION}")
            disk.backup(held)
        except BaseException:
            held.close()
            raise
        finally:
            disk.close()
    return held


def can_be_written(path: Path) -> bool:
    """True when a file or folder may be written, or made in the nearest folder that exists."""
    if path.exists() and not os.access(path, os.W_OK):
        return False
    folder = path if path.is_dir() else path.parent
    while not folder.exists() and folder != folder.parent:
        folder = folder.parent
    return folder.is_dir() and os.access(folder, os.W_OK | os.X_OK)


def is_locked(lock_file: Path) -> bool:
    """True while another program holds the lock; the lock file is neither made nor changed."""
    try:
        handle = os.open(lock_file, os.O_RDWR if sys.platform == "win32" else os.O_RDONLY)
    except FileNotFoundError:
        return False
    except OSError:
        return sys.platform == "win32"
    try:
        if sys.platform == "win32":
            msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
            msvcrt.locking(handle, msvcrt.LK_UNLCK, 1)
        else:
            fcntl.flock(handle, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except OSError:
        return True
    finally:
        os.close(handle)
    return False
