"""Books, learning, positions set up by hand."""

from __future__ import annotations

from dataclasses import replace

import chess
import pytest

from firmware_model import Machine
from firmware_model.events import Notice, OpponentMove, Output
from firmware_model.game import Ending, Game
from firmware_model.learning import MAX_LINES
from firmware_model.setup_keys import broken_rules
from firmware_model.state import BookLine, Nvram
from tests.firmware_model.hands import user


def with_book(*lines: BookLine, **options: int) -> Nvram:
    nvram = replace(Nvram(), book=lines)
    for name, value in options.items():
        nvram = nvram.with_option(name, value)
    return nvram


def test_programmed_lines_go_with_the_request_priority_first() -> None:
    lines = (BookLine(("e2e4", "e7e5")), BookLine(("e2e4", "c7c5"), priority=True))
    m = Machine(with_book(*lines))
    user(m, "e2e4")
    assert m.thinking is not None
    assert m.thinking.programmed == ("c7c5", "e7e5")
    assert m.thinking.book == 3


@pytest.mark.parametrize(
    ("options", "programmed", "book"),
    [
        ({"book_select": 0}, (), 0),
        ({"book_select": 1}, (), 3),
        ({"book_select": 2}, ("e7e5",), 0),
        ({"book": 0}, (), 0),
        ({"book": 1}, ("e7e5",), 1),
        ({"active_book": 0}, ("e7e5",), 0),
    ],
)
def test_book_settings_decide_what_the_opponent_may_use(
    options: dict[str, int], programmed: tuple[str, ...], book: int
) -> None:
    m = Machine(with_book(BookLine(("e2e4", "e7e5")), **options))
    user(m, "e2e4")
    assert m.thinking is not None
    assert (m.thinking.programmed, m.thinking.book) == (programmed, book)


def test_hints_use_the_book_only_with_the_passive_book_on() -> None:
    for value, book in ((0, 0), (3, 3)):
        m = Machine(with_book(passive_book=value))
        m.press("hint")
        assert m.thinking is not None
        assert m.thinking.book == book


def test_learn_avoids_the_last_book_move_of_a_lost_game() -> None:
    m = Machine(with_book(learn=3))
    user(m, "e2e4")
    assert m.thinking is not None
    m.feed(OpponentMove(m.thinking.request_id, "f7f6", from_book=True))
    user(m, "d2d4")
    m.answer("g7g5")
    user(m, "d1h5")
    assert m.lcd.text == "MAtE"
    assert m.nvram.learnt == (("e2e4", "f7f6"),)
    m.press("ng")
    user(m, "e2e4")
    assert m.thinking is not None
    assert m.thinking.avoid == ("f7f6",)


def test_learn_off_or_a_game_not_lost_teaches_nothing() -> None:
    for learn, last in ((0, "MAtE"), (3, "rESIGn")):
        m = Machine(with_book(learn=learn))
        user(m, "e2e4")
        m.answer("f7f6")
        user(m, "d2d4")
        m.answer("g7g5", resigns=last == "rESIGn")
        user(m, "d1h5")
        assert m.nvram.learnt == ()


def test_the_programmable_book_reports_when_it_is_full() -> None:
    moves = [move.uci() for move in chess.Board().legal_moves]
    pairs = [(first, second) for first in moves for second in ("a7a6", "b7b6", "c7c6", "d7d6")]
    m = Machine(with_book(*(BookLine(pair) for pair in pairs[:MAX_LINES])))
    m.press("rook")
    user(m, "e2e4")
    user(m, "h7h5")
    m.press("level", "knight")
    assert (m.lcd.text, m.beeps) == ("FULL", 3)
    assert len(m.nvram.book) == MAX_LINES


def test_an_impossible_position_names_the_rule_it_breaks() -> None:
    told: list[Output] = []
    m = Machine(listener=told.append)
    m.press("ver", "ver", "clear", "king", "e5", "a1", "ver")
    assert m.lcd.text == "Error"
    notices = [event.text for event in told if isinstance(event, Notice)]
    assert notices == ["impossible position: no black king"]
    assert broken_rules(chess.Board()) == ""


def test_leaving_set_up_unchanged_leaves_the_game_as_it_was() -> None:
    m = Machine()
    user(m, "e2e4")
    m.answer("e7e5")
    before = m.state.game
    m.press("ver", "ver", "ver")
    assert m.state.game is before


def test_a_line_is_stored_once() -> None:
    m = Machine()
    m.press("rook")
    user(m, "e2e4")
    for _ in range(2):
        m.press("level", "knight")
        assert [line.moves for line in m.nvram.book] == [("e2e4",)]
        assert m.lcd.text == "Pro 1"
        m.press("go", "rook")


def test_a_game_lost_by_the_machine_without_its_book_teaches_it_nothing() -> None:
    m = Machine(Nvram().with_option("learn", 1))
    user(m, "e2e4")
    assert m.thinking is not None
    m.feed(OpponentMove(m.thinking.request_id, None, resigns=True))
    assert m.state.game.over
    assert m.nvram.learnt == ()


def test_verify_refuses_a_piece_that_is_not_on_the_board() -> None:
    m = Machine(replace(Nvram(), game=Game("4k3/8/8/8/8/8/8/4K2R w - - 0 1")))
    m.press("ver")
    assert m.press("rook").text != "Error"
    assert m.press("queen").text == "Error"


def test_a_game_won_by_the_machine_out_of_its_book_is_no_lesson() -> None:
    m = Machine(Nvram().with_option("learn", 1))
    user(m, "e2e4")
    assert m.thinking is not None
    m.feed(OpponentMove(m.thinking.request_id, "e7e5", from_book=True))
    m.press("option", "ver", "bishop")
    assert m.state.game.ending is Ending.USER_RESIGNED
    assert m.nvram.learnt == ()


def test_a_square_pressed_before_any_piece_is_chosen_is_only_looked_at() -> None:
    m = Machine()
    m.press("ver", "ver")
    before = m.state.setup_placement
    m.press("e5", "b2")
    assert m.state.setup_placement == before
