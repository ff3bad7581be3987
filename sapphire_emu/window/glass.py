"""The liquid crystal display as it looks: reflector, ghost segments, slanted digits, symbols.

Every one of the 64 segments is drawn once at the window's size; a frame is then a handful of
copies. Edges of the horizontal segments lie on whole pixels, so digits are crisp at any size.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np
import pygame

from firmware_model.lcd import CELLS, COMMONS, SEGMENT_LINES, Frame, segment_place, symbol_place
from sapphire_emu.window.geometry import Box
from sapphire_emu.window.paint import (
    Canvas,
    Field,
    coverage,
    mask_of,
    mix,
    ramp,
    rounded_box,
    scaled,
    tinted,
)
from sapphire_emu.window.shapes import shapes
from sapphire_emu.window.skin_parts import Cells, Skin
from sapphire_emu.window.type_case import text_mask

INK = 0.96
"""How dark a lit segment is, 0 nothing … 1 ink alone."""

Polygon = list[tuple[float, float]]


def cell_polygons(width: float, height: float, thick: float, gap: float) -> dict[str, Polygon]:
    """The seven segments of an upright cell, ``a`` to ``g``, in pixels from its top left."""
    w, h, t, m = width, height, thick, height / 2
    half, d = t / 2, gap
    slope = d * 0.7
    a = [(d, 0.0), (w - d, 0.0), (w - d - t, t), (d + t, t)]
    f = [(0.0, d), (t, d + t), (t, m - half - slope), (half, m - slope), (0.0, m - slope)]
    g = [
        (half + d, m),
        (t + d, m - half),
        (w - t - d, m - half),
        (w - half - d, m),
        (w - t - d, m + half),
        (t + d, m + half),
    ]

    def across(polygon: Polygon) -> Polygon:
        return [(w - x, y) for x, y in polygon]

    def down(polygon: Polygon) -> Polygon:
        return [(x, h - y) for x, y in polygon]

    return {
        "a": a,
        "b": across(f),
        "c": across(down(f)),
        "d": down(a),
        "e": down(f),
        "f": f,
        "g": g,
    }


def segment_sites(cells: Cells, unit: float) -> dict[tuple[int, int], Polygon]:
    """Outline of every segment of the six cells: (common, line) -> pixels from the glass."""
    width, height = round(cells.width * unit), 2 * max(round(cells.height * unit / 2), 2)
    thick = max(round(cells.thickness * unit), 1)
    lean = math.tan(math.radians(cells.slant))
    upright = cell_polygons(width, height, thick, cells.gap * unit)
    top = round(cells.y * unit)
    sites = {}
    for cell in range(CELLS):
        left = round((cells.x + cell * cells.pitch) * unit)
        for name, polygon in upright.items():
            sites[segment_place(cell, name)] = [
                (left + x + (height - y) * lean, top + y) for x, y in polygon
            ]
    return sites


class _Sprite(NamedTuple):
    picture: pygame.Surface
    at: tuple[int, int]


class Glass:
    """The LCD drawn for one skin at one size.

    :param box: the glass; ``unit`` pixels per unit of the skin.
    """

    def __init__(self, skin: Skin, box: Box, unit: float) -> None:
        self.box = box
        self._skin = skin
        self._unit = unit
        self._shadow_px = max(round(1.7 * unit), 1) if skin.glass.shadow else 0
        self._sprites: dict[tuple[int, int], _Sprite] = {}
        ghosts: list[tuple[Field, tuple[int, int]]] = []
        for place, mask, at in self._masks():
            self._sprites[place] = _Sprite(self._lit(mask), at)
            ghosts.append((mask, at))
        self._base = self._reflector(ghosts)

    def _masks(self) -> list[tuple[tuple[int, int], Field, tuple[int, int]]]:
        found = []
        for place, polygon in segment_sites(self._skin.glass.cells, self._unit).items():
            left = math.floor(min(x for x, _ in polygon))
            top = math.floor(min(y for _, y in polygon))
            right = math.ceil(max(x for x, _ in polygon)) + 1
            low = math.ceil(max(y for _, y in polygon)) + 1
            local = [(x - left, y - top) for x, y in polygon]
            found.append((place, mask_of((right - left, low - top), [local]), (left, top)))
        for name, symbol in self._skin.glass.symbols.items():
            x, y, w, h = (round(value * self._unit) for value in symbol.box)
            if symbol.text:
                mask = text_mask(self._skin.text_font, symbol.text, (w, h))
            else:
                shape = shapes()[symbol.shape]
                mask = mask_of(
                    (w, h),
                    scaled(shape.body, (w, h)),
                    scaled(shape.cut, (w, h)),
                    scaled(shape.fill, (w, h)),
                )
            found.append((symbol_place(name), mask, (x, y)))
        return found

    def _lit(self, mask: Field) -> pygame.Surface:
        """A lit segment: ink, and the shadow it throws down and to the right."""
        height, width = mask.shape
        by, ink = self._shadow_px, self._skin.glass.ink
        clear = np.ones((height + by, width + by), dtype=np.float32)
        clear[by:, by:] -= mask * np.float32(self._skin.glass.shadow)
        clear[:height, :width] *= 1 - mask * np.float32(INK)
        return tinted(1 - clear, ink)

    def _reflector(self, ghosts: list[tuple[Field, tuple[int, int]]]) -> pygame.Surface:
        glass, relief = self._skin.glass, self._skin.relief
        w, h = self.box.w, self.box.h
        canvas = Canvas(w, h)
        edge = rounded_box(w, h, (0, 0, w, h), glass.panel.radius * self._unit)
        face = glass.panel.face
        canvas.lay(coverage(edge), ramp(w, h, face.top, face.low))
        if relief:
            # The frame throws a soft shadow onto the reflector from above and from the left.
            depth = 9 * self._unit
            offset = rounded_box(
                w, h, (depth * 0.25, depth * 0.5, w * 1.2, h * 1.2), glass.panel.radius * self._unit
            )
            canvas.lay(
                coverage(edge) * coverage(-offset, depth),
                mix(face.low, (0, 0, 0), 0.75),
                0.42 * relief,
            )
        if glass.ghost:
            unlit = np.zeros((h, w), dtype=np.float32)
            for mask, (x, y) in ghosts:
                part = unlit[y : y + mask.shape[0], x : x + mask.shape[1]]
                np.maximum(part, mask[: part.shape[0], : part.shape[1]], out=part)
            canvas.lay(unlit, glass.ink, glass.ghost)
        return canvas.surface()

    def draw(self, target: pygame.Surface, frame: Frame, *, alive: bool = True) -> None:
        """Show a frame; a device that is switched off shows none of its segments."""
        target.blit(self._base, self.box[:2])
        if not alive:
            return
        for (common, segment_line), sprite in self._sprites.items():
            if frame[common] >> segment_line & 1:
                target.blit(sprite.picture, (self.box.x + sprite.at[0], self.box.y + sprite.at[1]))


def lit_places(frame: Frame) -> set[tuple[int, int]]:
    """The (common, line) of every lit segment."""
    return {
        (common, number)
        for common in range(COMMONS)
        for number in range(SEGMENT_LINES)
        if frame[common] >> number & 1
    }
