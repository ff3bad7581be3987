"""The Z-Chess chart as a picture: differences down the left, points across, three diagonals."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from sapphire_emu.club.picture import (
    GRID,
    HUES,
    INK,
    MUTED,
    Dot,
    Line,
    Picture,
    Rect,
    Shape,
    Text,
)
from sapphire_emu.club.rounding import decimal
from sapphire_emu.club.zchess.chart import EQUAL_TRANSFER, STEP_WIDTH, Diagonal, Reading, step
from sapphire_emu.club.zchess.chart_text import SCALE, row_label

_LEFT, _TOP, _CELL_W, _CELL_H = 118, 104, 36, 36
_RIGHT, _BOTTOM = 34, 96
_HIGHLIGHT = "#fff1c2"
_COLOURS = {
    Diagonal.FAVOURITE_WINS: HUES[0],
    Diagonal.UNDERDOG_WINS: HUES[1],
    Diagonal.DRAW: HUES[2],
}
_WORDS = {
    Diagonal.FAVOURITE_WINS: "favourite wins",
    Diagonal.UNDERDOG_WINS: "underdog wins",
    Diagonal.DRAW: "draw, to the underdog",
}


@dataclass(frozen=True, slots=True)
class Pair:
    """Two ratings looked up in the chart."""

    rating_a: Fraction
    rating_b: Fraction

    @property
    def difference(self) -> Fraction:
        """Rating points between them, 0 or more."""
        return abs(self.rating_a - self.rating_b)


def chart_picture(reading: Reading, pair: Pair | None = None) -> Picture:
    """Draw the chart; with a pair, its row is shaded and its three transfers are marked."""
    rows = EQUAL_TRANSFER + 1
    width = _LEFT + _CELL_W * (len(SCALE) - 1) + _RIGHT
    height = _TOP + _CELL_H * (rows - 1) + _BOTTOM
    shapes: list[Shape] = [
        Text(24, 28, "Z-Chess chart: points won and lost in a game", 18, bold=True),
        Text(24, 52, f"reading {reading.value}: {reading.meaning}", 12, MUTED),
        Text(_LEFT - 14, 86, "difference", 12, MUTED, "end"),
        Text(width - _RIGHT, 66, "points", 12, MUTED, "end"),
    ]
    marked = None if pair is None else step(pair.difference, reading)
    if marked is not None:
        y = _y(float(marked))
        across = _CELL_W * (len(SCALE) - 1)
        shapes.append(Rect(_LEFT, y - _CELL_H / 2 + 4, across, _CELL_H - 8, _HIGHLIGHT))
    shapes += _grid(reading, None if marked is None else int(marked))
    shapes += _diagonals()
    if marked is not None:
        shapes += _marks(marked)
    shapes += _legend(height, pair, marked)
    about = "Each chart row is one step of 20 rating points. " + (
        _sentence(pair, marked) if pair is not None and marked is not None else ""
    )
    return Picture(width, height, "The Z-Chess rating chart", about, tuple(shapes))


def _x(points: float) -> float:
    return _LEFT + _CELL_W * points


def _y(steps: float) -> float:
    return _TOP + _CELL_H * steps


def _grid(reading: Reading, marked: int | None) -> list[Shape]:
    bottom, right = _y(EQUAL_TRANSFER), _x(SCALE[-1])
    shapes: list[Shape] = []
    for points in SCALE:
        shapes.append(Line(((_x(points), _TOP), (_x(points), bottom)), GRID))
        shapes.append(Text(_x(points), 86, str(points), 13, INK, "middle"))
    for number in range(EQUAL_TRANSFER + 1):
        shapes.append(Line(((_LEFT, _y(number)), (right, _y(number))), GRID))
        label = row_label(number, reading)
        shapes.append(Text(_LEFT - 14, _y(number), label, 13, INK, "end", bold=number == marked))
    return shapes


def _diagonals() -> list[Shape]:
    last = EQUAL_TRANSFER
    ends = {
        Diagonal.FAVOURITE_WINS: (EQUAL_TRANSFER, 0),
        Diagonal.UNDERDOG_WINS: (EQUAL_TRANSFER, 2 * EQUAL_TRANSFER),
        Diagonal.DRAW: (0, EQUAL_TRANSFER),
    }
    shapes: list[Shape] = []
    for diagonal, (top, bottom) in ends.items():
        colour = _COLOURS[diagonal]
        shapes.append(Line(((_x(top), _y(0)), (_x(bottom), _y(last))), colour, 2.5))
        shapes += [
            Dot(_x(top + (bottom - top) * s / last), _y(s), 4, colour) for s in range(last + 1)
        ]
    return shapes


def _marks(marked: Fraction) -> list[Shape]:
    places = {
        Diagonal.DRAW: marked,
        Diagonal.UNDERDOG_WINS: EQUAL_TRANSFER + marked,
        Diagonal.FAVOURITE_WINS: EQUAL_TRANSFER - marked,
    }
    meet = places[Diagonal.DRAW] == places[Diagonal.FAVOURITE_WINS]
    return [
        Dot(
            _x(float(points)),
            _y(float(marked)),
            12 if meet and diagonal is Diagonal.DRAW else 8,  # a ring around the other's mark
            _COLOURS[diagonal],
        )
        for diagonal, points in places.items()
    ]


def _legend(height: int, pair: Pair | None, marked: Fraction | None) -> list[Shape]:
    shapes: list[Shape] = []
    y = height - 58
    for place, diagonal in enumerate(Diagonal):
        x = _LEFT + place * 196
        shapes.append(Line(((x, y), (x + 26, y)), _COLOURS[diagonal], 3))
        shapes.append(Text(x + 34, y, f"{diagonal.value}  {_WORDS[diagonal]}", 13))
    if pair is not None and marked is not None:
        shapes.append(Text(_LEFT, height - 26, _sentence(pair, marked), 13, bold=True))
    else:
        about = f"one row is {STEP_WIDTH} rating points; what one player wins, the other loses"
        shapes.append(Text(_LEFT, height - 26, about, 12, MUTED))
    return shapes


def _sentence(pair: Pair, marked: Fraction) -> str:
    return (
        f"{decimal(pair.rating_a)} against {decimal(pair.rating_b)}: difference "
        f"{decimal(pair.difference)}, favourite's win {decimal(EQUAL_TRANSFER - marked)}, "
        f"underdog's win {decimal(EQUAL_TRANSFER + marked)}, draw {decimal(marked)}"
    )
