"""``step(state, input) -> (state, outputs)``: the machine as a pure function.

Time moves only by :class:`~firmware_model.events.Tick`. A tick stops at every moment at which
something is due (a debounced key, a message running out, the next second of a clock on display,
a flag) and deals with it there, so that one long tick and many short ones give the same states
and the same outputs.
"""

from __future__ import annotations

from typing import assert_never

from firmware_model import display
from firmware_model.display import drop_message, message, settle, show, used_ms
from firmware_model.events import (
    KEY_BEEP,
    REFUSAL_BEEP,
    Battery,
    Input,
    KeyDown,
    KeyUp,
    Lock,
    OpponentInfo,
    OpponentMove,
    Output,
    Power,
    SerialBytes,
    Tick,
)
from firmware_model.game import By
from firmware_model.keys import Key, KeyMatrix
from firmware_model.levels import LEVELS, Control
from firmware_model.mode import Mode
from firmware_model.modes import TABLE
from firmware_model.moves import save_clocks
from firmware_model.play import replay_step, resume
from firmware_model.remote import received
from firmware_model.selftest import test_due
from firmware_model.state import State
from firmware_model.thinking import answered, informed, stop_thinking, think

_NEVER = 1 << 62


def step(state: State, event: Input) -> tuple[State, tuple[Output, ...]]:
    """The state after one input, and what came out; ``state`` itself is left as it was.

    >>> state, out = step(State(), Power(on=True))
    >>> state.lcd.text
    '0:00:00'
    """
    after = state.copy()
    out: list[Output] = []
    apply(after, event, out)
    return after, tuple(out)


def apply(state: State, event: Input, out: list[Output]) -> None:
    """Change ``state`` in place by one input; for whoever owns the state."""
    match event:
        case Tick(to_ms):
            advance(state, to_ms, out)
            return
        case KeyDown(key):
            state.matrix = state.matrix.close(key, at_ms=state.now_ms)
            _debounce(state, out)
        case KeyUp(key):
            state.matrix = state.matrix.open(key, at_ms=state.now_ms)
            _debounce(state, out)
        case SerialBytes():
            received(state, event, out, key_event)
        case OpponentMove():
            answered(state, event, out)
        case OpponentInfo():
            informed(state, event, out)
        case Power(on):
            _power(state, out, on=on)
        case Battery(low):
            state.battery_low = low
        case Lock(on):
            state.locked = on
        case _ as never:
            assert_never(never)
    settle(state, out)


# -- time ------------------------------------------------------------------------------------


def due_ms(state: State) -> int:
    """The next moment at which something happens by itself; far away when nothing will."""
    due = _NEVER
    if not state.matrix.idle:
        matrix_due = state.matrix.due_ms(state.debounce_ms)
        if matrix_due is not None:
            due = matrix_due
    if state.message is not None and state.message_until_ms < due:
        due = state.message_until_ms
    if state.next_screen is not None and state.next_screen_ms < due:
        due = state.next_screen_ms
    if state.clock_since_ms >= 0:
        due = min(due, _clock_due(state))
    if state.mode in _TIMED:
        due = min(due, _mode_due(state))
    return due


_TIMED = frozenset((Mode.THINK, Mode.REPLAY, Mode.TEST, Mode.TRAINING, Mode.ANALYSE))
"""Modes in which something happens by itself as time passes."""


