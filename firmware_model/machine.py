"""A machine that a person, a test or a script can hold: a thin wrapper around ``step``.

>>> m = Machine()
>>> m.press("option", "ver").text
'rt 1400'
>>> m.press("hint").text, m.beeps
('Error', 3)
>>> m.wait(2000).text
'rt 1400'
"""

from __future__ import annotations

from collections.abc import Callable

from firmware_model.dialects import DIALECTS
from firmware_model.events import (
    Beep,
    Input,
    KeyDown,
    KeyUp,
    OpponentMove,
    Output,
    Power,
    SerialBytes,
    SerialOut,
    ThinkRequest,
    Tick,
)
from firmware_model.keys import BY_NAME, DEBOUNCE_MS, Key, key_named
from firmware_model.lcd import Lcd
from firmware_model.printing import to_lines
from firmware_model.state import Nvram, State
from firmware_model.step import apply, press
from firmware_model.thinking import open_request

PRESS_MS = 100
"""Emulated time that one key takes, up to the next one."""
HOLD_MS = 50


class Machine:
    """A Sapphire II, powered on, with an empty memory or a given one.

    No opponent is attached: while ``thinking`` is not None the machine waits for
    :meth:`answer`. ``listener`` sees every output as it happens.

    :param nvram: the memory to start from; a new owner's when None.
    :param debounce_ms: emulated ms a contact must be closed to count; 0 for none.
    """

    def __init__(
        self,
        nvram: Nvram | None = None,
        *,
        debounce_ms: int = DEBOUNCE_MS,
        listener: Callable[[Output], None] | None = None,
        power: bool = True,
    ) -> None:
        self.state = State(nvram, debounce_ms=debounce_ms)
        self.listener = listener
        self.beeps = 0
        self.thinking: ThinkRequest | None = None
        self.serial_lines: list[str] = []
        self._out: list[Output] = []
        if power:
            self.feed(Power(on=True))

    # -- what it shows ---------------------------------------------------------------------

    @property
    def lcd(self) -> Lcd:
        """What the display shows now."""
        return self.state.lcd

    @property
    def nvram(self) -> Nvram:
        """The memory that survives power-off."""
        return self.state.nvram

    @property
    def fen(self) -> str:
        """The position as FEN."""
        return self.state.board.fen(en_passant="fen")

    @property
    def now_ms(self) -> int:
        """Emulated time."""
        return self.state.now_ms

    # -- what one does with it -------------------------------------------------------------

    def press(self, *names: str | Key) -> Lcd:
        """Press keys one after the other, 100 ms of emulated time each.

        :param names: script names such as ``"option"``, or :class:`Key` members.
        :raises KeyError: no such key; nothing has been pressed then.
        """
        keys = [key_named(name) if isinstance(name, str) else Key(name) for name in names]
        for key in keys:
            self.beeps = 0
            press(self.state, key, self._out, hold_ms=HOLD_MS, total_ms=PRESS_MS)
            if self._out:
                self._dispatch()
        return self.state.lcd

    def hold(self, name: str | Key) -> Lcd:
        """Close a key's contact and leave it closed; time does not pass."""
        return self.feed(KeyDown(BY_NAME[name] if isinstance(name, str) else name))

    def release(self, name: str | Key) -> Lcd:
        """Open a key's contact; time does not pass."""
        return self.feed(KeyUp(BY_NAME[name] if isinstance(name, str) else name))

    def wait(self, ms: int) -> Lcd:
        """Let emulated time pass.

        :raises ValueError: less than none.
        """
        if ms < 0:
            raise ValueError(f"expected a time of 0 ms or more, got {ms}")
        return self.feed(Tick(self.state.now_ms + ms))

    def power(self, *, on: bool) -> Lcd:
        """Work the power switch."""
        return self.feed(Power(on))

    def send(self, line: str) -> Lcd:
        """Send a line from the PC; a carriage return is added."""
        return self.feed(SerialBytes(line.encode("latin-1", "replace") + b"\r"))

    def answer(
        self, move: str | None, *, score_cp: int = 0, resigns: bool = False, mate: int | None = None
    ) -> Lcd:
        """Answer the open think request: a UCI move, or a resignation.

        :raises ValueError: the machine is not thinking.
        """
        if self.thinking is None:
            raise ValueError("expected a thinking machine, got one that waits for a key")
        request_id = self.thinking.request_id
        return self.feed(OpponentMove(request_id, move, score_cp, mate, resigns=resigns))

    def feed(self, event: Input) -> Lcd:
        """Give the machine one input; the display afterwards. A key down starts ``beeps`` anew."""
        if isinstance(event, KeyDown):
            self.beeps = 0
        apply(self.state, event, self._out)
        if self._out:
            self._dispatch()
        return self.state.lcd

    def replace_nvram(self, nvram: Nvram) -> None:
        """Put another memory into a machine that is switched off.

        :raises ValueError: the power is on.
        """
        if self.state.power_on:
            raise ValueError("expected a machine that is switched off")
        fresh = State(nvram, debounce_ms=self.state.debounce_ms)
        fresh.now_ms, fresh.last_id = self.state.now_ms, self.state.last_id
        self.state = fresh

    def restore(self, state: State) -> Lcd:
        """Continue from a kept state (see :meth:`State.copy`), its open request included."""
        self.state = state.copy()
        self.thinking = open_request(self.state)
        self.beeps = 0
        self.serial_lines.clear()
        return self.state.lcd

    # -- what came out ---------------------------------------------------------------------

    def _dispatch(self) -> None:
        outputs, self._out = self._out, []
        for event in outputs:
            if isinstance(event, Beep):
                self.beeps += event.count
            elif isinstance(event, SerialOut):
                self.serial_lines += to_lines(event.report, DIALECTS["sapphire2"])
            elif isinstance(event, ThinkRequest):
                self.thinking = event
            if self.listener is not None:
                self.listener(event)
        if self.thinking is not None and self.thinking.request_id != self.state.think_id:
            self.thinking = None
