"""Check many files on all cores."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from sapphire_emu.club.frbe.check import check, report_lines
from sapphire_emu.club.frbe.model import Problem
from sapphire_emu.errors import InputError
from sapphire_emu.reading import read_bytes
from sapphire_emu.worker_process import settle_in

LEAST_FOR_POOL = 200
"""Files below which starting other processes costs more than it saves."""
_CHUNK = 64


@dataclass(frozen=True, slots=True)
class Checked:
    """One file's report lines, and how many of them are problems (the rest are notes)."""

    path: str
    lines: tuple[str, ...]
    problems: int


def files_in(paths: Sequence[Path]) -> list[Path]:
    """The files named, and those in the folders named (not below them), each folder sorted.

    :raises InputError: one of them does not exist, or a folder cannot be listed.
    """
    found: list[Path] = []
    for path in paths:
        if path.is_dir():
            try:
                entries = sorted(path.iterdir())
            except OSError as error:
                raise InputError(f"cannot be listed: {error.strerror}", path=path) from None
            found += [e for e in entries if e.is_file() and not e.name.startswith(".")]
        elif path.exists():
            found.append(path)
        else:
            raise InputError("no such file", path=path)
    return found


def check_one(path: str, encoding: str | None = None, *, names: bool = True) -> Checked:
    """Check one file; one that cannot be read is a problem of its own."""
    try:
        data = read_bytes(Path(path))
    except InputError as error:
        text = str(error).removeprefix(f"{path}: ")
        problems = [Problem(1, 1, text, fatal=True)]
    else:
        problems = check(data, Path(path).name if names else None, encoding)
    lines = tuple(report_lines(path, problems))
    return Checked(path, lines, sum(1 for problem in problems if not problem.note))


def _check_chunk(chunk: Sequence[str], encoding: str | None, names: bool) -> list[Checked]:
    return [check_one(path, encoding, names=names) for path in chunk]


def check_all(
    paths: Sequence[Path], encoding: str | None = None, *, names: bool = True
) -> Iterator[Checked]:
    """Check files in the order given, on all cores when they are many."""
    texts = [str(path) for path in paths]
    cores = os.cpu_count() or 1
    if len(texts) < LEAST_FOR_POOL or cores == 1:
        for text in texts:
            yield check_one(text, encoding, names=names)
        return
    chunks = [texts[at : at + _CHUNK] for at in range(0, len(texts), _CHUNK)]
    with ProcessPoolExecutor(cores, initializer=settle_in) as pool:
        results = pool.map(_check_chunk, chunks, [encoding] * len(chunks), [names] * len(chunks))
        for result in results:
            yield from result
