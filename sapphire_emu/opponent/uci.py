"""Any UCI engine as an :class:`~sapphire_emu.opponent.interface.Opponent`.

Theory of operation
    One thread drives the engine (``session.py``). The thread, the import of the driver in it and
    the engine process all begin with the first job, so a program that never thinks pays for none
    of them. Commands go in and events come out through queues.
"""

from __future__ import annotations

import contextlib
import queue
import threading
from collections.abc import Callable
from typing import Literal

from sapphire_emu.opponent.interface import Answer, Info, Job
from sapphire_emu.opponent.program import EngineProgram, Patience, Ticket

CLOSE_S = 2.0
Word = Literal["start", "hurry", "close"]


class Lines:
    """The two queues between the program and the engine's thread, and the bell of the one."""

    def __init__(self) -> None:
        self.commands: queue.SimpleQueue[tuple[Word, Ticket | None]] = queue.SimpleQueue()
        self.events: queue.SimpleQueue[tuple[Ticket, Info | Answer]] = queue.SimpleQueue()
        self.ring: Callable[[], None] = lambda: None

    def command(self, word: Word, ticket: Ticket | None = None) -> None:
        """Send a command to the engine's thread."""
        self.commands.put((word, ticket))
        self.ring()


class UciOpponent:
    """Drives one engine program; see the module for how."""

    def __init__(self, program: EngineProgram, patience: Patience | None = None) -> None:
        self.name = program.name
        self._program = program
        self._patience = patience or Patience()
        self._lines = Lines()
        self._thread: threading.Thread | None = None
        self._ticket: Ticket | None = None

    def start(self, job: Job) -> None:
        """Begin thinking about ``job``; a job still running is cancelled."""
        self.cancel()
        self._ticket = Ticket(job)
        self._lines.command("start", self._ticket)
        if self._thread is None:
            self._thread = threading.Thread(target=self._serve, name=self.name, daemon=True)
            self._thread.start()

    def move_now(self) -> None:
        """Answer as soon as possible."""
        if self._ticket:
            self._lines.command("hurry", self._ticket)

    def cancel(self) -> None:
        """Drop the running job, if there is one."""
        if self._ticket:
            self._ticket.cancelled = True
            self._lines.command("hurry", self._ticket)
            self._ticket = None

    def poll(self) -> list[Info | Answer]:
        """What has arrived since the last call."""
        arrived: list[Info | Answer] = []
        with contextlib.suppress(queue.Empty):
            while True:
                arrived += self._keep(*self._lines.events.get_nowait())
        return arrived

    def wait(self, timeout_s: float | None = None) -> list[Info | Answer]:
        """What has arrived, waiting for something if nothing has; empty without a running job."""
        arrived = self.poll()
        while not arrived and self._ticket:
            try:
                arrived += self._keep(*self._lines.events.get(timeout=timeout_s))
            except queue.Empty:
                break
        return arrived + self.poll()

    def close(self) -> None:
        """End the engine and its thread."""
        self.cancel()
        if self._thread is not None:
            self._lines.command("close")
            self._thread.join(CLOSE_S)
            self._thread = None

    def _keep(self, ticket: Ticket, event: Info | Answer) -> list[Info | Answer]:
        """The event, unless its job was cancelled; an answer ends the job."""
        if ticket.cancelled:
            return []
        if isinstance(event, Answer) and self._ticket is ticket:
            self._ticket = None
        return [event]

    def _serve(self) -> None:
        """The engine's thread."""
        from sapphire_emu.opponent.session import serve

        serve(self._program, self._patience, self._lines)
