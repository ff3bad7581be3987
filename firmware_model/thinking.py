"""The machine's thoughts: its own moves, hints, alternatives, training and analysis.

One request is open at a time; ``state.purpose`` says what for. A *finite* thought (move, hint,
alternative) puts the keypad into THINK; a *continuous* one (training, analysis, autoplay's moves)
leaves the mode's keys in force. Resignation (P): at its third successive evaluation of -900
centipawns or less the machine resigns instead of moving; never in referee, autoplay or analysis.
"""

from __future__ import annotations

from dataclasses import replace

import chess

from firmware_model import display
from firmware_model.display import show, show_clock, then
from firmware_model.events import (
    Beep,
    CancelThink,
    MoveNow,
    OpponentInfo,
    OpponentMove,
    SerialOut,
    ThinkRequest,
    Tone,
)
from firmware_model.game import By, Ending, Ply
from firmware_model.learning import BUILT_IN, avoided_moves, programmed_moves
from firmware_model.levels import DEFAULT_LEVEL, LEVELS, SearchLimit
from firmware_model.mode import Mode
from firmware_model.moves import Out, commit_game, end_game, note, push, start_clock
from firmware_model.printing import SearchReport, move_report
from firmware_model.state import State, Thought

RESIGN_CP = -900
RESIGN_MOVES = 3
AUTOPLAYED = "autoplay was used"


def _ask(state: State, out: Out, purpose: str) -> None:
    state.last_id += 1
    state.think_id = state.last_id
    state.think_since_ms = state.now_ms
    state.purpose = purpose
    state.info = None
    request = open_request(state)
    assert request is not None
    out.append(request)


def open_request(state: State) -> ThinkRequest | None:
    """The request that is open, rebuilt from the state alone; None when there is none."""
    if not state.think_id:
        return None
    nvram, purpose = state.nvram, state.purpose
    name = nvram.levels[0 if state.board.turn else 1]
    search = LEVELS[name].search
    if purpose == "analysis":
        search = SearchLimit(infinite=True)
    elif purpose == "hint" and search.infinite:
        search = LEVELS[DEFAULT_LEVEL].search
    own_move = purpose in ("move", "alternative")
    built_in = nvram.option("book_select") & BUILT_IN
    consulted = nvram.option("active_book" if own_move else "passive_book")
    return ThinkRequest(
        state.think_id,
        state.game.start_fen,
        tuple(ply.uci for ply in state.game.plies),
        name,
        search,
        hash_on=bool(nvram.option("hash")),
        at_ms=state.think_since_ms,
        purpose=purpose,
        exclude=state.excluded,
        programmed=programmed_moves(nvram),
        book=nvram.option("book") if built_in and consulted else 0,
        avoid=avoided_moves(nvram),
        random=bool(nvram.option("random")),
    )


def think(state: State, out: Out, purpose: str = "move") -> None:
    """Ask for a move of the side to play, which thereby is the machine's."""
    turn = state.board.turn
    if state.game.machine_is_white != turn:
        commit_game(state, out, replace(state.game, machine_is_white=turn))
    start_clock(state)
    if state.home is not Mode.AUTOPLAY:
        state.mode = Mode.THINK
    _ask(state, out, purpose)


def think_hint(state: State, out: Out) -> None:
    """Ask for the move the machine would play in the user's place."""
    note(state, "hint used", out)
    state.mode = Mode.THINK
    _ask(state, out, "hint")


def analyse(state: State, out: Out) -> None:
    """Think without end about the position on display (training, analysis)."""
    if state.game.over:
        return
    note(state, "analysis used" if state.home is Mode.ANALYSE else "training used", out)
    _ask(state, out, "analysis")


def stop_thinking(state: State, out: Out) -> None:
    """Withdraw an open request, if there is one."""
    if state.think_id:
        out.append(CancelThink(state.think_id))
        state.think_id = 0
        if state.mode is Mode.THINK:
            state.mode = state.home


def move_now(state: State, out: Out) -> None:
    """Ask for the best move so far."""
    out.append(MoveNow(state.think_id))


def next_turn(state: State, out: Out) -> None:
    """After a half-move of the user's: whatever the home mode does then."""
    if state.game.over:
        return
    if state.home in (Mode.PLAY, Mode.TRAINING):
        think(state, out)
    elif state.home is Mode.ANALYSE:
        analyse(state, out)


