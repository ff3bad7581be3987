"""A state that this machine can never be in is refused when it is read, with what is wrong."""

from __future__ import annotations

from typing import Any

import pytest

from firmware_model import Machine
from firmware_model.codec import DamagedMemory
from firmware_model.state_checks import RANGES
from firmware_model.state_codec import decode_state, encode_state


def sound() -> dict[str, Any]:
    machine = Machine()
    machine.press("e5", "b2", "e5", "d4")
    machine.answer("e7e5")
    machine.press("left")
    return encode_state(machine.state)


def refusal(**changes: Any) -> str:
    with pytest.raises(DamagedMemory) as caught:
        decode_state(sound() | changes)
    return str(caught.value)


def test_the_state_to_be_changed_is_sound() -> None:
    assert encode_state(decode_state(sound())) == sound()


@pytest.mark.parametrize("name", RANGES)
def test_numbers_have_their_ranges(name: str) -> None:
    low, high = RANGES[name]
    for value in (low - 1, high + 1):
        assert refusal(**{name: value}) == f"{name}: expected {low}...{high}, got {value}"


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"home": "RATING"}, "impossible state: home RATING"),
        ({"purpose": "fun"}, "impossible state: purpose 'fun'"),
        ({"entry": "e9"}, "impossible state: half a move 'e9'"),
        ({"entry": "e2e4"}, "impossible state: half a move 'e2e4'"),
        ({"mode": "PROMOTION", "entry": "e7"}, "impossible state: half a move 'e7'"),
        ({"mode": "SETUP", "entry": "e2"}, "impossible state: half a move 'e2'"),
        ({"think_id": 1, "last_id": 1},
         "impossible state: an open question in a mode that asks none"),
        ({"mode": "THINK", "think_id": 9, "last_id": 1},
         "impossible state: a question that was never asked"),
        ({"mode": "THINK", "think_id": 0}, "impossible state: thinking about nothing"),
        ({"level_group": "Zz"}, "impossible state: level group 'Zz'"),
        ({"test_stage": 9}, "impossible state: stage 9 of the self-test"),
        ({"mode": "SETUP", "setup_placement": ""}, "impossible state: set-up position ''"),
        ({"setup_placement": "9/8"}, "impossible state: set-up position '9/8'"),
        ({"clock_since_ms": 10**12},
         "impossible state: a clock that starts later than now"),
        ({"redo": [["a1a8", "u", "", 0]]},
         "impossible state: taken-back moves that are not legal"),
        ({"screen": ["no such"]}, "screen: not a possible value: no display ('no such',)"),
        ({"screen": ["rating", "x%"]}, "screen: not a possible value: no display ('rating', 'x%')"),
        ({"screen": ["rating", 12_345]},
         "screen: not a possible value: no display ('rating', 12345)"),
        ({"info_page": 5, "info": [1, 2, None, -10**9, []]},
         "a display that cannot be: 'n-1000000000' on 6 cells"),
        ({"message": ["clock"]}, "a display that cannot be: tuple index out of range"),
        ({"screen": ["rating", None]}, "screen: not a possible value: expected a screen, got "
                                       "('rating', None)"),
        ({"hint_line": ["e2"]}, "hint_line: not a possible value: expected a move such as e2e4, "
                                "got 'e2'"),
        ({"walk": [0, "x"]}, "walk: not a possible value: expected a whole number "
                             "-9007199254740992...9007199254740992, got 'x'"),
        ({"placing": [1, 1]}, "placing: not a possible value: expected true or false, got 1"),
        ({"info": [1, 2, 3]}, "info: not a possible value: not enough values to unpack "
                              "(expected 5, got 3)"),
    ],
)  # fmt: skip
def test_what_must_agree(changes: dict[str, Any], message: str) -> None:
    assert refusal(**changes) == message


def test_a_sound_thought_and_set_up_are_read() -> None:
    data = sound() | {
        "info": [4, -12, None, 900, ["e2e4", "e7e8q"]],
        "mode": "SETUP",
        "setup_placement": "8/8/8/8/8/8/8/8",
        "placing": [3, True],
    }
    state = decode_state(data)
    assert state.info is not None
    assert state.info.pv == ("e2e4", "e7e8q")


def test_a_move_that_waits_for_its_piece_is_read() -> None:
    assert decode_state(sound() | {"mode": "PROMOTION", "entry": "e7e8"}).entry == "e7e8"
