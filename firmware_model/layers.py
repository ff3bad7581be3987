"""The layers: OPTION I and II with their settings, and LEVEL.

OPTION (M 35, 36): once is OPTION I; again within two seconds of the last OPTION press toggles I
and II, each toggle restarting the window; later it is a fresh OPTION I (P). The first press of a
setting's key shows its state, further presses of the same key step it (P). LEVEL: a letter chooses
the group, the next press the level (P).
"""

from __future__ import annotations

from dataclasses import replace

from firmware_model import options
from firmware_model.display import show
from firmware_model.events import SerialOut
from firmware_model.keys import ORDINAL, Key
from firmware_model.levels import GROUPS, LEVELS
from firmware_model.mode import Mode
from firmware_model.moves import Out, commit, note
from firmware_model.play import resume
from firmware_model.printing import BoardReport, GameReport, LevelReport, move_report
from firmware_model.state import State
from firmware_model.thinking import stop_thinking

TOGGLE_MS = 2000
"""The window of the OPTION toggle, its last millisecond included (M, P)."""

LAYER = {Mode.OPTION1: 1, Mode.OPTION2: 2, Mode.LEVEL: 3}
"""The number by which the table of settings calls each layer."""


# -- OPTION ----------------------------------------------------------------------------------


def option_key(state: State, key: Key, out: Out) -> None:
    """OPTION I/II: arm a layer, or toggle within the window."""
    stop_thinking(state, out)
    state.entry = ""
    within = state.option_since_ms >= 0 and state.now_ms - state.option_since_ms <= TOGGLE_MS
    armed = state.mode in (Mode.OPTION1, Mode.OPTION2)
    second = armed and within and state.mode is Mode.OPTION1
    state.mode = Mode.OPTION2 if second else Mode.OPTION1
    state.option_since_ms = state.now_ms
    state.option_key = None
    show(state, "option", 2 if second else 1)


def setting_key(state: State, key: Key, out: Out) -> None:
    """A setting of the armed layer: first press shows it, further presses step it."""
    row = options.BY_KEY[LAYER[state.mode], key]
    value = state.nvram.option(row.name)
    if state.option_key is key:
        value = row.values[(row.values.index(value) + 1) % len(row.values)]
        commit(state, out, state.nvram.with_option(row.name, value))
    state.option_key = key
    show(state, "setting", row.cells, value)


def print_board_key(state: State, key: Key, out: Out) -> None:
    """PRINT BOARD, at once (M 34)."""
    print_board(state, out)
    resume(state, out)


def print_board(state: State, out: Out) -> None:
    """Send the position on display to every open port."""
    video = bool(state.nvram.option("video"))
    out.append(SerialOut(BoardReport(state.board.board_fen(), state.board.turn, video)))


def print_games_key(state: State, key: Key, out: Out) -> None:
    """PRINT GAMES, at once."""
    print_game(state, out)
    resume(state, out)


def print_game(state: State, out: Out) -> None:
    """Send the moves of the present game to every open port."""
    board = state.board.root()
    reports = []
    for move in state.board.move_stack:
        reports.append(move_report(board, move))
        board.push(move)
    out.append(SerialOut(GameReport(tuple(reports))))


# -- LEVEL -----------------------------------------------------------------------------------


def _side(state: State) -> int:
    """The colour whose level is on display: the one chosen with COLOR, else the machine's."""
    if state.level_side >= 0:
        return state.level_side
    return 0 if state.game.machine_is_white else 1


def _show_level(state: State) -> None:
    state.level_group = ""
    state.option_key = None
    show(state, "level", LEVELS[state.nvram.levels[_side(state)]].code)


def level_key(state: State, key: Key, out: Out) -> None:
    """LEVEL: show the level in force."""
    stop_thinking(state, out)
    state.entry = ""
    state.mode = Mode.LEVEL
    state.level_side = -1
    _show_level(state)


def level_color_key(state: State, key: Key, out: Out) -> None:
    """COLOR in LEVEL: White's level alone, Black's level alone, in turn (S)."""
    state.level_side = 0 if state.level_side == 1 else state.level_side + 1
    _show_level(state)


def level_square_key(state: State, key: Key, out: Out) -> None:
    """A1...H8 in LEVEL: the group first, then the level, which takes effect at once."""
    state.option_key = None
    if not state.level_group:
        group = GROUPS[ORDINAL[key]]
        if group != "An":
            state.level_group = group
            show(state, "level group", group)
            return
        name = "an"
    else:
        name = f"{state.level_group.lower()}{ORDINAL[key] + 1}"
    white, black = state.nvram.levels
    levels = (name, name)
    if state.level_side >= 0:
        levels = (name, black) if state.level_side == 0 else (white, name)
    set_levels(state, levels, out)
    _show_level(state)


def set_levels(state: State, levels: tuple[str, str], out: Out) -> None:
    """Put levels for (White, Black) in force; a change during a game is noted in it (M 35, P)."""
    if levels == state.nvram.levels:
        return
    commit(state, out, replace(state.nvram, levels=levels))
    if state.game.plies:
        note(state, "level changed", out)


def level_report(state: State) -> LevelReport:
    """Both levels as the serial port tells them."""
    white, black = state.nvram.levels
    return LevelReport(LEVELS[white].code, LEVELS[black].code)
