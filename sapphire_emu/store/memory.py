"""One memory file: opened, locked, read, saved.

* One program at a time: a lock file beside the memory (library ``filelock``: it works alike on
  every system and is released by the system when the process dies).
* A memory that is ours but damaged is set aside under a new name with the reason, and a new owner's
  memory begins; it is never overwritten. A file that is not ours is refused and left alone.
"""

from __future__ import annotations

import json
import os
import shlex
import sqlite3
import sys
import time
from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

from filelock import FileLock, Timeout

from firmware_model.codec import DamagedMemory, decode, encode
from firmware_model.rating import Record
from firmware_model.state import Nvram, RatedGame
from sapphire_emu.errors import UserError, brief
from sapphire_emu.parsing import parse_json
from sapphire_emu.saving import save
from sapphire_emu.store import schema
from sapphire_emu.store.header import check_header, refuse_foreign
from sapphire_emu.store.records import LogEntry, RatedEntry

SOMEBODY = "another program"

_LOG_ROWS = "SELECT number, at, kind, sum, game, san, digest FROM log"


@dataclass(frozen=True, slots=True)
class SetAside:
    """A damaged file that was moved out of the way, and why."""

    moved_to: Path
    reason: str

    def __str__(self) -> str:
        return (
            f"the memory was damaged ({self.reason}); it is kept as {self.moved_to} "
            "and the machine starts as new"
        )


