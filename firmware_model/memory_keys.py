"""Save Game and Load Game, and the programmable opening book of the LEVEL layer.

Save and Load (P for the keys): the slot number is on display; < and > step through the 16 slots,
A1...H8 choose 1-8, and the same piece key again acts. A loaded game stands at its first position
and is replayed with Trace Forward.
"""

from __future__ import annotations

from dataclasses import replace

from firmware_model.display import message, refuse, show
from firmware_model.events import REFUSAL_BEEP, SerialOut
from firmware_model.game import Game
from firmware_model.keys import ORDINAL, Key
from firmware_model.learning import delete_lines, moves_of, prefer_line, save_line
from firmware_model.mode import Mode
from firmware_model.moves import Out, begin, commit
from firmware_model.play import resume
from firmware_model.printing import BookReport
from firmware_model.state import SAVE_SLOTS, State
from firmware_model.thinking import stop_thinking

LOADED = "the game was loaded from memory"


# -- saved games -----------------------------------------------------------------------------


def _show_slot(state: State) -> None:
    name = "save" if state.mode is Mode.SAVE else "load"
    taken = state.nvram.saves[state.slot] is not None
    show(state, name, "≡" if taken else "_", state.slot + 1)


def open_save_key(state: State, key: Key, out: Out) -> None:
    """Knight: choose a slot to save in; the first free one is offered."""
    if not state.game.plies:
        refuse(state, out)
        return
    stop_thinking(state, out)
    free = [number for number, game in enumerate(state.nvram.saves) if game is None]
    state.entry = ""
    state.mode = Mode.SAVE
    state.slot = free[0] if free else 0
    _show_slot(state)


def open_load_key(state: State, key: Key, out: Out) -> None:
    """Pawn: choose a slot to load; the first one in use is offered."""
    used = [number for number, game in enumerate(state.nvram.saves) if game is not None]
    stop_thinking(state, out)
    state.entry = ""
    state.mode = Mode.LOAD
    state.slot = used[0] if used else 0
    _show_slot(state)


def slot_key(state: State, key: Key, out: Out) -> None:
    """A1...H8: slots 1-8."""
    state.slot = ORDINAL[key]
    _show_slot(state)


def step_slot_key(state: State, key: Key, out: Out) -> None:
    """< and >: the slot before, the slot after."""
    state.slot = (state.slot + (1 if key is Key.RIGHT else -1)) % SAVE_SLOTS
    _show_slot(state)


def save_key(state: State, key: Key, out: Out) -> None:
    """Knight again: save here, replacing what the slot held."""
    saves = list(state.nvram.saves)
    saves[state.slot] = state.game
    commit(state, out, replace(state.nvram, saves=tuple(saves)))
    _show_slot(state)
    shown = state.screen
    resume(state, out)
    message(state, *shown)


def load_key(state: State, key: Key, out: Out) -> None:
    """Pawn again: load this slot."""
    saved = state.nvram.saves[state.slot]
    if saved is None:
        refuse(state, out)
        return
    game = Game(saved.start_fen, machine_is_white=saved.machine_is_white, flaws=(LOADED,))
    state.home = Mode.PLAY
    begin(state, game, out)
    state.redo = tuple(reversed(saved.plies))
    resume(state, out)


# -- programmable book -----------------------------------------------------------------------


def _line(state: State) -> tuple[str, ...] | None:
    """The line on the board, when referee mode is on and it began from the first position."""
    return moves_of(state.game) or None if state.home is Mode.REFEREE else None


def pro_save_key(state: State, key: Key, out: Out) -> None:
    """LEVEL, Knight: save the line just entered in referee mode."""
    line = _line(state)
    if line is None:
        refuse(state, out)
        return
    nvram = save_line(state.nvram, line)
    resume(state, out)
    if nvram is None:
        message(state, "full")
        out.append(REFUSAL_BEEP)
        return
    commit(state, out, nvram)
    message(state, "programmed", len(nvram.book))


def pro_prior_key(state: State, key: Key, out: Out) -> None:
    """LEVEL, Bishop: give the line on the board priority over the others."""
    line = _line(state)
    nvram = None if line is None else prefer_line(state.nvram, line)
    if nvram is None:
        refuse(state, out)
        return
    commit(state, out, nvram)
    resume(state, out)
    message(state, "priority")


def pro_delete_key(state: State, key: Key, out: Out) -> None:
    """LEVEL, Pawn: delete the lines that begin with the moves on the board."""
    line = _line(state)
    nvram = None if line is None else delete_lines(state.nvram, line)
    if nvram is None:
        refuse(state, out)
        return
    commit(state, out, nvram)
    resume(state, out)
    message(state, "programmed", len(nvram.book))


def pro_print_key(state: State, key: Key, out: Out) -> None:
    """LEVEL, Rook: send all programmed lines to the interface."""
    lines = tuple((line.moves, line.priority) for line in state.nvram.book)
    out.append(SerialOut(BookReport(lines)))
    resume(state, out)
    message(state, "programmed", len(lines))
