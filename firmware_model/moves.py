"""Half-moves and what follows from them: memory, clocks, display, serial lines, endings.

Everything that changes the game goes through here, whoever asks for it: a key, a PC, the opponent,
a replay. Choices (P): the clocks stand until the first half-move or the machine's first thought.
"""

from __future__ import annotations

from dataclasses import replace

import chess

from firmware_model import display
from firmware_model.display import show, then
from firmware_model.events import Beep, Commit, Output, SerialOut, Tone
from firmware_model.game import By, Ending, Game, Ply, automatic_ending
from firmware_model.learning import learnt_from
from firmware_model.printing import ClockReport, MoveReport, move_report
from firmware_model.state import Nvram, RatedGame, State

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


def note(state: State, text: str, out: Out) -> None:
    """Record an event with the game, once; it does not disqualify."""
    game = state.game.with_note(text)
    if game is not state.game:
        commit_game(state, out, game)


# -- clocks ----------------------------------------------------------------------------------


def start_clock(state: State) -> None:
    """Let the clock of the side to move run, if it does not."""
    if state.clock_since_ms < 0:
        state.clock_since_ms = state.now_ms


def charged_clocks(state: State, *, running: bool) -> tuple[int, int]:
    """Both clocks with the present move charged; they run on from now if ``running``."""
    used = display.used_ms(state)
    state.clock_since_ms = state.now_ms if running else -1
    return used


def save_clocks(state: State, out: Out) -> None:
    """Stop the clocks and keep what they show."""
    clocks_ms = charged_clocks(state, running=False)
    if clocks_ms != state.game.clocks_ms:
        commit_game(state, out, replace(state.game, clocks_ms=clocks_ms))


# -- a half-move -----------------------------------------------------------------------------


def push(
    state: State, move: chess.Move, ply: Ply, out: Out, *, on_wire: bool = False, flaw: str = ""
) -> None:
    """Play a legal half-move: display, clocks, serial lines, automatic endings, memory.

    :param on_wire: send the move line whether or not moves are transmitted.
    :param flaw: a reason for which the game can no longer be rated.
    """
    report = move_report(state.board, move, video=bool(state.nvram.option("video")))
    board = state.board.copy()
    board.push(move)
    ending = automatic_ending(board)
    clocks_ms = charged_clocks(state, running=ending is None)
    show_move(state, report, check=board.is_check())
    state.board = board
    state.redo = ()
    state.hint_line = ()
    state.excluded = ()
    if state.nvram.option("print_moves") or on_wire:
        out.append(SerialOut(report))
    if not report.white and state.nvram.option("autoclock"):
        out.append(SerialOut(ClockReport(clocks_ms[0] // 1000, clocks_ms[1] // 1000)))
    game = replace(state.game, plies=(*state.game.plies, ply), ending=ending, clocks_ms=clocks_ms)
    if flaw:
        game = game.with_flaw(flaw)
    nvram = replace(state.nvram, game=game, finished=None)
    commit(state, out, nvram if ending is None else learnt_from(nvram))
    if ending is not None:
        show_ending(state, ending, out)


def show_move(state: State, report: MoveReport, *, check: bool) -> None:
    """Show a half-move with its symbols; after castling the rook's move follows."""
    state.mover_white = report.white
    state.lit_flags = (
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
    """Show the last half-move again; there must be one."""
    before = state.board.copy()
    move = before.pop()
    show_move(state, move_report(before, move), check=state.board.is_check())


def take_back(state: State, out: Out, *, on_wire: bool = False) -> bool:
    """Take one half-move back; False when there is none. It disqualifies the game."""
    if not state.game.plies:
        return False
    state.entry = ""
    board = state.board.copy()
    move = board.pop()
    report = move_report(board, move, letter="T", video=bool(state.nvram.option("video")))
    clocks_ms = charged_clocks(state, running=True)
    state.board = board
    state.redo = (*state.redo, state.game.plies[-1])
    state.hint_line = ()
    state.excluded = ()
    game = replace(state.game, plies=state.game.plies[:-1], ending=None, clocks_ms=clocks_ms)
    commit_game(state, out, game.with_flaw(TAKEN_BACK))
    show_move(state, report, check=False)
    if state.nvram.option("print_moves") or on_wire:
        out.append(SerialOut(report))
    return True


def trace_forward(state: State, out: Out) -> None:
    """Replay one half-move that was taken back or loaded; there must be one."""
    state.entry = ""
    *left, ply = state.redo
    push(state, chess.Move.from_uci(ply.uci), ply, out)
    state.redo = tuple(left)


# -- endings ---------------------------------------------------------------------------------


def end_game(state: State, ending: Ending, out: Out) -> None:
    """End the game by resignation or agreement."""
    clocks_ms = charged_clocks(state, running=False)
    game = replace(state.game, ending=ending, clocks_ms=clocks_ms)
    commit(state, out, learnt_from(replace(state.nvram, game=game)))
    show_ending(state, ending, out)


def show_ending(state: State, ending: Ending, out: Out) -> None:
    """Show how the game ended."""
    state.entry = ""
    show(state, ending.value)
    if state.nvram.sound >= 2:
        out.append(Beep(Tone.END, 1))


def begin(state: State, game: Game, out: Out, *, finished: Game | None = None) -> None:
    """Put another game on the board: a new one, a set-up position, a loaded game."""
    state.board = game.board()
    state.redo = ()
    state.hint_line = ()
    state.excluded = ()
    state.info = None
    state.clock_since_ms = -1
    state.flagged = (-1, -1)
    state.hopeless = 0
    state.eval_cp = 0
    state.draw_offered_at = -1
    state.reply_on_wire = False
    state.search_moves = 0
    commit(state, out, replace(state.nvram, game=game, finished=finished))


def by_user(move: chess.Move) -> Ply:
    """The half-move as the user's."""
    return Ply(move.uci(), By.USER)
