"""Check many files on all cores."""

from __future__ import annotations

import os
import re
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
_CLUB = re.compile(r"\.\d{3}", re.ASCII)


@dataclass(frozen=True, slots=True)
class Checked:
    """What is to be said of one file: problems, and notes."""

    path: str
    found: tuple[Problem, ...]

    @property
    def lines(self) -> list[str]:
        """The report, one line each."""
        return report_lines(self.path, list(self.found))

    @property
    def problems(self) -> int:
        """How many are problems; the rest are notes."""
        return sum(not problem.note for problem in self.found)


def files_in(paths: Sequence[Path], *, any_name: bool = False) -> tuple[list[Path], int]:
    """The files named, and the result files in the folders named (not below them), sorted.

    :param any_name: take every file of a folder, not only those that end in a club's number.
    :return: the files, and how many others the folders have.
    :raises InputError: one of them does not exist, or a folder cannot be listed or has none.
    """
    found: list[Path] = []
    others = 0
    for path in paths:
        if path.is_dir():
            try:
                entries = sorted(path.iterdir())
            except OSError as error:
                raise InputError(f"cannot be listed: {error.strerror}", path=path) from None
            files = [e for e in entries if e.is_file() and not e.name.startswith(".")]
            taken = [e for e in files if any_name or _CLUB.fullmatch(e.suffix)]
            if not taken:
                expected = "files" if any_name else "names such as B18TST1B.618, or --any-name"
                raise InputError("no result file in this folder", path=path, expected=expected)
            found += taken
            others += len(files) - len(taken)
        elif path.exists():
            found.append(path)
        else:
            raise InputError("no such file", path=path)
    return found, others


def check_one(path: str, encoding: str | None = None, *, names: bool = True) -> Checked:
    """Check one file; one that cannot be read is a problem of its own."""
    try:
        data = read_bytes(Path(path))
    except InputError as error:
        text = str(error).removeprefix(f"{path}: ")
        problems = [Problem(1, 1, text, fatal=True)]
    else:
        problems = check(data, Path(path).name if names else None, encoding)
    return Checked(path, tuple(problems))


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
