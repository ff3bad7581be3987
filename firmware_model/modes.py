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

from firmware_model import (
    info_keys,
    layers,
    memory_keys,
    options,
    play,
    rating_keys,
    selftest,
    setup_keys,
)
from firmware_model.display import refuse
from firmware_model.keys import PIECE_KEYS, SQUARE_KEYS, Key
from firmware_model.mode import Mode
from firmware_model.moves import Out
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


def _settings(mode: Mode) -> list[Row]:
    return [
        Row(mode, (row.key,), layers.setting_key, row.title, row.section, row.mark)
        for row in options.OPTIONS.values()
        if row.layer == layers.LAYER[mode]
    ]


_K = Key
_PROMOTERS = (_K.KNIGHT, _K.BISHOP, _K.ROOK, _K.QUEEN)


def _by_hand(mode: Mode) -> list[Row]:
    """What play and the modes in which one moves by hand have in common."""
    return [
        Row(
            mode, SQUARE_KEYS, play.square_key, "enter a move: file, rank, file, rank", "play", "S"
        ),
        Row(mode, (_K.CLEAR,), play.clear_key, "clear a half-typed move", "10", "S"),
        Row(mode, (_K.NG,), play.new_game_key, "new game", "1", "S"),
        Row(mode, (_K.LEFT,), play.take_back_key, "take back one half-move", "7", "S"),
        Row(mode, (_K.RIGHT,), play.trace_forward_key, "replay a move taken back", "8", "S"),
        Row(mode, (_K.OPTION,), layers.option_key, "open OPTION I", "35", "M"),
        Row(mode, (_K.LEVEL,), layers.level_key, "open LEVEL", "2", "S"),
        Row(mode, (_K.VER,), setup_keys.verify_key, "verify the position", "11", "H"),
        Row(mode, (_K.QUEEN,), info_keys.sound_key, "sound: off, keys, all", "13", "H"),
        Row(mode, (_K.KING,), info_keys.info_key, "what the machine thinks", "14", "H"),
        Row(mode, (_K.KNIGHT,), memory_keys.open_save_key, "save this game", "15", "H"),
        Row(mode, (_K.PAWN,), memory_keys.open_load_key, "load a game", "16", "H"),
    ]


def _slots(mode: Mode, key: Key, handler: Handler, what: str, section: str) -> list[Row]:
    return [
        Row(mode, SQUARE_KEYS, memory_keys.slot_key, "slots 1-8", section, "P"),
        Row(mode, (_K.LEFT,), memory_keys.step_slot_key, "the slot before", section, "P"),
        Row(mode, (_K.RIGHT,), memory_keys.step_slot_key, "the slot after", section, "P"),
        Row(mode, (key,), handler, what, section, "P"),
        Row(mode, (_K.GO, _K.CLEAR), play.leave_key, "leave", section, "P"),
    ]


_OPTION1, _OPTION2, _LEVEL = Mode.OPTION1, Mode.OPTION2, Mode.LEVEL

