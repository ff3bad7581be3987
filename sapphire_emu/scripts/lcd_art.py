"""The display drawn in text, for failure messages, terminals and people who read diffs.

>>> print(draw(Lcd("rt1400", "rt 1400", frozenset({"white"}))))
+-------------------------------+
|                      _    _   |
|  _   |_     |  |_|  | |  | |  |
| |    |_     |    |  |_|  |_|  |
+-------------------------------+
  "rt 1400"  white
"""

from __future__ import annotations

from firmware_model.lcd import CELLS, SYMBOLS, Lcd, segment_place


def draw(lcd: Lcd) -> str:
    """Three rows of segments in a frame, the text and the lit symbols below."""
    rows = ["", "", ""]
    for cell in range(CELLS):
        lit = {segment: _lit(lcd, cell, segment) for segment in "abcdefg"}
        rows[0] += f" {_mark(' ', False)}{_mark('_', lit['a'])} "
        rows[1] += f" {_mark('|', lit['f'])}{_mark('_', lit['g'])}{_mark('|', lit['b'])}"
        rows[2] += f" {_mark('|', lit['e'])}{_mark('_', lit['d'])}{_mark('|', lit['c'])}"
        for number in range(3):
            rows[number] += " "
    width = len(rows[0])
    edge = f"+{'-' * (width + 1)}+"
    body = "\n".join(f"|{row} |" for row in rows)
    symbols = " ".join(name for name in SYMBOLS if name in lcd.symbols) or "-"
    return f'{edge}\n{body}\n{edge}\n  "{lcd.text}"  {symbols}'


def _lit(lcd: Lcd, cell: int, segment: str) -> bool:
    common, line = segment_place(cell, segment)
    return bool(lcd.frame[common] >> line & 1)


def _mark(mark: str, lit: bool) -> str:
    return mark if lit else " "
