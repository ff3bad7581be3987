"""Play: endings, clocks and flags, resignation, announcements, books, learning, sensors."""

from __future__ import annotations

from dataclasses import replace

import chess
import pytest

from firmware_model import Machine
from firmware_model.codec import DamagedMemory, decode, encode
from firmware_model.events import Battery, Lock, Notice, OpponentInfo, OpponentMove, Output
from firmware_model.game import Ending, Game, NotRateable, Rateable
from firmware_model.learning import MAX_LINES
from firmware_model.rating import Result
from firmware_model.setup_keys import broken_rules
from firmware_model.state import BookLine, Nvram


def at(fen: str, **fields: object) -> Machine:
    """A machine with a position on the board, the user to move."""
    game = Game(fen, machine_is_white=not chess.Board(fen).turn)
    return Machine(replace(Nvram(), game=game, **fields))  # type: ignore[arg-type]


def user(m: Machine, uci: str) -> None:
    m.send(f"M{uci}")


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


# -- why a game cannot be rated ---------------------------------------------------------------


def reason(m: Machine) -> str:
    standing = m.state.game.qualify()
    assert isinstance(standing, NotRateable), standing
    return standing.reason


def test_every_reason_is_told() -> None:
    m = Machine()
    assert reason(m) == "the machine has not made a move"
    m.press("rook")
    user(m, "e2e4")
    assert reason(m) == "referee mode was used"
    m.press("ng", "option", "d4")
    user(m, "e2e4")
    assert reason(m) == "human mode was used"
    m.press("ng", "level", "hint")
    user(m, "e2e4")
    assert reason(m) == "moves were made in analysis"
    m.press("ng", "option", "c3", "go")
    m.answer("e2e4")
    assert reason(m) == "autoplay was used"
    m.press("go", "left")
    assert reason(m) == "autoplay was used; a move was taken back"
    m.press("ng", "ver", "ver", "king", "e5", "b2", "e5", "a1", "ver")
    assert reason(m) == "the position was set up"


@pytest.mark.parametrize(
    "keys", [("rook", "rook"), ("option", "d4", "go"), ("option", "c3", "clear")]
)
def test_entering_referee_human_or_autoplay_in_mid_game_disqualifies(keys: tuple[str, ...]) -> None:
    m = Machine()
    user(m, "e2e4")
    m.answer("e7e5")
    m.press(*keys)
    assert reason(m).endswith(" was used")


def test_at_the_start_of_a_game_only_a_move_made_there_does() -> None:
    m = Machine()
    m.press("rook", "rook")
    user(m, "e2e4")
    m.answer("e7e5")
    assert isinstance(m.state.game.qualify(), Rateable)


def test_the_python_interface_says_what_was_wrong() -> None:
    m = Machine()
    with pytest.raises(KeyError, match="unknown key 'optoin'"):
        m.press("optoin")
    with pytest.raises(ValueError, match="0 ms or more"):
        m.wait(-5)


@pytest.mark.parametrize("level", ["ma2", "an"])
def test_mate_search_and_analysis_levels_carry_no_rating(level: str) -> None:
    m = Machine(Nvram(levels=(level, level)))
    user(m, "e2e4")
    m.answer("e7e5")
    assert reason(m) == f"level {level} carries no rating"


def test_the_oelo_of_a_game_is_the_lowest_of_its_levels() -> None:
    from firmware_model.levels import LEVELS

    m = Machine(Nvram(levels=("tr7", "tr7")))
    user(m, "e2e4")
    m.answer("e7e5")
    m.press("level", "a1", "a1", "go")
    user(m, "g1f3")
    m.answer("b8c6")
    standing = m.state.game.qualify()
    assert LEVELS["at1"].oelo is not None
    assert standing == Rateable(LEVELS["at1"].oelo.elo, user_is_white=True)
    assert m.state.game.notes == ("level changed",)


def test_an_external_opponents_strength_is_the_oelo() -> None:
    m = Machine()
    user(m, "e2e4")
    assert m.thinking is not None
    m.feed(OpponentMove(m.thinking.request_id, "e7e5", oelo=1777))
    assert m.state.game.qualify() == Rateable(1777, user_is_white=True)


def test_hint_and_training_are_noted_and_do_not_disqualify() -> None:
    m = Machine()
    m.press("hint")
    m.answer("e2e4")
    m.press("bishop")
    user(m, "e2e4")
    m.answer("e7e5")
    assert m.state.game.notes == ("hint used", "training used")
    assert isinstance(m.state.game.qualify(), Rateable)


def test_results_for_the_user() -> None:
    game = Game()
    with pytest.raises(ValueError, match="still running"):
        game.result_for_user(user_is_white=True)
    assert replace(game, ending=Ending.AGREED).result_for_user(user_is_white=True) is Result.DRAW


# -- thinking on display -----------------------------------------------------------------------


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


# -- books -------------------------------------------------------------------------------------


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


# -- set up ------------------------------------------------------------------------------------


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


# -- memory as data ----------------------------------------------------------------------------


def test_memory_of_the_first_schema_opens() -> None:
    """What the previous version stored: no saved games, no book, no learnt lines, fewer options."""
    old = encode(replace(Nvram(), sound=2))
    old["schema"] = 1
    for name in ("saves", "book", "learnt"):
        del old[name]
    for name in ("random", "easy", "book_select"):
        del old["options"][name]
    assert decode(old) == replace(Nvram(), sound=2)


DAMAGE: list[tuple[tuple[str, ...], object]] = [
    (("schema",), 99),
    (("elo",), 10_000),
    (("elo",), True),
    (("games",), -1),
    (("rules",), "other"),
    (("levels",), ["at3"]),
    (("levels",), ["at3", "zz9"]),
    (("options",), []),
    (("options", "hash"), 7),
    (("sound",), 5),
    (("saves",), [None]),
    (("book",), [[["e2e5"], False]]),
    (("book",), [["e2e4"]]),
    (("learnt",), [[]]),
    (("game",), None),
    (("game", "start_fen"), "8/8 w"),
    (("game", "start_fen"), 5),
    (("game", "plies"), [["e2e5", "u", "", 0]]),
    (("game", "plies"), [["e2e4", "u", ""]]),
    (("game", "plies"), [["e2e4", "x", "", 0]]),
    (("game", "plies"), [["e2e4", "m", "zz", 0]]),
    (("game", "clocks_ms"), [0]),
    (("game", "ending"), "flagged"),
    (("game", "rated"), 1),
    (("game", "flaws"), [3]),
]


@pytest.mark.parametrize(("place", "value"), DAMAGE, ids=str)
def test_what_is_no_possible_memory_is_refused(place: tuple[str, ...], value: object) -> None:
    data = encode(Nvram())
    inner = data
    for name in place[:-1]:
        inner = inner[name]
    inner[place[-1]] = value
    with pytest.raises(DamagedMemory):
        decode(data)


@pytest.mark.parametrize("data", [None, [], "x", {}])
def test_rubbish_is_refused(data: object) -> None:
    with pytest.raises(DamagedMemory):
        decode(data)
