"""Draws the icon: a handheld with its glass and a trapezium of round keys, one of them red.

    python desktop/draw_icon.py           write the SVG and the PNGs in desktop/icons
    python desktop/draw_icon.py --check   exit 1 if the SVG is not what would be written

One list of shapes gives both. Up to 32 pixels other drawings are used, with fewer and larger keys
set on the pixels, because the large one scaled down is a smear.
"""

from __future__ import annotations

import math
import os
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

ICONS = Path(__file__).parent / "icons"
SMALL_PX = (16, 22, 24, 32)
LARGE_PX = (48, 64, 128, 256)
SUPERSAMPLING = 8

EDGE, BODY, GROOVE = "#22304a", "#5f7ba3", "#48607f"
BEZEL, GLASS, INK = "#171b21", "#b9c6a6", "#151c1a"
KEY, KEY_SHADE, RED, RED_SHADE = "#eef1f5", "#3b5070", "#d8392f", "#6d2430"

Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Area:
    """A filled outline."""

    points: tuple[Point, ...]
    fill: str


@dataclass(frozen=True, slots=True)
class Disc:
    """A filled circle."""

    x: float
    y: float
    radius: float
    fill: str


Shape = Area | Disc


def rounded(corners: tuple[Point, ...], radius: float, fill: str) -> Area:
    """An outline with its corners rounded."""
    points: list[Point] = []
    for number, corner in enumerate(corners):
        before, after = corners[number - 1], corners[(number + 1) % len(corners)]
        start, end = _towards(corner, before, radius), _towards(corner, after, radius)
        for step in range(9):
            t = step / 8
            points.append(
                (
                    (1 - t) ** 2 * start[0] + 2 * t * (1 - t) * corner[0] + t**2 * end[0],
                    (1 - t) ** 2 * start[1] + 2 * t * (1 - t) * corner[1] + t**2 * end[1],
                )
            )
    return Area(tuple(points), fill)


def _towards(corner: Point, other: Point, length: float) -> Point:
    distance = math.dist(corner, other)
    share = min(0.5, length / distance)
    return (
        corner[0] + (other[0] - corner[0]) * share,
        corner[1] + (other[1] - corner[1]) * share,
    )


def box(x: float, y: float, width: float, height: float) -> tuple[Point, ...]:
    """The corners of a rectangle."""
    return ((x, y), (x + width, y), (x + width, y + height), (x, y + height))


SEGMENTS = {"0": "abcdef", "1": "bc", "4": "bcfg"}
"""Lit segments of the three digits that the glass shows."""


def digit(glyph: str, x: float, y: float, width: float, height: float) -> list[Shape]:
    """One seven-segment digit, leaning to the right."""
    w, h, t = width, height, width * 0.24
    half = h / 2
    bars = {
        "a": box(t * 0.6, 0, w - 1.2 * t, t),
        "d": box(t * 0.6, h - t, w - 1.2 * t, t),
        "g": box(t * 0.6, half - t / 2, w - 1.2 * t, t),
        "f": box(0, t * 0.5, t, half - t * 0.8),
        "b": box(w - t, t * 0.5, t, half - t * 0.8),
        "e": box(0, half + t * 0.3, t, half - t * 0.8),
        "c": box(w - t, half + t * 0.3, t, half - t * 0.8),
    }
    lean = 0.12
    return [
        Area(tuple((x + px + (h - py) * lean, y + py) for px, py in bars[name]), INK)
        for name in SEGMENTS[glyph]
    ]


def key(x: float, y: float, radius: float, *, red: bool = False) -> list[Shape]:
    """One round key with its shade."""
    return [
        Disc(x, y + radius * 0.16, radius * 1.14, RED_SHADE if red else KEY_SHADE),
        Disc(x, y, radius, RED if red else KEY),
    ]


