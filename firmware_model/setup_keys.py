"""Verify and Set Up: looking at the position, and changing it by hand.

Ver/Set opens Verify, again Set Up (H); the rest of the key play is P: in Verify two keys name a
square and a piece key walks through its squares; in Set Up a piece key chooses what is placed,
COLOR its colour, a square places it (the same again removes it), C/CB clears the board, and the
colour in force when leaving is the side to move. Ver/Set leaves with the new position; one that
breaks a rule is refused there and the reason told. GO leaves too, and drops an impossible one.
"""

from __future__ import annotations

import chess

from firmware_model import display
from firmware_model.display import message, refuse, show
from firmware_model.events import Notice, SerialOut
from firmware_model.game import Game, automatic_ending
from firmware_model.keys import ORDINAL, PIECE_TYPE, Key
from firmware_model.mode import Mode
from firmware_model.moves import Out, begin
from firmware_model.play import resume, set_home
from firmware_model.printing import Words
from firmware_model.state import State
from firmware_model.thinking import stop_thinking

SET_UP = "the position was set up"


# -- verify ----------------------------------------------------------------------------------


def verify_key(state: State, key: Key, out: Out) -> None:
    """Ver/Set: look at the position."""
    stop_thinking(state, out)
    state.entry = ""
    state.mode = Mode.VERIFY
    state.walk = (0, 0)
    show(state, "verify")


def verify_square_key(state: State, key: Key, out: Out) -> None:
    """A square: what stands there."""
    if len(state.entry) == 2:
        state.entry = ""
    state.entry += ("12345678" if state.entry else "abcdefgh")[ORDINAL[key]]
    if len(state.entry) == 2:
        _show_square(state, chess.parse_square(state.entry), state.board)
    else:
        show(state, "entry", state.entry)


def verify_piece_key(state: State, key: Key, out: Out) -> None:
    """A piece: the squares it stands on, one a press, White's first."""
    state.entry = ""
    kind = PIECE_TYPE[key]
    squares = [*state.board.pieces(kind, chess.WHITE), *state.board.pieces(kind, chess.BLACK)]
    if not squares:
        refuse(state, out)
        return
    last_kind, index = state.walk
    index = (index + 1) % len(squares) if last_kind == kind else 0
    state.walk = (kind, index)
    _show_square(state, squares[index], state.board)


def _show_square(state: State, square: int, board: chess.BaseBoard) -> None:
    piece = board.piece_at(square)
    name = chess.square_name(square)
    if piece is None:
        show(state, "empty square", name)
        return
    state.lit_flags = display.PIECES[piece.piece_type]
    state.mover_white = piece.color
    show(state, "square", name)


# -- set up ----------------------------------------------------------------------------------


def setup_key(state: State, key: Key, out: Out) -> None:
    """Ver/Set in Verify: change the position."""
    state.entry = ""
    state.mode = Mode.SETUP
    state.placing = (0, state.board.turn)
    state.setup_placement = state.board.board_fen()
    _show_placing(state)


def _show_placing(state: State) -> None:
    kind, white = state.placing
    state.lit_flags = display.PIECES[kind] if kind else 0
    state.mover_white = white
    show(state, "set up")


def setup_piece_key(state: State, key: Key, out: Out) -> None:
    """A piece key: what the next squares get."""
    state.entry = ""
    state.placing = (PIECE_TYPE[key], state.placing[1])
    _show_placing(state)


def setup_color_key(state: State, key: Key, out: Out) -> None:
    """COLOR: the colour of what is placed, and of the side to move when leaving."""
    state.entry = ""
    state.placing = (state.placing[0], not state.placing[1])
    _show_placing(state)


def setup_clear_key(state: State, key: Key, out: Out) -> None:
    """C/CB: a half-typed square first, else the whole board."""
    if not state.entry:
        state.setup_placement = "8/8/8/8/8/8/8/8"
    state.entry = ""
    _show_placing(state)


def setup_square_key(state: State, key: Key, out: Out) -> None:
    """A square: place the chosen piece, or remove it where it stands already."""
    state.entry += ("12345678" if state.entry else "abcdefgh")[ORDINAL[key]]
    if len(state.entry) < 2:
        show(state, "entry", state.entry)
        return
    square = chess.parse_square(state.entry)
    state.entry = ""
    board = chess.BaseBoard(state.setup_placement)
    kind, white = state.placing
    if kind:
        piece = chess.Piece(kind, white)
        board.set_piece_at(square, None if board.piece_at(square) == piece else piece)
        state.setup_placement = board.board_fen()
    _show_square(state, square, board)


def setup_done_key(state: State, key: Key, out: Out) -> None:
    """Ver/Set: leave with the position, unless it breaks a rule."""
    broken = accept(state, state.setup_placement, state.placing[1], out)
    if broken:
        refuse(state, out)
        out.append(Notice(f"impossible position: {broken}"))


def setup_go_key(state: State, key: Key, out: Out) -> None:
    """GO: leave with the position; one that breaks a rule is dropped."""
    broken = accept(state, state.setup_placement, state.placing[1], out)
    set_home(state, Mode.PLAY, out)
    if broken:
        message(state, "dropped")
        out.append(Notice(f"impossible position, dropped: {broken}"))


def accept(state: State, placement: str, white_to_move: bool, out: Out) -> str:
    """Put a set-up position on the board; the rules it breaks, in words, if it cannot be one.

    Castling rights are given where king and rook stand on their first squares (P). A position
    left as it was leaves the game as it was.
    """
    board = chess.Board(None)
    board.set_board_fen(placement)
    board.turn = white_to_move
    board.set_castling_fen("KQkq")
    board.castling_rights = board.clean_castling_rights()
    broken = broken_rules(board)
    if broken:
        return broken
    stop_thinking(state, out)
    unchanged = placement == state.board.board_fen() and white_to_move == state.board.turn
    if not unchanged:
        game = Game(
            board.fen(),
            machine_is_white=not white_to_move,
            ending=automatic_ending(board),
            flaws=(SET_UP,),
        )
        begin(state, game, out)
        out.append(SerialOut(Words("New Game")))
    resume(state, out)
    return ""


def broken_rules(board: chess.Board) -> str:
    """The rules that make a position impossible, in words; empty when it is a possible one.

    >>> broken_rules(chess.Board("8/8/8/8/8/8/8/K7 w - - 0 1"))
    'no black king'
    """
    status = board.status()
    return ", ".join(flag.name.lower().replace("_", " ") for flag in status if flag.name)
