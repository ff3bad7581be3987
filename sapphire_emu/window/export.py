"""The position as FEN and the game as PGN, for the clipboard."""

from __future__ import annotations

import datetime

import chess

from firmware_model.game import Ending, Game
from firmware_model.state import State


def fen_of(state: State) -> str:
    """The position as FEN, en passant square as the standard has it."""
    return state.board.fen(en_passant="fen")


def result_of(game: Game, board: chess.Board) -> str:
    """``1-0``, ``0-1``, ``1/2-1/2`` or ``*``."""
    match game.ending:
        case None:
            return "*"
        case Ending.MATE:
            return "0-1" if board.turn else "1-0"
        case Ending.MACHINE_RESIGNED:
            return "0-1" if game.machine_is_white else "1-0"
        case Ending.USER_RESIGNED:
            return "1-0" if game.machine_is_white else "0-1"
    return "1/2-1/2"


def pgn_of(state: State, day: datetime.date) -> str:
    """The game as PGN, with the machine's levels in the tags."""
    import chess.pgn  # needed only when somebody copies a game

    board = state.board
    pgn = chess.pgn.Game.from_board(board)
    machine, user = "Sapphire II", "Player"
    white_is_machine = state.game.machine_is_white
    pgn.headers["Event"] = "Casual game"
    pgn.headers["Site"] = "Sapphire emulator"
    pgn.headers["Date"] = day.strftime("%Y.%m.%d")
    pgn.headers["Round"] = "-"
    pgn.headers["White"] = machine if white_is_machine else user
    pgn.headers["Black"] = user if white_is_machine else machine
    pgn.headers["Result"] = result_of(state.game, board)
    levels = sorted({ply.level for ply in state.game.plies if ply.level})
    if levels:
        pgn.headers["Level"] = " ".join(levels)
    return f"{pgn}\n"
