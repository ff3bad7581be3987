"""What a figure is: a check that is done in parts, each with a seed of its own."""

from __future__ import annotations

import traceback
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

Fact = int | float | str


class Part(NamedTuple):
    """One piece of work: its seed, its number from 0, and how much it is to check."""

    seed: int
    number: int
    size: int


class Tally(NamedTuple):
    """What a part, or a whole figure, has found: cases checked, failures, facts beside them."""

    checked: int
    failures: tuple[str, ...] = ()
    facts: dict[str, Fact] = {}  # noqa: RUF012 - never changed


class Size(NamedTuple):
    """How much a run does: so many parts, each of such a size."""

    parts: int
    each: int


@dataclass(frozen=True, slots=True)
class Figure:
    """One row of the table.

    ``passes`` says what must hold, ``unit`` what is counted. ``alone`` rows need the whole machine
    (they keep time, or bring processes of their own) and are done one by one; they do not run as
    tests of every change. ``per_change`` is None for what only a release measures.
    """

    name: str
    title: str
    passes: str
    unit: str
    check: Callable[[Part], Tally]
    per_change: Size | None
    per_release: Size
    seed: int = 1
    alone: bool = False

    def size(self, *, release: bool) -> Size | None:
        """How much one kind of run does; None when it leaves this row out."""
        return self.per_release if release else self.per_change

    def parts(self, *, release: bool) -> list[Part]:
        """The parts of one kind of run."""
        size = self.size(release=release)
        if size is None:
            return []
        return [Part(self.seed + number, number, size.each) for number in range(size.parts)]


def checked(figure: Figure, part: Part) -> Tally:
    """Do one part; whatever it raises is a failure, told with the line it came from."""
    try:
        return figure.check(part)
    except Exception as error:
        place = traceback.extract_tb(error.__traceback__)[-1]
        where = f"{Path(place.filename).name}:{place.lineno}: {place.line}"
        told = f"seed {part.seed}: {type(error).__name__}: {error} ({where})"
        return Tally(0, (" ".join(told.split())[:400],))


def summed(tallies: Iterable[Tally]) -> Tally:
    """Several parts as one: counts added, of a number the greatest, of words each one once."""
    count = 0
    failures: list[str] = []
    facts: dict[str, Fact] = {}
    for tally in tallies:
        count += tally.checked
        failures += tally.failures
        for name, value in tally.facts.items():
            facts[name] = _both(facts[name], value) if name in facts else value
    return Tally(count, tuple(failures), facts)


def _both(one: Fact, other: Fact) -> Fact:
    if isinstance(one, str) or isinstance(other, str):
        words = {*str(one).split(", "), *str(other).split(", ")}
        return ", ".join(sorted(words))
    return max(one, other)
