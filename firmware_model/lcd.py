"""The liquid crystal display: 4 commons x 16 segment lines = 64 segments.

Facts (H): six seven-segment cells and 22 fixed symbols, driven at 4 commons by 16 segment lines.
Choices (P): which segment lies where. Cell *i* (0-5) uses lines 2i and 2i+1; the fourth common of
line 2i+1 is one of the six piece icons; lines 12-15 carry the other sixteen symbols.

A frame is four 16-bit integers, one for each common; bit *n* is segment line *n*. Cells, symbols
and pixels all derive from it. Some glyphs share their segments (5 and S, 1 and I), so decoding a
frame gives glyph *classes*; the text of a screen is never guessed from segments, it comes from
the screen itself.

>>> lcd = Lcd("rt1400", "rt 1400", frozenset({"white"}))
>>> lcd.frame
(8004, 2789, 4005, 1284)
>>> sorted(decode_cells(lcd.frame)[2]), decode_symbols(lcd.frame)
(['1', 'I'], frozenset({'white'}))
"""

from __future__ import annotations

from functools import cached_property, lru_cache
from typing import NamedTuple

CELLS = 6
COMMONS = 4
SEGMENT_LINES = 16

Frame = tuple[int, int, int, int]
"""Four commons, each a 16-bit integer of segment lines."""

GLYPHS: dict[str, str] = {
    "0": "abcdef", "1": "bc", "2": "abdeg", "3": "abcdg", "4": "bcfg", "5": "acdfg",
    "6": "acdefg", "7": "abc", "8": "abcdefg", "9": "abcdfg",
    "A": "abcefg", "b": "cdefg", "C": "adef", "d": "bcdeg", "E": "adefg", "F": "aefg",
    "G": "acdef", "h": "cefg", "H": "bcefg", "I": "bc", "J": "bcde", "L": "def", "M": "abcef",
    "n": "ceg", "o": "cdeg", "P": "abefg", "r": "eg", "S": "acdfg", "t": "defg", "U": "bcdef",
    "V": "cde", "y": "bcdfg",
    "-": "g", "=": "dg", "_": "d", "≡": "adg", "?": "abeg", " ": "",
}  # fmt: skip
"""Every glyph a cell can show and its segments: a top, b c right, d bottom, e f left, g middle."""

PIECE_SYMBOLS = ("pawn", "knight", "bishop", "rook", "queen", "king")

SYMBOLS: tuple[str, ...] = (
    *PIECE_SYMBOLS,
    "white",  # side-to-move bars (S)
    "black",
    "colon1",  # time separators after cells 2 and 4 (S)
    "colon2",
    "ep",
    "draw",
    "check",
    "mate",
    "capture",
    "captured",
    "thinking",  # this and the following are P
    "battery",
    "verify",
    "setup",
    "sound",
    "lock",
)
"""The 22 fixed symbols, by the names that scripts use."""

SYMBOL_ALIASES: dict[str, str] = {"=": "draw", "+": "check", "#": "mate", "x": "capture"}
"""The signs printed on the glass, accepted in scripts for the names."""

_CELL_SEGMENTS: dict[str, tuple[int, int]] = {
    # segment: (common, line offset inside the cell)
    "f": (0, 0), "g": (1, 0), "e": (2, 0), "d": (3, 0), "a": (0, 1), "b": (1, 1), "c": (2, 1),
}  # fmt: skip


def segment_place(cell: int, segment: str) -> tuple[int, int]:
    """(common, segment line) of segment ``a``-``g`` of a cell 0-5."""
    common, offset = _CELL_SEGMENTS[segment]
    return common, 2 * cell + offset


def symbol_place(symbol: str) -> tuple[int, int]:
    """(common, segment line) of one of the 22 symbols."""
    index = SYMBOLS.index(symbol)
    if index < CELLS:
        return 3, 2 * index + 1
    return (index - CELLS) % COMMONS, 12 + (index - CELLS) // COMMONS


_SYMBOL_PLACES = {symbol: symbol_place(symbol) for symbol in SYMBOLS}


@lru_cache(maxsize=4096)
def encode(cells: str, symbols: frozenset[str]) -> Frame:
    """The frame that shows six glyphs and a set of symbols.

    :raises KeyError: a glyph or symbol the display does not have.
    """
    commons = [0, 0, 0, 0]
    for cell, glyph in enumerate(cells):
        for segment in GLYPHS[glyph]:
            common, line = segment_place(cell, segment)
            commons[common] |= 1 << line
    for symbol in symbols:
        common, line = _SYMBOL_PLACES[symbol]
        commons[common] |= 1 << line
    return commons[0], commons[1], commons[2], commons[3]


_CLASSES: dict[frozenset[str], frozenset[str]] = {}
for _glyph, _segments in GLYPHS.items():
    _lit = frozenset(_segments)
    _CLASSES[_lit] = _CLASSES.get(_lit, frozenset()) | {_glyph}


def decode_cells(frame: Frame) -> tuple[frozenset[str], ...]:
    """For each cell the glyphs that look like it; an empty set for a pattern that is no glyph."""
    found = []
    for cell in range(CELLS):
        lit = frozenset(
            segment
            for segment in _CELL_SEGMENTS
            if frame[segment_place(cell, segment)[0]] >> segment_place(cell, segment)[1] & 1
        )
        found.append(_CLASSES.get(lit, frozenset()))
    return tuple(found)


def decode_symbols(frame: Frame) -> frozenset[str]:
    """The names of the lit symbols."""
    return frozenset(
        symbol for symbol, (common, line) in _SYMBOL_PLACES.items() if frame[common] >> line & 1
    )


class _LcdFields(NamedTuple):
    cells: str
    text: str
    symbols: frozenset[str] = frozenset()
    blinking: frozenset[str] = frozenset()


class Lcd(_LcdFields):
    """What the display shows: an immutable value.

    ``cells`` six raw glyphs, ``text`` the same as the manual would write it, ``symbols`` the names
    of those lit (blinking ones included), ``blinking`` those that blink.
    """

    @cached_property
    def frame(self) -> Frame:
        """The 64 segments, with blinking symbols lit."""
        return encode(self.cells, self.symbols)

    def frame_at(self, at_ms: int) -> Frame:
        """The 64 segments at a moment of emulated time: blinking symbols have a 1 s period."""
        if self.blinking and at_ms % 1000 >= 500:
            return encode(self.cells, self.symbols - self.blinking)
        return self.frame


BLANK = Lcd("      ", "")
FULL = Lcd("888888", "888888", frozenset(SYMBOLS))
ALL_SEGMENTS: Frame = (0xFFFF, 0xFFFF, 0xFFFF, 0xFFFF)
