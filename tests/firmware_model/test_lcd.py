"""The display: 64 segments, glyph classes, symbols, every screen of the table."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware_model.lcd import (
    ALL_SEGMENTS,
    CELLS,
    GLYPHS,
    SYMBOLS,
    Lcd,
    decode_cells,
    decode_symbols,
    encode,
    segment_place,
    symbol_place,
)
from firmware_model.screens import SCREENS, render

EXAMPLES: dict[str, tuple[str | int, ...]] = {
    "clock": (3661,),
    "entry": ("e2e",),
    "move": ("b1", "c3"),
    "mate in": (3,),
    "rating": (985,),
    "option": (2,),
    "level": ("tr 3",),
    "level group": ("tr",),
    "depth": (12,),
    "score": (-1250,),
    "line": ("g1", "f3"),
    "nodes": (30_000,),
    "square": ("b7",),
    "empty square": ("h8",),
    "save": ("≡", 16),
    "load": ("_", 1),
    "programmed": (64,),
    "test": (5, "Good"),
}


def test_sixty_four_segments_each_in_one_place() -> None:
    places = [segment_place(cell, segment) for cell in range(CELLS) for segment in "abcdefg"]
    places += [symbol_place(symbol) for symbol in SYMBOLS]
    assert len(places) == len(set(places)) == 64
    assert all(0 <= common < 4 and 0 <= line < 16 for common, line in places)
    assert encode("888888", frozenset(SYMBOLS)) == ALL_SEGMENTS


@given(
    st.text(st.sampled_from(list(GLYPHS)), min_size=6, max_size=6),
    st.frozensets(st.sampled_from(SYMBOLS)),
)
def test_a_frame_gives_back_cells_as_classes_and_symbols(
    cells: str, symbols: frozenset[str]
) -> None:
    frame = encode(cells, symbols)
    assert all(glyph in found for glyph, found in zip(cells, decode_cells(frame), strict=True))
    assert decode_symbols(frame) == symbols


def test_glyphs_that_share_their_segments_are_one_class() -> None:
    classes = {found for found in decode_cells(encode("51-=_0", frozenset())) if len(found) > 1}
    assert classes == {frozenset("5S"), frozenset("1I")}


def test_a_pattern_that_is_no_glyph_gives_an_empty_class() -> None:
    common, line = segment_place(0, "f")
    frame = tuple(1 << line if index == common else 0 for index in range(4))
    assert decode_cells(frame)[0] == frozenset()  # type: ignore[arg-type]


@pytest.mark.parametrize("name", [*SCREENS, "setting", "all segments"])
def test_every_screen_fits_the_cells_and_its_glyphs_exist(name: str) -> None:
    fields = ("hASh", 3) if name == "setting" else EXAMPLES.get(name, ())
    lcd = render(name, *fields)
    assert len(lcd.cells) == CELLS
    assert set(lcd.cells) <= set(GLYPHS)
    assert lcd.blinking <= lcd.symbols <= set(SYMBOLS)


@pytest.mark.parametrize(
    ("call", "cells", "text"),
    [
        (("rating", 1400), "rt1400", "rt 1400"),
        (("rating", 985), "rt 985", "rt 985"),
        (("rating", 0), "rt   0", "rt 0"),
        (("error",), "Error ", "Error"),
        (("reject",), "rEJECt", "rEJECt"),
        (("setting", "hASh", 3), "hASh≡≡", "hASh ≡≡≡≡"),
        (("setting", "hASh", 0), "hASh--", "hASh ----"),
        (("insufficient",), "dr InS", "dr InS"),
        (("clock", 3723), " 10203", "1:02:03"),
        (("clock", 999_999), " 95959", "9:59:59"),
        (("move", "b1", "d4"), "b1-d4 ", "B1-D4"),
        (("entry", "e"), "E     ", "E"),
        (("entry", "e2"), "E2    ", "E2"),
        (("entry", "e2d"), "E2-d  ", "E2-D"),
        (("level", "An"), "An    ", "An"),
        (("mate in", 3), "MAtE 3", "MAtE 3"),
    ],
)
def test_screens_as_the_manual_writes_them(
    call: tuple[str | int, ...], cells: str, text: str
) -> None:
    lcd = render(str(call[0]), *call[1:])
    assert (lcd.cells, lcd.text) == (cells, text)


def test_blinking_symbols_go_out_in_the_second_half_of_each_second() -> None:
    lcd = Lcd("Pro ? ", "Pro ?", frozenset({"queen", "white"}), frozenset({"queen"}))
    assert decode_symbols(lcd.frame_at(1499)) == {"queen", "white"}
    assert decode_symbols(lcd.frame_at(1500)) == {"white"}
