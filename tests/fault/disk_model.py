"""What may be on a disk after the power has failed: a model fed with real system calls.

A program runs under ``strace``; what it did to the files of one folder becomes a list of events. A
disk may then hold, at any moment, everything up to each file's last ``fsync`` and any part of what
came after: some of the writes, in any order, each whole or cut at a sector's edge. A file's name in
the folder is safe once the folder has been synced. Nothing else is promised by POSIX, and nothing
else is assumed.
"""

from __future__ import annotations

import random
import re
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path

SECTOR = 512
CALLS = "openat,write,pwrite64,ftruncate,fsync,fdatasync,unlink,unlinkat,rename,renameat,renameat2"
_CALL = re.compile(r"^(?:\d+ +)?(\w+)\((.*)\) += (-?\d+)(?:<(.*?)>)?")
_QUOTED = re.compile(r'"((?:\\x[0-9a-f]{2})*)"')
_FD = re.compile(r"^(\d+)<((?:\\x[0-9a-f]{2})*)>")


@dataclass(frozen=True, slots=True)
class Event:
    """One thing done: ``kind`` is write, cut, sync, create, remove, rename, sync folder or said."""

    kind: str
    name: str = ""
    offset: int = 0
    data: bytes = b""
    target: str = ""


def record(program: str, folder: Path, *words: str) -> list[Event]:
    """Run a Python program under ``strace``; what it did in a folder, and each line it printed."""
    trace = folder.with_name(folder.name + ".trace")
    command = ["strace", "-f", "-y", "-xx", "-s", "10000000", "-e", f"trace={CALLS}", "-o", trace]
    subprocess.run(
        [*map(str, command), sys.executable, "-c", program, *words], check=True, capture_output=True
    )
    return list(events_of(trace.read_text(), folder))


def _text(escaped: str) -> bytes:
    return bytes.fromhex(escaped.replace("\\x", ""))


def events_of(trace: str, folder: Path) -> Iterator[Event]:
    """The events in the text that ``strace -f -y -xx`` wrote."""
    here, ends = f"{folder}/", dict[str, int]()
    for line in trace.splitlines():
        found = _CALL.match(line)
        if found is None or int(found[3]) < 0:
            continue
        call, arguments, result = found[1], found[2], int(found[3])
        strings = [_text(text) for text in _QUOTED.findall(arguments)]
        opened = _FD.match(arguments)
        if call == "write" and opened and opened[1] == "1":
            yield Event("said", data=strings[0])
        elif opened:
            path = _text(opened[2]).decode()
            if path == str(folder) and call in ("fsync", "fdatasync"):
                yield Event("sync folder")
            elif _counts(path, here):
                number = int(arguments.rsplit(",", 1)[1]) if "," in arguments else 0
                name = path.removeprefix(here)
                event = _of_open_file(call, name, strings, number, ends)
                yield event if not event.data else replace(event, data=event.data[:result])
        elif strings and _counts(path := strings[0].decode(), here):
            yield from _of_name(call, path.removeprefix(here), arguments, strings, here, ends)


def _counts(path: str, here: str) -> bool:
    """Locks and SQLite's shared memory need not survive anything."""
    return path.startswith(here) and not path.endswith(("-shm", ".lock"))


def _of_open_file(
    call: str, name: str, strings: list[bytes], number: int, ends: dict[str, int]
) -> Event:
    match call:
        case "write":
            offset, ends[name] = ends[name], ends[name] + len(strings[0])
            return Event("write", name, offset, strings[0])
        case "pwrite64":
            return Event("write", name, number, strings[0])
        case "ftruncate":
            return Event("cut", name, number)
    return Event("sync", name)


def _of_name(
    call: str, name: str, arguments: str, strings: list[bytes], here: str, ends: dict[str, int]
) -> Iterator[Event]:
    if call == "openat":
        if "O_CREAT" in arguments:
            yield Event("create", name)
        if "O_TRUNC" in arguments:
            yield Event("cut", name)
        ends[name] = 0
    elif call.startswith("unlink"):
        yield Event("remove", name)
    else:
        yield Event("rename", name, target=strings[1].decode().removeprefix(here))


