"""The one transition table: what every key does in every mode.

Theory of operation. A key event meets the row of its (mode, key). A pair without a row is refused:
three beeps, ``Error``, nothing changed. ``state.mode`` is the layer in force; a layer returns to
``state.home``. While the machine thinks the mode is THINK, so everything it must not disturb is
refused by having no row there. The documentation's diagram, ``sapphire keys`` and the coverage
test read this table.

Rules every row keeps: GO leads back to play from any mode; a refusal changes nothing; the memory
changes only through a Commit.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from firmware_model import layers, options, play, rating_keys
from firmware_model.display import refuse
from firmware_model.keys import SQUARE_KEYS, Key
from firmware_model.mode import Mode
from firmware_model.play import Out
from firmware_model.state import State

Handler = Callable[[State, Key, Out], None]


class Row(NamedTuple):
    """One transition: mode, keys, handler, what it does, manual section, provenance mark."""

    mode: Mode
    keys: tuple[Key, ...]
    handler: Handler
    what: str
    section: str
    mark: str


def refused(state: State, key: Key, out: Out) -> None:
    """The handler of every pair that has no row."""
    refuse(state, out)


def _settings(layer: int, mode: Mode) -> list[Row]:
    return [
        Row(mode, (row.key,), layers.setting_key, row.title, row.section, row.mark)
        for row in options.OPTIONS.values()
        if row.layer == layer
    ]


_PLAY = Mode.PLAY
_PROMOTERS = (Key.KNIGHT, Key.BISHOP, Key.ROOK, Key.QUEEN)

ROWS: tuple[Row, ...] = (
    # -- play
    Row(_PLAY, SQUARE_KEYS, play.square_key, "enter a move: file, rank, file, rank", "4", "S"),
    Row(_PLAY, (Key.GO,), play.go_key, "the machine takes this side and moves", "GO", "S"),
    Row(_PLAY, (Key.CLEAR,), play.clear_key, "clear a half-typed move", "C/CB", "S"),
    Row(_PLAY, (Key.NG,), play.new_game_key, "new game", "NG", "S"),
    Row(_PLAY, (Key.COLOR,), play.color_key, "change sides", "Color", "S"),
    Row(_PLAY, (Key.LEFT,), play.take_back_key, "take back one half-move", "<", "S"),
    Row(_PLAY, (Key.RIGHT,), play.trace_forward_key, "replay a move taken back", ">", "S"),
    Row(_PLAY, (Key.OPTION,), layers.option_key, "open OPTION I", "35", "M"),
    Row(_PLAY, (Key.LEVEL,), layers.level_key, "open LEVEL", "Level", "S"),
    # -- the machine thinks
    Row(Mode.THINK, (Key.GO,), play.move_now_key, "move now", "GO", "S"),
    Row(Mode.THINK, (Key.NG,), play.new_game_key, "new game", "NG", "P"),
    # -- which piece?
    Row(Mode.PROMOTION, _PROMOTERS, play.promotion_key, "promote to this piece", "4", "M"),
    Row(Mode.PROMOTION, (Key.CLEAR,), layers.leave_key, "clear the move", "C/CB", "P"),
    Row(Mode.PROMOTION, (Key.GO,), layers.leave_key, "clear the move", "GO", "P"),
    # -- OPTION I
    Row(Mode.OPTION1, (Key.OPTION,), layers.option_key, "OPTION II, within 2 s", "36", "M"),
    Row(Mode.OPTION1, (Key.VER,), rating_keys.rating_key, "Game Rating", "35", "M"),
    Row(Mode.OPTION1, (Key.G7,), layers.print_games_key, "Print Games, at once", "33", "M"),
    Row(Mode.OPTION1, (Key.H8,), layers.print_board_key, "Print Board, at once", "34", "M"),
    Row(Mode.OPTION1, (Key.GO, Key.CLEAR), layers.leave_key, "leave the layer", "GO", "P"),
    *_settings(1, Mode.OPTION1),
    # -- OPTION II
    Row(Mode.OPTION2, (Key.OPTION,), layers.option_key, "OPTION I", "36", "M"),
    Row(Mode.OPTION2, (Key.GO, Key.CLEAR), layers.leave_key, "leave the layer", "GO", "P"),
    *_settings(2, Mode.OPTION2),
    # -- LEVEL
    Row(Mode.LEVEL, SQUARE_KEYS, layers.level_square_key, "level group, then level", "Level", "S"),
    Row(Mode.LEVEL, (Key.LEVEL,), layers.leave_key, "leave the layer", "Level", "P"),
    Row(Mode.LEVEL, (Key.GO, Key.CLEAR), layers.leave_key, "leave the layer", "GO", "P"),
    # -- RATING
    Row(Mode.RATING, (Key.GO,), layers.leave_key, "leave RATING", "35", "M"),
    Row(Mode.RATING, (Key.CLEAR,), rating_keys.reset_key, "reset to 1400", "35", "M"),
    Row(Mode.RATING, (Key.PAWN,), rating_keys.rate_key, "rate this game", "35", "M"),
    Row(Mode.RATING, (Key.KNIGHT,), rating_keys.draw_key, "offer a draw", "35", "M"),
    Row(Mode.RATING, (Key.BISHOP,), rating_keys.resign_key, "resign; a rated loss", "35", "M"),
)
"""Every transition there is."""


def _table() -> tuple[tuple[Handler, ...], ...]:
    table: list[list[Handler]] = [[refused] * len(Key) for _ in Mode]
    for row in ROWS:
        for key in row.keys:
            if table[row.mode][key] is not refused:
                raise AssertionError(f"two rows for {row.mode.name}, {key.name}")
            table[row.mode][key] = row.handler
    return tuple(tuple(handlers) for handlers in table)


TABLE: tuple[tuple[Handler, ...], ...] = _table()
"""``TABLE[mode][key]`` is the handler."""


def row_for(mode: Mode, key: Key) -> Row | None:
    """The row of a pair; None when the key is refused there."""
    return next((row for row in ROWS if row.mode is mode and key in row.keys), None)