ROWS: tuple[Row, ...] = (
    # -- play
    *_by_hand(Mode.PLAY),
    Row(Mode.PLAY, (_K.GO,), play.go_key, "the machine takes this side and moves", "3", "S"),
    Row(Mode.PLAY, (_K.COLOR,), play.color_key, "change sides", "9", "S"),
    Row(Mode.PLAY, (_K.HINT,), play.hint_key, "a hint; again: more of the line", "5", "H"),
    Row(Mode.PLAY, (_K.BISHOP,), play.training_key, "training on", "6", "H"),
    Row(Mode.PLAY, (_K.ROOK,), play.referee_key, "referee on", "4", "H"),
    # -- the machine thinks
    Row(Mode.THINK, (_K.GO,), play.move_now_key, "move now", "3", "S"),
    Row(Mode.THINK, (_K.NG,), play.new_game_key, "new game", "1", "P"),
    Row(Mode.THINK, (_K.KING,), info_keys.info_key, "what the machine thinks", "14", "H"),
    Row(Mode.THINK, (_K.QUEEN,), info_keys.sound_key, "sound: off, keys, all", "13", "P"),
    # -- which piece?
    Row(Mode.PROMOTION, _PROMOTERS, play.promotion_key, "promote to this piece", "play", "M"),
    Row(Mode.PROMOTION, (_K.GO, _K.CLEAR), play.leave_key, "clear the move", "10", "P"),
    # -- OPTION I
    Row(_OPTION1, (_K.OPTION,), layers.option_key, "OPTION II, within 2 s", "36", "M"),
    Row(_OPTION1, (_K.VER,), rating_keys.rating_key, "Game Rating", "35", "M"),
    Row(_OPTION1, (_K.C3,), play.autoplay_key, "Autoplay / Demo", "29", "H"),
    Row(_OPTION1, (_K.D4,), play.human_key, "Human Mode", "30", "H"),
    Row(_OPTION1, (_K.F6,), play.replay_key, "Replay", "32", "H"),
    Row(_OPTION1, (_K.G7,), layers.print_games_key, "Print Games, at once", "33", "M"),
    Row(_OPTION1, (_K.H8,), layers.print_board_key, "Print Board, at once", "34", "M"),
    Row(_OPTION1, (_K.GO, _K.CLEAR), play.leave_key, "leave the layer", "35", "P"),
    *_settings(_OPTION1),
    # -- OPTION II
    Row(_OPTION2, (_K.OPTION,), layers.option_key, "OPTION I", "36", "M"),
    Row(_OPTION2, (_K.H8,), selftest.test_key, "Test", "43", "H"),
    Row(_OPTION2, (_K.GO, _K.CLEAR), play.leave_key, "leave the layer", "36", "P"),
    *_settings(_OPTION2),
    # -- LEVEL
    Row(_LEVEL, SQUARE_KEYS, layers.level_square_key, "level group, then level", "2", "S"),
    Row(_LEVEL, (_K.COLOR,), layers.level_color_key, "level of one colour only", "2", "S"),
    Row(_LEVEL, (_K.LEVEL, _K.GO, _K.CLEAR), play.leave_key, "leave the layer", "2", "P"),
    Row(_LEVEL, (_K.LEFT,), play.next_best_key, "Next Best", "17", "H"),
    Row(_LEVEL, (_K.KING,), play.restore_key, "Restore", "19", "H"),
    Row(_LEVEL, (_K.HINT,), play.analyse_key, "Analyse", "21", "H"),
    Row(_LEVEL, (_K.ROOK,), memory_keys.pro_print_key, "Pro Print", "23", "H"),
    Row(_LEVEL, (_K.BISHOP,), memory_keys.pro_prior_key, "Pro Prior", "24", "H"),
    Row(_LEVEL, (_K.KNIGHT,), memory_keys.pro_save_key, "Pro Save", "25", "H"),
    Row(_LEVEL, (_K.PAWN,), memory_keys.pro_delete_key, "Pro Delete", "26", "H"),
    *_settings(_LEVEL),
    # -- RATING
    Row(Mode.RATING, (_K.GO,), play.leave_key, "leave RATING", "35", "M"),
    Row(Mode.RATING, (_K.CLEAR,), rating_keys.reset_key, "reset to 1400", "35", "M"),
    Row(Mode.RATING, (_K.PAWN,), rating_keys.rate_key, "rate this game", "35", "M"),
    Row(Mode.RATING, (_K.KNIGHT,), rating_keys.draw_key, "offer a draw", "35", "M"),
    Row(Mode.RATING, (_K.BISHOP,), rating_keys.resign_key, "resign; a rated loss", "35", "M"),
    # -- both sides by hand
    *_by_hand(Mode.REFEREE),
    Row(Mode.REFEREE, (_K.ROOK,), play.referee_key, "referee off", "4", "P"),
    Row(Mode.REFEREE, (_K.HINT,), play.hint_key, "a hint; again: more of the line", "5", "P"),
    Row(Mode.REFEREE, (_K.GO,), play.leave_home_key, "referee off", "4", "P"),
    *_by_hand(Mode.HUMAN),
    Row(Mode.HUMAN, (_K.HINT,), play.hint_key, "a hint; again: more of the line", "5", "P"),
    Row(Mode.HUMAN, (_K.GO,), play.leave_home_key, "human mode off", "30", "P"),
    # -- thinking along
    *_by_hand(Mode.TRAINING),
    Row(Mode.TRAINING, (_K.COLOR,), play.color_key, "change sides", "9", "P"),
    Row(Mode.TRAINING, (_K.BISHOP,), play.training_key, "training off", "6", "P"),
    Row(Mode.TRAINING, (_K.GO,), play.leave_home_key, "training off", "6", "P"),
    *_by_hand(Mode.ANALYSE),
    Row(Mode.ANALYSE, (_K.GO,), play.leave_home_key, "analysis off", "21", "P"),
    # -- by itself
    Row(Mode.AUTOPLAY, (_K.GO,), play.autoplay_go_key, "start; stop and back to play", "29", "S"),
    Row(Mode.AUTOPLAY, (_K.CLEAR,), play.leave_home_key, "back to play", "29", "P"),
    Row(Mode.AUTOPLAY, (_K.KING,), info_keys.info_key, "what the machine thinks", "14", "P"),
    Row(Mode.REPLAY, (_K.GO, _K.CLEAR), play.stop_replay_key, "stop here", "32", "P"),
    # -- verify, set up
    Row(Mode.VERIFY, SQUARE_KEYS, setup_keys.verify_square_key, "what stands here?", "11", "P"),
    Row(Mode.VERIFY, PIECE_KEYS, setup_keys.verify_piece_key, "where does it stand?", "11", "P"),
    Row(Mode.VERIFY, (_K.VER,), setup_keys.setup_key, "set up a position", "12", "H"),
    Row(Mode.VERIFY, (_K.GO, _K.CLEAR), play.leave_key, "leave", "11", "P"),
    Row(Mode.SETUP, SQUARE_KEYS, setup_keys.setup_square_key, "place here, or remove", "12", "P"),
    Row(Mode.SETUP, PIECE_KEYS, setup_keys.setup_piece_key, "the piece to place", "12", "P"),
    Row(Mode.SETUP, (_K.COLOR,), setup_keys.setup_color_key, "its colour; side to move", "12", "P"),
    Row(Mode.SETUP, (_K.CLEAR,), setup_keys.setup_clear_key, "clear the board", "10", "H"),
    Row(Mode.SETUP, (_K.VER,), setup_keys.setup_done_key, "leave with this position", "12", "P"),
    Row(Mode.SETUP, (_K.GO,), setup_keys.setup_go_key, "leave; drop an impossible one", "12", "P"),
    # -- saved games
    *_slots(Mode.SAVE, _K.KNIGHT, memory_keys.save_key, "save here", "15"),
    *_slots(Mode.LOAD, _K.PAWN, memory_keys.load_key, "load this", "16"),
    # -- self-test
    Row(
        Mode.TEST,
        tuple(key for key in Key if key is not Key.GO),
        selftest.test_pressed_key,
        "this key works",
        "43",
        "P",
    ),
    Row(Mode.TEST, (_K.GO,), play.leave_key, "leave", "43", "P"),
)
"""Every transition there is."""


def table_of(rows: tuple[Row, ...]) -> tuple[tuple[Handler, ...], ...]:
    """A handler for every mode and key; a pair without a row is refused.

    :raises ValueError: two rows for one pair.
    """
    table: list[list[Handler]] = [[refused] * len(Key) for _ in Mode]
    for row in rows:
        for key in row.keys:
            if table[row.mode][key] is not refused:
                raise ValueError(f"two rows for {row.mode.name}, {key.name}")
            table[row.mode][key] = row.handler
    return tuple(tuple(handlers) for handlers in table)


TABLE: tuple[tuple[Handler, ...], ...] = table_of(ROWS)
"""``TABLE[mode][key]`` is the handler."""


def row_for(mode: Mode, key: Key) -> Row | None:
    """The row of a pair; None when the key is refused there."""
    return next((row for row in ROWS if row.mode is mode and key in row.keys), None)
