"""What the LCD shows now: screen, message over it, and the symbols the situation lights.

The mode sets ``state.screen``; a message such as ``Error`` lies over it for two seconds or until
the next key (P). Side-to-move bar: with a move on display it is the bar of the side that made it,
else that of the side to move (S, P).
"""

from __future__ import annotations

from functools import lru_cache

from firmware_model.events import Beep, LcdChanged, Output, Tone
from firmware_model.lcd import BLANK, Lcd
from firmware_model.screens import render
from firmware_model.state import ScreenCall, State

MESSAGE_MS = 2000
ROOK_MS = 1000
"""How long the king's move of castling stands before the rook's is shown (P)."""

CLOCK: ScreenCall = ("clock",)

_LIT = ("white", "black", "thinking", "battery", "lock", "sound", "check", "capture", "ep")
WHITE, BLACK, THINKING, BATTERY, LOCK, SOUND, CHECK, CAPTURE, EP = (1 << n for n in range(9))


@lru_cache(maxsize=8192)
def _composed(call: ScreenCall, flags: int) -> Lcd:
    lcd = render(str(call[0]), *call[1:])
    lit = frozenset(name for bit, name in enumerate(_LIT) if flags >> bit & 1)
    return Lcd(lcd.cells, lcd.text, lcd.symbols | lit, lcd.blinking)


def used_ms(state: State) -> tuple[int, int]:
    """Clock time used by White and Black up to now."""
    white, black = state.game.clocks_ms
    if state.clock_since_ms >= 0:
        running = state.now_ms - state.clock_since_ms
        if state.board.turn:
            white += running
        else:
            black += running
    return white, black


def clock_shown(state: State) -> bool:
    """True when the clock is on the display, so that passing time changes it."""
    return state.screen is CLOCK and state.message is None


def present(state: State) -> Lcd:
    """What the display shows in this state."""
    if not state.power_on:
        return BLANK
    flags = 0
    call = state.screen if state.message is None else state.message
    if call is CLOCK:
        white, black = used_ms(state)
        call = ("clock", (white if state.board.turn else black) // 1000)
    if call[0] == "move":
        flags |= state.move_flags | (WHITE if state.mover_white else BLACK)
    else:
        flags |= WHITE if state.board.turn else BLACK
    if state.think_id:
        flags |= THINKING
    if state.battery_low:
        flags |= BATTERY
    if state.locked:
        flags |= LOCK
    if state.nvram.sound:
        flags |= SOUND
    return _composed(call, flags)


def settle(state: State, out: list[Output]) -> None:
    """Bring ``state.lcd`` up to date and report a change."""
    lcd = present(state)
    if lcd is not state.lcd and lcd != state.lcd:
        state.lcd = lcd
        out.append(LcdChanged(lcd))


def show(state: State, *call: str | int) -> None:
    """Make this the mode's screen, and forget any screen that was to follow the old one."""
    state.screen = call
    state.next_screen = None
    state.next_screen_ms = -1


def show_clock(state: State) -> None:
    """The idle display."""
    state.screen = CLOCK
    state.next_screen = None
    state.next_screen_ms = -1


def then(state: State, after_ms: int, *call: str | int) -> None:
    """Let another screen follow the present one after some time, or at the next key."""
    state.next_screen = call
    state.next_screen_ms = state.now_ms + after_ms


def message(state: State, *call: str | int) -> None:
    """Lay a message over the screen for two seconds or until the next key."""
    state.message = call
    state.message_until_ms = state.now_ms + MESSAGE_MS


def refuse(state: State, out: list[Output]) -> None:
    """The one refusal: three beeps and ``Error`` (M); nothing else changes."""
    message(state, "error")
    out.append(Beep(Tone.REFUSAL, 3))


def drop_message(state: State) -> None:
    """Let the screen under a message, and any screen that was to follow, come up at once."""
    state.message = None
    state.message_until_ms = -1
    if state.next_screen is not None:
        show(state, *state.next_screen)
