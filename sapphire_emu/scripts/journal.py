"""The journal: every input of a run with its emulated time, and a digest of the state after it.

A journal is a text file of JSON lines. The first holds form, version and the whole state the run
began with; each further line is ``[at_ms, kind, payload, digest]``. Time itself is not written: any
number of short ticks equals one long one, so the time before the next input says everything. A
journal therefore replays anywhere, and the first step whose digest differs is found.

Bounded on disk: a file that has grown to ``MAX_FILE_BYTES`` is closed and another one begun from
the state of that moment; of a folder's journals the newest ``MAX_FILES`` are kept.
"""

from __future__ import annotations

import json
import os
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TextIO

from firmware_model._version import __version__
from firmware_model.codec import DamagedMemory
from firmware_model.dialects import DIALECTS
from firmware_model.events import (
    Battery,
    Input,
    KeyDown,
    KeyUp,
    Lock,
    OpponentInfo,
    OpponentMove,
    Output,
    Power,
    SerialBytes,
    Tick,
)
from firmware_model.keys import BY_NAME
from firmware_model.rating import MAX_ELO
from firmware_model.state import State
from firmware_model.state_checks import whole, words
from firmware_model.state_codec import decode_state, digest, encode_state
from firmware_model.step import advance, apply
from sapphire_emu.errors import InputError
from sapphire_emu.parsing import parse_json
from sapphire_emu.reading import MIB, read_bytes

FORM = "sapphire-journal"
FORM_VERSION = 1
MAX_FILE_BYTES = 2 * 1024 * 1024
MAX_FILES = 20
MAX_READ_BYTES = 64 * MIB
MAX_GAP_MS = 400 * 24 * 3_600_000
"""Nobody leaves the machine alone for longer; more is damage, and would take hours to replay."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One input: emulated ms, the input, the digest of the state after it."""

    at_ms: int
    event: Input
    digest: str


@dataclass(frozen=True, slots=True)
class Journal:
    """A journal as read: what made it, the state it began with, its inputs."""

    path: str
    made_by: str
    start: State
    entries: tuple[Entry, ...]


# -- inputs as JSON --------------------------------------------------------------------------

_TO_JSON: dict[type, tuple[str, Callable[[Any], list[Any]]]] = {
    KeyDown: ("down", lambda e: [e.key.script_name]),
    KeyUp: ("up", lambda e: [e.key.script_name]),
    SerialBytes: ("serial", lambda e: [e.data.decode("latin-1"), e.link, e.dialect]),
    OpponentInfo: (
        "info",
        lambda e: [e.request_id, e.depth, e.score_cp, e.nodes, list(e.pv), e.mate],
    ),
    OpponentMove: (
        "answer",
        lambda e: [
            *(e.request_id, e.move, e.score_cp, e.mate, list(e.pv), e.depth, e.nodes),
            *(e.oelo, e.resigns, e.from_book),
        ],
    ),
    Power: ("power", lambda e: [e.on]),
    Battery: ("battery", lambda e: [e.low]),
    Lock: ("lock", lambda e: [e.on]),
}


def _answer(data: list[Any]) -> OpponentMove:
    request_id, move, score_cp, mate, pv, depth, nodes, oelo, resigns, from_book = data
    return OpponentMove(
        whole(request_id),
        None if move is None else words([move])[0],
        whole(score_cp),
        None if mate is None else whole(mate),
        words(pv),
        whole(depth),
        whole(nodes),
        None if oelo is None else whole(oelo, 0, MAX_ELO),
        bool(resigns),
        bool(from_book),
    )


def _info(data: list[Any]) -> OpponentInfo:
    request_id, depth, score_cp, nodes, pv, mate = data
    return OpponentInfo(
        whole(request_id),
        whole(depth),
        whole(score_cp),
        whole(nodes),
        words(pv),
        None if mate is None else whole(mate),
    )


def _serial(data: list[Any]) -> SerialBytes:
    text, link, dialect = data
    if dialect not in DIALECTS:
        raise ValueError(f"no dialect {dialect!r}")
    return SerialBytes(text.encode("latin-1"), whole(link, 0, 1_000), dialect)


_FROM_JSON: dict[str, Callable[[list[Any]], Input]] = {
    "down": lambda data: KeyDown(BY_NAME[data[0]]),
    "up": lambda data: KeyUp(BY_NAME[data[0]]),
    "serial": _serial,
    "info": _info,
    "answer": _answer,
    "power": lambda data: Power(data[0] is True),
    "battery": lambda data: Battery(data[0] is True),
    "lock": lambda data: Lock(data[0] is True),
}


# -- writing ---------------------------------------------------------------------------------


