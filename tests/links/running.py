"""``sapphire`` as a process of its own, as a user starts it."""

from __future__ import annotations

import queue
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.links.fakes import PATIENCE_S


class Running:
    """A running command: its output line by line, lines typed at it, its end."""

    def __init__(self, *arguments: object, env: dict[str, str] | None = None) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "sapphire_emu", *map(str, arguments)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            bufsize=1,
            env=env,
        )
        self._out: queue.SimpleQueue[str] = queue.SimpleQueue()
        self.errors: list[str] = []
        threading.Thread(target=self._collect, daemon=True).start()
        self._noting = threading.Thread(target=self._note, daemon=True)
        self._noting.start()

    def _collect(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self._out.put(line.rstrip("\n"))

    def _note(self) -> None:
        assert self.process.stderr is not None
        for line in self.process.stderr:
            self.errors.append(line.rstrip("\n"))

    def line(self) -> str:
        """The next line of its output."""
        return self._out.get(timeout=PATIENCE_S)

    def type(self, line: str) -> None:
        """Type a line."""
        assert self.process.stdin is not None
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()

    def ask(self, line: str) -> str:
        """Type a line; the next line of output."""
        self.type(line)
        return self.line()

    def end(self, number: int = signal.SIGTERM) -> int:
        """Send a signal; the exit status."""
        self.process.send_signal(number)
        return self.wait()

    def wait(self) -> int:
        """The exit status, when it has ended by itself."""
        status = self.process.wait(timeout=PATIENCE_S)
        self._noting.join(PATIENCE_S)
        return status


@contextmanager
def running(*arguments: object, env: dict[str, str] | None = None) -> Iterator[Running]:
    """A command that runs until the block ends."""
    one = Running(*arguments, env=env)
    try:
        yield one
    finally:
        if one.process.poll() is None:
            one.process.kill()
            one.process.wait()
        for stream in (one.process.stdin, one.process.stdout, one.process.stderr):
            if stream is not None:
                stream.close()


def device(tmp_path: Path, *options: object, fresh: bool = True) -> tuple[object, ...]:
    """The arguments of a ``sapphire device`` with a linked pty."""
    memory = ("--fresh",) if fresh else ("--state", tmp_path / "memory")
    return ("device", *memory, "--serial", "pty", "--link", tmp_path / "novag", *options)
