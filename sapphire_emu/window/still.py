"""One picture of the window without a window: for ``sapphire skin render`` and golden tests."""

from __future__ import annotations

import os
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

import pygame

from firmware_model.dialects import DIALECTS
from firmware_model.events import SerialOut
from firmware_model.keys import Key
from firmware_model.machine import Machine
from firmware_model.printing import to_lines
from sapphire_emu.errors import UserError
from sapphire_emu.window.app import situation
from sapphire_emu.window.board_panel import Move, view_of
from sapphire_emu.window.contact import mode_sheet, screen_sheet
from sapphire_emu.window.device import View
from sapphire_emu.window.keymap import default_keymap
from sapphire_emu.window.layout import OPEN_AT_FIRST
from sapphire_emu.window.paper import Roll
from sapphire_emu.window.sheet import SheetEntry, SheetView
from sapphire_emu.window.skin_parts import Skin
from sapphire_emu.window.stage import Scene, Stage

SCREEN_PX = 210
MODE_PX = 440
"""Sizes of one screen and of one device on the contact sheets."""

AT_REST = (
    ("speed", "1x", False),
    ("pause", "Pause", False),
    ("sound", "Sound", False),
    ("fen", "FEN", False),
    ("pgn", "PGN", False),
    ("paste", "Paste", False),
    ("shot", "Photo", False),
)


def open_nothing() -> None:
    """Use pygame without any display."""
    if not pygame.display.get_init():
        os.environ["SDL_VIDEODRIVER"] = "dummy"
        pygame.display.init()
        pygame.display.set_mode((1, 1))
    pygame.font.init()


@dataclass(frozen=True, slots=True)
class Look:
    """How the window is looked at: surroundings, the keyboard's keys, the opening's name."""

    light: bool = False
    keyboard: bool = False
    opening: str = ""


def picture_of_machine(
    skin: Skin,
    size: tuple[int, int],
    machine: Machine,
    *,
    roll: Roll | None = None,
    entries: tuple[SheetEntry, ...] = (),
    open_panels: frozenset[str] = OPEN_AT_FIRST,
    look: Look = Look(),
    down: Key | None = None,
) -> pygame.Surface:
    """The window as it would show a machine, with a finger on the key ``down``."""
    open_nothing()
    stage = Stage(skin, size, open_panels, light=look.light)
    picture = pygame.Surface(stage.layout.size)
    state = machine.state
    record = state.nvram.record
    labels = default_keymap().labels() if look.keyboard else ()
    scene = Scene(
        View(state.lcd.frame, state.mode, state.power_on, down=down, key_names=labels),
        view_of(state, Move()),
        SheetView(record.elo, record.games, record.tier, entries),
        strip=situation(state),
        aside="F1 shows the keyboard",
        buttons=(*AT_REST, ("light", "Dark" if look.light else "Light", False)),
        opening=look.opening,
    )
    stage.draw(picture, scene, roll or Roll())
    return picture


def draw_still(
    skin: Skin,
    size: tuple[int, int],
    keys: Iterable[Key],
    look: Look = Look(),
) -> pygame.Surface:
    """The window after some keys on a new owner's machine."""
    roll = Roll()

    def listen(event: object) -> None:
        if isinstance(event, SerialOut):
            roll.add(to_lines(event.report, DIALECTS["sapphire2"]))

    machine = Machine(listener=listen)
    machine.press(*keys)
    return picture_of_machine(skin, size, machine, roll=roll, look=look)


def draw_sheet(skin: Skin, kind: str) -> pygame.Surface:
    """A contact sheet, of ``screens`` or of ``modes``."""
    open_nothing()
    return screen_sheet(skin, SCREEN_PX) if kind == "screens" else mode_sheet(skin, MODE_PX)


def save_picture(picture: pygame.Surface, path: Path) -> None:
    """Write a picture in the format its name asks for.

    :raises UserError: it cannot be written, or the name asks for no picture.
    """
    if path.suffix.lower() not in (".png", ".jpg", ".jpeg", ".bmp"):
        raise UserError(f"{path}: expected a name ending in .png, .jpg or .bmp")
    try:
        pygame.image.save(picture, path)
    except (pygame.error, OSError) as error:
        raise UserError(f"{path}: cannot write the picture: {error}") from error
