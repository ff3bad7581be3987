"""Playing: move entry, the machine's moves, endings, take back, sides, new game.

Sources: device section 4 (from-file, from-rank, to-file, to-rank, no ENTER; the machine replies by
itself: S). Choices of this project (P):

* An illegal move is found at its last key; the entry is then empty again.
* The clocks stand until the first half-move or the machine's first thought.
* The user plays whichever side he moves by hand; the machine answers with the other.
* At its third successive evaluation of -900 centipawns or less the machine resigns instead of
  moving.
* A take-back leaves the move with whoever is to play; the machine waits for GO or a move.
"""

from __future__ import annotations

from dataclasses import replace

import chess

from firmware_model import display
from firmware_model.display import refuse, show, show_clock, then
from firmware_model.events import (
    Beep,
    CancelThink,
    Commit,
    MoveNow,
    OpponentMove,
    Output,
    SerialOut,
    ThinkRequest,
    Tone,
)
from firmware_model.game import By, Ending, Game, Ply, automatic_ending
from firmware_model.keys import ORDINAL, PIECE_TYPE, Key
from firmware_model.levels import LEVELS
from firmware_model.mode import Mode
from firmware_model.printing import ClockReport, MoveReport, Words, move_report
from firmware_model.state import Nvram, RatedGame, State

RESIGN_CP = -900
RESIGN_MOVES = 3
TAKEN_BACK = "a move was taken back"

Out = list[Output]


# -- the memory ------------------------------------------------------------------------------


def commit(state: State, out: Out, nvram: Nvram, rated: RatedGame | None = None) -> None:
    """Replace the memory; the only way it ever changes."""
    state.nvram = nvram
    out.append(Commit(nvram, rated))


def commit_game(state: State, out: Out, game: Game) -> None:
    """Replace the game in the memory."""
    commit(state, out, replace(state.nvram, game=game))


# -- clocks ----------------------------------------------------------------------------------


def start_clock(state: State) -> None:
    """Let the clock of the side to move run, if it does not."""
    if state.clock_since_ms < 0:
        state.clock_since_ms = state.now_ms


def _stopped_clocks(state: State, *, running: bool) -> tuple[int, int]:
    """Both clocks with the present move charged; the next side's runs on if ``running``."""
    used = display.used_ms(state)
    state.clock_since_ms = state.now_ms if running else -1
    return used


def save_clocks(state: State, out: Out) -> None:
    """Stop the clocks and keep what they show."""
    clocks_ms = _stopped_clocks(state, running=False)
    if clocks_ms != state.game.clocks_ms:
        commit_game(state, out, replace(state.game, clocks_ms=clocks_ms))


# -- moves -----------------------------------------------------------------------------------


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
    state.mode = state.home
    show_clock(state)


def clear_key(state: State, key: Key, out: Out) -> None:
    """C/CB: clear a half-typed move; in a finished game, show the last one."""
    if state.game.over and state.game.plies:
        show_last_move(state)
    else:
        clear_entry(state)


def make_user_move(state: State, move: chess.Move, out: Out, *, on_wire: bool = False) -> None:
    """Play a legal move of the user's; the machine answers by itself."""
    state.entry = ""
    state.reply_on_wire = on_wire
    mover = state.board.turn
    _make_move(state, move, Ply(move.uci(), By.USER), out, on_wire=on_wire)
    if state.game.machine_is_white == mover:
        commit_game(state, out, replace(state.game, machine_is_white=not mover))
    if not state.game.over:
        think(state, out)


