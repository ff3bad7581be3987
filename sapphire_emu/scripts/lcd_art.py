"""The display drawn in text with a frame, for failure messages and people who read diffs."""

from __future__ import annotations

from firmware_model.lcd import CELLS, GLYPHS, SYMBOLS, Lcd
from sapphire_emu.lcd_text import draw as draw_segments


def draw(lcd: Lcd) -> str:
    """The segments in a frame, the text and the lit symbols below.

    >>> print(draw(Lcd("rt1400", "rt 1400", frozenset({"white"}))))
    +-------------------------------+
    |                     _    _    |
    | _   |_     |  |_|  | |  | |   |
    ||    |_     |    |  |_|  |_|   |
    +-------------------------------+
      "rt 1400"  white
    """
    rows = draw_segments(lcd.frame).split("\n")
    edge = f"+{'-' * (len(rows[0]) + 1)}+"
    body = "\n".join(f"|{row} |" for row in rows)
    symbols = " ".join(name for name in SYMBOLS if name in lcd.symbols) or "-"
    return f'{edge}\n{body}\n{edge}\n  "{lcd.text}"  {symbols}'


def as_cells(text: str) -> str:
    """Six glyphs that show a text as well as it goes, for a text that no screen has rendered.

    >>> as_cells("rt 1500"), as_cells("Error"), as_cells("hASh ≡≡≡≡")
    ('rt1500', 'Error ', 'hASh≡≡')
    """
    if len(text) > CELLS:
        text = text.replace(" ", "")
    shown = (
        next((glyph for glyph in (char, char.swapcase()) if glyph in GLYPHS), "?") for char in text
    )
    return f"{''.join(shown)[:CELLS]:<{CELLS}}"


def beside(expected: str, got: Lcd) -> str:
    """The expected text and the display, drawn side by side."""
    left = [*draw(Lcd(as_cells(expected), expected)).split("\n")[:-1], f'  "{expected}"']
    right = draw(got).split("\n")
    width = max(len(line) for line in left) + 4
    rows = zip(["expected", *left], ["got", *right], strict=True)
    return "\n".join(f"{one:<{width}}{two}".rstrip() for one, two in rows)
