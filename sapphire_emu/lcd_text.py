"""The display in three rows of text, segment by segment.

>>> from firmware_model.lcd import encode
>>> for row in draw(encode("rt1400", frozenset())).splitlines():
...     print(f"[{row}]")
[                     _    _   ]
[ _   |_     |  |_|  | |  | |  ]
[|    |_     |    |  |_|  |_|  ]
"""

from __future__ import annotations

from firmware_model.lcd import CELLS, Frame, segment_place, symbol_place


def draw(frame: Frame) -> str:
    """Six cells of seven segments; the time separators between them when they are lit."""
    rows = ["", "", ""]
    for cell in range(CELLS):
        lit = {segment for segment in "abcdefg" if _lit(frame, *segment_place(cell, segment))}
        rows[0] += f" {'_' if 'a' in lit else ' '} "
        rows[1] += _row(lit, "f", "g", "b")
        rows[2] += _row(lit, "e", "d", "c")
        colon = {1: "colon1", 3: "colon2"}.get(cell)
        dots = colon is not None and _lit(frame, *symbol_place(colon))
        rows[0] += "  "
        rows[1] += ". " if dots else "  "
        rows[2] += ". " if dots else "  "
    return "\n".join(rows)


def _row(lit: set[str], left: str, middle: str, right: str) -> str:
    return "".join(
        mark if name in lit else " " for name, mark in ((left, "|"), (middle, "_"), (right, "|"))
    )


def _lit(frame: Frame, common: int, line: int) -> bool:
    return bool(frame[common] >> line & 1)
