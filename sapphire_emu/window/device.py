"""The device in the window: case, lamps, switch, keys with their print, glass.

Every part keeps the value its picture depends on (a key: its state, its print, the name of its
keyboard key); drawing a view draws the parts whose value has changed.
"""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass

import pygame

from firmware_model.keys import Key
from firmware_model.lcd import Frame
from firmware_model.mode import Mode
from sapphire_emu.window.caps import Caps, CapState
from sapphire_emu.window.case import draw_case
from sapphire_emu.window.geometry import Box
from sapphire_emu.window.glass import Glass
from sapphire_emu.window.layout import Layout
from sapphire_emu.window.legends import Legend, layer_of, legend, mode_name
from sapphire_emu.window.paint import BLACK, Canvas, Colour, coverage, mix, pill, ramp, rounded_box
from sapphire_emu.window.skin_parts import Skin
from sapphire_emu.window.type_case import centred, faded, fitted, line

FADED = 0.6
"""How much of the print stays where a key does nothing."""
PILL = 0.7
"""Extra width of the light behind a word, in its heights."""


@dataclass(frozen=True, slots=True)
class View:
    """What the device shows."""

    frame: Frame
    mode: Mode
    power: bool = True
    down: Key | None = None
    hover: Key | None = None
    focus: Key | None = None
    beacon: Key | None = None
    key_names: tuple[tuple[Key, str], ...] = ()


@dataclass(frozen=True, slots=True)
class _KeyView:
    """All that the picture of one key depends on."""

    cap: CapState
    print: Legend
    layer: str
    name: str


