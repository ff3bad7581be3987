"""What the machine shows while it thinks: training, info, hints, alternatives."""

from __future__ import annotations

from firmware_model import Machine
from firmware_model.events import OpponentInfo, OpponentMove
from firmware_model.levels import DEFAULT_LEVEL, LEVELS
from firmware_model.mode import Mode
from firmware_model.state import Nvram
from tests.firmware_model.hands import at, user


def test_training_shows_move_and_score_in_turn() -> None:
    m = Machine()
    m.press("bishop")
    m.wait(2000)
    request = m.thinking
    assert request is not None
    assert request.purpose == "analysis"
    m.feed(OpponentInfo(request.request_id, 7, 35, 1234, ("e2e4", "e7e5")))
    assert m.lcd.text in ("E2-E4", "35")
    first = m.lcd.text
    m.wait(2000)
    assert m.lcd.text in ("E2-E4", "35")
    assert m.lcd.text != first
    m.feed(OpponentInfo(request.request_id, 9, 0, 1234, ("e2e4",), mate=3))
    shown = {m.lcd.text, m.wait(2000).text}
    assert shown == {"E2-E4", "MAtE 3"}


def test_info_pages_while_it_thinks() -> None:
    m = Machine()
    user(m, "e2e4")
    assert m.thinking is not None
    m.feed(OpponentInfo(m.thinking.request_id, 7, -120, 123_456, ("e7e5", "g1f3")))
    texts = [m.press("king").text for _ in range(8)]
    assert texts == [
        "dP 7",
        "-120",
        "E7-E5",
        "G1-F3",
        "n 99999",
        "0:00:00",
        "0:00:00",
        "E2-E4",
    ]


def test_the_analysis_level_shows_what_it_sees_until_go() -> None:
    m = Machine(Nvram(levels=("an", "an")))
    m.press("go")
    assert m.thinking is not None
    m.feed(OpponentInfo(m.thinking.request_id, 5, 20, 99, ("d2d4",)))
    assert m.lcd.text in ("D2-D4", "20")
    m.press("go")
    m.answer("d2d4")
    assert m.lcd.text == "D2-D4"


def test_hint_shows_more_of_the_line() -> None:
    m = Machine()
    m.press("hint")
    assert m.thinking is not None
    m.feed(OpponentMove(m.thinking.request_id, "e2e4", pv=("e2e4", "c7c5", "g1f3"), depth=4))
    assert [m.lcd.text, m.press("hint").text, m.press("hint").text, m.press("hint").text] == [
        "E2-E4",
        "C7-C5",
        "G1-F3",
        "E2-E4",
    ]


def test_a_failed_hint_shows_the_clock() -> None:
    m = Machine()
    m.press("hint")
    m.answer(None)
    assert m.lcd.text == "0:00:00"


def test_next_best_excludes_what_was_played_and_ends_when_nothing_is_left() -> None:
    m = at("7k/8/8/8/8/8/7p/K7 w - - 0 1")
    user(m, "a1b1")
    m.answer("h8g8")
    m.press("level", "left")
    assert m.thinking is not None
    assert m.thinking.exclude == ("h8g8",)
    m.answer("h8g7")
    m.press("level", "left")
    assert m.thinking is not None
    assert m.thinking.exclude == ("h8g8", "h8g7")


def test_an_info_page_that_has_nothing_to_show_lets_the_display_under_it_through() -> None:
    m = Machine()
    user(m, "e2e4")
    assert m.thinking is not None
    number = m.thinking.request_id
    m.feed(OpponentInfo(number, 7, -120, 99, ("e7e5", "g1f3")))
    m.press("king", "king", "king", "king")
    assert m.lcd.text == "G1-F3"
    m.feed(OpponentInfo(number, 8, -120, 99, ("e7e5",)))
    assert m.lcd.text == "E2-E4"


def test_what_an_opponent_sees_for_another_request_is_not_shown() -> None:
    m = Machine(Nvram(levels=("an", "an")))
    m.press("go")
    assert m.thinking is not None
    before = m.lcd
    m.feed(OpponentInfo(m.thinking.request_id + 1, 5, 20, 99, ("d2d4",)))
    assert m.lcd == before
    m.feed(OpponentInfo(m.thinking.request_id, 5, 20, 99, ("d2d4",)))
    assert m.lcd != before


def test_a_hint_at_a_level_without_end_is_sought_at_the_level_of_a_new_owner() -> None:
    m = Machine(Nvram(levels=("an", "an")))
    m.press("hint")
    assert m.thinking is not None
    assert not m.thinking.search.infinite
    assert m.thinking.search == LEVELS[DEFAULT_LEVEL].search


def test_moves_sent_from_the_search_end_where_the_line_stops_being_legal() -> None:
    m = Machine()
    m.send("S 3")
    user(m, "e2e4")
    assert m.thinking is not None
    m.serial_lines.clear()
    m.feed(OpponentInfo(m.thinking.request_id, 4, 10, 99, ("e7e5", "e2e4", "d7d5")))
    assert [line.split() for line in m.serial_lines] == [["S", "4", "+0.10", "99", "e7-e5"]]


def test_nothing_is_analysed_once_the_game_is_over() -> None:
    m = at("7k/5Q2/6K1/8/8/8/8/8 w - - 0 1")
    m.press("bishop")
    assert m.thinking is not None
    user(m, "f7g7")
    assert m.state.game.over
    m.press("go", "bishop")
    assert m.state.home is Mode.TRAINING
    assert m.thinking is None
    assert m.press("level", "hint").text == "Error"


def test_training_thinks_anew_when_a_move_is_taken_back_and_when_the_side_is_changed() -> None:
    m = Machine()
    m.press("bishop")
    user(m, "e2e4")
    m.answer("e7e5")
    seen = [m.thinking]
    for key in ("left", "right", "left", "color"):
        m.press(key)
        assert m.thinking is not None
        assert m.thinking.purpose == "analysis"
        assert m.thinking not in seen
        seen.append(m.thinking)
    assert m.state.game.machine_is_white


def test_until_the_new_analysis_has_a_move_the_clock_is_shown() -> None:
    m = Machine()
    m.press("bishop")
    user(m, "e2e4")
    m.answer("e7e5")
    m.press("left")
    assert m.thinking is not None
    m.feed(OpponentInfo(m.thinking.request_id, 7, 35, 1234, ("d7d5",)))
    assert {m.lcd.text, m.wait(2000).text} == {"D7-D5", "35"}
    m.press("color")
    assert m.thinking is not None
    assert ":" in m.lcd.text


def test_there_is_no_other_move_to_ask_for_when_only_one_was_legal() -> None:
    m = at("7k/8/6K1/8/8/8/8/R7 w - - 0 1")
    user(m, "a1a2")
    m.answer("h8g8")
    assert m.press("level", "left").text == "Error"
    assert m.thinking is None


def test_training_ends_with_the_mate_the_machine_gives() -> None:
    m = at("4r1k1/8/8/8/8/8/3R1PPP/6K1 w - - 0 1")
    m.press("bishop")
    user(m, "d2a2")
    m.answer("e8e1")
    assert m.state.game.over
    assert m.thinking is None


def test_an_analysis_without_a_line_leaves_the_clock_on_display() -> None:
    m = Machine()
    m.press("bishop")
    m.wait(2000)
    assert m.thinking is not None
    m.feed(OpponentInfo(m.thinking.request_id, 1, 0, 1, ()))
    assert ":" in m.lcd.text
    assert ":" in m.wait(2000).text
