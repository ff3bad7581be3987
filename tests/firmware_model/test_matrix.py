"""The contacts: debounce when a key is let go of, and lockout."""

from __future__ import annotations

from firmware_model.keys import Key, KeyMatrix


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
