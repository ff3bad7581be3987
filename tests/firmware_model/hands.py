"""What the tests of play have in hand: positions, moves as a PC sends them, reasons."""

from __future__ import annotations

from dataclasses import replace

import chess

from firmware_model import Machine
from firmware_model.game import Game, NotRateable
from firmware_model.state import Nvram


def at(fen: str, **fields: object) -> Machine:
    """A machine with a position on the board, the user to move."""
    game = Game(fen, machine_is_white=not chess.Board(fen).turn)
    return Machine(replace(Nvram(), game=game, **fields))  # type: ignore[arg-type]


def user(m: Machine, uci: str) -> None:
    """The user's move."""
    m.send(f"M{uci}")


def reason(m: Machine) -> str:
    """Why the game cannot be rated."""
    standing = m.state.game.qualify()
    assert isinstance(standing, NotRateable), standing
    return standing.reason
