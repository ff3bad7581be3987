"""Boxes: whole pixels from the top left of the window's client area."""

from __future__ import annotations

from typing import NamedTuple


class Box(NamedTuple):
    """A rectangle; ``w`` or ``h`` of 0 means there is nothing to draw."""

    x: int
    y: int
    w: int
    h: int

    @property
    def right(self) -> int:
        """The first column to the right of it."""
        return self.x + self.w

    @property
    def bottom(self) -> int:
        """The first row below it."""
        return self.y + self.h

    @property
    def centre(self) -> tuple[int, int]:
        """The middle pixel."""
        return self.x + self.w // 2, self.y + self.h // 2

    @property
    def empty(self) -> bool:
        """True when nothing fits into it."""
        return self.w <= 0 or self.h <= 0

    def holds(self, point: tuple[int, int]) -> bool:
        """True when a pixel lies inside."""
        return self.x <= point[0] < self.right and self.y <= point[1] < self.bottom

    def holds_round(self, point: tuple[int, int]) -> bool:
        """True when a pixel lies inside the disc that fills the box."""
        dx = point[0] + 0.5 - self.x - self.w / 2
        dy = point[1] + 0.5 - self.y - self.h / 2
        return dx * dx + dy * dy <= (self.w / 2) ** 2

    def inside(self, other: Box) -> bool:
        """True when no pixel of it lies outside ``other``."""
        return (
            self.x >= other.x
            and self.y >= other.y
            and self.right <= other.right
            and self.bottom <= other.bottom
        )

    def meets(self, other: Box) -> bool:
        """True when the two share a pixel."""
        return (
            self.x < other.right
            and other.x < self.right
            and self.y < other.bottom
            and other.y < self.bottom
        )

    def shrunk(self, by: int) -> Box:
        """The box without a margin on every side."""
        return Box(self.x + by, self.y + by, max(self.w - 2 * by, 0), max(self.h - 2 * by, 0))
