"""The keys of playing: move entry, GO, sides, take back, new game, hint, training, referee.

Sources: device section 4 (from-file, from-rank, to-file, to-rank, no ENTER; the machine replies by
itself: S). Choices of this project (P):

* An illegal move is found at its last key; the entry is then empty again.
* The user plays whichever side he moves by hand; the machine answers with the other.
* A take-back leaves the move with whoever is to play; the machine waits for GO or a move.
"""

from __future__ import annotations

from dataclasses import replace

import chess

from firmware_model import thinking
from firmware_model.display import message, refuse, show, show_clock
from firmware_model.events import SerialOut
from firmware_model.game import Game
from firmware_model.keys import ORDINAL, PIECE_TYPE, Key
from firmware_model.mode import BY_HAND, Mode
from firmware_model.moves import (
    Out,
    begin,
    by_user,
    commit,
    commit_game,
    push,
    show_last_move,
    take_back,
    trace_forward,
)
from firmware_model.printing import Words
from firmware_model.state import State
from firmware_model.thinking import analyse, next_turn, stop_thinking, think

FLAWS: dict[Mode, str] = {
    Mode.REFEREE: "referee mode was used",
    Mode.HUMAN: "human mode was used",
    Mode.ANALYSE: "moves were made in analysis",
    Mode.AUTOPLAY: "autoplay was used",
}
"""Why moves made by hand in some modes disqualify a game (device section 5.6)."""

ON, OFF = 3, 0


# -- entering moves --------------------------------------------------------------------------


def square_key(state: State, key: Key, out: Out) -> None:
    """File and rank keys: four of them make a move."""
    if state.game.over:
        refuse(state, out)
        return
    signs = "12345678" if len(state.entry) % 2 else "abcdefgh"
    state.entry += signs[ORDINAL[key]]
    if len(state.entry) < 4:
        show(state, "entry", state.entry)
        return
    _finish_entry(state, out)


def _finish_entry(state: State, out: Out) -> None:
    origin, target = state.entry[:2], state.entry[2:]
    if origin == target:
        clear_entry(state)
        refuse(state, out)
        return
    move = chess.Move.from_uci(state.entry)
    if state.board.is_legal(move):
        make_user_move(state, move, out)
    elif state.board.is_legal(chess.Move(move.from_square, move.to_square, chess.QUEEN)):
        state.mode = Mode.PROMOTION
        show(state, "promotion")
    else:
        clear_entry(state)
        refuse(state, out)


def promotion_key(state: State, key: Key, out: Out) -> None:
    """The answer to ``Pro ?``: knight, bishop, rook or queen."""
    origin, target = state.entry[:2], state.entry[2:]
    move = chess.Move(chess.parse_square(origin), chess.parse_square(target), PIECE_TYPE[key])
    state.mode = state.home
    make_user_move(state, move, out)


def clear_entry(state: State) -> None:
    """Forget a half-typed move and show the clock."""
    state.entry = ""
    show_clock(state)


def resume(state: State, out: Out) -> None:
    """Back to the home mode from a layer: nothing typed, its idle screen, its thoughts."""
    state.mode = state.home
    state.option_key = None
    state.level_group = ""
    state.level_side = -1
    clear_entry(state)
    if state.game.ending is not None:
        show(state, state.game.ending.value)
    elif not state.think_id and _thinks_along(state):
        analyse(state, out)


def _thinks_along(state: State) -> bool:
    if state.home is Mode.TRAINING:
        return state.board.turn != state.game.machine_is_white
    return state.home is Mode.ANALYSE


def leave_key(state: State, key: Key, out: Out) -> None:
    """C/CB in a layer: back to the mode it was opened in. GO: all the way back to play."""
    if key is Key.GO:
        set_home(state, Mode.PLAY, out)
    else:
        resume(state, out)


def clear_key(state: State, key: Key, out: Out) -> None:
    """C/CB: clear a half-typed move; in a finished game, show the last one."""
    if state.game.over and state.game.plies:
        show_last_move(state)
    else:
        clear_entry(state)


