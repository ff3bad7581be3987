"""Where things lie: at every size the keys are inside, apart, and in the order of the keypad."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from firmware_model.keys import KEYPAD_ROWS, Key
from sapphire_emu.window.geometry import Box
from sapphire_emu.window.layout import LEAST_SIZE, PANELS, Layout, arrange
from sapphire_emu.window.skin import find_skin, load_skin, skin_names

SKINS = {name: load_skin(find_skin(name)) for name in skin_names()}

sizes = st.tuples(st.integers(LEAST_SIZE[0], 4000), st.integers(LEAST_SIZE[1], 3000))
panels = st.sets(st.sampled_from(PANELS)).map(frozenset)


def everything(layout: Layout) -> list[tuple[str, Box]]:
    return [
        *((key.script_name, box) for key, box in layout.keys.items()),
        ("lcd", layout.lcd),
        ("power", layout.power),
        *layout.buttons.items(),
        *((f"head {name}", box) for name, box in layout.headers.items()),
        *((f"body {name}", box) for name, box in layout.bodies.items()),
        ("strip", layout.strip),
    ]


@pytest.mark.parametrize("name", SKINS)
@settings(max_examples=150, deadline=None)
@given(size=sizes, opened=panels)
def test_nothing_overlaps_and_nothing_leaves_the_window(
    name: str, size: tuple[int, int], opened: frozenset[str]
) -> None:
    layout = arrange(SKINS[name], size, opened)
    window = Box(0, 0, *layout.size)
    boxes = everything(layout)
    for what, box in boxes:
        assert box.inside(window), what
    for (what, box), (other, place) in itertools.combinations(boxes, 2):
        assert box.empty or place.empty or not box.meets(place), (what, other)
    assert layout.board.inside(layout.bodies.get("board", layout.board))


@pytest.mark.parametrize("name", SKINS)
@pytest.mark.parametrize("size", [(320, 240), (800, 600), (1100, 760), (600, 1000), (2560, 1440)])
def test_keys_lie_in_rows_as_on_the_keypad(name: str, size: tuple[int, int]) -> None:
    keys = arrange(SKINS[name], size).keys
    rows = [[key for key in row if key is not None] for row in KEYPAD_ROWS]
    for row in rows:
        assert len({keys[key].y for key in row}) == 1
        assert [keys[key].x for key in row] == sorted(keys[key].x for key in row)
    tops = [keys[row[0]].y for row in rows]
    assert tops == sorted(set(tops))


def test_a_click_in_the_middle_of_a_key_hits_it_and_its_corner_does_not() -> None:
    layout = arrange(SKINS["sapphire"], (800, 600))
    for key, box in layout.keys.items():
        assert layout.key_at(box.centre) is key
        assert layout.key_at((box.x, box.y)) is None


def test_a_narrow_window_leaves_the_panels_out() -> None:
    assert arrange(SKINS["sapphire"], (400, 700)).column.empty
    assert not arrange(SKINS["sapphire"], (800, 600)).column.empty


def test_the_info_names_every_key() -> None:
    info = arrange(SKINS["sapphire"], (800, 600)).info()
    assert info["size"] == [800, 600]
    assert set(info["keys"]) == {key.script_name for key in Key}  # type: ignore[call-overload]
