"""The transition table: every row is reached, GO leads back to play, refusals are all alike."""

from __future__ import annotations

import pytest

from firmware_model import Machine, selftest
from firmware_model.events import Notice, Output, Power
from firmware_model.keys import Key
from firmware_model.mode import Mode
from firmware_model.modes import ROWS, TABLE, refused, row_for, table_of
from firmware_model.state import Nvram, State
from firmware_model.step import step
from tests.firmware_model.ways_in import WAY_IN, in_mode


def test_every_mode_has_a_way_in() -> None:
    assert set(WAY_IN) == set(Mode)


@pytest.mark.parametrize("mode", list(Mode), ids=lambda mode: mode.name)
def test_go_leads_back_to_play_from_every_mode(mode: Mode) -> None:
    walker = in_mode(mode)
    walker.press(Key.GO)
    if mode is Mode.AUTOPLAY:
        assert walker.machine.thinking is not None, "GO starts it"
        walker.press(Key.GO)
    if walker.machine.thinking is not None:
        walker.machine.answer(next(iter(walker.machine.state.board.legal_moves)).uci())
    assert walker.machine.state.mode is walker.machine.state.home is Mode.PLAY


@pytest.mark.parametrize("mode", list(Mode), ids=lambda mode: mode.name)
def test_a_key_without_a_row_is_refused(mode: Mode) -> None:
    for key in Key:
        if TABLE[mode][key] is refused:
            walker = in_mode(mode)
            walker.press(key)
            assert walker.refused, key
            assert walker.machine.beeps == 3


def test_every_row_is_found_by_its_pair() -> None:
    pairs = [(row.mode, key) for row in ROWS for key in row.keys]
    assert len(pairs) == len(set(pairs))
    for mode, key in pairs:
        row = row_for(mode, key)
        assert row is not None
        assert TABLE[mode][key] is row.handler


def test_option_and_level_are_refused_while_the_machine_thinks() -> None:
    m = Machine()
    m.press("go")
    for name in ("option", "level", "color", "left", "a1"):
        assert m.press(name).text == "Error"
        assert m.beeps == 3
    m.press("go")
    assert m.thinking is not None


def test_two_rows_for_one_pair_are_no_table() -> None:
    with pytest.raises(ValueError, match=f"two rows for {ROWS[0].mode.name}"):
        table_of((ROWS[0], ROWS[0]))


def test_step_leaves_the_state_it_was_given_as_it_was() -> None:
    before = State()
    after, out = step(before, Power(on=True))
    assert before == State()
    assert after.power_on
    assert out
    assert (before == "a state") is False


def test_a_replay_ends_by_itself_after_the_last_half_move() -> None:
    walker = in_mode(Mode.REPLAY)
    walker.machine.wait(60_000)
    assert walker.machine.state.mode is walker.machine.state.home is Mode.PLAY
    assert [ply.uci for ply in walker.machine.state.game.plies] == ["e2e4"]


def test_the_self_test_says_what_failed(monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[Output] = []
    monkeypatch.setattr(selftest.codec, "decode", lambda _: Nvram(sound=2))
    m = Machine(listener=told.append)
    m.press("option", "option", "h8")
    shown = [m.lcd.text]
    m.press("a1")  # before the keys have their turn they are counted, not shown
    assert m.lcd.text == shown[0]
    for _ in range(200):
        m.wait(100)
        if m.lcd.text != shown[-1]:
            shown.append(m.lcd.text)
    notices = [event.text for event in told if isinstance(event, Notice)]
    assert notices == [
        "self-test: stage 3 failed",
        "self-test: no loop-back plug on the port",
    ]
    assert any("bAd" in text for text in shown)
    assert shown[-1].endswith("22")


def test_switching_on_what_is_on_changes_nothing() -> None:
    state, _ = step(State(), Power(on=True))
    again, out = step(state, Power(on=True))
    assert again == state
    assert out == ()
