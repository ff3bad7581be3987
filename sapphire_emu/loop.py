"""The loop around the machine: every input goes in here, every output is dealt with here.

Everything is injected: the memory's saver, the opponent's desk, the serial links. Nothing in here
blocks except the methods that say so.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol

from firmware_model.events import (
    CancelThink,
    Commit,
    Input,
    KeyDown,
    KeyUp,
    MoveNow,
    Notice,
    Output,
    Power,
    SerialBytes,
    SerialOut,
    ThinkRequest,
    Tick,
)
from firmware_model.keys import DEBOUNCE_MS, Key
from firmware_model.lcd import Lcd
from firmware_model.machine import HOLD_MS, PRESS_MS, Machine
from firmware_model.mode import Mode
from firmware_model.printing import Report
from firmware_model.state import Nvram, RatedGame, State
from sapphire_emu.desk import Desk

CONTINUOUS_MS = 1000
"""Emulated time that a continuous mode gets before a headless command goes on."""
FIRST_NEWS_S = 1.0


class Keeper(Protocol):
    """Makes the memory durable; see :class:`sapphire_emu.store.saver.Saver`."""

    def save(self, nvram: Nvram, rated: RatedGame | None = None) -> None:
        """Queue a memory; returns at once."""

    def close(self) -> None:
        """Everything queued is durable, or UserError."""


class Progress(Protocol):
    """How far a link's output is, in bytes; ``up`` while the other end can be reached."""

    @property
    def sent(self) -> int: ...  # noqa: D102
    @property
    def waiting(self) -> int: ...  # noqa: D102
    @property
    def lost(self) -> int: ...  # noqa: D102
    @property
    def up(self) -> bool: ...  # noqa: D102


class Link(Protocol):
    """A serial link; see :mod:`sapphire_emu.links`."""

    @property
    def name(self) -> str:
        """The link as notes name it, such as ``serial pty /dev/pts/3``."""
        ...

    @property
    def path(self) -> str:
        """What another program opens to be the other end; empty where there is none."""
        ...

    @property
    def progress(self) -> Progress:
        """How far its output is; a long print shows it."""
        ...

    def cancel(self) -> int:
        """Drop the output that waits; how many bytes that were."""
        ...

    @property
    def dialect_name(self) -> str:
        """The dialect whose commands it may use."""
        ...

    def send(self, report: Report) -> None:
        """Queue a report; never blocks."""
        ...

    def receive(self) -> bytes:
        """What has arrived since; never blocks."""
        ...

    def close(self) -> None:
        """Write out what can be written at once, and close."""
        ...


class Journalist(Protocol):
    """Keeps a run's journal; see :class:`sapphire_emu.scripts.journal.Recorder`."""

    def begin(self, state: State) -> None:
        """Start from this state."""

    def record(self, event: Input, state: State) -> None:
        """One input and the state after it."""

    def close(self) -> None:
        """End the journal."""


class Session:
    """A running machine with its surroundings.

    :param nvram: the memory to start from.
    :param desk: the opponent; without one the machine thinks for ever.
    :param keeper: where the memory is kept; nowhere when None.
    :param links: open serial links.
    :param journal: where every input is kept.
    :param note: told what the machine has to say that its LCD has no room for.
    """

    def __init__(
        self,
        nvram: Nvram | None = None,
        *,
        desk: Desk | None = None,
        keeper: Keeper | None = None,
        links: Sequence[Link] = (),
        journal: Journalist | None = None,
        note: Callable[[str], None] | None = None,
        debounce_ms: int = DEBOUNCE_MS,
    ) -> None:
        self._desk = desk
        self._keeper = keeper
        self.links = list(links)
        self._journal = journal
        self._note = note
        self.outputs: list[Output] = []
        self._hurried = 0
        self.machine = Machine(
            nvram, debounce_ms=debounce_ms, listener=self._deal_with, power=False
        )
        if journal is not None:
            journal.begin(self.machine.state)
        self.feed(Power(on=True))

    # -- inputs ----------------------------------------------------------------------------

    def feed(self, event: Input) -> Lcd:
        """The one way into the machine: through the journal."""
        lcd = self.machine.feed(event)
        if self._journal is not None:
            self._journal.record(event, self.machine.state)
        return lcd

    def restore(self, state: State) -> Lcd:
        """Continue from a kept state, links and memory attached; an open thought begins anew."""
        if self._desk is not None:
            self._desk.cancel()
        lcd = self.machine.restore(state)
        if self._journal is not None:
            self._journal.begin(self.machine.state)
        if self._keeper is not None:
            self._keeper.save(self.machine.nvram)
        if self._desk is not None and self.machine.thinking is not None:
            self._desk.start(self.machine.thinking)
        return lcd

    def press(self, key: Key) -> Lcd:
        """Press and release a key, 100 ms of emulated time in all."""
        self.feed(KeyDown(key))
        self.wait(HOLD_MS)
        self.feed(KeyUp(key))
        return self.wait(PRESS_MS - HOLD_MS)

    def wait(self, ms: int) -> Lcd:
        """Let emulated time pass."""
        return self.feed(Tick(self.machine.now_ms + ms))

    def poll(self) -> None:
        """Take in what the opponent and the links have sent; never blocks."""
        if self._desk is not None:
            for event in self._desk.poll():
                self.feed(event)
        for number, link in enumerate(self.links):
            data = link.receive()
            if data:
                self.feed(SerialBytes(data, number, link.dialect_name))

    def settle(self) -> Lcd:
        """Block until a finite think is answered; what goes on by itself gets 1 s of emulated time.

        Of a continuous think the first news are waited for, but not longer than a second or so.
        """
        while self.machine.thinking is not None and self._desk is not None:
            request = self.machine.thinking
            if self._endless(request):
                for event in self._desk.wait(FIRST_NEWS_S):
                    self.feed(event)
                return self.wait(CONTINUOUS_MS)
            for event in self._desk.wait():
                self.feed(event)
        if self.machine.state.mode in (Mode.REPLAY, Mode.TEST):
            return self.wait(CONTINUOUS_MS)
        return self.machine.lcd

    def _endless(self, request: ThinkRequest) -> bool:
        if self.machine.state.home is Mode.AUTOPLAY or request.purpose == "analysis":
            return True
        return request.search.infinite and request.request_id != self._hurried

    # -- outputs ---------------------------------------------------------------------------

    def _deal_with(self, event: Output) -> None:
        match event:
            case ThinkRequest() if self._desk is not None:
                self._desk.start(event)
            case MoveNow(request_id) if self._desk is not None:
                self._hurried = request_id
                self._desk.move_now()
            case CancelThink() if self._desk is not None:
                self._desk.cancel()
            case Commit(nvram, rated) if self._keeper is not None:
                self._keeper.save(nvram, rated)
            case Notice(text) if self._note is not None:
                self._note(text)
            case SerialOut(report):
                for link in self.links:
                    link.send(report)
        self.outputs.append(event)

    def take_outputs(self) -> list[Output]:
        """Everything that came out since the last call, for window, recorder and sound."""
        outputs, self.outputs = self.outputs, []
        return outputs

    def close(self) -> None:
        """End the opponent, close the links, make the memory durable.

        :raises UserError: the memory could not be saved.
        """
        if self._desk is not None:
            self._desk.close()
        for link in self.links:
            link.close()
        if self._journal is not None:
            self._journal.close()
        if self._keeper is not None:
            self._keeper.close()
