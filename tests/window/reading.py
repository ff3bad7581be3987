"""Reads the LCD from pixels, by sampling the middle of every segment; knows nothing of the model.

The geometry comes from the skin file alone, the glyphs from their segments.
"""

from __future__ import annotations

import math
from collections.abc import Callable

from firmware_model.lcd import GLYPHS
from sapphire_emu.window.skin_parts import Skin

Pixel = Callable[[int, int], tuple[int, int, int]]
"""Colour of a pixel of a screenshot, from the top left of the window."""


def segment_middles(skin: Skin, cell: int) -> dict[str, tuple[float, float]]:
    """The middle of each segment of a cell 0-5, in units from the glass's top left."""
    cells = skin.glass.cells
    left = cells.x + cell * cells.pitch
    w, h, t = cells.width, cells.height, cells.thickness
    upright = {
        "a": (w / 2, t / 2),
        "b": (w - t / 2, h / 4),
        "c": (w - t / 2, 3 * h / 4),
        "d": (w / 2, h - t / 2),
        "e": (t / 2, 3 * h / 4),
        "f": (t / 2, h / 4),
        "g": (w / 2, h / 2),
    }
    lean = math.tan(math.radians(cells.slant))
    return {name: (left + x + (h - y) * lean, cells.y + y) for name, (x, y) in upright.items()}


def brightness(pixel: Pixel, x: float, y: float) -> float:
    return sum(pixel(round(x), round(y))[:3]) / 3


def read_cells(pixel: Pixel, lcd: list[int], skin: Skin) -> list[set[str]]:
    """For each cell the glyphs that have exactly its dark segments."""
    unit_x, unit_y = lcd[2] / skin.glass.panel.box[2], lcd[3] / skin.glass.panel.box[3]
    found = []
    for cell in range(6):
        lit = {
            name
            for name, (x, y) in segment_middles(skin, cell).items()
            if brightness(pixel, lcd[0] + x * unit_x, lcd[1] + y * unit_y) < 90
        }
        found.append({glyph for glyph, segments in GLYPHS.items() if set(segments) == lit})
    return found


def shows(cells: list[set[str]], text: str) -> bool:
    """True when the six cells can be read as a text of six glyphs."""
    return all(glyph in cell for glyph, cell in zip(text.ljust(6), cells, strict=True))
