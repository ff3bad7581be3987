"""Setting up by keys: colours, who moves then, and what GO drops."""

from __future__ import annotations

import chess
import pytest

from firmware_model import Machine
from firmware_model.events import Notice, Output
from firmware_model.lcd import PIECE_SYMBOLS
from firmware_model.mode import Mode
from firmware_model.setup_keys import broken_rules


def test_the_piece_to_place_stays_when_its_colour_changes() -> None:
    m = Machine()
    m.press("ver", "ver", "clear", "knight", "color", "a1", "a1")
    assert m.state.setup_placement == "8/8/8/8/8/8/8/n7"
    m.press("color", "b2", "a1")
    assert m.state.setup_placement == "8/8/8/8/8/8/8/nN6"


@pytest.mark.parametrize("black", [False, True])
def test_after_set_up_the_user_is_to_move(black: bool) -> None:
    m = Machine()
    m.press("ver", "ver", "clear", "king", "a1", "a1", "color", "h8", "h8", "rook", "d4", "d4")
    if not black:
        m.press("color")
    m.press("ver")
    assert m.state.board.turn is not black
    assert m.state.game.machine_is_white is black
    assert m.thinking is None


def test_go_drops_an_impossible_position_and_says_why() -> None:
    told: list[Output] = []
    m = Machine(listener=told.append)
    m.press("ver", "ver", "clear", "king", "e5", "a1", "go")
    assert m.state.mode is Mode.PLAY
    assert m.state.board.board_fen() == Machine().state.board.board_fen()
    notices = [event.text for event in told if isinstance(event, Notice)]
    assert notices == ["impossible position, dropped: no black king"]


def test_the_pieces_of_a_kind_are_shown_one_a_press_whites_first_and_round_again() -> None:
    m = Machine()
    m.press("ver")
    shown = [m.press("knight").text for _ in range(5)]
    assert shown == ["B1", "G1", "B8", "G8", "B1"]


def test_before_a_piece_is_chosen_no_piece_is_lit_in_set_up() -> None:
    m = Machine()
    m.press("ver", "ver")
    assert not m.lcd.symbols & set(PIECE_SYMBOLS)
    m.press("queen")
    assert m.lcd.symbols & set(PIECE_SYMBOLS) == {"queen"}


def test_every_broken_rule_of_a_position_is_named() -> None:
    board = chess.Board("8/8/8/8/8/8/8/P7 w - - 0 1")
    named = broken_rules(board)
    assert ", " in named
    assert len(named.split(", ")) >= 3
