"""Asking who is at the other end of a line."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass

from sapphire_emu.links.line import Line

TRIES = 3
"""The first characters after power-up may be lost."""
WAIT_S = 1.0
QUIET_S = 0.3
"""An answer that has paused for so long is over."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What came back: all bytes, and how often it was asked."""

    data: bytes
    tries: int

    @property
    def text(self) -> str:
        """The bytes as text; empty when they are none."""
        printable = all(byte in b"\r\n\t" or 32 <= byte < 127 for byte in self.data)
        return self.data.decode("ascii").strip() if printable else ""

    @property
    def identity(self) -> str:
        """The line that begins with ID; empty without one."""
        lines = (line.strip() for line in self.text.replace("\r", "\n").split("\n"))
        return next((line for line in lines if line.upper().startswith("ID")), "")

    @property
    def understood(self) -> bool:
        """Whether text came back at all."""
        return bool(self.text)


def ask_identity(
    line: Line,
    line_end: bytes,
    now: Callable[[], float],
    *,
    stopped: Callable[[], bool] = lambda: False,
) -> Answer:
    """Send ``I`` until something comes back, three times at most; blocks up to three seconds.

    :param now: a clock in seconds.
    :param stopped: true when the user no longer wants to wait.
    """
    data = b""
    for number in range(1, TRIES + 1):
        line.send(line_end + b"I" + line_end)
        asked = heard = now()
        while not stopped():
            piece = line.receive()
            if piece:
                data += piece
                heard = now()
            elif now() - (heard if data else asked) > (QUIET_S if data else WAIT_S):
                break
            time.sleep(0.005)
        if data or stopped():
            return Answer(data, number)
    return Answer(data, TRIES)