class Device:
    """The device drawn for one skin in one layout."""

    def __init__(self, skin: Skin, layout: Layout, desk: Colour, focus: Colour) -> None:
        self._skin = skin
        self._layout = layout
        self._unit = layout.unit
        self._desk = desk
        self._glass = Glass(skin, layout.lcd, layout.unit)
        self._caps = Caps(skin, layout.unit, focus)
        self._case = draw_case(skin, layout.device[2:], layout.unit)
        self._shown: dict[Hashable, Hashable] = {}

    def draw(self, target: pygame.Surface, view: View) -> list[Box]:
        """Draw what differs from the last view; the boxes that were drawn."""
        drawn: list[Box] = []
        if not self._shown:
            target.fill(self._desk, pygame.Rect(self._layout.device))
            target.blit(self._case, self._layout.device[:2])
            drawn.append(self._layout.device)
        layer = layer_of(view.mode) if view.power else ""
        name = mode_name(view.mode) if view.power else ""
        if self._changed("lamps", (layer, name)):
            drawn.append(self._draw_lamps(target, layer, name))
        if self._changed("power", view.power):
            drawn.append(self._draw_power(target, on=view.power))
        names = dict(view.key_names)
        for key in self._layout.keys:
            key_view = _KeyView(
                CapState(
                    view.down is key,
                    view.hover is key and view.down is None,
                    view.focus is key,
                    view.beacon is key,
                ),
                legend(view.mode, key),
                layer,
                names.get(key, ""),
            )
            if self._changed(key, key_view):
                drawn.append(self._draw_key(target, key, key_view))
        if self._changed("glass", view.frame):
            self._clean(target, self._layout.lcd)
            self._glass.draw(target, view.frame)
            drawn.append(self._layout.lcd)
        return drawn

    def _changed(self, part: Hashable, value: Hashable) -> bool:
        if self._shown.get(part) == value and part in self._shown:
            return False
        self._shown[part] = value
        return True

    def _clean(self, target: pygame.Surface, box: Box) -> None:
        """Put the bare case back where a part is about to be drawn."""
        device = self._layout.device
        area = pygame.Rect(box).move(-device.x, -device.y)
        target.fill(self._desk, pygame.Rect(box))
        target.blit(self._case, box[:2], area)

    # -- lamps and switch --------------------------------------------------------------------

    def _draw_lamps(self, target: pygame.Surface, now: str, name: str) -> Box:
        skin, unit, device = self._skin, self._unit, self._layout.device
        lamps = skin.lamps
        size = round(lamps.size * unit)
        left = skin.bezel.box[0]
        x, y = device.x + round((left + 8) * unit), device.y + round(lamps.y * unit)
        row = Box(x, y - size, self._layout.power.x - x, 2 * size)
        self._clean(target, row)
        clip = target.get_clip()
        target.set_clip(pygame.Rect(row))
        for layer, lamp in lamps.by_layer.items():
            word = name if layer == "other" else lamp.text
            lit = layer in (now, "other")
            if not word:
                continue
            ink = skin.keypad.now if lit else lamps.off
            text = line(skin.text_font, word, size, ink, round(unit))
            at = (device.x + lamp.x * unit, device.y + lamps.y * unit)
            if lit:
                height = round(size * 1.45)
                light = pill(text.get_width() + round(height * PILL), height, lamp.colour)
                centred(target, light, at)
            centred(target, text, at)
        target.set_clip(clip)
        return row

    def _draw_power(self, target: pygame.Surface, *, on: bool) -> Box:
        box, switch = self._layout.power, self._skin.power
        canvas = Canvas(box.w, box.h)
        w, h = box.w, box.h
        slot = rounded_box(w, h, (0, 0, w, h), h / 2)
        canvas.lay(coverage(slot), (70, 78, 90))
        canvas.lay(coverage(slot + max(self._unit, 1)), switch.on if on else (26, 30, 36))
        pad = max(round(2.5 * self._unit), 1)
        knob_w = w * 0.48
        x = w - knob_w - pad if on else pad
        knob = rounded_box(w, h, (x, pad, knob_w, h - 2 * pad), h / 2)
        canvas.lay(coverage(knob), ramp(w, h, switch.face, mix(switch.face, BLACK, 0.28)))
        self._clean(target, box)
        target.blit(canvas.surface(), box[:2])
        return box

    # -- keys --------------------------------------------------------------------------------

    def _key_area(self, box: Box) -> Box:
        """The key with its ring and its print: no other key's area reaches into it."""
        pad, unit = self._skin.keypad, self._unit
        cx, cy = box.centre
        half = max(round((pad.print_width / 2 + 2) * unit), box.w // 2 + self._caps.margin)
        top = box.y - self._caps.margin
        low = cy + round((max(pad.lines) + pad.print_size * 0.7) * unit)
        return Box(cx - half, top, 2 * half, low - top)

    def _draw_key(self, target: pygame.Surface, key: Key, view: _KeyView) -> Box:
        box = self._layout.keys[key]
        area = self._key_area(box)
        self._clean(target, area)
        self._caps.draw(target, key, box, view.cap)
        self._draw_print(target, view, box)
        if view.name:
            self._draw_key_name(target, box, view.name)
        return area

    def _draw_print(self, target: pygame.Surface, view: _KeyView, box: Box) -> None:
        skin, unit, pad = self._skin, self._unit, self._skin.keypad
        size = round(pad.print_size * unit)
        if size < 5:
            return
        cx, cy = box.x + box.w / 2, box.y + box.h / 2
        width = round(pad.print_width * unit)
        height = round(size * 1.22)
        for number, (word, ink) in enumerate(zip(view.print.lines, pad.inks, strict=True)):
            if not word:
                continue
            at = (cx, cy + pad.lines[number] * unit)
            if view.print.lit == number:
                room = width - round(height * PILL)
                text = fitted(skin.text_font, word, size, room, pad.now)
                colour = skin.lamps.by_layer[view.layer or "other"].colour
                centred(target, pill(text.get_width() + width - room, height, colour), at)
            elif view.layer or not view.print.active:
                text = faded(skin.text_font, word, size, width, ink, FADED)
            else:
                text = fitted(skin.text_font, word, size, width, ink)
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
