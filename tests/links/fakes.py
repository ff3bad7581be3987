"""Ports that misbehave on purpose, and the small things link tests share."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable

from sapphire_emu.links.port import PortGone

PATIENCE_S = 60.0
"""How long a test waits for what must come; generous, for slow machines."""


def until(condition: Callable[[], bool], what: str = "") -> None:
    """Wait until something holds."""
    end = time.monotonic() + PATIENCE_S
    while not condition():
        assert time.monotonic() < end, f"never came: {what or condition}"
        time.sleep(0.002)


class Notes:
    """Collects what a link tells its user."""

    def __init__(self) -> None:
        self.lines: list[str] = []

    def __call__(self, text: str) -> None:
        self.lines.append(text)

    def __contains__(self, part: str) -> bool:
        return any(part in line for line in self.lines)


class FakePort:
    """Takes bytes until ``dies_after`` of them, then disappears; takes none while ``deaf``."""

    def __init__(self, dies_after: int | None = None, *, deaf: bool = False, bite: int = 0) -> None:
        self.got = bytearray()
        self.dies_after = dies_after
        self.deaf = deaf
        self.bite = bite
        self.arriving = bytearray()
        self.closed = False
        self._guard = threading.Lock()

    def read(self, wait_s: float) -> bytes:
        with self._guard:
            data = bytes(self.arriving)
            self.arriving.clear()
        if not data:
            time.sleep(wait_s / 10)
        return data

    def arrive(self, data: bytes) -> None:
        with self._guard:
            self.arriving += data

    def write(self, data: bytes) -> int:
        if self.deaf:
            return 0
        if self.bite:
            data = data[: self.bite]
        if self.dies_after is not None:
            room = self.dies_after - len(self.got)
            if room <= 0:
                raise PortGone("unplugged")
            data = data[:room]
        self.got += data
        return len(data)

    def unread(self) -> int:
        return 0

    def close(self) -> None:
        self.closed = True
