"""Details that an owner meets seldom: both sides' levels, full memories, clocks, the port."""

from __future__ import annotations

from dataclasses import replace

import pytest

from firmware_model import Machine
from firmware_model.events import Commit, MoveNow, Notice, Output, SerialBytes
from firmware_model.game import By, Game, NotRateable, Ply
from firmware_model.keys import Key, KeyMatrix
from firmware_model.mode import Mode
from firmware_model.rating import Record, Result, Rules
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
    assert (rated.before, rated.after) == (Record(1500, 20), Record(1488, 21))
    assert (rated.oelo, rated.level, rated.tier) == (1593, "at3", 2)
    assert (rated.result, rated.rules, rated.user_is_white) == (Result.LOSS, Rules.CORRECTED, True)
    assert rated.formula == "1500 + (1593 - 1500) * 0.04 - 16 = 1487.72, rounded 1488"
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


def test_a_level_for_one_colour_alone() -> None:
    m = Machine()
    m.press("level", "b2", "a1")
    assert m.nvram.levels == ("tr1", "tr1")
    found = set()
    for presses in (1, 2):
        m = Machine()
        m.press("level", *["color"] * presses, "b2", "a1")
        found.add(m.nvram.levels)
    assert found == {("tr1", "at3"), ("at3", "tr1")}


def test_the_first_free_slot_is_offered_and_the_first_one_when_all_are_taken() -> None:
    game = Game(plies=(Ply("e2e4", By.USER), Ply("e7e5", By.MACHINE)))
    for taken, offered in ((3, 3), (SAVE_SLOTS, 0)):
        saves = (game,) * taken + (None,) * (SAVE_SLOTS - taken)
        m = Machine(replace(Nvram(), saves=saves, game=game))
        m.press("knight")
        assert (m.state.mode, m.state.slot) == (Mode.SAVE, offered)


@pytest.mark.parametrize(("plies", "flag"), [(80, False), (79, True)])
def test_forty_moves_bring_another_period_to_the_side_that_made_them(
    plies: int, flag: bool
) -> None:
    """After 80 half-moves White has made 40; after 79 Black has made 39."""
    moves = tuple(Ply(SHUFFLE[number % 4], By.USER) for number in range(plies))
    game = Game(plies=moves, clocks_ms=(299_000, 299_000), machine_is_white=plies % 2 == 1)
    m = Machine(replace(Nvram(), game=game, levels=("tr1", "tr1")))
    m.wait(1_500)
    assert (m.lcd.text == "FLAG") is flag


def test_a_switch_set_twice_stays_set() -> None:
    m = Machine()
    for line in ("X ON", "X ON", "x off", "X OFF", "X", "X"):
        m.send(line)
    said = [line for line in m.serial_lines if line.startswith("Xmit")]
    assert said == ["Xmit on", "Xmit on", "Xmit off", "Xmit off", "Xmit on", "Xmit off"]


def test_go_on_the_wire_starts_the_machine_and_hurries_it() -> None:
    told: list[Output] = []
    m = Machine(listener=told.append)
    m.send("J")
    assert m.thinking is not None
    assert not any(isinstance(event, MoveNow) for event in told)
    m.send("J")
    assert [e.request_id for e in told if isinstance(e, MoveNow)] == [m.thinking.request_id]


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


def test_a_key_is_let_go_of_after_the_debounce() -> None:
    matrix, key = KeyMatrix().close(Key.GO, at_ms=100).settle(at_ms=120)
    assert key is Key.GO
    assert matrix.due_ms() is None
    matrix = matrix.open(Key.GO, at_ms=200)
    assert matrix.due_ms() == 220
    assert matrix.settle(at_ms=219) == (matrix, None)
    assert matrix.settle(at_ms=220) == (KeyMatrix(), None)


def test_the_second_key_down_stays_locked_out_until_all_are_up() -> None:
    matrix, _ = KeyMatrix().close(Key.GO, at_ms=0).settle(at_ms=20)
    matrix = matrix.close(Key.NG, at_ms=30).open(Key.GO, at_ms=40)
    assert matrix.settle(at_ms=1_000) == (matrix, None)
    matrix = matrix.open(Key.NG, at_ms=1_000)
    assert matrix.settle(at_ms=1_020) == (KeyMatrix(), None)


def test_bytes_of_two_ports_are_not_mixed() -> None:
    m = Machine()
    m.feed(SerialBytes(b"X O", link=1))
    m.feed(SerialBytes(b"I\r", link=2))
    m.feed(SerialBytes(b"N\r", link=1))
    assert m.nvram.option("print_moves") == 3