def _mode_due(state: State) -> int:
    if state.mode is Mode.REPLAY:
        return state.replay_due_ms
    if state.mode is Mode.TEST:
        return state.test_due_ms if state.test_due_ms >= 0 else _NEVER
    if display.analysis_shown(state):
        return (state.now_ms // display.ALTERNATE_MS + 1) * display.ALTERNATE_MS
    return _NEVER


def _clock_due(state: State) -> int:
    """When the running clock next changes the display or runs out."""
    shown, allowed = display.clock_shown(state), _allowed_ms(state)
    if not shown and allowed is None:
        return _NEVER
    white, black = used_ms(state)
    used = white if state.board.turn else black
    due = state.now_ms + 1000 - used % 1000 if shown else _NEVER
    if allowed is not None:
        due = min(due, state.now_ms + max(allowed - used, 0) + 1)
    return due


def _moves_made(state: State) -> int:
    """Moves the side to move has made in this game."""
    return len(state.game.plies) // 2


def _allowed_ms(state: State) -> int | None:
    """Clock time at which the flag of the side to move falls; None if never or already down."""
    side = 0 if state.board.turn else 1
    control = LEVELS[state.nvram.levels[side]].control
    if not control.moves and control.kind is not Control.SUDDEN:
        return None
    allowed = control.allowed_ms(_moves_made(state))
    if allowed is None or state.flagged[side] >= allowed:
        return None
    return allowed


def advance(state: State, to_ms: int, out: list[Output]) -> None:
    """Let emulated time pass up to ``to_ms``, dealing with everything that falls due."""
    while (due := due_ms(state)) <= to_ms:
        state.now_ms = max(due, state.now_ms)
        _debounce(state, out)
        _fall_due(state, out)
    state.now_ms = max(to_ms, state.now_ms)


def _fall_due(state: State, out: list[Output]) -> None:
    """Deal with whatever is due at this moment, the keys aside."""
    if state.message is not None and state.message_until_ms <= state.now_ms:
        state.message = None
    if state.next_screen is not None and state.next_screen_ms <= state.now_ms:
        show(state, *state.next_screen)
    _fall(state)
    if state.mode is Mode.REPLAY and state.replay_due_ms <= state.now_ms:
        replay_step(state, out)
    elif state.mode is Mode.TEST and 0 <= state.test_due_ms <= state.now_ms:
        test_due(state, out)
    settle(state, out)


def _fall(state: State) -> None:
    """Let the flag fall if the side to move has overstepped; play goes on (S)."""
    if state.clock_since_ms < 0:
        return
    allowed = _allowed_ms(state)
    side = 0 if state.board.turn else 1
    if allowed is not None and used_ms(state)[side] > allowed:
        white, black = state.flagged
        state.flagged = (allowed, black) if side == 0 else (white, allowed)
        message(state, "flag")


# -- keys ------------------------------------------------------------------------------------


def _debounce(state: State, out: list[Output]) -> None:
    if state.matrix.idle:
        return
    state.matrix, key = state.matrix.settle(at_ms=state.now_ms, debounce_ms=state.debounce_ms)
    if key is not None:
        key_event(state, key, out)


def key_event(state: State, key: Key, out: list[Output]) -> None:
    """One debounced key press meets the transition table."""
    if not state.power_on or state.locked:
        return
    if state.message is not None or state.next_screen is not None:
        drop_message(state)
    before = len(out)
    TABLE[state.mode][key](state, key, out)
    if state.nvram.sound and REFUSAL_BEEP not in out[before:]:
        out.append(KEY_BEEP)


def press(state: State, key: Key, out: list[Output], *, hold_ms: int, total_ms: int) -> None:
    """Close a contact, hold it, open it, and let ``total_ms`` pass in all.

    The same as KeyDown, Tick, KeyUp, Tick (a test holds it to that). On an idle matrix whose
    debounce fits into the hold and ends before anything else is due, what the scan will find is
    known, so it is not asked.
    """
    start = state.now_ms
    at_ms = start + state.debounce_ms
    if (
        state.matrix.idle
        and 0 < state.debounce_ms <= hold_ms
        and hold_ms + state.debounce_ms < total_ms
        and due_ms(state) > at_ms
    ):
        state.now_ms = at_ms
        key_event(state, key, out)
        _fall_due(state, out)
        if due_ms(state) <= start + total_ms:
            advance(state, start + total_ms, out)
        state.now_ms = start + total_ms
        return
    apply(state, KeyDown(key), out)
    advance(state, start + hold_ms, out)
    apply(state, KeyUp(key), out)
    advance(state, start + total_ms, out)


# -- power -----------------------------------------------------------------------------------


def _power(state: State, out: list[Output], *, on: bool) -> None:
    if on == state.power_on:
        return
    state.power_on = on
    state.matrix = KeyMatrix()
    state.message = None
    if not on:
        stop_thinking(state, out)
        save_clocks(state, out)
    state.home = Mode.PLAY
    resume(state, out)
    game = state.game
    if on and game.plies and not game.over:
        state.clock_since_ms = state.now_ms
        if game.plies[-1].by is By.USER and state.board.turn == game.machine_is_white:
            think(state, out)
