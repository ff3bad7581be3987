"""The stage: everything in the window, redrawn only where something has changed.

The window is cut into parts (device, strip, buttons, headers, panels). Each part has a value that
says all that its picture depends on; a part is drawn when that value differs from the last one.
"""

from __future__ import annotations

from dataclasses import dataclass

import pygame

from sapphire_emu.window.board_panel import BoardPanel, BoardView
from sapphire_emu.window.device import Device, View
from sapphire_emu.window.furniture import Furniture
from sapphire_emu.window.geometry import Box
from sapphire_emu.window.hint import draw_hint
from sapphire_emu.window.layout import PANELS, Layout, arrange
from sapphire_emu.window.paper import PaperPanel, Roll
from sapphire_emu.window.sheet import SheetPanel, SheetView
from sapphire_emu.window.skin_parts import Skin, Surroundings

ROLL_WORDS = {"roll copy": "Copy", "roll text": "Text", "roll png": "PNG", "roll clear": "Tear off"}


@dataclass(frozen=True, slots=True)
class Scene:
    """All that the window shows. ``hint_step`` is None when no hint is shown."""

    device: View
    board: BoardView
    sheet: SheetView
    roll_version: int = 0
    roll_offset: int = 0
    strip: str = ""
    aside: str = ""
    urgent: bool = False
    buttons: tuple[tuple[str, str, bool], ...] = ()
    hover: str = ""
    hint_step: int | None = None
    opening: str = ""


class Stage:
    """Draws scenes into a window of one size, with one skin.

    :param light: bright surroundings instead of dark ones.
    """

    def __init__(
        self, skin: Skin, size: tuple[int, int], open_panels: frozenset[str], *, light: bool
    ) -> None:
        self.skin = skin
        self.light = light
        self.open_panels = open_panels
        self.colours: Surroundings = skin.light if light else skin.dark
        self.layout: Layout = arrange(skin, size, open_panels)
        layout, colours = self.layout, self.colours
        self._device = Device(skin, layout, colours.desk, colours.accent)
        self._furniture = Furniture(colours, skin.text_font, layout.scale)
        self.board = BoardPanel(layout.board, colours, skin.text_font)
        nothing = Box(0, 0, 0, 0)
        self.paper = PaperPanel(
            layout.bodies.get("roll", nothing),
            colours,
            skin.mono_font,
            skin.text_font,
            layout.scale,
        )
        self.sheet = SheetPanel(
            layout.bodies.get("sheet", nothing),
            colours,
            skin.text_font,
            skin.mono_font,
            layout.scale,
        )
        self._last: Scene | None = None

    def draw(self, target: pygame.Surface, scene: Scene, roll: Roll) -> list[Box]:
        """Draw what has changed since the last scene; the boxes that were drawn."""
        last, self._last = self._last, scene
        if last is None:
            target.fill(self.colours.desk)
        drawn: list[Box] = []
        drawn += self._device.draw(target, scene.device)
        drawn += self._draw_strip(target, scene, last)
        drawn += self._draw_buttons(target, scene, last)
        drawn += self._draw_panels(target, scene, last, roll)
        return [Box(0, 0, *self.layout.size)] if last is None else drawn

    def _draw_strip(self, target: pygame.Surface, scene: Scene, last: Scene | None) -> list[Box]:
        value = (scene.strip, scene.aside, scene.urgent)
        if self.layout.strip.empty:
            return []
        if last is not None and value == (last.strip, last.aside, last.urgent):
            return []
        self._furniture.draw_strip(
            target, self.layout.strip, scene.strip, scene.aside, urgent=scene.urgent
        )
        return [self.layout.strip]

    def _draw_buttons(self, target: pygame.Surface, scene: Scene, last: Scene | None) -> list[Box]:
        drawn = []
        if last is None or (scene.buttons, scene.hover) != (last.buttons, last.hover):
            for name, word, lit in scene.buttons:
                box = self.layout.buttons.get(name)
                if box is not None:
                    self._furniture.draw_button(
                        target, box, word, lit=lit, hover=scene.hover == name
                    )
                    drawn.append(box)
        if last is None or (scene.hover, scene.opening) != (last.hover, last.opening):
            for name in PANELS:
                box = self.layout.headers.get(name)
                if box is not None:
                    self._furniture.draw_header(
                        target,
                        box,
                        name,
                        opened=name in self.open_panels,
                        hover=scene.hover == name,
                        aside=scene.opening if name == "board" else "",
                    )
                    drawn.append(box)
            if last is not None:
                drawn += self._draw_roll_buttons(target, scene)
        return drawn

    def _draw_roll_buttons(self, target: pygame.Surface, scene: Scene) -> list[Box]:
        drawn = []
        for name, box in self.layout.roll_buttons.items():
            self._furniture.draw_button(
                target,
                box,
                ROLL_WORDS[name],
                lit=False,
                hover=scene.hover == name,
            )
            drawn.append(box)
        return drawn

    def _draw_panels(
        self, target: pygame.Surface, scene: Scene, last: Scene | None, roll: Roll
    ) -> list[Box]:
        drawn = []
        bodies = self.layout.bodies
        if "board" in bodies and (last is None or scene.board != last.board):
            target.fill(self.colours.panel, pygame.Rect(bodies["board"]))
            self.board.draw(target, scene.board)
            drawn.append(bodies["board"])
        paper = (scene.roll_version, scene.roll_offset, scene.hint_step)
        if "roll" in bodies and (
            last is None or paper != (last.roll_version, last.roll_offset, last.hint_step)
        ):
            self.paper.draw(target, roll, blank=scene.hint_step is not None)
            if scene.hint_step is not None and not roll.lines:
                draw_hint(
                    target,
                    bodies["roll"],
                    scene.hint_step,
                    self.colours,
                    self.skin.text_font,
                    self.layout.scale,
                )
            drawn.append(bodies["roll"])
        if "sheet" in bodies and (last is None or scene.sheet != last.sheet):
            self.sheet.draw(target, scene.sheet)
            drawn.append(bodies["sheet"])
        if last is None:
            drawn += self._draw_roll_buttons(target, scene)
        return drawn
