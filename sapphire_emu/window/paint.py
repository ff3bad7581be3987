"""Antialiased drawing: shaded bodies by distance fields (numpy), shapes by supersampling.

A distance field tells for every pixel centre how far it is from an outline, negative inside; its
coverage is the antialiased mask. All colours are blended in sRGB, as pygame does.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Any

import numpy as np
import pygame
from numpy.typing import NDArray

Field = NDArray[np.float32]
Colour = tuple[int, int, int]
Points = Sequence[tuple[float, float]]

WHITE: Colour = (255, 255, 255)
BLACK: Colour = (0, 0, 0)

OVERSAMPLE = 4


def grid(width: int, height: int) -> tuple[Field, Field]:
    """The pixel centres, as broadcastable row and column vectors (x, y)."""
    x = np.arange(width, dtype=np.float32)[None, :] + np.float32(0.5)
    y = np.arange(height, dtype=np.float32)[:, None] + np.float32(0.5)
    return x, y


def disc(width: int, height: int, centre: tuple[float, float], radius: float) -> Field:
    """Distance from a circle."""
    x, y = grid(width, height)
    found: Field = np.hypot(x - np.float32(centre[0]), y - np.float32(centre[1])) - np.float32(
        radius
    )
    return found


def rounded_box(
    width: int, height: int, box: tuple[float, float, float, float], radius: float
) -> Field:
    """Distance from a box (x, y, w, h) with rounded corners."""
    radius = min(radius, box[2] / 2, box[3] / 2)
    x, y = grid(width, height)
    dx = np.abs(x - np.float32(box[0] + box[2] / 2)) - np.float32(box[2] / 2 - radius)
    dy = np.abs(y - np.float32(box[1] + box[3] / 2)) - np.float32(box[3] / 2 - radius)
    outside = np.hypot(np.maximum(dx, 0), np.maximum(dy, 0))
    found: Field = outside + np.minimum(np.maximum(dx, dy), 0) - np.float32(radius)
    return found


def rounded_polygon(width: int, height: int, points: Points, radius: float) -> Field:
    """Distance from a convex clockwise polygon whose corners are rounded.

    The polygon is moved inwards by ``radius`` and its distance outwards again.
    """
    inner = _inset(points, radius)
    x, y = grid(width, height)
    inside = np.full((height, width), -np.inf, dtype=np.float32)
    squared = np.full((height, width), np.inf, dtype=np.float32)
    for (ax, ay), (bx, by) in zip(inner, [*inner[1:], inner[0]], strict=True):
        ex, ey = bx - ax, by - ay
        length = float(np.hypot(ex, ey)) or 1.0
        px, py = x - np.float32(ax), y - np.float32(ay)
        side = (px * np.float32(ey / length)) - (py * np.float32(ex / length))
        inside = np.maximum(inside, side)
        t = np.clip((px * np.float32(ex) + py * np.float32(ey)) / np.float32(length**2), 0, 1)
        squared = np.minimum(
            squared, (px - t * np.float32(ex)) ** 2 + (py - t * np.float32(ey)) ** 2
        )
    found: Field = np.where(inside > 0, np.sqrt(squared), inside) - np.float32(radius)
    return found


def _inset(points: Points, by: float) -> list[tuple[float, float]]:
    """A convex clockwise (y down) polygon with every edge moved inwards."""
    count = len(points)
    lines = []
    for index in range(count):
        (ax, ay), (bx, by_) = points[index], points[(index + 1) % count]
        ex, ey = bx - ax, by_ - ay
        length = float(np.hypot(ex, ey)) or 1.0
        nx, ny = -ey / length, ex / length
        lines.append((ax + nx * by, ay + ny * by, ex, ey))
    moved = []
    for index in range(count):
        ax, ay, ex, ey = lines[index - 1]
        bx, by_, fx, fy = lines[index]
        cross = ex * fy - ey * fx
        t = ((bx - ax) * fy - (by_ - ay) * fx) / cross if cross else 0.0
        moved.append((ax + ex * t, ay + ey * t))
    return moved


def coverage(distance: Field, soft: float = 1.0) -> Field:
    """How much of each pixel is inside; ``soft`` is the width of the edge in pixels."""
    found: Field = np.clip(np.float32(0.5) - distance / np.float32(soft), 0, 1)
    return found


def ramp(width: int, height: int, top: Colour, low: Colour) -> Field:
    """Colours running from top to bottom, as a height x width x 3 field."""
    t = np.linspace(0, 1, height, dtype=np.float32)[:, None, None]
    a, b = np.array(top, dtype=np.float32), np.array(low, dtype=np.float32)
    return np.broadcast_to(a + (b - a) * t, (height, width, 3))


class Canvas:
    """A picture under way: colours 0-255 and coverage 0-1, in float."""

    def __init__(self, width: int, height: int) -> None:
        self.width, self.height = max(width, 1), max(height, 1)
        self._rgb = np.zeros((self.height, self.width, 3), dtype=np.float32)
        self._alpha = np.zeros((self.height, self.width), dtype=np.float32)
        self._empty = True

    def lay(self, mask: Field, colour: Colour | Field, opacity: float = 1.0) -> None:
        """Put colour over the picture where the mask says."""
        over = mask * np.float32(opacity)
        if self._empty:
            self._empty = False
            self._rgb[:] = colour
            self._alpha[:] = over
            return
        under = self._alpha * (1 - over)
        total = over + under
        weight = np.divide(over, total, out=np.zeros_like(over), where=total > 0)[..., None]
        ink = np.asarray(colour, dtype=np.float32)
        self._rgb += (ink - self._rgb) * weight
        self._alpha = total

    def surface(self) -> pygame.Surface:
        """The picture, with alpha."""
        out = np.empty((self.height, self.width, 4), dtype=np.uint8)
        out[..., :3] = np.clip(self._rgb + 0.5, 0, 255)
        out[..., 3] = np.clip(self._alpha * 255 + 0.5, 0, 255)
        return _picture(out)


def _picture(pixels: NDArray[np.uint8]) -> pygame.Surface:
    """A surface of height x width x RGBA values."""
    height, width = pixels.shape[:2]
    picture = pygame.image.frombuffer(pixels.tobytes(), (width, height), "RGBA")
    return picture.convert_alpha() if pygame.display.get_surface() else picture


def mask_of(
    size: tuple[int, int],
    body: Iterable[Points],
    cut: Iterable[Points] = (),
    fill: Iterable[Points] = (),
    *,
    grow: float = 0.0,
) -> Field:
    """Coverage of polygons given in pixels: ``body`` without ``cut``, and ``fill``.

    :param grow: widens the body by so many pixels on every side.
    """
    width, height = max(size[0], 1), max(size[1], 1)
    big = pygame.Surface((width * OVERSAMPLE, height * OVERSAMPLE), depth=32)
    for polygons, ink in ((body, 255), (cut, 0), (fill, 255)):
        for points in polygons:
            corners = [(x * OVERSAMPLE - 0.5, y * OVERSAMPLE - 0.5) for x, y in points]
            if len(corners) < 3:
                continue
            pygame.draw.polygon(big, (ink, ink, ink), corners)
            if grow and polygons is body:
                radius = grow * OVERSAMPLE
                pygame.draw.lines(big, (ink, ink, ink), True, corners, max(round(2 * radius), 1))
                for corner in corners:
                    pygame.draw.circle(big, (ink, ink, ink), corner, radius)
    array: Any = pygame.surfarray.pixels_red(big)
    averaged: Field = (
        array.reshape(width, OVERSAMPLE, height, OVERSAMPLE).mean(axis=(1, 3), dtype=np.float32).T
    ) / np.float32(255)
    return averaged


def tinted(mask: Field, colour: Colour, opacity: float = 1.0) -> pygame.Surface:
    """One colour in the shape of a mask."""
    height, width = mask.shape
    out = np.empty((height, width, 4), dtype=np.uint8)
    out[..., :3] = colour
    out[..., 3] = mask * np.float32(255 * opacity) + np.float32(0.5)
    return _picture(out)


@lru_cache(maxsize=256)
def pill(width: int, height: int, colour: Colour) -> pygame.Surface:
    """A bar with round ends: the light behind a word."""
    return tinted(coverage(rounded_box(width, height, (0, 0, width, height), height / 2)), colour)


def scaled(
    polygons: Iterable[Points], size: tuple[float, float], at: tuple[float, float] = (0, 0)
) -> list[Points]:
    """Polygons of a 100 x 100 box, in a box of pixels."""
    sx, sy = size[0] / 100, size[1] / 100
    return [[(at[0] + x * sx, at[1] + y * sy) for x, y in points] for points in polygons]


def mix(a: Colour, b: Colour, t: float) -> Colour:
    """A colour between two: 0 the first, 1 the second."""
    return (
        round(a[0] + (b[0] - a[0]) * t),
        round(a[1] + (b[1] - a[1]) * t),
        round(a[2] + (b[2] - a[2]) * t),
    )