def make_user_move(state: State, move: chess.Move, out: Out, *, on_wire: bool = False) -> None:
    """Play a legal move of the user's; the machine answers by itself where it is to."""
    stop_thinking(state, out)
    state.entry = ""
    state.reply_on_wire = on_wire
    mover = state.board.turn
    transmitted = on_wire or state.home is Mode.HUMAN
    flaw = FLAWS.get(state.home, "")
    push(state, move, by_user(move), out, on_wire=transmitted, flaw=flaw)
    if state.game.machine_is_white == mover and state.home not in BY_HAND:
        commit_game(state, out, replace(state.game, machine_is_white=not mover))
    next_turn(state, out)


# -- GO, sides -------------------------------------------------------------------------------


def go_key(state: State, key: Key, out: Out) -> None:
    """GO: the machine takes the side to move and plays."""
    if state.game.over:
        refuse(state, out)
        return
    state.entry = ""
    think(state, out)


def move_now_key(state: State, key: Key, out: Out) -> None:
    """GO while the machine thinks."""
    thinking.move_now(state, out)


def color_key(state: State, key: Key, out: Out) -> None:
    """COLOR: swap sides; if the machine is then to move it begins at once."""
    if state.game.over:
        refuse(state, out)
        return
    stop_thinking(state, out)
    clear_entry(state)
    change_side(state, out)


def change_side(state: State, out: Out) -> None:
    """Give the machine the other side."""
    machine_is_white = not state.game.machine_is_white
    commit_game(state, out, replace(state.game, machine_is_white=machine_is_white))
    if machine_is_white == state.board.turn:
        think(state, out)
    elif state.home is Mode.TRAINING:
        analyse(state, out)


# -- back and forth --------------------------------------------------------------------------


def take_back_key(state: State, key: Key, out: Out) -> None:
    """<: one half-move back."""
    if not state.game.plies:
        refuse(state, out)
        return
    stop_thinking(state, out)
    take_back(state, out)
    _rethink(state, out)


def trace_forward_key(state: State, key: Key, out: Out) -> None:
    """>: replay a half-move that was taken back."""
    if not state.redo:
        refuse(state, out)
        return
    stop_thinking(state, out)
    trace_forward(state, out)
    _rethink(state, out)


def _rethink(state: State, out: Out) -> None:
    if state.home in (Mode.ANALYSE, Mode.TRAINING):
        analyse(state, out)


def restore_key(state: State, key: Key, out: Out) -> None:
    """LEVEL, King: to the start of the game; Trace Forward replays it."""
    if not state.game.plies:
        refuse(state, out)
        return
    while take_back(state, out):
        pass
    resume(state, out)


def next_best_key(state: State, key: Key, out: Out) -> None:
    """LEVEL, <: another move in place of the machine's last one."""
    game = state.game
    if not game.plies or not game.plies[-1].level or game.ending is not None:
        refuse(state, out)
        return
    excluded = (*state.excluded, game.plies[-1].uci)
    before = state.board.copy()
    before.pop()
    if all(move.uci() in excluded for move in before.legal_moves):
        refuse(state, out)
        return
    take_back(state, out)
    state.excluded = excluded
    state.mode = state.home
    think(state, out, "alternative")


# -- new game --------------------------------------------------------------------------------


def new_game_key(state: State, key: Key, out: Out) -> None:
    """NG."""
    new_game(state, out)


def new_game(state: State, out: Out) -> None:
    """Start afresh: same level, White for the user (P), no Print Moves, no referee (wire 2.2)."""
    stop_thinking(state, out)
    game, kept = state.game, state.nvram.finished
    if game.over and not game.rated:
        kept = game
    elif game.plies:
        kept = None
    state.home = state.mode = Mode.PLAY
    commit(state, out, state.nvram.with_option("print_moves", OFF))
    begin(state, Game(), out, finished=kept)
    resume(state, out)
    out.append(SerialOut(Words("New Game")))


