"""What the machine shows while it thinks: training, info, hints, alternatives."""

from __future__ import annotations

from firmware_model import Machine
from firmware_model.events import OpponentInfo, OpponentMove
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
