"""The key caps: round, domed, up or down, grey or red, with what is on them."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pygame

from firmware_model.keys import Key
from sapphire_emu.window.geometry import Box
from sapphire_emu.window.legends import words
from sapphire_emu.window.paint import (
    Canvas,
    Colour,
    coverage,
    disc,
    grid,
    mask_of,
    mix,
    ramp,
    scaled,
    tinted,
)
from sapphire_emu.window.shapes import shapes
from sapphire_emu.window.skin_parts import CapColours, Skin
from sapphire_emu.window.type_case import fitted, ink_centred

BEACON: Colour = (255, 214, 92)
"""The ring around the key that the first start's hint asks for."""

DRAWN = frozenset(
    (Key.PAWN, Key.KNIGHT, Key.BISHOP, Key.ROOK, Key.QUEEN, Key.KING, Key.LEFT, Key.RIGHT)
)
"""Keys whose cap carries a drawing, not letters."""


@dataclass(frozen=True, slots=True)
class CapState:
    """How a key looks at this moment."""

    down: bool = False
    hover: bool = False
    focus: bool = False
    beacon: bool = False


class Caps:
    """Key caps drawn for one skin at one size."""

    def __init__(self, skin: Skin, unit: float, focus_colour: Colour) -> None:
        self._skin = skin
        self._unit = unit
        self._radius = skin.keypad.radius * unit
        self._focus_colour = focus_colour
        self.margin = max(round(9 * unit), 3)
        self._bodies: dict[tuple[bool, CapState], pygame.Surface] = {}
        self._tops: dict[Key, pygame.Surface] = {}

    def _colours(self, key: Key) -> CapColours:
        return self._skin.keypad.red if key is Key.NG else self._skin.keypad.grey

    def draw(self, target: pygame.Surface, key: Key, box: Box, state: CapState) -> None:
        """Draw one key with its middle in the middle of its box."""
        red = key is Key.NG
        body = self._bodies.get((red, state))
        if body is None:
            body = self._bodies[red, state] = self._body(self._colours(key), state)
        target.blit(body, (box.x - self.margin, box.y - self.margin))
        top = self._tops.get(key)
        if top is None:
            top = self._tops[key] = self._top(key)
        sink = self._sink() if state.down else 0
        target.blit(top, ink_centred(top, (box.x + box.w / 2, box.y + box.h / 2 + sink)))

    def _sink(self) -> int:
        return max(round(2 * self._unit), 1)

    def _body(self, colours: CapColours, state: CapState) -> pygame.Surface:
        relief, unit, radius = self._skin.relief, self._unit, self._radius
        size = round(2 * radius) + 2 * self.margin
        middle = self.margin + radius
        canvas = Canvas(size, size)
        black: Colour = (8, 12, 20)
        if relief:
            # Contact shadow on the case, longer when the key is up.
            drop = (1.5 if state.down else 4.5) * unit
            shadow = disc(size, size, (middle, middle + drop), radius)
            canvas.lay(coverage(shadow, (3 if state.down else 7) * unit), black, 0.45 * relief)
        # The well the key sits in.
        canvas.lay(coverage(disc(size, size, (middle, middle), radius + 1.6 * unit)), black, 0.85)
        sink = self._sink() if state.down and relief else 0
        cap = disc(size, size, (middle, middle + sink), radius - 0.4 * unit)
        top, low = colours.face.top, colours.face.low
        if state.down:
            top, low = mix(top, black, 0.22), mix(low, black, 0.10)
        elif state.hover:
            top, low = mix(top, (255, 255, 255), 0.5), mix(low, (255, 255, 255), 0.3)
        canvas.lay(coverage(cap), ramp(size, size, mix(top, low, 0.1), low))
        if relief:
            self._dome(canvas, middle, middle + sink, colours, state)
        if state.focus or state.beacon:
            ring = np.abs(disc(size, size, (middle, middle), radius + 4.2 * unit)) - np.float32(
                1.7 * unit
            )
            canvas.lay(coverage(ring), (10, 14, 22), 0.55)
            ring = np.abs(disc(size, size, (middle, middle), radius + 4.2 * unit)) - np.float32(
                1.3 * unit
            )
            canvas.lay(coverage(ring), self._focus_colour if state.focus else BEACON)
        return canvas.surface()

    def _dome(
        self, canvas: Canvas, cx: float, cy: float, colours: CapColours, state: CapState
    ) -> None:
        relief, unit, radius = self._skin.relief, self._unit, self._radius
        size = canvas.width
        cap = coverage(disc(size, size, (cx, cy), radius - 0.4 * unit))
        _, y = grid(size, size)
        # A raised rim, bright above and dark below, around a shallow dish.
        rim = np.abs(disc(size, size, (cx, cy), radius - 1.6 * unit)) - np.float32(0.9 * unit)
        upper = np.clip((np.float32(cy) - y) / np.float32(radius), 0, 1)
        lower = np.clip((y - np.float32(cy)) / np.float32(radius), 0, 1)
        strength = 0.35 if state.down else 0.9
        canvas.lay(coverage(rim, 1.6 * unit) * cap * upper, (255, 255, 255), strength * relief)
        canvas.lay(coverage(rim, 2.2 * unit) * cap * lower, (10, 14, 24), 0.34 * relief)
        dish = coverage(disc(size, size, (cx, cy), radius * 0.78), 2.5 * unit)
        canvas.lay(dish * upper, mix(colours.face.low, (10, 14, 24), 0.30), 0.30 * relief)
        canvas.lay(dish * lower, mix(colours.face.top, (255, 255, 255), 0.6), 0.55 * relief)

    def _top(self, key: Key) -> pygame.Surface:
        colour = self._colours(key).print
        pad = self._skin.keypad
        if key in DRAWN:
            scale = 0.72 if key in (Key.LEFT, Key.RIGHT) else 1.0
            side = max(round(pad.icon_size * self._unit * scale), 4)
            shape = shapes()[key.script_name]
            mask = mask_of(
                (side, side), scaled(shape.body, (side, side)), scaled(shape.cut, (side, side))
            )
            return tinted(mask, colour)
        word = words().caps[key]
        width = round(self._radius * (1.72 if len(word) < 3 else 1.55))
        size = round(pad.cap_size * self._unit)
        return fitted(self._skin.text_font, word, size, width, colour)
