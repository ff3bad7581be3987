"""Test, OPTION II H8: the machine looks at itself, one stage after the other.

Stages (P): 1 every LCD segment; 2 the beeper; 3 the memory, written out and read back; 4 the port,
which must return a line within a second if a loop-back plug is on it; 5 the keys, of which the
number not yet pressed is on display. GO leaves at any time. What fails is shown
as ``bAd`` and told.
"""

from __future__ import annotations

from firmware_model import codec
from firmware_model.display import show
from firmware_model.events import KEY_BEEP, Notice, SerialOut
from firmware_model.keys import Key
from firmware_model.mode import Mode
from firmware_model.moves import Out
from firmware_model.printing import Words
from firmware_model.state import State
from firmware_model.thinking import stop_thinking

STAGE_MS = 1000
PLUG_LINE = "SAPPHIRE LOOP TEST"
LCD_STAGE, BEEPER, MEMORY, PORT, KEYS = range(1, 6)


def test_key(state: State, key: Key, out: Out) -> None:
    """H8 in OPTION II: begin."""
    stop_thinking(state, out)
    state.mode = Mode.TEST
    state.entry = ""
    state.option_key = None
    state.tested_keys = frozenset()
    _begin(state, LCD_STAGE, out)


def _begin(state: State, stage: int, out: Out) -> None:
    state.test_stage = stage
    state.test_due_ms = state.now_ms + STAGE_MS
    if stage == LCD_STAGE:
        show(state, "all segments")
    elif stage == BEEPER:
        out.append(KEY_BEEP)
        _verdict(state, stage, out, ok=True)
    elif stage == MEMORY:
        sound = codec.decode(codec.encode(state.nvram)) == state.nvram
        _verdict(state, stage, out, ok=sound)
    elif stage == PORT:
        state.loop_heard = False
        out.append(SerialOut(Words(PLUG_LINE)))
        show(state, "test", PORT, "----")
    else:
        state.test_due_ms = -1
        _show_keys(state)


def _verdict(state: State, stage: int, out: Out, *, ok: bool) -> None:
    show(state, "test", stage, "Good" if ok else "bAd")
    if not ok:
        out.append(Notice(f"self-test: stage {stage} failed"))


def test_due(state: State, out: Out) -> None:
    """A stage's time is over."""
    if state.test_stage == PORT and not state.loop_heard:
        out.append(Notice("self-test: no loop-back plug on the port"))
    _begin(state, state.test_stage + 1, out)


def heard(state: State, line: str, out: Out) -> bool:
    """A line from the port: True when it is the self-test's own."""
    if state.mode is not Mode.TEST or line != PLUG_LINE:
        return False
    state.loop_heard = True
    _verdict(state, PORT, out, ok=True)
    return True


def test_pressed_key(state: State, key: Key, out: Out) -> None:
    """Any key but GO: tick it off."""
    state.tested_keys = state.tested_keys | {key}
    if state.test_stage == KEYS:
        _show_keys(state)


def _show_keys(state: State) -> None:
    left = len(Key) - 1 - len(state.tested_keys)  # GO is tested by leaving
    show(state, "test", KEYS, str(left) if left else "Good")
