"""Contact sheets: every screen of the table on the glass, and the keypad in every mode."""

from __future__ import annotations

import pygame

from firmware_model.keys import Key
from firmware_model.lcd import ALL_SEGMENTS, Frame
from firmware_model.levels import GROUPS, LEVELS
from firmware_model.machine import Machine
from firmware_model.mode import Mode
from firmware_model.options import OPTIONS
from firmware_model.screens import SCREENS, render
from sapphire_emu.window.device import Device, View
from sapphire_emu.window.geometry import Box
from sapphire_emu.window.glass import Glass
from sapphire_emu.window.layout import arrange
from sapphire_emu.window.skin_parts import Skin
from sapphire_emu.window.type_case import line

COLUMNS = 5
GAP_PX = 10
LABEL_PX = 14
INK = (40, 44, 52)
PAPER = (232, 234, 238)

FIELDS: dict[str, tuple[str | int, ...]] = {
    "clock": (3754,),
    "entry": ("e2",),
    "move": ("b7", "d5"),
    "mate in": (3,),
    "depth": (12,),
    "score": (-135,),
    "line": ("g1", "f3"),
    "nodes": (30000,),
    "square": ("d4",),
    "empty square": ("c6",),
    "save": (3, "≡"),
    "load": (8, "-"),
    "programmed": (7,),
    "test": (3, "bAd"),
    "rating": (1400,),
    "option": (2,),
    "level": (LEVELS["tr7"].code,),
    "level group": (GROUPS[1],),
}
"""Example fields of the screens that have any."""


def screens() -> list[tuple[str, Frame]]:
    """Every screen with a name: the table's, the levels', each setting off and on."""
    found = [("every segment", ALL_SEGMENTS), ("nothing", (0, 0, 0, 0))]
    found += [(name, render(name, *FIELDS.get(name, ())).frame) for name in SCREENS]
    found += [(f"level {name}", render("level", row.code).frame) for name, row in LEVELS.items()]
    for option in OPTIONS.values():
        for value in (0, option.values[-1]):
            frame = render("setting", option.cells, value).frame
            found.append((f"{option.title}, {value} bars", frame))
    return found


def screen_sheet(skin: Skin, width_px: int, *, named: bool = True) -> pygame.Surface:
    """All screens on one picture, each ``width_px`` wide, with its name below if ``named``."""
    unit = width_px / skin.glass.panel.box[2]
    height = round(skin.glass.panel.box[3] * unit)
    glass = Glass(skin, Box(0, 0, width_px, height), unit)
    shown = screens()
    rows = -(-len(shown) // COLUMNS)
    pitch_x, pitch_y = width_px + GAP_PX, height + LABEL_PX + GAP_PX
    sheet = pygame.Surface((COLUMNS * pitch_x + GAP_PX, rows * pitch_y + GAP_PX))
    sheet.fill(PAPER)
    for number, (name, frame) in enumerate(shown):
        x, y = GAP_PX + number % COLUMNS * pitch_x, GAP_PX + number // COLUMNS * pitch_y
        part = pygame.Surface((width_px, height))
        glass.draw(part, frame)
        sheet.blit(part, (x, y))
        if named:
            sheet.blit(line(skin.text_font, name, 11, INK), (x, y + height))
    return sheet


def mode_sheet(skin: Skin, height_px: int) -> pygame.Surface:
    """The device in every mode, four to a row."""
    width = round(height_px * skin.size[0] / skin.size[1])
    frame = Machine().lcd.frame
    modes = list(Mode)
    rows = -(-len(modes) // 4)
    pitch_y = height_px + LABEL_PX
    sheet = pygame.Surface((4 * width, rows * pitch_y))
    sheet.fill(skin.dark.desk)
    layout = arrange(skin, (width, height_px))
    device = Device(skin, layout, skin.dark.desk, skin.dark.accent)
    part = pygame.Surface(layout.size)
    part.fill(skin.dark.desk)
    for number, mode in enumerate(modes):
        pressed = list(Key)[number % len(Key)]
        device.draw(part, View(frame, mode, down=pressed, focus=Key.GO))
        x, y = number % 4 * width, number // 4 * pitch_y
        sheet.blit(part, (x, y))
        sheet.blit(line(skin.text_font, mode.name, 12, skin.dark.text), (x + 8, y + height_px))
    return sheet
