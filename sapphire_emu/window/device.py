"""The whole device: case, print, lamps, keys, glass, drawn from what the machine shows now."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pygame

from firmware_model.keys import Key
from firmware_model.lcd import Frame
from firmware_model.mode import Mode
from sapphire_emu.window.caps import Caps, CapState
from sapphire_emu.window.geometry import Box
from sapphire_emu.window.glass import Glass
from sapphire_emu.window.layout import Layout
from sapphire_emu.window.legends import layer_of, legend, mode_name
from sapphire_emu.window.paint import (
    Canvas,
    Colour,
    coverage,
    mix,
    ramp,
    rounded_box,
    rounded_polygon,
)
from sapphire_emu.window.skin import Skin
from sapphire_emu.window.type_case import centred, fitted, line

WHITE: Colour = (255, 255, 255)
BLACK: Colour = (0, 0, 0)
FADED = 0.42
"""How much of the print stays where a key does nothing."""


@dataclass(frozen=True, slots=True)
class View:
    """What the device shows: compared with the last one to find out what to redraw."""

    frame: Frame
    mode: Mode
    power: bool = True
    down: Key | None = None
    hover: Key | None = None
    focus: Key | None = None
    beacon: Key | None = None
    key_names: tuple[tuple[Key, str], ...] = ()


class Device:
    """The device drawn for one skin in one layout."""

    def __init__(self, skin: Skin, layout: Layout, desk: Colour, focus: Colour) -> None:
        self._skin = skin
        self._layout = layout
        self._unit = layout.unit
        self.glass = Glass(skin, layout.lcd, layout.unit)
        self._caps = Caps(skin, layout.unit, focus)
        self._case = self._body(desk)

    # -- what never changes ------------------------------------------------------------------

    def _body(self, desk: Colour) -> pygame.Surface:
        skin, unit, relief = self._skin, self._unit, self._skin.relief
        w, h = self._layout.device.w, self._layout.device.h
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
        self._groove(picture)
        self._frame(picture)
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

    def _groove(self, picture: pygame.Surface) -> None:
        skin, unit = self._skin, self._unit
        x, y = round(22 * unit), round(skin.case.groove_y * unit)
        w, h = round((skin.size[0] - 44) * unit), max(round(4 * unit), 3)
        canvas = Canvas(w, h)
        canvas.lay(coverage(rounded_box(w, h, (0, 0, w, 1.8 * unit), unit)), skin.case.groove)
        if skin.relief:
            light = rounded_box(w, h, (0, 1.9 * unit, w, 1.1 * unit), unit)
            canvas.lay(coverage(light), WHITE, 0.28 * skin.relief)
        picture.blit(canvas.surface(), (x, y))

    def _frame(self, picture: pygame.Surface) -> None:
        """The black frame around the glass, sunk into the case."""
        skin, unit, relief = self._skin, self._unit, self._skin.relief
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

    # -- what changes ------------------------------------------------------------------------

    def draw(self, target: pygame.Surface, view: View) -> None:
        """Draw the whole device."""
        target.blit(self._case, self._layout.device[:2])
        self._draw_lamps(target, view)
        self._draw_power(target, view)
        for key, box in self._layout.keys.items():
            state = CapState(
                view.down is key,
                view.hover is key and view.down is None,
                view.focus is key,
                view.beacon is key,
            )
            self._caps.draw(target, key, box, state)
            self._draw_print(target, view, key, box)
        for key, name in view.key_names:
            self._draw_key_name(target, self._layout.keys[key], name)
        self.draw_lcd(target, view)

    def draw_lcd(self, target: pygame.Surface, view: View) -> None:
        """Draw the glass alone."""
        self.glass.draw(target, view.frame)

    def _draw_lamps(self, target: pygame.Surface, view: View) -> None:
        skin, unit, device = self._skin, self._unit, self._layout.device
        lamps = skin.lamps
        now = layer_of(view.mode) if view.power else ""
        for layer, lamp in lamps.by_layer.items():
            word = lamp.text
            lit = layer == now
            if layer == "other":
                word = mode_name(view.mode) if view.power else ""
                lit = bool(word)
            if not word:
                continue
            text = line(
                skin.text_font,
                word,
                round(lamps.size * unit),
                skin.keypad.now if lit else lamps.off,
                round(unit),
            )
            at = (device.x + lamp.x * unit, device.y + lamps.y * unit)
            if lit:
                self._pill(
                    target, at, text.get_width(), round(lamps.size * unit * 1.45), lamp.colour
                )
            centred(target, text, at)

    def _draw_power(self, target: pygame.Surface, view: View) -> None:
        box, switch = self._layout.power, self._skin.power
        canvas = Canvas(box.w, box.h)
        w, h = box.w, box.h
        slot = rounded_box(w, h, (0, 0, w, h), h / 2)
        canvas.lay(coverage(slot), (70, 78, 90))
        canvas.lay(coverage(slot + max(self._unit, 1)), switch.on if view.power else (26, 30, 36))
        pad = max(round(2.5 * self._unit), 1)
        knob_w = w * 0.48
        x = w - knob_w - pad if view.power else pad
        knob = rounded_box(w, h, (x, pad, knob_w, h - 2 * pad), h / 2)
        canvas.lay(coverage(knob), ramp(w, h, switch.face, mix(switch.face, BLACK, 0.28)))
        target.blit(canvas.surface(), box[:2])

    def _pill(
        self,
        target: pygame.Surface,
        at: tuple[float, float],
        width: int,
        height: int,
        colour: Colour,
    ) -> None:
        w, h = width + round(height * 0.7), height
        canvas = Canvas(w, h)
        canvas.lay(coverage(rounded_box(w, h, (0, 0, w, h), h / 2)), colour)
        centred(target, canvas.surface(), at)

    def _draw_print(self, target: pygame.Surface, view: View, key: Key, box: Box) -> None:
        skin, unit, pad = self._skin, self._unit, self._skin.keypad
        size = round(pad.print_size * unit)
        if size < 5:
            return
        found = legend(view.mode, key)
        layer = layer_of(view.mode)
        cx, cy = box.x + box.w / 2, box.y + box.h / 2
        for number, (word, ink) in enumerate(zip(found.lines, pad.inks, strict=True)):
            if not word:
                continue
            at = (cx, cy + pad.lines[number] * unit)
            lit = found.lit == number
            width = round(pad.print_width * unit)
            text = fitted(skin.text_font, word, size, width, pad.now if lit else ink)
            if lit:
                self._pill(
                    target,
                    at,
                    text.get_width(),
                    round(size * 1.22),
                    skin.lamps.by_layer[layer].colour,
                )
            elif layer or not found.active:
                text = text.copy()
                text.set_alpha(round(255 * FADED))
            centred(target, text, at)

    def _draw_key_name(self, target: pygame.Surface, box: Box, name: str) -> None:
        size = max(round(13 * self._unit), 8)
        text = fitted(self._skin.text_font, name, size, round(box.w * 1.3), (20, 20, 10))
        w, h = text.get_width() + round(size * 0.7), round(size * 1.35)
        canvas = Canvas(w, h)
        shape = rounded_box(w, h, (0, 0, w, h), h / 3.5)
        canvas.lay(coverage(shape), (120, 96, 10))
        canvas.lay(coverage(shape + 1.2), (255, 222, 89))
        tag = canvas.surface()
        tag.blit(text, ((w - text.get_width()) // 2, (h - text.get_height()) // 2))
        centred(target, tag, (box.x + box.w / 2, box.y + box.h * 0.12))
