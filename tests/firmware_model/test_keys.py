"""Key matrix: scan, debounce, two-key lockout."""

from __future__ import annotations

from hypothesis import example, given
from hypothesis import strategies as st

from firmware_model import Machine
from firmware_model.events import KeyDown, KeyUp, Tick
from firmware_model.keys import BY_NAME, KEYPAD_ROWS, Key, KeyMatrix, square_keys

keys = st.sampled_from(list(Key))


def test_the_matrix_places_are_those_of_the_hardware() -> None:
    columns = (
        "ng clear option level hint ver right go",
        "pawn knight bishop rook queen king left color",
        "h8 g7 f6 e5 d4 c3 b2 a1",
    )
    for group, names in enumerate(columns):
        for bit, name in enumerate(names.split()):
            assert (BY_NAME[name].group, BY_NAME[name].bit) == (group, bit)


def test_every_key_stands_once_on_the_keypad() -> None:
    assert sorted(key for row in KEYPAD_ROWS for key in row if key is not None) == sorted(Key)


@given(st.sets(keys), st.integers(0, 7))
def test_selected_groups_are_ored_and_lines_are_active_low(pressed: set[Key], select: int) -> None:
    matrix = KeyMatrix()
    for key in pressed:
        matrix = matrix.close(key, at_ms=0)
    expected = 0xFF
    for key in pressed:
        if select >> key.group & 1:
            expected &= ~(1 << key.bit)
    assert matrix.read(select) == expected
    assert set(matrix.scan()) == pressed


def test_a_contact_counts_after_twenty_milliseconds_and_not_before() -> None:
    m = Machine()
    m.hold("option")
    assert m.wait(19).text == "0:00:00"
    assert m.wait(1).text == "oPt 1"


def test_a_bounce_shorter_than_the_debounce_is_no_key() -> None:
    m = Machine()
    m.hold("option")
    m.wait(19)
    m.release("option")
    assert m.wait(500).text == "0:00:00"


def test_contact_bounce_on_release_makes_no_second_key() -> None:
    m = Machine()
    m.hold("option")
    m.wait(100)
    m.release("option")
    m.wait(5)
    m.hold("option")
    m.wait(5)
    m.release("option")
    assert m.wait(500).text == "oPt 1"


def test_the_first_key_down_locks_out_the_second_until_all_are_up() -> None:
    m = Machine()
    m.hold("option")
    m.wait(30)
    m.hold("level")
    m.wait(100)
    m.release("option")
    m.wait(100)
    assert m.lcd.text == "oPt 1"
    m.release("level")
    m.wait(20)
    m.hold("go")
    assert m.wait(20).text == "0:00:00"


def test_two_contacts_within_the_debounce_the_first_one_wins() -> None:
    m = Machine()
    m.hold("level")
    m.wait(5)
    m.hold("option")
    assert m.wait(50).text == "At 3"


def test_debounce_can_be_nothing() -> None:
    m = Machine(debounce_ms=0)
    assert m.hold("option").text == "oPt 1"


@given(st.lists(keys, min_size=1, max_size=25), st.sampled_from([0, 20, 49, 50, 60]))
@example([Key.GO, *[Key.CLEAR] * 8, Key.KING, Key.NG], 20)  # a second passes as NG is heard
def test_a_press_is_contact_hold_release_and_time(names: list[Key], debounce_ms: int) -> None:
    """The short cut of ``Machine.press`` and the long way give equal states and outputs."""
    short, long = [], []
    quick = Machine(debounce_ms=debounce_ms, listener=short.append)
    slow = Machine(debounce_ms=debounce_ms, listener=long.append)
    for key in names:
        quick.press(key)
        slow.feed(KeyDown(key))
        slow.feed(Tick(slow.now_ms + 50))
        slow.feed(KeyUp(key))
        slow.feed(Tick(slow.now_ms + 50))
        assert quick.state == slow.state
        assert quick.beeps == slow.beeps
    assert short == long


@given(st.lists(st.tuples(keys, st.booleans(), st.integers(0, 700)), max_size=40))
def test_many_short_ticks_equal_one_long_one(events: list[tuple[Key, bool, int]]) -> None:
    coarse_out, fine_out = [], []
    coarse = Machine(listener=coarse_out.append)
    fine = Machine(listener=fine_out.append)
    for key, down, pause_ms in events:
        for machine in (coarse, fine):
            machine.feed(KeyDown(key) if down else KeyUp(key))
        coarse.wait(pause_ms)
        for _ in range(pause_ms):
            fine.wait(1)
    assert coarse.state == fine.state
    assert coarse_out == fine_out


def test_a_square_is_file_then_rank() -> None:
    assert square_keys("a8") == (Key.A1, Key.H8)
    assert square_keys("h1") == (Key.H8, Key.A1)
