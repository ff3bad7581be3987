"""Play: endings, clocks and flags, resignation, announcements, sensors."""

from __future__ import annotations

import pytest

from firmware_model import Machine
from firmware_model.events import Battery, Lock, OpponentMove
from firmware_model.game import Ending, Rateable
from firmware_model.state import Nvram
from tests.firmware_model.hands import at, user


@pytest.mark.parametrize(
    ("fen", "move", "text", "ending"),
    [
        ("7k/5K2/8/8/8/8/8/6Q1 w - - 0 1", "g1g6", "dr StA", Ending.STALEMATE),
        ("7k/8/8/8/8/8/r7/K7 w - - 0 1", "a1a2", "dr InS", Ending.INSUFFICIENT),
        ("7k/8/8/8/8/8/R7/K7 w - - 99 80", "a2b2", "dr 50", Ending.FIFTY),
        ("7k/5K2/8/8/8/8/8/6R1 w - - 0 1", "g1h1", "MAtE", Ending.MATE),
    ],
)
def test_every_automatic_ending(fen: str, move: str, text: str, ending: Ending) -> None:
    m = at(fen)
    user(m, move)
    assert m.lcd.text == text
    assert m.state.game.ending is ending
    assert ("draw" in m.lcd.symbols) is ending.drawn
    assert m.thinking is None


def test_a_third_repetition_counts_and_a_second_does_not() -> None:
    m = Machine()
    for round_number in range(2):
        for move, reply in (("g1f3", "g8f6"), ("f3g1", "f6g8")):
            user(m, move)
            m.answer(reply)
        assert m.state.game.over is (round_number == 1)
    assert m.lcd.text == "dr 3rd"


def test_after_the_end_no_move_is_taken_but_the_last_one_can_be_seen() -> None:
    m = at("7k/5K2/8/8/8/8/8/6R1 w - - 0 1")
    user(m, "g1h1")
    for key in ("go", "color", "hint", "a1"):
        assert m.press(key).text == "Error"
    assert m.press("clear").text == "G1-H1"
    assert "check" in m.lcd.symbols


@pytest.mark.parametrize(("level", "limit_s"), [("sd1", 300), ("tr1", 300), ("up1", 900)])
def test_the_flag_falls_and_play_goes_on(level: str, limit_s: int) -> None:
    m = Machine(Nvram(levels=(level, level)))
    user(m, "e2e4")
    m.answer("e7e5")
    m.wait(limit_s * 1000)
    assert m.lcd.text != "FLAG"
    assert m.wait(1).text == "FLAG"
    assert m.wait(2000).text != "FLAG"
    user(m, "g1f3")
    m.answer("b8c6")
    assert m.state.game.ending is None
    assert len(m.state.game.plies) == 4


def test_a_flag_falls_once_and_a_new_period_brings_a_new_limit() -> None:
    from firmware_model.levels import LEVELS

    control = LEVELS["tr1"].control
    assert [control.allowed_ms(moves) for moves in (0, 39, 40, 80)] == [
        300_000,
        300_000,
        600_000,
        900_000,
    ]
    m = Machine(Nvram(levels=("sd1", "sd1")))
    user(m, "e2e4")
    m.answer("e7e5")
    m.wait(300_001)
    m.wait(2000)
    assert m.wait(600_000).text != "FLAG"


def test_average_time_has_no_flag() -> None:
    m = Machine()
    user(m, "e2e4")
    m.answer("e7e5")
    m.press("clear")
    assert m.wait(3_600_000).text.startswith("1:00:0")


def test_the_idle_clock_is_that_of_the_side_to_move_and_shows_every_second() -> None:
    m = Machine()
    assert m.wait(5000).text == "0:00:00"
    user(m, "e2e4")
    m.wait(7000)
    m.answer("e7e5")
    m.press("clear")
    assert m.wait(900).text == "0:00:01"
    assert m.wait(1000).text == "0:00:02"


def test_the_machine_resigns_at_the_third_hopeless_evaluation_in_a_row() -> None:
    m = Machine()
    scores = [-900, -899, -900, -950]
    moves = [("a2a3", "a7a6"), ("b2b3", "b7b6"), ("c2c3", "c7c6"), ("d2d3", "d7d6")]
    for score, (move, reply) in zip(scores, moves, strict=True):
        user(m, move)
        m.answer(reply, score_cp=score)
        assert not m.state.game.over
    user(m, "e2e3")
    m.answer("e7e6", score_cp=-2000)
    assert m.lcd.text == "rESIGn"
    assert m.state.game.ending is Ending.MACHINE_RESIGNED


def test_a_book_move_counts_as_an_even_score() -> None:
    m = Machine()
    user(m, "e2e4")
    assert m.thinking is not None
    m.feed(OpponentMove(m.thinking.request_id, "e7e5", score_cp=-5000, from_book=True))
    assert m.state.eval_cp == 0
    assert m.state.game.plies[-1].from_book


def test_an_early_mate_is_announced_before_the_move_is_shown() -> None:
    m = Machine()
    user(m, "f2f3")
    m.answer("e7e5", mate=4)
    assert m.lcd.text == "MAtE 3"
    assert m.wait(2000).text == "E7-E5"


def test_an_answer_nobody_waits_for_is_ignored() -> None:
    m = Machine()
    user(m, "e2e4")
    before = m.fen
    m.feed(OpponentMove(999, "e7e5"))
    assert m.fen == before
    assert m.thinking is not None


@pytest.mark.parametrize("move", [None, "e2e4", "zzzz", "e7e8q"])
def test_a_failed_or_illegal_answer_keeps_the_game_and_go_asks_again(move: str | None) -> None:
    m = Machine()
    user(m, "e2e4")
    m.answer(move)
    assert m.thinking is None
    assert m.lcd.text == "0:00:00"
    m.press("go")
    m.answer("e7e5")
    assert [ply.uci for ply in m.state.game.plies] == ["e2e4", "e7e5"]
    assert isinstance(m.state.game.qualify(), Rateable)


def test_check_capture_and_side_bars() -> None:
    m = Machine()
    user(m, "e2e4")
    m.answer("f7f6")
    user(m, "d1h5")
    assert {"check", "white", "thinking"} <= m.lcd.symbols
    m.answer("g7g6")
    assert "black" in m.lcd.symbols
    user(m, "h5g6")
    assert {"capture", "check"} <= m.lcd.symbols


def test_power_off_in_the_middle_of_a_thought_and_on_again_goes_on() -> None:
    m = Machine()
    user(m, "e2e4")
    m.power(on=False)
    assert m.thinking is None
    assert m.press("option").text == ""
    m.power(on=True)
    assert m.thinking is not None
    m.answer("e7e5")
    assert isinstance(m.state.game.qualify(), Rateable)


def test_battery_and_lock() -> None:
    m = Machine()
    m.feed(Battery(low=True))
    assert "battery" in m.lcd.symbols
    m.feed(Lock(on=True))
    assert "lock" in m.press("option").symbols
    assert m.lcd.text == "0:00:00"
    m.feed(Lock(on=False))
    assert m.press("option").text == "oPt 1"


def test_a_machine_is_asked_only_for_what_it_can_do_now() -> None:
    m = Machine()
    with pytest.raises(ValueError, match="waits for a key"):
        m.answer("e2e4")
    with pytest.raises(ValueError, match="switched off"):
        m.replace_nvram(Nvram())
