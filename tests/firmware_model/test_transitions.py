"""The transition table: every row is reached, GO leads back to play, refusals are all alike."""

from __future__ import annotations

import pytest

from firmware_model import Machine
from firmware_model.keys import Key
from firmware_model.mode import Mode
from firmware_model.modes import ROWS, TABLE, refused, row_for
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
