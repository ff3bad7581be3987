"""Pictures as PNG, drawn with pygame at three times the size and scaled down for smooth edges.

pygame is in the base install (the window needs it), so no plotting library has to be added for a
picture. Only its surfaces and its own font are used: no display is opened.
"""

from __future__ import annotations

import io
import math
import os

from sapphire_emu.club.picture import PAPER, Dot, Line, Picture, Rect, Text
from sapphire_emu.errors import printable

SUPERSAMPLING = 3
"""Drawn pixels for one of the file, in each direction."""
DENSITY = 2
"""File pixels for one user unit: sharp on dense screens."""
_FONT_SCALE = 1.22
"""pygame's own font is drawn this much larger, to match the height of the SVG's."""


def to_png(picture: Picture) -> bytes:
    """The picture as the bytes of a PNG file, twice its natural size."""
    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
    import pygame

    pygame.font.init()
    scale = SUPERSAMPLING * DENSITY
    canvas = pygame.Surface((picture.width * scale, picture.height * scale))
    canvas.fill(PAPER)
    for shape in picture.shapes:
        match shape:
            case Line():
                _line(pygame, canvas, shape, scale)
            case Rect(x, y, width, height, fill):
                box = (round(x * scale), round(y * scale))
                size = (round(width * scale), round(height * scale))
                pygame.draw.rect(canvas, fill, (*box, *size))
            case Dot(x, y, radius, fill):
                centre = (round(x * scale), round(y * scale))
                pygame.draw.circle(canvas, PAPER, centre, round((radius + 0.75) * scale))
                pygame.draw.circle(canvas, fill, centre, round((radius - 0.75) * scale))
            case Text():
                _text(pygame, canvas, shape, scale)
    size = (picture.width * DENSITY, picture.height * DENSITY)
    small = pygame.transform.smoothscale(canvas, size)
    out = io.BytesIO()
    pygame.image.save(small, out, "picture.png")
    return out.getvalue()


def _line(pygame: object, canvas: object, line: Line, scale: int) -> None:
    """Stroke a polyline: each piece a quadrilateral, round joints; dashes by cutting the pieces."""
    width = line.width * scale
    for start, end in zip(line.points, line.points[1:], strict=False):
        for a, b in _dashes(start, end, line.dash):
            _stroke(pygame, canvas, line.colour, (a[0] * scale, a[1] * scale),
                    (b[0] * scale, b[1] * scale), width)  # fmt: skip
    if not line.dash and line.width > 1:
        for x, y in line.points[1:-1]:
            centre = (round(x * scale), round(y * scale))
            pygame.draw.circle(canvas, line.colour, centre, width / 2)  # type: ignore[attr-defined]


def _stroke(
    pygame: object,
    canvas: object,
    colour: str,
    start: tuple[float, float],
    end: tuple[float, float],
    width: float,
) -> None:
    length = math.dist(start, end)
    if not length:
        return
    across = (end[1] - start[1]) / length * width / 2, (start[0] - end[0]) / length * width / 2
    corners = [
        (start[0] + across[0], start[1] + across[1]),
        (end[0] + across[0], end[1] + across[1]),
        (end[0] - across[0], end[1] - across[1]),
        (start[0] - across[0], start[1] - across[1]),
    ]
    pygame.draw.polygon(canvas, colour, corners)  # type: ignore[attr-defined]


def _dashes(
    start: tuple[float, float], end: tuple[float, float], dash: float
) -> list[tuple[tuple[float, float], tuple[float, float]]]:
    if not dash:
        return [(start, end)]
    length = math.dist(start, end)

    def along(distance: float) -> tuple[float, float]:
        share = min(distance, length) / length
        return start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share

    count = math.ceil(length / (2 * dash)) if length else 0
    return [(along(2 * dash * n), along(2 * dash * n + dash)) for n in range(count)]


def _text(pygame: object, canvas: object, text: Text, scale: int) -> None:
    size = round(text.size * _FONT_SCALE * scale)
    font = pygame.font.Font(None, size)  # type: ignore[attr-defined]
    image = font.render(printable(text.text), True, text.colour)
    shift = {"start": 0.0, "middle": 0.5, "end": 1.0}[text.anchor]
    x = text.x * scale - image.get_width() * shift
    y = text.y * scale - image.get_height() / 2
    canvas.blit(image, (round(x), round(y)))  # type: ignore[attr-defined]