def informed(state: State, info: OpponentInfo, out: Out) -> None:
    """What the opponent sees while it thinks."""
    if info.request_id != state.think_id:
        return
    deeper = state.info is None or info.depth > state.info.depth
    if state.search_moves and deeper:
        out.append(SerialOut(_search_report(state, info)))
    state.info = Thought(info.depth, info.score_cp, info.mate, info.nodes, info.pv)
    endless = LEVELS[state.nvram.levels[0 if state.board.turn else 1]].search.infinite
    if (state.purpose == "analysis" or endless) and not state.entry and _on_home_screen(state):
        display.show_analysis(state)


def _search_report(state: State, info: OpponentInfo) -> SearchReport:
    board = state.board.copy(stack=False)
    line = []
    for uci in info.pv[: state.search_moves]:
        move = _legal(board, uci)
        if move is None:
            break
        line.append(move_report(board, move))
        board.push(move)
    return SearchReport(info.depth, info.score_cp, info.nodes, tuple(line))


def _on_home_screen(state: State) -> bool:
    return state.mode is Mode.THINK or state.mode in (Mode.TRAINING, Mode.ANALYSE)


def answered(state: State, answer: OpponentMove, out: Out) -> None:
    """The opponent's answer; any that nobody waits for is ignored."""
    if answer.request_id != state.think_id:
        return
    state.think_id = 0
    if state.mode is Mode.THINK:
        state.mode = state.home
    move = _legal(state.board, answer.move)
    if answer.depth:
        state.info = Thought(answer.depth, answer.score_cp, answer.mate, answer.nodes, answer.pv)
    if state.purpose == "analysis":
        return
    if state.purpose == "hint":
        _show_hint(state, answer, move)
    elif not _resigned(state, answer, out):
        _play_answer(state, answer, move, out)
    _after_answer(state, out, failed=move is None and not answer.resigns)


def _after_answer(state: State, out: Out, *, failed: bool) -> None:
    if state.home is Mode.AUTOPLAY:
        if state.game.over or failed:
            state.home = state.mode = Mode.PLAY
        else:
            think(state, out)
    elif state.home is Mode.TRAINING and not failed and state.purpose != "hint":
        analyse(state, out)


def _resigned(state: State, answer: OpponentMove, out: Out) -> bool:
    state.eval_cp = 0 if answer.from_book else answer.score_cp
    state.hopeless = state.hopeless + 1 if state.eval_cp <= RESIGN_CP else 0
    may = state.home in (Mode.PLAY, Mode.TRAINING)
    if may and (answer.resigns or state.hopeless >= RESIGN_MOVES):
        end_game(state, Ending.MACHINE_RESIGNED, out)
        return True
    return False


def _play_answer(state: State, answer: OpponentMove, move: chess.Move | None, out: Out) -> None:
    if move is None:
        show_clock(state)
        return
    level = LEVELS[state.nvram.levels[0 if state.board.turn else 1]]
    oelo = level.oelo.elo if level.oelo else 0
    if level.oelo and answer.oelo is not None:
        oelo = answer.oelo
    excluded = state.excluded
    on_wire, state.reply_on_wire = state.reply_on_wire, False
    ply = Ply(move.uci(), By.MACHINE, level.name, oelo, answer.from_book)
    flaw = AUTOPLAYED if state.home is Mode.AUTOPLAY else ""
    push(state, move, ply, out, on_wire=on_wire, flaw=flaw)
    if state.purpose == "alternative":
        state.excluded = excluded
    if state.nvram.sound >= 2:
        out.append(Beep(Tone.MOVE, 1))
    if answer.mate is not None and answer.mate > 1 and not state.game.over:
        shown = state.screen
        show(state, "mate in", min(answer.mate - 1, 9))
        then(state, display.MESSAGE_MS, *shown)


def _show_hint(state: State, answer: OpponentMove, move: chess.Move | None) -> None:
    if move is None:
        show_clock(state)
        return
    line = answer.pv if answer.pv[:1] == (move.uci(),) else (move.uci(),)
    state.hint_line = line
    state.hint_index = 0
    show_hint(state)


def show_hint(state: State) -> None:
    """Show the present half-move of the hint's line."""
    uci = state.hint_line[state.hint_index]
    state.mover_white = state.board.turn == (state.hint_index % 2 == 0)
    state.lit_flags = 0
    show(state, "move", uci[:2], uci[2:4])


def _legal(board: chess.Board, uci: str | None) -> chess.Move | None:
    if uci is None:
        return None
    try:
        move = chess.Move.from_uci(uci)
    except chess.InvalidMoveError:
        return None
    return move if board.is_legal(move) else None
