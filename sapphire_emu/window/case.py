"""The case of the device: drawn once for a size, and never changing."""

from __future__ import annotations

import numpy as np
import pygame

from sapphire_emu.window.paint import (
    BLACK,
    WHITE,
    Canvas,
    coverage,
    mix,
    ramp,
    rounded_box,
    rounded_polygon,
)
from sapphire_emu.window.skin_parts import Skin
from sapphire_emu.window.type_case import line


def draw_case(skin: Skin, size: tuple[int, int], unit: float) -> pygame.Surface:
    """The case with everything that never changes: body, print, groove, frame of the glass."""
    relief = skin.relief
    w, h = size
    canvas = Canvas(w, h)
    outline = [(x * unit, y * unit) for x, y in skin.case.outline]
    edge = rounded_polygon(w, h, outline, skin.case.radius * unit)
    canvas.lay(coverage(edge), skin.case.edge)
    inner = edge + 2.2 * unit
    canvas.lay(coverage(inner), ramp(w, h, skin.case.face.top, skin.case.face.low))
    if relief:
        # A lit upper edge, a shaded lower one: the case is a shell, not a card.
        y = ramp(w, h, WHITE, BLACK)[..., 0] / np.float32(255)
        rim = coverage(abs(inner + 2.6 * unit) - 1.8 * unit, 2.5 * unit)
        canvas.lay(rim * y, WHITE, 0.50 * relief)
        canvas.lay(rim * (1 - y), BLACK, 0.30 * relief)
    picture = canvas.surface()
    _groove(picture, skin, unit)
    _frame(picture, skin, unit)
    for label in skin.labels:
        text = line(
            skin.text_font,
            label.text,
            round(label.size * unit),
            label.colour,
            round(label.tracking * unit),
        )
        picture.blit(
            text, (round(label.at[0] * unit), round(label.at[1] * unit - text.get_height() / 2))
        )
    return picture


def _groove(picture: pygame.Surface, skin: Skin, unit: float) -> None:
    x, y = round(22 * unit), round(skin.case.groove_y * unit)
    w, h = round((skin.size[0] - 44) * unit), max(round(4 * unit), 3)
    canvas = Canvas(w, h)
    canvas.lay(coverage(rounded_box(w, h, (0, 0, w, 1.8 * unit), unit)), skin.case.groove)
    if skin.relief:
        light = rounded_box(w, h, (0, 1.9 * unit, w, 1.1 * unit), unit)
        canvas.lay(coverage(light), WHITE, 0.28 * skin.relief)
    picture.blit(canvas.surface(), (x, y))


def _frame(picture: pygame.Surface, skin: Skin, unit: float) -> None:
    """The black frame around the glass, sunk into the case."""
    relief = skin.relief
    bx, by, bw, bh = (value * unit for value in skin.bezel.box)
    margin = 6 * unit
    left, top = int(bx - margin), int(by - margin)
    bx, by = bx - left, by - top
    w, h = round(bw + 2 * margin) + 2, round(bh + 2 * margin) + 2
    radius = skin.bezel.radius * unit
    canvas = Canvas(w, h)
    edge = rounded_box(w, h, (bx, by, bw, bh), radius)
    if relief:
        canvas.lay(coverage(edge - 2.0 * unit, 2.0 * unit), BLACK, 0.35 * relief)
        low = rounded_box(w, h, (bx, by + 1.5 * unit, bw, bh), radius)
        canvas.lay(coverage(low - 1.2 * unit, 1.5 * unit), WHITE, 0.22 * relief)
    canvas.lay(coverage(edge), ramp(w, h, skin.bezel.face.top, skin.bezel.face.low))
    if relief:
        # A band of light across the glossy frame.
        gloss = coverage(rounded_box(w, h, (bx, by, bw, 15 * unit), radius), 3 * unit)
        canvas.lay(coverage(edge + 1.5 * unit) * gloss, WHITE, 0.06 * relief)
    gx, gy, gw, gh = skin.glass.panel.box
    grow = 1.6
    around = (
        (gx - grow) * unit - left,
        (gy - grow) * unit - top,
        (gw + 2 * grow) * unit,
        (gh + 2 * grow) * unit,
    )
    rim = rounded_box(w, h, around, (skin.glass.panel.radius + grow) * unit)
    canvas.lay(coverage(rim), mix(skin.bezel.face.low, BLACK, 0.6))
    picture.blit(canvas.surface(), (left, top))