def _make_move(
    state: State, move: chess.Move, ply: Ply, out: Out, *, on_wire: bool = False
) -> None:
    """Push a half-move: display, clocks, serial lines, automatic endings, memory."""
    report = move_report(state.board, move, video=bool(state.nvram.option("video")))
    board = state.board.copy()
    board.push(move)
    ending = automatic_ending(board)
    clocks_ms = _stopped_clocks(state, running=ending is None)
    _show_move(state, report, check=board.is_check())
    state.board = board
    state.redo = ()
    if state.nvram.option("print_moves") or on_wire:
        out.append(SerialOut(report))
    if not report.white and state.nvram.option("autoclock"):
        out.append(SerialOut(ClockReport(clocks_ms[0] // 1000, clocks_ms[1] // 1000)))
    game = replace(state.game, plies=(*state.game.plies, ply), ending=ending, clocks_ms=clocks_ms)
    commit(state, out, replace(state.nvram, game=game, finished=None))
    if ending is not None:
        _show_ending(state, ending, out)


def _show_move(state: State, report: MoveReport, *, check: bool) -> None:
    state.mover_white = report.white
    state.move_flags = (
        (display.CHECK if check else 0)
        | (display.CAPTURE if report.capture else 0)
        | (display.EP if report.en_passant else 0)
    )
    show(state, "move", report.uci[:2], report.uci[2:4])
    if report.castling:
        rank = report.uci[1]
        rook = ("h", "f") if report.castling == "O-O" else ("a", "d")
        then(state, display.ROOK_MS, "move", rook[0] + rank, rook[1] + rank)


def show_last_move(state: State) -> None:
    """Show the last half-move again, or the clock at the start of a game."""
    if not state.game.plies:
        show_clock(state)
        return
    before = state.board.copy()
    move = before.pop()
    _show_move(state, move_report(before, move), check=state.board.is_check())


# -- endings ---------------------------------------------------------------------------------


def end_game(state: State, ending: Ending, out: Out) -> None:
    """End the game by resignation or agreement."""
    clocks_ms = _stopped_clocks(state, running=False)
    commit_game(state, out, replace(state.game, ending=ending, clocks_ms=clocks_ms))
    _show_ending(state, ending, out)


def _show_ending(state: State, ending: Ending, out: Out) -> None:
    state.entry = ""
    show(state, ending.value)
    if state.nvram.sound >= 2:
        out.append(Beep(Tone.END, 1))


# -- the machine's turn ----------------------------------------------------------------------


def think(state: State, out: Out) -> None:
    """Ask for a move of the side to play, which thereby is the machine's."""
    turn = state.board.turn
    if state.game.machine_is_white != turn:
        commit_game(state, out, replace(state.game, machine_is_white=turn))
    start_clock(state)
    state.last_id += 1
    state.think_id = state.last_id
    state.mode = Mode.THINK
    level = LEVELS[state.nvram.levels[0 if turn else 1]]
    out.append(
        ThinkRequest(
            state.think_id,
            state.game.start_fen,
            tuple(ply.uci for ply in state.game.plies),
            level.name,
            level.search,
            hash_on=bool(state.nvram.option("hash")),
            at_ms=state.now_ms,
        )
    )


def stop_thinking(state: State, out: Out) -> None:
    """Withdraw an open request, if there is one."""
    if state.think_id:
        out.append(CancelThink(state.think_id))
        state.think_id = 0
        state.mode = state.home


def move_now_key(state: State, key: Key, out: Out) -> None:
    """GO while the machine thinks."""
    out.append(MoveNow(state.think_id))


def answered(state: State, answer: OpponentMove, out: Out) -> None:
    """The opponent's answer; any that nobody waits for is ignored."""
    if answer.request_id != state.think_id:
        return
    state.think_id = 0
    state.mode = state.home
    state.eval_cp = 0 if answer.from_book else answer.score_cp
    state.hopeless = state.hopeless + 1 if state.eval_cp <= RESIGN_CP else 0
    if answer.resigns or state.hopeless >= RESIGN_MOVES:
        end_game(state, Ending.MACHINE_RESIGNED, out)
        return
    move = _legal(state.board, answer.move)
    if move is None:
        show_clock(state)
        return
    level = LEVELS[state.nvram.levels[0 if state.board.turn else 1]]
    oelo = level.oelo.elo if level.oelo else 0
    if level.oelo and answer.oelo is not None:
        oelo = answer.oelo
    on_wire, state.reply_on_wire = state.reply_on_wire, False
    _make_move(state, move, Ply(move.uci(), By.MACHINE, level.name, oelo), out, on_wire=on_wire)
    if state.nvram.sound >= 2:
        out.append(Beep(Tone.MOVE, 1))
    if answer.mate is not None and answer.mate > 1 and not state.game.over:
        shown, flags = state.screen, state.move_flags
        show(state, "mate in", min(answer.mate - 1, 9))
        then(state, display.MESSAGE_MS, *shown)
        state.move_flags = flags


def _legal(board: chess.Board, uci: str | None) -> chess.Move | None:
    if uci is None:
        return None
    try:
        move = chess.Move.from_uci(uci)
    except chess.InvalidMoveError:
        return None
    return move if board.is_legal(move) else None


def go_key(state: State, key: Key, out: Out) -> None:
    """GO: the machine takes the side to move and plays."""
    if state.game.over:
        refuse(state, out)
        return
    state.entry = ""
    think(state, out)


def color_key(state: State, key: Key, out: Out) -> None:
    """COLOR: swap sides; if the machine is then to move it begins at once."""
    if state.game.over:
        refuse(state, out)
        return
    clear_entry(state)
    change_side(state, out)


def change_side(state: State, out: Out) -> None:
    """Give the machine the other side."""
    machine_is_white = not state.game.machine_is_white
    commit_game(state, out, replace(state.game, machine_is_white=machine_is_white))
    if machine_is_white == state.board.turn:
        think(state, out)


# -- take back, trace forward ----------------------------------------------------------------


def take_back_key(state: State, key: Key, out: Out) -> None:
    """<: one half-move back."""
    if not take_back(state, out):
        refuse(state, out)


def take_back(state: State, out: Out, *, on_wire: bool = False) -> bool:
    """Take one half-move back; False when there is none."""
    if not state.game.plies:
        return False
    state.entry = ""
    board = state.board.copy()
    move = board.pop()
    report = move_report(board, move, letter="T", video=bool(state.nvram.option("video")))
    clocks_ms = _stopped_clocks(state, running=True)
    state.board = board
    state.redo = (*state.redo, state.game.plies[-1])
    game = replace(state.game, plies=state.game.plies[:-1], ending=None, clocks_ms=clocks_ms)
    commit_game(state, out, game.with_flaw(TAKEN_BACK))
    _show_move(state, report, check=False)
    if state.nvram.option("print_moves") or on_wire:
        out.append(SerialOut(report))
    return True


def trace_forward_key(state: State, key: Key, out: Out) -> None:
    """>: replay a half-move that was taken back."""
    if not state.redo:
        refuse(state, out)
        return
    state.entry = ""
    *left, ply = state.redo
    _make_move(state, chess.Move.from_uci(ply.uci), ply, out)
    state.redo = tuple(left)


# -- new game --------------------------------------------------------------------------------


def new_game_key(state: State, key: Key, out: Out) -> None:
    """NG."""
    new_game(state, out)


def new_game(state: State, out: Out) -> None:
    """Start afresh: same level, White for the user (P), `Print Moves` off (wire notes 2.2)."""
    stop_thinking(state, out)
    game, kept = state.game, state.nvram.finished
    if game.over and not game.rated:
        kept = game
    elif game.plies:
        kept = None
    state.board = chess.Board()
    state.redo = ()
    state.clock_since_ms = -1
    state.flagged = (-1, -1)
    state.hopeless = 0
    state.eval_cp = 0
    state.draw_offered_at = -1
    state.reply_on_wire = False
    state.home = Mode.PLAY
    clear_entry(state)
    nvram = replace(state.nvram, game=Game(), finished=kept)
    if nvram.option("print_moves"):
        nvram = nvram.with_option("print_moves", 0)
    commit(state, out, nvram)
    out.append(SerialOut(Words("New Game")))
