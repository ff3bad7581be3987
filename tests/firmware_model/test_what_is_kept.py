"""What a game and the memory keep: the rated game, notes, slots, learnt lines, marks."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from firmware_model import Machine
from firmware_model.events import Commit, OpponentMove, Output
from firmware_model.game import By, Game, NotRateable, Ply
from firmware_model.mode import Mode
from firmware_model.modes import ROWS
from firmware_model.rating import Record, Result, Rules, rate
from firmware_model.state import SAVE_SLOTS, Nvram
from tests.firmware_model.hands import user

SHUFFLE = ("g1f3", "g8f6", "f3g1", "f6g8")
MATED = (("f2f3", "e7e5"), ("g2g4", "d8h4"))


def test_a_rated_game_leaves_with_everything_its_sum_needs() -> None:
    told: list[Output] = []
    m = Machine(replace(Nvram(), record=Record(1500, 20)), listener=told.append)
    for move, reply in MATED:
        user(m, move)
        m.answer(reply)
    m.press("option", "ver", "pawn")
    (rated,) = [event.rated for event in told if isinstance(event, Commit) and event.rated]
    assert (rated.before, rated.after) == (Record(1500, 20), Record(1487, 21))
    assert (rated.oelo, rated.level, rated.tier) == (1587, "at3", 2)
    assert (rated.result, rated.rules, rated.user_is_white) == (Result.LOSS, Rules.CORRECTED, True)
    assert rated.formula == "1500 + (1587 - 1500) * 0.04 - 16 = 1487.48, rounded 1487"
    assert [ply.uci for ply in rated.game.plies] == ["f2f3", "e7e5", "g2g4", "d8h4"]


@pytest.mark.parametrize("by", ["mm", "mmm", "ummu", "mumm"])
def test_a_machine_that_moved_for_both_sides_or_a_shared_side_gives_no_rating(by: str) -> None:
    plies = tuple(Ply(uci, By(who), "at3", 1593) for uci, who in zip(SHUFFLE, by, strict=False))
    standing = Game(plies=plies).qualify()
    assert standing == NotRateable("the machine did not play one and only one side")


def test_color_gives_the_machine_the_other_side_and_it_begins() -> None:
    m = Machine()
    m.press("color")
    assert m.state.game.machine_is_white
    assert m.thinking is not None
    m.answer("e2e4")
    m.press("color")
    assert not m.state.game.machine_is_white
    assert m.thinking is not None


def test_the_first_free_slot_is_offered_and_the_first_one_when_all_are_taken() -> None:
    game = Game(plies=(Ply("e2e4", By.USER), Ply("e7e5", By.MACHINE)))
    for taken, offered in ((3, 3), (SAVE_SLOTS, 0)):
        saves = (game,) * taken + (None,) * (SAVE_SLOTS - taken)
        m = Machine(replace(Nvram(), saves=saves, game=game))
        m.press("knight")
        assert (m.state.mode, m.state.slot) == (Mode.SAVE, offered)


def test_the_machines_second_book_move_is_learnt_from_too() -> None:
    """Mated: 1. e4 f6 2. Nc3 (a6) 3. d4 g5 4. Qh5."""
    m = Machine(Nvram().with_option("learn", 3))
    for move, reply, booked in (
        ("e2e4", "f7f6", True),
        ("b1c3", "a7a6", True),
        ("d2d4", "g7g5", False),
    ):
        user(m, move)
        assert m.thinking is not None
        m.feed(OpponentMove(m.thinking.request_id, reply, from_book=booked))
    user(m, "d1h5")
    assert m.lcd.text == "MAtE"
    assert m.nvram.learnt == (("e2e4", "f7f6", "b1c3", "a7a6"),)


@pytest.mark.parametrize(
    ("keys", "note"), [("level hint", "analysis used"), ("bishop", "training used")]
)
def test_help_that_was_used_is_kept_with_the_game(keys: str, note: str) -> None:
    m = Machine()
    m.press(*keys.split())
    assert note in m.state.game.notes


def test_every_row_of_the_transition_table_has_a_mark() -> None:
    assert {row.mark for row in ROWS} == {"M", "H", "S", "P"}
    assert all(row.what == row.what.strip() and row.what for row in ROWS)


def test_the_exact_value_is_kept_beside_the_rounded_one() -> None:
    assert rate(Record(1400, 10), 2000, Result.WIN).exact == Fraction(16_400, 11)
    assert rate(Record(1400, 21), 2001, Result.WIN).exact == Fraction(144_004, 100)


def test_only_a_finished_game_has_a_result() -> None:
    with pytest.raises(ValueError, match=r"^expected a finished game, got one still running$"):
        Game().result_for_user(user_is_white=True)