# -- modes one switches on and off -----------------------------------------------------------


def set_home(state: State, home: Mode, out: Out) -> None:
    """Change the home mode and go there."""
    stop_thinking(state, out)
    spoil(state, home, out)
    state.home = home
    resume(state, out)


def leave_home_key(state: State, key: Key, out: Out) -> None:
    """GO in a mode of its own: back to play."""
    set_home(state, Mode.PLAY, out)


def spoil(state: State, home: Mode, out: Out) -> None:
    """Entering some modes in mid-game disqualifies it at once (device section 5.6, P)."""
    if state.game.plies and home in FLAWS and home is not Mode.ANALYSE:
        game = state.game.with_flaw(FLAWS[home])
        if game is not state.game:
            commit_game(state, out, game)


def referee_key(state: State, key: Key, out: Out) -> None:
    """Rook: referee on and off."""
    on = state.home is not Mode.REFEREE
    set_home(state, Mode.REFEREE if on else Mode.PLAY, out)
    message(state, "setting", "rEF", ON if on else OFF)


def human_key(state: State, key: Key, out: Out) -> None:
    """OPTION I, D4: two people play, the moves are transmitted."""
    on = state.home is not Mode.HUMAN
    set_home(state, Mode.HUMAN if on else Mode.PLAY, out)
    message(state, "setting", "HUMA", ON if on else OFF)


def training_key(state: State, key: Key, out: Out) -> None:
    """Bishop: best move and score stay on display while the user thinks."""
    on = state.home is not Mode.TRAINING
    set_home(state, Mode.TRAINING if on else Mode.PLAY, out)
    message(state, "setting", "trAn", ON if on else OFF)


def analyse_key(state: State, key: Key, out: Out) -> None:
    """LEVEL, Hint: analyse the position on display until GO."""
    if state.game.over:
        refuse(state, out)
        return
    set_home(state, Mode.ANALYSE, out)


def hint_key(state: State, key: Key, out: Out) -> None:
    """Hint: the move the machine would play; pressed again, more of the line."""
    if state.game.over:
        refuse(state, out)
        return
    state.entry = ""
    if state.hint_line:
        state.hint_index = (state.hint_index + 1) % len(state.hint_line)
        thinking.show_hint(state)
        return
    stop_thinking(state, out)
    thinking.think_hint(state, out)


def autoplay_key(state: State, key: Key, out: Out) -> None:
    """OPTION I, C3: armed; GO starts it."""
    set_home(state, Mode.AUTOPLAY, out)
    show(state, "autoplay")


def autoplay_go_key(state: State, key: Key, out: Out) -> None:
    """GO in autoplay: start, or stop and back to play."""
    if state.think_id or state.game.over:
        set_home(state, Mode.PLAY, out)
    else:
        think(state, out)


# -- replay ----------------------------------------------------------------------------------

REPLAY_MS = 1000
"""Emulated time between two half-moves of a replay (P)."""


def replay_key(state: State, key: Key, out: Out) -> None:
    """OPTION I, F6: the stored game from its first move, one half-move a second."""
    if not state.game.plies and not state.redo:
        resume(state, out)
        message(state, "replay")
        return
    while take_back(state, out):
        pass
    state.home = state.mode = Mode.REPLAY
    show(state, "replay")
    state.replay_due_ms = state.now_ms + REPLAY_MS


def replay_step(state: State, out: Out) -> None:
    """The next half-move of a replay has fallen due."""
    trace_forward(state, out)
    if state.redo:
        state.replay_due_ms = state.now_ms + REPLAY_MS
    else:
        stop_replay(state)


def stop_replay(state: State) -> None:
    """End a replay where it is; Trace Forward goes on from there."""
    state.replay_due_ms = -1
    state.home = state.mode = Mode.PLAY


def stop_replay_key(state: State, key: Key, out: Out) -> None:
    """GO in a replay."""
    stop_replay(state)
