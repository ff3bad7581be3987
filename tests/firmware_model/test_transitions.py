"""The transition table: every row is reached, GO leads back to play, refusals are all alike."""

from __future__ import annotations

import itertools
import random

import pytest

from firmware_model import Machine
from firmware_model.keys import Key
from firmware_model.mode import Mode
from firmware_model.modes import ROWS, TABLE, refused, row_for
from tests.firmware_model.walk import Walker

WAY_IN: dict[Mode, tuple[str, ...]] = {
    Mode.PLAY: (),
    Mode.THINK: ("go",),
    Mode.PROMOTION: ("a1", "g7", "a1", "h8"),
    Mode.OPTION1: ("option",),
    Mode.OPTION2: ("option", "option"),
    Mode.LEVEL: ("level",),
    Mode.RATING: ("option", "ver"),
    Mode.REFEREE: ("rook",),
    Mode.HUMAN: ("option", "d4"),
    Mode.TRAINING: ("bishop",),
    Mode.ANALYSE: ("level", "hint"),
    Mode.AUTOPLAY: ("option", "c3"),
    Mode.REPLAY: ("rook", "e5", "b2", "e5", "d4", "option", "f6"),
    Mode.VERIFY: ("ver",),
    Mode.SETUP: ("ver", "ver"),
    Mode.SAVE: ("rook", "e5", "b2", "e5", "d4", "knight"),
    Mode.LOAD: ("pawn",),
    Mode.TEST: ("option", "option", "h8"),
}
"""Keys that lead from power-on into each mode (for promotion, from a position of its own)."""


def in_mode(mode: Mode) -> Walker:
    walker = Walker(random.Random(0))
    if mode is Mode.PROMOTION:
        for move, reply in (("a2a4", "h7h5"), ("a4a5", "h5h4"), ("a5a6", "h4h3"), ("a6b7", "h3g2")):
            walker.machine.send(f"M{move}")
            walker.machine.answer(reply)
        walker.machine.press("b2", "g7", "a1", "h8")
    else:
        walker.machine.press(*WAY_IN[mode])
    assert walker.machine.state.mode is mode
    return walker


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


@pytest.mark.parametrize("mode", list(Mode), ids=lambda mode: mode.name)
def test_every_sequence_of_three_keys_keeps_the_invariants(mode: Mode) -> None:
    start = in_mode(mode)
    for first, second in itertools.product(Key, Key):
        walker = Walker(random.Random(0))
        walker.machine.restore(start.machine.state)
        walker.committed = walker.machine.nvram
        walker.press(first)
        walker.press(second)
        kept = walker.machine.state.copy(), walker.committed
        for third in Key:
            walker.machine.restore(kept[0])
            walker.committed = kept[1]
            walker.press(third)


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
