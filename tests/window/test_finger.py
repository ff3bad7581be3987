"""The finger presses long enough to count, one key at a time, and types as fast as one can."""

from __future__ import annotations

from firmware_model.events import Input, KeyDown, KeyUp
from firmware_model.keys import Key
from firmware_model.machine import Machine
from sapphire_emu.finger import Finger


def played(finger: Finger, until_ms: int) -> list[tuple[int, Input]]:
    found: list[tuple[int, Input]] = []
    for at in range(until_ms + 1):
        while (contact := finger.take(at)) is not None:
            found.append((at, contact))
    return found


def test_a_tap_holds_longer_than_the_debounce() -> None:
    finger = Finger(debounce_ms=20)
    finger.tap(Key.OPTION, Key.VER)
    assert played(finger, 200) == [
        (0, KeyDown(Key.OPTION)),
        (30, KeyUp(Key.OPTION)),
        (60, KeyDown(Key.VER)),
        (90, KeyUp(Key.VER)),
    ]


def test_a_held_key_stays_down_until_it_is_released() -> None:
    finger = Finger(debounce_ms=20)
    finger.press(Key.GO)
    assert played(finger, 5000) == [(0, KeyDown(Key.GO))]
    finger.release(Key.GO)
    assert finger.take(5001) == KeyUp(Key.GO)
    assert not finger.busy


def test_typing_over_a_held_key_loses_no_letter() -> None:
    machine = Machine()
    finger = Finger(debounce_ms=machine.state.debounce_ms)
    for key in (Key.E5, Key.B2, Key.E5, Key.D4):
        finger.press(key)  # nothing is ever released
    for at in range(300):
        while (contact := finger.take(at)) is not None:
            machine.feed(contact)
        machine.wait(1)
    assert machine.lcd.text == "E2-E4"


def test_without_the_finger_a_fast_click_does_not_count() -> None:
    machine = Machine()
    machine.hold("option")
    machine.wait(5)
    machine.release("option")
    machine.wait(100)
    assert machine.lcd.text == "0:00:00"


def test_dropping_forgets_what_waits() -> None:
    finger = Finger(debounce_ms=20)
    finger.tap(Key.OPTION, Key.VER)
    finger.take(0)
    finger.drop()
    assert played(finger, 300) == [(30, KeyUp(Key.OPTION))]