class Memory:
    """An open memory file. Use it in one thread; close it, or use it as a context manager."""

    def __init__(self, connection: sqlite3.Connection, path: Path, lock: FileLock | None) -> None:
        self._connection = connection
        self._lock = lock
        self.path = path
        self.set_aside: SetAside | None = None

    @classmethod
    def open(cls, path: Path, *, read_only: bool = False) -> Memory:
        """Open a memory, making a new one where there is none.

        :raises UserError: another program holds it, it is not a Sapphire memory, or the folder
            cannot be written.
        """
        path = _resolved(path)
        if read_only:
            return cls._open_to_look(path)
        if not path.parent.is_dir():
            raise UserError(f"{path.parent}: cannot keep a memory there: no such folder")
        refuse_foreign(path)
        lock = _lock(path)
        try:
            try:
                memory = cls(_connect(path), path, lock)
                memory.load()
                memory.check_log()
                memory._sign()
            except (sqlite3.DatabaseError, ValueError) as error:
                if isinstance(error, sqlite3.OperationalError) and _not_damage(error):
                    raise _unreachable(path, error) from error
                aside = _set_aside(path, str(error))
                memory = cls(_connect(path), path, lock)
                memory.set_aside = aside
                memory._sign()
        except BaseException:
            lock.release()
            raise
        return memory

    @classmethod
    def _open_to_look(cls, path: Path) -> Memory:
        refuse_foreign(path)
        try:
            if not check_header(path):  # nothing there yet, or an empty file: a new owner's
                return cls(_blank(), path, None)
            memory = cls(_look(path), path, None)
            memory.load()
            memory.check_log()
        except (sqlite3.DatabaseError, ValueError) as error:
            if isinstance(error, sqlite3.OperationalError) and _not_damage(error):
                raise UserError(f"{path}: cannot read the memory: {error}") from error
            raise UserError(
                f"{path}: damaged memory ({error}); start the machine once to set it aside"
            ) from error
        return memory

    def _sign(self) -> None:
        with self._connection:
            self._connection.execute(
                "INSERT OR REPLACE INTO owner VALUES (1, ?, ?)",
                (os.getpid(), " ".join(Path(sys.argv[0]).name.split()[:1]) or "python"),
            )

    def __enter__(self) -> Memory:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the file and let others have it."""
        self._connection.close()
        if self._lock is not None:
            self._lock.release()

    # -- reading ---------------------------------------------------------------------------

    def load(self) -> Nvram:
        """The memory as it was last saved; a new owner's when nothing was.

        :raises DamagedMemory: the row does not hold a possible memory.
        """
        row = self._connection.execute("SELECT data, digest FROM memory").fetchone()
        return Nvram() if row is None else decode(_checked(*row))

    def log(self) -> list[LogEntry]:
        """Every rated game and reset, oldest first.

        :raises DamagedMemory: a row is not what was written.
        """
        rows = self._connection.execute(f"{_LOG_ROWS} ORDER BY number")
        return [
            LogEntry.of_row(number, at, kind, _whole(at, kind, (sum_, game, san), digest))
            for number, at, kind, sum_, game, san, digest in rows
        ]

    def check_log(self) -> None:
        """Compare every log row with its checksum, and see that what it says can be.

        :raises DamagedMemory: a row is not what was written, or nothing this program writes.
        """
        self.log()

    # -- writing ---------------------------------------------------------------------------

    def save(
        self,
        nvram: Nvram,
        rated: RatedGame | None = None,
        *,
        at: str = "",
        opening: tuple[str, str] = ("", ""),
    ) -> None:
        """Make a memory durable, and with it, in one transaction, the game just rated.

        :param at: ISO time of the save; now when empty.
        :param opening: key and name of the game's opening.
        :raises sqlite3.OperationalError: the disk refuses; the old memory is intact.
        """
        at = at or now()
        with self._connection:
            self._put(nvram, at)
            if rated is not None:
                self._append(
                    LogEntry(0, at, rated.before, rated.after, RatedEntry.of(rated, *opening))
                )

    def save_reset(self, nvram: Nvram, before: Record, *, at: str = "") -> None:
        """Make a reset of the rating durable, with what it was before."""
        at = at or now()
        with self._connection:
            self._put(nvram, at)
            self._append(LogEntry(0, at, before, nvram.record, None))

    def replace_all(self, nvram: Nvram, log: Sequence[LogEntry]) -> None:
        """Put another memory and its whole log in place of this one, in one transaction."""
        with self._connection:
            self._connection.execute("DELETE FROM log")
            self._put(nvram, now())
            for entry in log:
                self._append(entry)

    def _put(self, nvram: Nvram, at: str) -> None:
        data = json.dumps(encode(nvram), separators=(",", ":"))
        self._connection.execute(
            "INSERT OR REPLACE INTO memory VALUES (1, ?, ?, ?)", (at, data, schema.digest(data))
        )

    def _append(self, entry: LogEntry) -> None:
        texts = entry.texts()
        self._connection.execute(
            "INSERT INTO log (at, kind, sum, game, san, digest) VALUES (?, ?, ?, ?, ?, ?)",
            (entry.at, entry.kind, *texts, schema.digest(entry.at, entry.kind, *texts)),
        )


def now() -> str:
    """The present moment, ISO, to the second, with its offset."""
    return datetime.now().astimezone().isoformat(timespec="seconds")


def _whole(at: str, kind: str, texts: tuple[str, str, str], digest: str) -> tuple[str, str, str]:
    """The texts of a log row, if its checksum fits; early rows have one of the texts alone."""
    if digest not in (schema.digest(at, kind, *texts), schema.digest(*texts)):
        raise DamagedMemory("a log row's checksum does not fit its texts")
    return texts


def _checked(data: str, digest: str) -> Any:
    if schema.digest(data) != digest:
        raise DamagedMemory("a row's checksum does not fit its data")
    try:
        return parse_json(data)
    except ValueError as error:
        raise DamagedMemory(f"a row is not JSON: {error}") from error


def _blank() -> sqlite3.Connection:
    connection = sqlite3.connect(":memory:")
    schema.create(connection)
    return connection


def _connect(path: Path) -> sqlite3.Connection:
    """Open for writing, lay out if new, check if old.

    A new file comes whole or not at all: laying it out where it lies would leave, after a power
    loss in that moment, a file that is nobody's.

    :raises InputError: a new file cannot be written.
    :raises sqlite3.DatabaseError: damaged.
    :raises DamagedMemory: of a version this program does not know.
    """
    if not check_header(path):
        with closing(_blank()) as blank:
            save(path, blank.serialize())
    connection = sqlite3.connect(path, check_same_thread=False)
    try:
        version = schema.version_of(connection)
        if version == 0:
            raise DamagedMemory("it has no layout version")
        if version > schema.VERSION:
            raise DamagedMemory(f"layout version {version}, expected at most {schema.VERSION}")
        schema.configure(connection)
        problem = connection.execute("PRAGMA quick_check(1)").fetchone()[0]
        if problem != "ok":
            raise DamagedMemory(str(problem))
    except BaseException:
        connection.close()
        raise
    return connection


def _unreachable(path: Path, error: sqlite3.OperationalError) -> UserError:
    """What to say of a sound memory that the system does not let be written."""
    if path.exists() and not os.access(path, os.W_OK):
        mend = f"chmod u+w {shlex.quote(str(path))}"
        return UserError(f"{path}: the memory is write-protected; {mend}")
    return UserError(f"{path}: cannot open the memory: {error}")


def _not_damage(error: sqlite3.OperationalError) -> bool:
    """True for a disk that is full, read-only or out of reach: the file itself is sound."""
    name = getattr(error, "sqlite_errorname", "")
    causes = ("READONLY", "CANTOPEN", "FULL", "BUSY", "PERM", "IOERR", "NOMEM", "LOCKED")
    return any(cause in name for cause in causes) and "SHORT_READ" not in name


def _lock(path: Path) -> FileLock:
    lock = FileLock(f"{path}.lock")
    try:
        lock.acquire(timeout=0)
    except Timeout:
        raise UserError(
            f"{path} is in use by {_owner(path)}; close that first "
            "(--read-only looks at it meanwhile)"
        ) from None
    except OSError as error:
        raise UserError(f"{path}: cannot keep a memory there: {error.strerror}") from error
    return lock


def _owner(path: Path) -> str:
    """The process that holds a memory, as well as it can be told."""
    try:
        connection = sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)
    except sqlite3.DatabaseError:
        return SOMEBODY
    try:
        return owner_in(connection)
    finally:
        connection.close()


def owner_in(connection: sqlite3.Connection) -> str:
    """The process that an open memory says it belongs to."""
    try:
        row = connection.execute("SELECT pid, command FROM owner").fetchone()
    except sqlite3.DatabaseError:
        row = None
    return f"process {row[0]} ({row[1]})" if row else SOMEBODY


def _resolved(path: Path) -> Path:
    """The file behind links, so that two names of one memory are one memory."""
    try:
        return Path(os.path.realpath(path))
    except (OSError, ValueError) as error:
        raise UserError(f"{path}: cannot be a memory: {error}") from error


def _look(path: Path) -> sqlite3.Connection:
    """Open to read only, in a folder that cannot be written too, and leave nothing there.

    SQLite makes a log beside the file even to read only, and cannot take it away again. Without a
    log nobody is writing and the file is whole: then it is read as one that does not change.
    """
    untouched = "mode=ro&immutable=1"
    log = path.with_name(f"{path.name}-wal")
    for how in ("mode=ro", untouched) if log.exists() else (untouched,):
        connection = sqlite3.connect(f"{path.as_uri()}?{how}", uri=True)
        try:
            connection.execute("SELECT count(*) FROM memory").fetchone()
        except sqlite3.OperationalError as error:
            connection.close()
            if how.endswith("1") or not _not_damage(error):
                raise
        else:
            break
    return connection


def _set_aside(path: Path, reason: str) -> SetAside:
    stamp = time.strftime("%Y%m%d-%H%M%S")
    number = 0
    while (
        target := path.with_name(f"{path.name}.damaged-{stamp}{f'-{number}' if number else ''}")
    ).exists():
        number += 1
    for suffix in ("", "-wal", "-shm"):
        part = path.with_name(path.name + suffix)
        if part.exists():
            part.rename(target.with_name(target.name + suffix))
    return SetAside(target, brief(" ".join(reason.split())))
