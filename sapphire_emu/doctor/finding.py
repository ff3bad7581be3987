"""A finding: the thing looked at, how it is, and the one line that mends it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from enum import Enum


class Verdict(Enum):
    """How a thing is. Only a fault of the base makes the whole a failure."""

    FINE = "ok"
    LACKS = "lacks"
    FAULT = "fault"


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing. ``mend`` is empty where nothing needs mending."""

    thing: str
    verdict: Verdict
    found: str
    mend: str = ""


def fine(thing: str, found: str) -> Finding:
    """A thing that is as it should be."""
    return Finding(thing, Verdict.FINE, found)


def lacks(thing: str, found: str, mend: str) -> Finding:
    """A thing that the base does without."""
    return Finding(thing, Verdict.LACKS, found, mend)


def fault(thing: str, found: str, mend: str) -> Finding:
    """A thing without which the base does not work."""
    return Finding(thing, Verdict.FAULT, found, mend)


Look = Callable[[], Iterable[Finding]]


def looked(thing: str, look: Look) -> list[Finding]:
    """The findings of one look; whatever goes wrong in it is itself a finding.

    >>> looked("sums", lambda: [fine("sums", str(1 // 0))])[0].found
    'cannot be looked at: ZeroDivisionError: integer division or modulo by zero'
    """
    try:
        return list(look())
    except Exception as error:
        text = " ".join(f"{type(error).__name__}: {error}".split())
        mend = "install sapphire-emu again; if that does not help, report this line"
        return [fault(thing, f"cannot be looked at: {text}", mend)]