def changed(content: bytes, event: Event) -> bytes:
    """A file's content after a write or a cut."""
    if event.kind == "cut":
        return content[: event.offset].ljust(event.offset, b"\0")
    content = content.ljust(event.offset, b"\0")
    return content[: event.offset] + event.data + content[event.offset + len(event.data) :]


def torn(event: Event, rng: random.Random) -> Event:
    """A write of which only the sectors before or after one edge have reached the disk."""
    first = -(-event.offset // SECTOR) * SECTOR - event.offset
    edges = [edge for edge in range(first, len(event.data), SECTOR) if edge > 0]
    if event.kind != "write" or not edges:
        return event
    edge = rng.choice(edges)
    if rng.random() < 0.5:
        return Event("write", event.name, event.offset, event.data[:edge])
    return Event("write", event.name, event.offset + edge, event.data[edge:])


@dataclass(slots=True)
class Disk:
    """What is safe on the disk, and what is under way to it.

    Files live by number, names point at them, as in a file system: a removed name may come back
    after the power has failed, and then its file is what it was.
    """

    contents: dict[int, bytes] = field(default_factory=dict)
    names: dict[str, int] = field(default_factory=dict)
    now: dict[str, int] = field(default_factory=dict)
    waiting: list[tuple[int, Event]] = field(default_factory=list)
    renamings: list[Event] = field(default_factory=list)

    def take(self, event: Event) -> None:
        """One more event."""
        match event.kind:
            case "create" if event.name not in self.now:
                self.now[event.name] = len(self.contents)
                self.contents[len(self.contents)] = b""
                self.renamings.append(Event("create", event.name, offset=self.now[event.name]))
            case "write" | "cut":
                self.waiting.append((self.now[event.name], event))
            case "sync":
                number = self.now[event.name]
                for other, change in self.waiting:
                    if other == number:
                        self.contents[number] = changed(self.contents[number], change)
                self.waiting = [item for item in self.waiting if item[0] != number]
            case "remove":
                del self.now[event.name]
                self.renamings.append(event)
            case "rename":
                self.now[event.target] = self.now.pop(event.name)
                self.renamings.append(event)
            case "sync folder":
                self.names = dict(self.now)
                self.renamings.clear()

    def after_power_loss(self, kept: list[bool], rng: random.Random | None) -> dict[str, bytes]:
        """One disk that may be found: the changes under way that were kept, some of them torn.

        :param kept: for each name change under way and then for each write, whether it was kept.
        :param rng: decides how writes are torn; None for whole ones.
        """
        names, contents = dict(self.names), dict(self.contents)
        for event, keep in zip(self.renamings, kept, strict=False):
            if not keep:
                continue
            if event.kind == "create":
                names[event.name] = event.offset
            elif event.kind == "remove":
                names.pop(event.name, None)
            elif event.name in names:
                names[event.target] = names.pop(event.name)
        for (number, event), keep in zip(self.waiting, kept[len(self.renamings) :], strict=True):
            if keep:
                change = torn(event, rng) if rng is not None else event
                contents[number] = changed(contents[number], change)
        return {name: contents[number] for name, number in names.items()}

    def possibilities(self, rng: random.Random, tries: int) -> Iterator[dict[str, bytes]]:
        """Disks that may be found now: nothing kept, all, all but one, only one, any, torn."""
        count = len(self.renamings) + len(self.waiting)
        yield self.after_power_loss([False] * count, None)
        if not count:
            return
        yield self.after_power_loss([True] * count, None)
        for one in range(count):
            yield self.after_power_loss([other != one for other in range(count)], None)
            yield self.after_power_loss([other == one for other in range(count)], None)
        for _ in range(tries):
            kept = [rng.random() < 0.5 for _ in range(count)]
            yield self.after_power_loss(kept, None)
            yield self.after_power_loss(kept, rng)
