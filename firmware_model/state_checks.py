"""Whether a state read from outside can be one of this machine: ranges, and what must agree.

The program itself never makes a state that fails here; the random walk of the tests holds it to
that. A file edited by hand might, and the machine would then stumble many keys later.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

import chess

from firmware_model.codec import MOST, DamagedMemory
from firmware_model.lcd import CELLS, GLYPHS, Lcd
from firmware_model.levels import GROUPS
from firmware_model.mode import HOMES, Mode
from firmware_model.screens import render
from firmware_model.selftest import KEYS as LAST_STAGE
from firmware_model.state import SAVE_SLOTS, State

RANGES: dict[str, tuple[int, int]] = {
    "clock_since_ms": (-1, MOST),
    "debounce_ms": (0, 60_000),
    "draw_offered_at": (-1, MOST),
    "hint_index": (0, MOST),
    "hopeless": (0, MOST),
    "info_page": (-1, 7),
    "last_id": (0, MOST),
    "level_side": (-1, 1),
    "lit_flags": (0, (1 << 17) - 1),
    "message_until_ms": (-1, MOST),
    "next_screen_ms": (-1, MOST),
    "now_ms": (0, MOST),
    "option_since_ms": (-1, MOST),
    "replay_due_ms": (-1, MOST),
    "search_moves": (0, MOST),
    "slot": (0, SAVE_SLOTS - 1),
    "test_due_ms": (-1, MOST),
    "think_id": (0, MOST),
}
"""Lowest and highest value of the slots that have them."""

PURPOSES = frozenset(("move", "alternative", "hint", "analysis"))
THINKING = frozenset((Mode.THINK, Mode.TRAINING, Mode.ANALYSE, Mode.AUTOPLAY, Mode.PROMOTION))
_ENTRY = re.compile("([a-h]([1-8]([a-h]([1-8])?)?)?)?")
_UCI = re.compile("[a-h][1-8][a-h][1-8][nbrq]?")


def words(data: Iterable[Any]) -> tuple[str, ...]:
    """Moves written as squares.

    :raises ValueError: something else.
    """
    moves = tuple(data)
    for move in moves:
        if not isinstance(move, str) or not _UCI.fullmatch(move):
            raise ValueError(f"expected a move such as e2e4, got {move!r}")
    return moves


def whole(value: Any, low: int = -MOST, high: int = MOST) -> int:
    """A whole number.

    :raises ValueError: something else, or out of range.
    """
    if type(value) is not int or not low <= value <= high:
        raise ValueError(f"expected a whole number {low}...{high}, got {value!r}")
    return value


def call(data: Iterable[Any]) -> tuple[str | int, ...]:
    """A screen's name and fields that can be shown.

    :raises ValueError: there is no such display.
    """
    found = tuple(data)
    if not all(type(field) in (str, int) for field in found):
        raise ValueError(f"expected a screen, got {found!r}")
    try:
        drawable(render(str(found[0]), *found[1:]))
    except (KeyError, IndexError, TypeError, ValueError):
        raise ValueError(f"no display {found!r}") from None
    return found


def drawable(lcd: Lcd) -> Lcd:
    """The display, if it has six glyphs that the cells can form.

    :raises ValueError: it does not.
    """
    if len(lcd.cells) != CELLS or not GLYPHS.keys() >= set(lcd.cells):
        raise ValueError(f"{lcd.cells!r} on {CELLS} cells")
    return lcd


def check(state: State) -> None:
    """Look at what must agree.

    :raises DamagedMemory: the machine cannot be in this state.
    """
    for name, (low, high) in RANGES.items():
        if not low <= getattr(state, name) <= high:
            raise DamagedMemory(f"{name}: expected {low}...{high}, got {getattr(state, name)}")
    for what, holds in (
        (f"home {state.home.name}", state.home in HOMES),
        (f"purpose {state.purpose!r}", state.purpose in PURPOSES),
        (f"half a move {state.entry!r}", _entry_fits(state)),
        ("an open question in a mode that asks none", not state.think_id or _may_think(state)),
        ("a question that was never asked", state.think_id <= state.last_id),
        ("thinking about nothing", state.mode is not Mode.THINK or state.think_id > 0),
        (f"level group {state.level_group!r}", state.level_group in ("", *GROUPS)),
        (f"stage {state.test_stage} of the self-test", 0 <= state.test_stage <= LAST_STAGE),
        (f"set-up position {state.setup_placement!r}", _placement_fits(state)),
        ("a clock that starts later than now", state.clock_since_ms <= state.now_ms),
        ("taken-back moves that are not legal", _redo_fits(state)),
    ):
        if not holds:
            raise DamagedMemory(f"impossible state: {what}")


def _may_think(state: State) -> bool:
    return state.mode in THINKING


def _entry_fits(state: State) -> bool:
    length = len(state.entry)
    if state.mode is Mode.PROMOTION:
        return length == 4 and bool(_ENTRY.fullmatch(state.entry))
    most = {Mode.SETUP: 1, Mode.VERIFY: 2}.get(state.mode, 3)
    return length <= most and bool(_ENTRY.fullmatch(state.entry))


def _placement_fits(state: State) -> bool:
    if state.mode is not Mode.SETUP and not state.setup_placement:
        return True
    try:
        chess.BaseBoard(state.setup_placement)
    except ValueError:
        return False
    return True


def _redo_fits(state: State) -> bool:
    board = state.game.board()
    try:
        for ply in reversed(state.redo):
            board.push(board.parse_uci(ply.uci))
    except ValueError:
        return False
    return True
