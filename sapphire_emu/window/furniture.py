"""Buttons, panel headers and the explain strip: the plain furniture around the device."""

from __future__ import annotations

from pathlib import Path

import pygame

from sapphire_emu.window.geometry import Box
from sapphire_emu.window.layout import TITLES
from sapphire_emu.window.paint import Canvas, Colour, coverage, mix, rounded_box
from sapphire_emu.window.skin_parts import Surroundings
from sapphire_emu.window.type_case import centred, cut_to, fitted, line


class Furniture:
    """Draws the plain parts in one scale and one set of colours."""

    def __init__(self, colours: Surroundings, text: Path, scale: float) -> None:
        self._colours = colours
        self._text = text
        self._scale = scale
        self._size = max(round(13 * scale), 7)

    def _plate(self, target: pygame.Surface, box: Box, face: Colour, edge: Colour) -> None:
        canvas = Canvas(box.w, box.h)
        shape = rounded_box(box.w, box.h, (0, 0, box.w, box.h), 5 * self._scale)
        canvas.lay(coverage(shape), edge)
        canvas.lay(coverage(shape + max(self._scale, 1)), face)
        target.blit(canvas.surface(), box[:2])

    def draw_button(
        self, target: pygame.Surface, box: Box, word: str, *, lit: bool, hover: bool
    ) -> None:
        """A button; ``lit`` while what it switches is on."""
        colours = self._colours
        face = colours.accent if lit else colours.raised
        if hover:
            face = mix(face, colours.text, 0.14)
        self._plate(target, box, face, colours.line)
        ink = colours.desk if lit else colours.text
        if lit and sum(colours.desk) > 3 * 128:
            ink = (255, 255, 255)
        centred(target, fitted(self._text, word, self._size, round(box.w * 0.86), ink), box.centre)

    def draw_header(
        self,
        target: pygame.Surface,
        box: Box,
        name: str,
        *,
        opened: bool,
        hover: bool,
        aside: str = "",
    ) -> None:
        """The head of a panel: a triangle that tells whether it is open, its title, a remark."""
        colours = self._colours
        target.fill(
            mix(colours.panel, colours.text, 0.10) if hover else colours.panel, pygame.Rect(box)
        )
        cx, cy = box.x + box.h // 2, box.y + box.h // 2
        r = box.h / 5.5
        if opened:
            points = [(cx - r, cy - r * 0.6), (cx + r, cy - r * 0.6), (cx, cy + r * 0.8)]
        else:
            points = [(cx - r * 0.6, cy - r), (cx - r * 0.6, cy + r), (cx + r * 0.8, cy)]
        pygame.draw.polygon(target, colours.dim, points)
        pygame.draw.aalines(target, colours.dim, True, points)
        title = line(self._text, TITLES[name], self._size, colours.text)
        target.blit(title, (box.x + box.h, cy - title.get_height() // 2))
        room = box.w - box.h - title.get_width() - 2 * (pad := box.h // 2)
        if aside and room > box.h:
            remark = line(
                self._text, cut_to(self._text, aside, self._size, room), self._size, colours.dim
            )
            target.blit(
                remark, (box.right - pad - remark.get_width(), cy - remark.get_height() // 2)
            )

    def draw_strip(
        self, target: pygame.Surface, box: Box, text: str, aside: str, *, urgent: bool
    ) -> None:
        """The explain strip: one line, and something small at its right end."""
        colours = self._colours
        target.fill(colours.panel, pygame.Rect(box))
        pygame.draw.line(target, colours.line, box[:2], (box.right, box.y))
        pad = round(10 * self._scale)
        right = line(self._text, aside, self._size, colours.dim)
        room = box.w - 3 * pad - right.get_width()
        if room < box.w * 0.5:
            room = box.w - 2 * pad
        else:
            target.blit(
                right,
                (box.right - pad - right.get_width(), box.centre[1] - right.get_height() // 2),
            )
        shown = cut_to(self._text, text, self._size, room)
        words = line(self._text, shown, self._size, colours.accent if urgent else colours.text)
        target.blit(words, (box.x + pad, box.centre[1] - words.get_height() // 2))
