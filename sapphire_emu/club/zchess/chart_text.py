"""The Z-Chess chart for the terminal."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from sapphire_emu.club.rounding import decimal
from sapphire_emu.club.zchess.chart import (
    EQUAL_TRANSFER,
    STEP_WIDTH,
    Reading,
    row,
    step,
)

SCALE = range(2 * EQUAL_TRANSFER + 1)
"""The chart's horizontal numbers, 0 to 16 points."""


def row_label(number: int, reading: Reading) -> str:
    """Differences read in row ``number`` (the step, 0 to 8).

    >>> row_label(4, Reading.FLOOR), row_label(8, Reading.FLOOR), row_label(0, Reading.CEIL)
    ('80-99', '160+', '0')
    """
    if reading is Reading.EXACT:
        return f"{number * STEP_WIDTH}" + ("+" if number == EQUAL_TRANSFER else "")
    first, last = row(number * STEP_WIDTH, reading)
    if last is None:
        return f"{first}+"
    return str(first) if first == last else f"{first}-{last}"


def chart_text(
    reading: Reading,
    difference: Fraction | None = None,
    emphasis: Callable[[str], str] = str,
) -> str:
    """The chart as text; the row of ``difference`` (rating points) is marked and emphasised.

    Each row holds the letters of the diagonals at the points they give: a for a,b (favourite
    wins), c for c,d (underdog wins), e for e,f (draw), and & where two of them meet.
    """
    marked = None if difference is None else step(difference, reading)
    lines = [f"{'difference':>12}  " + "".join(f"{points:>3}" for points in SCALE)]
    for number in range(EQUAL_TRANSFER + 1):
        here = marked is not None and number <= marked < number + 1
        label = f"{'> ' if here else ''}{row_label(number, reading)}"
        line = f"{label:>12}  " + "".join(f"{_letter(number, points):>3}" for points in SCALE)
        lines.append(emphasis(line.rstrip()) if here else line.rstrip())
    lines += [
        "",
        "a = diagonal a,b: favourite wins and gains    c = diagonal c,d: underdog wins and gains",
        "e = diagonal e,f: draw, underdog gains        & = two diagonals meet",
        f"reading: {reading.value} ({reading.meaning})",
    ]
    if reading is Reading.EXACT:
        lines.append("between two rows the transfer lies on the straight line between theirs")
    if marked is not None and difference is not None:
        win = decimal(EQUAL_TRANSFER - marked)
        lines.append(
            f"difference {decimal(difference)}: favourite's win {win}, "
            f"underdog's win {decimal(EQUAL_TRANSFER + marked)}, draw {decimal(marked)}"
        )
    return "\n".join(lines)


def _letter(number: int, points: int) -> str:
    favourite, underdog, draw = EQUAL_TRANSFER - number, EQUAL_TRANSFER + number, number
    if (favourite, underdog, draw).count(points) > 1:
        return "&"
    return {draw: "e", underdog: "c", favourite: "a"}.get(points, ".")
