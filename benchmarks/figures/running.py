"""Runs rows of the table: parts side by side in processes, those that need the machine alone."""

from __future__ import annotations

import datetime
import multiprocessing
import os
import platform
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed

from benchmarks.figures.figure import Figure, Part, Tally, checked, summed
from benchmarks.figures.keeping import Done, Row

Work = tuple[Figure, Part]


def _do(figure: Figure, part: Part) -> tuple[str, int, Tally]:
    return figure.name, part.number, checked(figure, part)


def run(
    figures: Sequence[Figure],
    done: Done,
    *,
    release: bool,
    cores: int | None = None,
    tick: Callable[[str], None] = lambda _: None,
) -> Iterator[tuple[Figure, Tally]]:
    """Do what is not done yet; each row with its sum, in the order of the table.

    :param done: the parts an earlier, unfinished run has done; new ones are added to it.
    :param cores: how many processes work at once; None for as many as there are cores.
    :param tick: told the row's name after every part that has been done.
    """
    todo: list[Work] = [
        (figure, part)
        for figure in figures
        for part in figure.parts(release=release)
        if (figure.name, part.number) not in done.parts
    ]
    together = [work for work in todo if not work[0].alone]
    if together:
        with ProcessPoolExecutor(
            max_workers=cores or os.cpu_count(),
            mp_context=multiprocessing.get_context("spawn"),
        ) as pool:
            for future in as_completed([pool.submit(_do, *work) for work in together]):
                name, number, tally = future.result()
                done.add(name, number, tally)
                tick(name)
    for figure, part in todo:
        if figure.alone:
            name, number, tally = _do(figure, part)
            done.add(name, number, tally)
            tick(name)
    for figure in figures:
        parts = figure.parts(release=release)
        if parts:
            yield figure, summed(done.parts[figure.name, part.number] for part in parts)


def result_row(figure: Figure, tally: Tally, *, release: bool) -> Row:
    """What is kept of a finished row."""
    return {
        "checked": tally.checked,
        "facts": tally.facts,
        "failures": list(tally.failures),
        "seed": figure.seed,
        "date": datetime.datetime.now(datetime.UTC).date().isoformat(),
        "machine": f"{os.cpu_count()} cores, Python {platform.python_version()}",
        "command": command(figure, release=release),
    }


def command(figure: Figure, *, release: bool) -> str:
    """What reproduces a row."""
    return f"python -m benchmarks.figures {figure.name}{' --release' if release else ''}"
