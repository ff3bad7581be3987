"""Emulated time follows the wall clock: times one, times four, or as fast as it goes; or stands.

The driver owns nothing but the pace. It moves the machine with ``Tick`` inputs, lets the finger
act at the exact emulated moment, and tells how long the window may sleep.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from enum import Enum
from typing import Any, Protocol

from firmware_model.events import Input, Output, Power, Tick
from firmware_model.lcd import Lcd
from firmware_model.machine import Machine
from firmware_model.step import due_ms
from sapphire_emu.finger import Finger

LONGEST_GAP_S = 2.0
"""More wall time than this between two looks means the computer slept; the machine then did too."""
MAX_STEP_MS = 500
"""Emulated time in one look at full speed."""
THINKING_POLL_S = 0.015
LINK_POLL_S = 0.025
LONGEST_SLEEP_S = 0.5
BLINK_MS = 500


class Running(Protocol):
    """What the window needs of a running machine; see :class:`sapphire_emu.loop.Session`."""

    machine: Machine

    @property
    def links(self) -> Sequence[Any]:
        """The open serial links; the window asks how far they are and cancels output that waits."""
        ...

    def feed(self, event: Input) -> Lcd:
        """Give the machine one input."""
        ...

    def poll(self) -> None:
        """Take in what opponent and links have sent; never blocks."""
        ...

    def take_outputs(self) -> list[Output]:
        """Everything that came out since the last call."""
        ...


class Speed(Enum):
    """How fast emulated time runs, as a multiple of the wall clock; 0 is as fast as it goes."""

    NORMAL = 1
    FAST = 4
    MAX = 0

    @property
    def label(self) -> str:
        """What the button says."""
        return "max" if self is Speed.MAX else f"{self.value}x"

    @property
    def next(self) -> Speed:
        """The speed after this one, around."""
        order = list(Speed)
        return order[(order.index(self) + 1) % len(order)]


class Driver:
    """Keeps one running machine in time.

    :param clock: the wall clock in seconds, such as ``time.monotonic``.
    """

    def __init__(self, running: Running, clock: Callable[[], float]) -> None:
        self._running = running
        self._clock = clock
        self._last_s = clock()
        self._rest_ms = 0.0
        self.finger = Finger(debounce_ms=running.machine.state.debounce_ms)
        self.speed = Speed.NORMAL
        self.paused = False

    @property
    def now_ms(self) -> int:
        """Emulated time."""
        return self._running.machine.now_ms

    def pump(self) -> list[Output]:
        """Bring the machine up to now; what came out of it meanwhile."""
        now_s = self._clock()
        elapsed_s = min(max(now_s - self._last_s, 0.0), LONGEST_GAP_S)
        self._last_s = now_s
        if self.paused:
            self._rest_ms = 0.0
        else:
            self._advance(elapsed_s)
        self._running.poll()
        return self._running.take_outputs()

    def _advance(self, elapsed_s: float) -> None:
        if self.speed is Speed.MAX:
            step_ms = MAX_STEP_MS
        else:
            self._rest_ms += elapsed_s * 1000 * self.speed.value
            step_ms = int(self._rest_ms)
            self._rest_ms -= step_ms
        target_ms = self.now_ms + step_ms
        while (due := self.finger.due_ms(self.now_ms)) is not None and due <= target_ms:
            if due > self.now_ms:
                self._running.feed(Tick(due))
            contact = self.finger.take(self.now_ms)
            if contact is None:
                break
            self._running.feed(contact)
        if target_ms > self.now_ms:
            self._running.feed(Tick(target_ms))

    def power(self, *, on: bool) -> None:
        """Work the power switch."""
        self.finger.drop()
        self._running.feed(Power(on))

    def sleep_s(self) -> float:
        """How long nothing will happen unless the user does something."""
        if self._running.machine.thinking is not None:
            longest = THINKING_POLL_S
        elif self._running.links:
            longest = LINK_POLL_S
        else:
            longest = LONGEST_SLEEP_S
        if self.paused:
            return longest
        state = self._running.machine.state
        now_ms = self.now_ms
        due = due_ms(state)
        finger_due = self.finger.due_ms(now_ms)
        if finger_due is not None:
            due = min(due, finger_due)
        if state.lcd.blinking:
            due = min(due, (now_ms // BLINK_MS + 1) * BLINK_MS)
        if self.speed is Speed.MAX:
            return THINKING_POLL_S if due < now_ms + 1_000_000 else longest
        wait_s: float = (max(due - now_ms, 0) - self._rest_ms) / 1000 / self.speed.value
        return float(min(max(wait_s, 0.0), longest))
