"""Which games can be rated, and the reason told when one cannot."""

from __future__ import annotations

from dataclasses import replace

import pytest

from firmware_model import Machine
from firmware_model.events import OpponentMove
from firmware_model.game import Ending, Game, Rateable
from firmware_model.rating import Result
from firmware_model.state import Nvram
from tests.firmware_model.hands import reason, user


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
