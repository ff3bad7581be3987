"""The display drawn in text with a frame, for failure messages and people who read diffs."""

from __future__ import annotations

from firmware_model.lcd import SYMBOLS, Lcd
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
