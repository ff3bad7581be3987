"""What the LCD shows now: screen, message over it, and the symbols the situation lights.

The mode sets ``state.screen``; a message such as ``Error`` lies over it for two seconds or until
the next key (P). Side-to-move bar: with a move on display it is the bar of the side that made it,
else that of the side to move (S, P).
"""

from __future__ import annotations

from functools import lru_cache

from firmware_model.events import REFUSAL_BEEP, LcdChanged, Output
from firmware_model.lcd import BLANK, PIECE_SYMBOLS, Lcd
from firmware_model.mode import Mode
from firmware_model.screens import render
from firmware_model.state import ScreenCall, State

MESSAGE_MS = 2000
ROOK_MS = 1000
"""How long the king's move of castling stands before the rook's is shown (P)."""

CLOCK: ScreenCall = ("clock",)

ANALYSIS: ScreenCall = ("analysis",)
ALTERNATE_MS = 2000
"""Training and analysis show the best move and its score in turn, so long each (P)."""

_LIT = (
    *("white", "black", "thinking", "battery", "lock", "sound", "check", "capture", "ep"),
    *("verify", "setup"),
    *PIECE_SYMBOLS,
)
WHITE, BLACK, THINKING, BATTERY, LOCK, SOUND, CHECK, CAPTURE, EP, VERIFY, SETUP = (
    1 << n for n in range(11)
)
PIECES = (0, *(1 << n for n in range(11, 17)))
"""Flag of each piece icon, by piece type 1 (pawn) to 6 (king)."""

INFO_PAGES = 8
_LINE_PAGES = (2, 3, 4)
_CLOCK_PAGES = (6, 7)


_OWN_SYMBOLS = frozenset(("move", "square", "set up"))
"""Screens with symbols and side bar of their own; elsewhere the bar is the side to move."""


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
    """True when a clock is on the display, so that passing time changes it."""
    if state.message is not None:
        return False
    return state.info_page in _CLOCK_PAGES if state.info_page >= 0 else state.screen is CLOCK


def analysis_shown(state: State) -> bool:
    """True when best move and score take turns on the display."""
    return state.screen is ANALYSIS and state.message is None and state.info_page < 0


def show_analysis(state: State) -> None:
    """Let best move and score take turns on the display."""
    state.screen = ANALYSIS
    state.next_screen = None
    state.next_screen_ms = -1


def _score_call(state: State) -> ScreenCall:
    assert state.info is not None
    mate = state.info.mate
    if mate is not None and 0 < mate <= 9:
        return ("mate in", mate)
    return ("score", min(max(state.info.score_cp, -9999), 9999))


def info_call(state: State) -> ScreenCall | None:
    """The screen of the present Info page; None when there is nothing to show on it."""
    page, info = state.info_page, state.info
    if page in _CLOCK_PAGES:
        return ("clock", used_ms(state)[page - _CLOCK_PAGES[0]] // 1000)
    if info is None:
        return None
    if page == 0:
        return ("depth", min(info.depth, 999))
    if page == 1:
        return _score_call(state)
    if page in _LINE_PAGES:
        place = page - _LINE_PAGES[0]
        if place >= len(info.pv):
            return None
        return ("line", info.pv[place][:2], info.pv[place][2:4])
    return ("nodes", min(info.nodes, 99_999))


def _analysis_call(state: State) -> ScreenCall:
    if state.info is None or not state.info.pv:
        return ("clock", used_ms(state)[0 if state.board.turn else 1] // 1000)
    if state.now_ms // ALTERNATE_MS % 2:
        return _score_call(state)
    uci = state.info.pv[0]
    return ("line", uci[:2], uci[2:4])


def _call(state: State) -> ScreenCall:
    """Which screen is on top: a message, an Info page, or what the mode shows."""
    if state.message is not None:
        return state.message
    if state.info_page >= 0:
        page = info_call(state)
        if page is not None:
            return page
    if state.screen is CLOCK:
        return ("clock", used_ms(state)[0 if state.board.turn else 1] // 1000)
    return _analysis_call(state) if state.screen is ANALYSIS else state.screen


def present(state: State) -> Lcd:
    """What the display shows in this state."""
    if not state.power_on:
        return BLANK
    call = _call(state)
    if call[0] in _OWN_SYMBOLS:
        flags = state.lit_flags | (WHITE if state.mover_white else BLACK)
    else:
        flags = WHITE if state.board.turn else BLACK
    if state.mode is Mode.VERIFY:
        flags |= VERIFY
    elif state.mode is Mode.SETUP:
        flags |= SETUP
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
    state.info_page = -1
    state.next_screen = None
    state.next_screen_ms = -1


def show_clock(state: State) -> None:
    """The idle display."""
    state.screen = CLOCK
    state.info_page = -1
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
    out.append(REFUSAL_BEEP)


def drop_message(state: State) -> None:
    """Let the screen under a message, and any screen that was to follow, come up at once."""
    state.message = None
    state.message_until_ms = -1
    if state.next_screen is not None:
        show(state, *state.next_screen)