def large() -> list[Shape]:
    """The drawing on a square of 256 units."""
    outer = ((38, 6), (218, 6), (218, 150), (184, 250), (72, 250), (38, 150))
    inner = ((45, 13), (211, 13), (211, 149), (179, 243), (77, 243), (45, 149))
    shapes: list[Shape] = [
        rounded(outer, 28, EDGE),
        rounded(inner, 23, BODY),
        rounded(box(57, 27, 142, 66), 12, BEZEL),
        rounded(box(65, 35, 126, 50), 5, GLASS),
        rounded(box(52, 102, 152, 3), 1, GROOVE),
    ]
    for place, glyph in enumerate("1400"):
        shapes += digit(glyph, 74 + 27.5 * place, 42, 20, 36)
    for y, xs in (
        (126, (68, 101, 134)),
        (157, (68, 101, 134, 188)),
        (187, (83, 113, 143, 173)),
        (217, (98, 128, 158)),
    ):
        for x in xs:
            shapes += key(x, y, 11.5)
    return [*shapes, *key(188, 126, 14, red=True)]


def small(pixels: int) -> list[Shape]:
    """The drawing on a square of 16 units, for few pixels."""
    outer = ((2, 0), (14, 0), (14, 9), (12, 16), (4, 16), (2, 9))
    inner = ((2.7, 0.7), (13.3, 0.7), (13.3, 9), (11.4, 15.3), (4.6, 15.3), (2.7, 9))
    shapes: list[Shape] = [
        rounded(outer, 2, EDGE),
        rounded(inner, 1.5, BODY),
        rounded(box(3.5, 2, 9, 4), 0.6, BEZEL),
        Area(box(4.3, 2.8, 7.4, 2.4), GLASS),
    ]
    if pixels == 16:
        shapes += [Area(box(x, y, 2, 2), KEY) for x, y in ((4, 8), (7, 8), (5, 11), (9, 11))]
        return [*shapes, Area(box(10, 8, 2, 2), RED)]
    for y, xs in ((8.5, (5, 8)), (11, (5.5, 8, 10.5)), (13.5, (6.75, 9.25))):
        shapes += [Disc(x, y, 1.02, KEY) for x in xs]
    return [*shapes, Disc(11.2, 8.5, 1.3, RED)]


def svg(shapes: list[Shape], size: int) -> str:
    """The drawing as SVG."""
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {size} {size}" '
        f'width="{size}" height="{size}">',
        "<title>Sapphire</title>",
    ]
    for shape in shapes:
        match shape:
            case Area(points, fill):
                path = " ".join(f"{x:.4g},{y:.4g}" for x, y in points)
                lines.append(f'<polygon fill="{fill}" points="{path}"/>')
            case Disc(x, y, radius, fill):
                lines.append(f'<circle fill="{fill}" cx="{x:.4g}" cy="{y:.4g}" r="{radius:.4g}"/>')
    return "\n".join([*lines, "</svg>", ""])


def png(shapes: list[Shape], units: int, pixels: int, file: Path) -> None:
    """The drawing as a PNG file of so many pixels."""
    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
    import pygame

    scale = pixels * SUPERSAMPLING / units
    edge = pixels * SUPERSAMPLING
    canvas: Any = pygame.Surface((edge, edge), pygame.SRCALPHA)
    for number, shape in enumerate(shapes):
        if number == 0:  # transparent pixels take the outline's colour, so that no rim is dark
            canvas.fill((*pygame.Color(shape.fill)[:3], 0))
        match shape:
            case Area(points, fill):
                pygame.draw.polygon(canvas, fill, _inside(points, scale))
            case Disc(x, y, radius, fill):
                pygame.draw.circle(canvas, fill, (x * scale, y * scale), radius * scale)
    pygame.image.save(pygame.transform.smoothscale(canvas, (pixels, pixels)), str(file))


def _inside(points: tuple[Point, ...], scale: float) -> list[Point]:
    """The outline in pixels; pygame fills its right and lower border too, so it ends one sooner."""
    middle_x = sum(x for x, _ in points) / len(points)
    middle_y = sum(y for _, y in points) / len(points)
    return [(x * scale - (x > middle_x), y * scale - (y > middle_y)) for x, y in points]


def main(arguments: list[str]) -> int:
    """Write the files, or check the SVG."""
    drawn = svg(large(), 256)
    file = ICONS / "sapphire.svg"
    if "--check" in arguments:
        return 0 if file.read_text(encoding="utf-8") == drawn else 1
    file.write_text(drawn, encoding="utf-8")
    for pixels in SMALL_PX:
        png(small(pixels), 16, pixels, ICONS / f"{pixels}.png")
    for pixels in LARGE_PX:
        png(large(), 256, pixels, ICONS / f"{pixels}.png")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
