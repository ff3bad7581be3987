"""Pictures as a list of shapes, so that SVG and PNG come from one drawing.

Lengths are in user units: one unit is one pixel of the SVG at its natural size. Colours are
``#rrggbb``. The SVG is written here and needs nothing; PNG is in :mod:`picture_png`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from xml.sax.saxutils import escape, quoteattr

from sapphire_emu.errors import InputError, printable
from sapphire_emu.saving import save

INK = "#1c2430"
"""Text and axes."""
MUTED = "#5b6675"
"""Secondary text."""
GRID = "#dde2e8"
"""Grid lines."""
PAPER = "#ffffff"
"""Background."""
HUES = ("#0b5cad", "#b3420e", "#1d7a3a", "#7a3fa0", "#8a6d00", "#a3195b")
"""Line colours, each at least 4.5:1 against the paper, told apart by the colour-blind in pairs."""


@dataclass(frozen=True, slots=True)
class Line:
    """A straight or broken line through ``points``; ``dash`` in units, 0 for solid."""

    points: tuple[tuple[float, float], ...]
    colour: str = INK
    width: float = 1.0
    dash: float = 0.0


@dataclass(frozen=True, slots=True)
class Rect:
    """A filled rectangle."""

    x: float
    y: float
    width: float
    height: float
    fill: str


@dataclass(frozen=True, slots=True)
class Dot:
    """A filled circle with a paper-coloured rim, so that it stands out on lines."""

    x: float
    y: float
    radius: float
    fill: str


@dataclass(frozen=True, slots=True)
class Text:
    """One line of text; ``y`` is its vertical middle, ``anchor`` start, middle or end."""

    x: float
    y: float
    text: str
    size: float = 14.0
    colour: str = INK
    anchor: str = "start"
    bold: bool = False


Shape = Line | Rect | Dot | Text


@dataclass(frozen=True, slots=True)
class Picture:
    """Shapes in drawing order. ``title`` and ``description`` are read out by screen readers."""

    width: int
    height: int
    title: str
    description: str
    shapes: tuple[Shape, ...]


def to_svg(picture: Picture) -> str:
    """The picture as a standalone SVG 1.1 document."""
    size = f"{picture.width} {picture.height}"
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {size}" '
        f'width="{picture.width}" height="{picture.height}" role="img" '
        'aria-labelledby="title description" '
        "font-family=\"'DejaVu Sans','Segoe UI',Helvetica,Arial,sans-serif\">",
        f'<title id="title">{_text(picture.title)}</title>',
        f'<desc id="description">{_text(picture.description)}</desc>',
        f'<rect width="{picture.width}" height="{picture.height}" fill="{PAPER}"/>',
        *(_svg_shape(shape) for shape in picture.shapes),
        "</svg>",
        "",
    ]
    return "\n".join(parts)


def _svg_shape(shape: Shape) -> str:
    match shape:
        case Line(points, colour, width, dash):
            places = " ".join(f"{_n(x)},{_n(y)}" for x, y in points)
            dashes = f' stroke-dasharray="{_n(dash)}"' if dash else ""
            return (
                f'<polyline points="{places}" fill="none" stroke="{colour}" '
                f'stroke-width="{_n(width)}" stroke-linejoin="round"{dashes}/>'
            )
        case Rect(x, y, width, height, fill):
            box = f'x="{_n(x)}" y="{_n(y)}" width="{_n(width)}" height="{_n(height)}"'
            return f'<rect {box} fill="{fill}"/>'
        case Dot(x, y, radius, fill):
            return (
                f'<circle cx="{_n(x)}" cy="{_n(y)}" r="{_n(radius)}" fill="{fill}" '
                f'stroke="{PAPER}" stroke-width="1.5"/>'
            )
        case Text(x, y, text, size, colour, anchor, bold):
            weight = ' font-weight="bold"' if bold else ""
            return (
                f'<text x="{_n(x)}" y="{_n(y + size * 0.36)}" font-size="{_n(size)}" '
                f"fill={quoteattr(colour)} text-anchor={quoteattr(anchor)}{weight}>"
                f"{_text(text)}</text>"
            )


def _n(value: float) -> str:
    return f"{value:.2f}".rstrip("0").rstrip(".")


def _text(text: str) -> str:
    return escape(printable(text))


def draw(picture: Picture, path: Path, *, replace: bool = True) -> None:
    """Save the picture as the kind its name says, ``.svg`` or ``.png``, whole or not at all.

    :param replace: whether an existing file may be replaced.
    :raises InputError: the name ends otherwise, or the file cannot be written.
    """
    if kind_of_picture(path) == ".svg":
        data = to_svg(picture).encode()
    else:
        from sapphire_emu.club.picture_png import to_png

        data = to_png(picture)
    save(path, data, replace=replace)


def kind_of_picture(path: Path) -> str:
    """The kind that a name says, ``.svg`` or ``.png``.

    :raises InputError: it says neither.
    """
    kind = path.suffix.lower()
    if kind not in (".svg", ".png"):
        raise InputError(
            "unknown kind of picture", path=path, expected="a name ending in .svg or .png"
        )
    return kind


def ticks(low: float, high: float, about: int = 6) -> Sequence[int]:
    """Round whole numbers from at or below ``low`` to at or above ``high``.

    >>> list(ticks(1124, 1341))
    [1100, 1150, 1200, 1250, 1300, 1350]
    """
    span = max(high - low, 1.0)
    unit = 1
    while span / unit > about:
        digits = str(unit)
        unit = unit * 5 // 2 if digits[0] == "2" else unit * 2
    first = int(low // unit) * unit
    last = -int(-high // unit) * unit
    return range(first, max(last, first + unit) + 1, unit)
