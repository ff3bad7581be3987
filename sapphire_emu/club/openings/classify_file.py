"""Classify a whole file: streaming, on all cores, and going on where an interrupt stopped it.

The output grows in ``OUT.part`` beside its target and takes its name only when it is whole. Beside
it ``OUT.part.json`` says how far it is; the same command then goes on from there.
"""

from __future__ import annotations

import json
import os
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import IO

from sapphire_emu.club.openings.classify import Done, Job, Tally, classify_block, reader
from sapphire_emu.club.openings.outputs import alone, may_write
from sapphire_emu.club.openings.pgn_games import Block, blocks_of
from sapphire_emu.club.openings.reading_games import Problem
from sapphire_emu.club.openings.workers import in_order, workers
from sapphire_emu.errors import InputError
from sapphire_emu.outputs import exists
from sapphire_emu.parsing import parse_json
from sapphire_emu.reading import read_bytes
from sapphire_emu.saving import save, take_free_name

_EVERY = 2.0
"""Seconds between two notes of the progress."""

Told = Callable[[int, int], None]
"""Called with the bytes and games done since the last call."""


@dataclass(slots=True)
class Summary:
    """What a run did. ``resumed`` is how many games an earlier, stopped run had done."""

    tally: Tally = field(default_factory=Tally)
    problems: int = 0
    resumed: int = 0


def size_of(path: Path) -> int:
    """Bytes of an input file.

    :raises InputError: there is no such file, or it is a folder.
    """
    try:
        if path.is_dir():
            raise InputError("it is a folder", path=path, expected="a PGN file")
        return path.stat().st_size
    except OSError as error:
        text = "no such file" if isinstance(error, FileNotFoundError) else str(error.strerror)
        raise InputError(text, path=path) from None


def classify_file(
    source: Path,
    target: Path,
    job: Job,
    *,
    strict: bool = False,
    force: bool = False,
    told: Told | None = None,
    problem: Callable[[Problem], None] | None = None,
) -> Summary:
    """Write ``target``: the games of ``source`` with their codes.

    :param strict: stop at the first game that cannot be classified, and write nothing.
    :raises InputError: a file cannot be read or written, ``target`` exists (without ``force``), no
        game can be classified, or one cannot (with ``strict``).
    """
    size = size_of(source)
    may_write(target, [source, *([job.book] if job.book else [])], force=force)
    target = Path(os.path.realpath(target))  # a link stays a link
    reader(job)  # so that what is missing is said before anything is begun; forks share it
    with alone(target):
        part = _Part(source, target, job, force)
        part.begin()
        _run(part, size, strict, told, problem)
    return part.summary


def _run(
    part: _Part,
    size: int,
    strict: bool,
    told: Told | None,
    problem: Callable[[Problem], None] | None,
) -> None:
    source, job = part.source, part.job
    try:
        with part.opened() as stream, workers(size - part.offset) as pool:
            work = partial(classify_block, job=job)
            blocks = blocks_of(source, offset=part.offset, line=part.line)
            try:
                for block, done in in_order(pool, work, blocks):
                    if strict and done.problems:
                        raise _broken(source, done.problems[0])
                    if problem:
                        for one in done.problems:
                            problem(one)
                    part.add(stream, block, done)
                    if told:
                        told(len(block.data), done.tally.games)
            except (KeyboardInterrupt, SystemExit):
                part.write_note(stream)
                raise
            if not part.summary.tally.classified:
                raise InputError("no game that can be classified", path=source, expected="PGN")
            part.finish(stream)
    except (KeyboardInterrupt, SystemExit):
        raise  # the unfinished output stays, and the same command goes on from there
    except BaseException:
        part.drop()
        raise


def _broken(source: Path, problem: Problem) -> InputError:
    return InputError(problem.reason, path=source, line=problem.line)


class _Part:
    """The unfinished output and the note of how far it is."""

    def __init__(self, source: Path, target: Path, job: Job, force: bool) -> None:
        state = source.stat()
        book = job.book.stat().st_mtime_ns if job.book else 0
        self.what = f"{source.resolve()} {state.st_size} {state.st_mtime_ns} {job} {book}"
        self.source, self.target, self.job = source, target, job
        self.force = force
        self.path = target.with_name(f"{target.name}.part")
        self.note = target.with_name(f"{target.name}.part.json")
        self.offset, self.line, self.written = 0, 1, 0
        self._noted = time.monotonic()
        self.summary = Summary()

    def begin(self) -> None:
        """Take up what a stopped run of the same command left, if it did."""
        try:
            note = parse_json(read_bytes(self.note))
            if note["what"] == self.what and self.path.stat().st_size >= note["written"]:
                tally = Tally(**note["tally"])
                tally.codes = Counter(tally.codes)
                self.summary = Summary(tally, note["problems"], tally.games)
                self.offset, self.line = note["offset"], note["line"]
                self.written = note["written"]
        except (OSError, InputError, ValueError, KeyError, TypeError):
            pass

    def opened(self) -> IO[bytes]:
        """The unfinished output, cut to what the note vouches for."""
        try:
            stream = self.path.open("r+b" if self.offset else "wb")
            stream.truncate(self.written)
            stream.seek(self.written)
        except OSError as error:
            text = f"cannot be written: {error.strerror or error}"
            raise InputError(text, path=self.target) from None
        return stream

    def add(self, stream: IO[bytes], block: Block, done: Done) -> None:
        """Write a block, and from time to time a note."""
        try:
            stream.write(done.data)
        except OSError as error:
            text = f"cannot be written: {error.strerror or error}"
            raise InputError(text, path=self.target) from None
        self.summary.tally.add(done.tally)
        self.summary.problems += len(done.problems)
        read = block.offset + len(block.data)
        line = block.line + block.data.count(b"\n")
        written = self.written + len(done.data)
        self.offset, self.line, self.written = read, line, written  # a stop cannot come between
        if time.monotonic() - self._noted > _EVERY:
            self.write_note(stream)

    def write_note(self, stream: IO[bytes]) -> None:
        """Say how far the output is, once it is on the disk that far."""
        stream.flush()
        os.fsync(stream.fileno())
        note = {
            "what": self.what,
            "offset": self.offset,
            "line": self.line,
            "written": self.written,
            "tally": {name: getattr(self.summary.tally, name) for name in Tally.__slots__},
            "problems": self.summary.problems,
        }
        save(self.note, json.dumps(note).encode())
        self._noted = time.monotonic()

    def finish(self, stream: IO[bytes]) -> None:
        """Give the whole output its name."""
        try:
            stream.flush()
            os.fsync(stream.fileno())
            stream.close()
            if self.force:
                self.path.replace(self.target)
            else:
                take_free_name(self.path, self.target)
                self.path.unlink(missing_ok=True)
        except FileExistsError:
            raise exists(self.target) from None
        except OSError as error:
            text = f"cannot be written: {error.strerror or error}"
            raise InputError(text, path=self.target) from None
        self.note.unlink(missing_ok=True)

    def drop(self) -> None:
        """Leave nothing behind."""
        self.path.unlink(missing_ok=True)
        self.note.unlink(missing_ok=True)
