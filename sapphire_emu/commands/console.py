"""Lines typed at a running program, read in a thread so that nobody waits for them."""

from __future__ import annotations

import os
import queue
import signal
import sys
import threading
import time

from sapphire_emu.reading import MOST_TYPED

LOOK_AGAIN_S = 0.5


class Console:
    """Standard input, line by line. Its end ends nothing: a program in the background has none."""

    def __init__(self) -> None:
        self._lines: queue.SimpleQueue[str] = queue.SimpleQueue()
        if hasattr(signal, "SIGTTIN"):
            # A program in the background that reads the terminal would be stopped by the system.
            signal.signal(signal.SIGTTIN, signal.SIG_IGN)
        threading.Thread(target=self._read, name="console", daemon=True).start()

    def lines(self) -> list[str]:
        """What has been typed since the last call, without blank lines."""
        found = []
        while not self._lines.empty():
            found.append(self._lines.get())
        return found

    def _read(self) -> None:
        rest = b""
        while True:
            try:
                data = os.read(sys.stdin.fileno(), 4096)
            except (OSError, ValueError, AttributeError):
                if sys.stdin is None or sys.stdin.closed or not sys.stdin.isatty():
                    return
                time.sleep(LOOK_AGAIN_S)  # in the background; it may come to the front again
                continue
            *whole, rest = (rest + data).split(b"\n")
            rest = rest[:MOST_TYPED]
            if not data and rest:
                whole, rest = [rest], b""
            for line in whole:
                text = line.decode("utf-8", "replace").strip()
                if text:
                    self._lines.put(text)
            if not data:
                return