class Recorder:
    """Writes a run's journal into a folder. A full disk ends the journal, never the run.

    :param note: told one line when the journal cannot be written.
    """

    def __init__(self, folder: Path, *, note: Callable[[str], None]) -> None:
        self._folder = folder
        self._note = note
        self._file: TextIO | None = None
        self._bytes = 0
        self._number = 0
        self.path: Path | None = None

    def begin(self, state: State) -> None:
        """Open a new file that starts from this state."""
        self.close()
        header = {
            "form": FORM,
            "version": FORM_VERSION,
            "made_by": __version__,
            "digest": digest(state),
            "state": encode_state(state),
        }
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
            self.path = self._fresh_path()
            self._file = self.path.open("w", encoding="utf-8")
            self._bytes = 0
            self._line(header)
            for old in sorted(self._folder.glob("*.journal"))[:-MAX_FILES]:
                old.unlink(missing_ok=True)
        except OSError as error:
            self._give_up(error)

    def _fresh_path(self) -> Path:
        stamp = time.strftime("%Y%m%d-%H%M%S")
        while True:
            self._number += 1
            path = self._folder / f"{stamp}-{os.getpid()}-{self._number:03}.journal"
            if not path.exists():
                return path

    def record(self, event: Input, state: State) -> None:
        """Write one input and the digest of the state after it."""
        if self._file is None or isinstance(event, Tick):
            return
        kind, to_json = _TO_JSON[type(event)]
        try:
            self._line([state.now_ms, kind, to_json(event), digest(state)])
        except OSError as error:
            self._give_up(error)
            return
        if self._bytes > MAX_FILE_BYTES:
            self.begin(state)

    def _line(self, data: object) -> None:
        assert self._file is not None
        text = json.dumps(data, separators=(",", ":"))
        self._file.write(text + "\n")
        self._file.flush()
        self._bytes += len(text) + 1

    def _give_up(self, error: OSError) -> None:
        self._file = None
        self._note(f"no journal is kept: {error.strerror or error}")

    def close(self) -> None:
        """Close the file."""
        if self._file is not None:
            self._file.close()
            self._file = None


# -- reading ---------------------------------------------------------------------------------


def read_journal(path: Path) -> Journal:
    """Read and check a journal. A last line cut off by a crash is left out.

    :raises InputError: it cannot be read, or is no journal; the line is named.
    """
    lines = read_bytes(path, most=MAX_READ_BYTES, expected="a journal").split(b"\n")
    header = _json(lines[0], path, 1)
    if not isinstance(header, dict) or header.get("form") != FORM:
        raise InputError("not a journal", path=path, line=1, expected=f"form {FORM}")
    if header.get("version") != FORM_VERSION:
        raise InputError(
            f"journal version {header.get('version')!r}",
            path=path,
            line=1,
            expected=str(FORM_VERSION),
        )
    try:
        start = decode_state(header.get("state"))
        if digest(start) != header.get("digest"):
            raise DamagedMemory("the state does not fit its digest")
    except DamagedMemory as error:
        raise InputError(f"damaged: {error}", path=path, line=1) from error
    entries, before_ms = [], start.now_ms
    for number, line in enumerate(lines[1:-1], start=2):
        entry = _entry(_json(line, path, number), path, number)
        if not before_ms <= entry.at_ms <= before_ms + MAX_GAP_MS:
            raise InputError(
                f"time {entry.at_ms} ms",
                path=path,
                line=number,
                expected=f"{before_ms}...{before_ms + MAX_GAP_MS}",
            )
        before_ms = entry.at_ms
        entries.append(entry)
    return Journal(str(path), str(header.get("made_by")), start, tuple(entries))


def _json(line: bytes, path: Path, number: int) -> Any:
    try:
        return parse_json(line)
    except ValueError as error:
        raise InputError(
            f"not JSON: {error}", path=path, line=number, expected="a journal line"
        ) from error


def _entry(data: Any, path: Path, number: int) -> Entry:
    try:
        at_ms, kind, payload, after = data
        if not isinstance(after, str):
            raise TypeError
        return Entry(whole(at_ms, 0), _FROM_JSON[kind](payload), after)
    except (KeyError, TypeError, ValueError, AttributeError, IndexError) as error:
        raise InputError(
            "damaged", path=path, line=number, expected="[ms, kind, payload, digest]"
        ) from error


# -- replaying -------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Step:
    """One replayed input: its number (from 1), the entry, the state after it, what came out."""

    number: int
    entry: Entry
    state: State
    outputs: tuple[Output, ...]

    @property
    def agrees(self) -> bool:
        """True when the state after the input is the recorded one."""
        return digest(self.state) == self.entry.digest


def replay(journal: Journal) -> Iterator[Step]:
    """Do it all again, one input at a time. The state handed out is the running one."""
    state = journal.start.copy()
    for number, entry in enumerate(journal.entries, start=1):
        outputs: list[Output] = []
        advance(state, entry.at_ms, outputs)
        apply(state, entry.event, outputs)
        yield Step(number, entry, state, tuple(outputs))


def first_difference(journal: Journal) -> Step | None:
    """The first step whose digest is not the recorded one; None when all agree."""
    return next((step for step in replay(journal) if not step.agrees), None)
