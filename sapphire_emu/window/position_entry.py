"""A FEN becomes key presses: the way through Set Up that a patient user would take."""

from __future__ import annotations

import chess

from firmware_model.keys import PIECE_KEYS, PIECE_TYPE, Key, square_keys
from firmware_model.mode import Mode
from firmware_model.setup_keys import broken_rules
from firmware_model.state import State
from sapphire_emu.errors import UserError

LONGEST_SHOWN = 40


def position_of(text: str) -> chess.Board:
    """The position that a FEN describes.

    :raises UserError: it is no FEN, or breaks a rule.
    """
    shown = text if len(text) <= LONGEST_SHOWN else f"{text[:LONGEST_SHOWN]}…"
    try:
        board = chess.Board(" ".join(text.split()))
    except ValueError as error:
        raise UserError(f"the clipboard holds no FEN: '{shown}'") from error
    broken = broken_rules(board)
    if broken:
        raise UserError(f"an impossible position: {broken}")
    return board


def set_up_keys(state: State, board: chess.Board) -> list[Key]:
    """The keys that put a position on the machine, from whatever mode it is in.

    The pieces of the side that Set Up starts with come first, then the others; the colour in force
    at the end is the side to move.
    """
    keys = [] if state.mode is state.home and state.home is Mode.PLAY else [Key.GO]
    if not keys and state.entry:
        keys.append(Key.CLEAR)
    keys += [Key.VER, Key.VER, Key.CLEAR]
    first = state.board.turn
    for white in (first, not first):
        for key in PIECE_KEYS:
            squares = board.pieces(PIECE_TYPE[key], white)
            if squares:
                keys.append(key)
                for square in squares:
                    keys += square_keys(chess.square_name(square))
        keys.append(Key.COLOR)
    if board.turn != first:
        keys.append(Key.COLOR)
    keys.append(Key.VER)
    return keys
