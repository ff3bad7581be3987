"""One finger on the keypad: turns clicks, typing and clicked-in moves into contacts that count.

A contact counts only when it has been closed for the debounce time, and a second key is locked out
until the first has been up as long (``firmware_model.keys``). A mouse click or a fast typist is
quicker than that, so the finger holds each key long enough and waits between two. Pressing another
key lifts the finger from the one before. All times are emulated milliseconds.

>>> finger = Finger(debounce_ms=20)
>>> finger.tap(Key.OPTION)
>>> [finger.take(at) for at in (0, 10, 30)]
[KeyDown(key=<Key.OPTION: 2>), None, KeyUp(key=<Key.OPTION: 2>)]
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass

from firmware_model.events import KeyDown, KeyUp
from firmware_model.keys import DEBOUNCE_MS, Key

MARGIN_MS = 10
"""Longer than the debounce by this much."""


@dataclass(slots=True)
class _Stroke:
    key: Key
    lifted: bool


class Finger:
    """Presses keys one after the other."""

    def __init__(self, *, debounce_ms: int = DEBOUNCE_MS) -> None:
        self._hold_ms = debounce_ms + MARGIN_MS
        self._waiting: deque[_Stroke] = deque()
        self._on: _Stroke | None = None
        self._down_since_ms = 0
        self._free_from_ms = 0

    @property
    def key(self) -> Key | None:
        """The key that is down."""
        return self._on.key if self._on is not None else None

    @property
    def busy(self) -> bool:
        """True while a key is down or waits to be pressed."""
        return self._on is not None or bool(self._waiting)

    def press(self, key: Key) -> None:
        """Put the finger on a key, until :meth:`release`."""
        self._lift_all()
        self._waiting.append(_Stroke(key, lifted=False))

    def release(self, key: Key) -> None:
        """Lift the finger from a key; nothing happens if it is not there."""
        for stroke in self._strokes():
            if stroke.key is key:
                stroke.lifted = True

    def tap(self, *keys: Key) -> None:
        """Press keys one after the other, each only as long as needed."""
        self._lift_all()
        self._waiting.extend(_Stroke(key, lifted=True) for key in keys)

    def drop(self) -> None:
        """Forget everything that waits, and lift the finger."""
        self._waiting.clear()
        self._lift_all()

    def _strokes(self) -> list[_Stroke]:
        return [*([self._on] if self._on is not None else []), *self._waiting]

    def _lift_all(self) -> None:
        for stroke in self._strokes():
            stroke.lifted = True

    def due_ms(self, now_ms: int) -> int | None:
        """When the next contact closes or opens; None when nothing will happen by itself."""
        if self._on is not None:
            if not self._on.lifted:
                return None
            return max(self._down_since_ms + self._hold_ms, now_ms)
        return max(self._free_from_ms, now_ms) if self._waiting else None

    def take(self, now_ms: int) -> KeyDown | KeyUp | None:
        """The contact that closes or opens at this moment, if any."""
        due = self.due_ms(now_ms)
        if due is None or due > now_ms:
            return None
        if self._on is not None:
            key = self._on.key
            self._on = None
            self._free_from_ms = now_ms + self._hold_ms
            return KeyUp(key)
        self._on = self._waiting.popleft()
        self._down_since_ms = now_ms
        return KeyDown(self._on.key)
