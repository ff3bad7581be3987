"""Golden pictures: every screen of the LCD and the keypad in every mode, for each skin.

Lettering may differ a little between versions of the font library; a segment may not. To accept a
changed look on purpose: SAPPHIRE_ACCEPT=1 pytest tests/window/test_golden.py
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import numpy as np
import pygame
import pytest

from firmware_model.lcd import Lcd, segment_place
from firmware_model.screens import SCREENS
from sapphire_emu.window import contact
from sapphire_emu.window.contact import GAP_PX, mode_sheet, screen_sheet, screens
from sapphire_emu.window.skin import find_skin, load_skin, skin_names
from sapphire_emu.window.still import open_nothing

GOLDEN = Path(__file__).parent.parent / "golden" / "window"
BLOCK = 4
"""Pictures are compared by the mean of blocks of so many pixels."""
SCREEN_LEVEL, MODE_LEVEL = 16.0, 40.0
"""A block differs when its mean does by more than this, of 255."""
WIDTH_PX = 150
HEIGHT_PX = 330
SCREEN_BLOCKS = 1
"""So many blocks of all screens together may differ: fewer than one segment has."""
MODE_SHARE = 0.004
"""This share of the blocks of the keypads may differ: less than one key's print has."""


def blocks(picture: pygame.Surface) -> Any:
    values = pygame.surfarray.array3d(picture).astype(float)
    w, h = (values.shape[0] // BLOCK * BLOCK, values.shape[1] // BLOCK * BLOCK)
    parts = values[:w, :h].reshape(w // BLOCK, BLOCK, h // BLOCK, BLOCK, 3)
    return parts.mean(axis=(1, 3))


def different(one: pygame.Surface, other: pygame.Surface, level: float) -> Any:
    """Which blocks differ."""
    assert one.get_size() == other.get_size()
    return np.abs(blocks(one) - blocks(other)).max(axis=2) > level


def screen_blocks(one: pygame.Surface, other: pygame.Surface) -> int:
    """Blocks that differ on a sheet of screens, the first left out: it alone has lettering lit."""
    found = different(one, other, SCREEN_LEVEL)
    found[: (WIDTH_PX + GAP_PX) // BLOCK, : WIDTH_PX // 2 // BLOCK] = False
    return int(found.sum())


def golden(found: pygame.Surface, name: str, tmp_path: Path) -> pygame.Surface:
    """The picture to compare with; both are kept for a look."""
    path = GOLDEN / name
    if os.environ.get("SAPPHIRE_ACCEPT"):
        path.parent.mkdir(parents=True, exist_ok=True)
        pygame.image.save(found, path)
    pygame.image.save(found, tmp_path / name)
    return pygame.image.load(path)


@pytest.mark.parametrize("name", skin_names())
def test_every_screen_looks_as_before(name: str, tmp_path: Path) -> None:
    open_nothing()
    found = screen_sheet(load_skin(find_skin(name)), WIDTH_PX, named=False)
    before = golden(found, f"{name}-screens.png", tmp_path)
    assert screen_blocks(found, before) <= SCREEN_BLOCKS, f"compare {tmp_path} with {GOLDEN}"


@pytest.mark.parametrize("name", skin_names())
def test_every_mode_looks_as_before(name: str, tmp_path: Path) -> None:
    open_nothing()
    found = mode_sheet(load_skin(find_skin(name)), HEIGHT_PX)
    before = golden(found, f"{name}-modes.png", tmp_path)
    assert different(found, before, MODE_LEVEL).mean() <= MODE_SHARE, (
        f"compare {tmp_path} with {GOLDEN}"
    )


@pytest.mark.parametrize("segment", range(7))
def test_one_segment_less_is_noticed(segment: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """The control: a digit 8 that lacks one segment fails the comparison."""
    open_nothing()
    skin = load_skin(find_skin("sapphire"))
    whole = screen_sheet(skin, WIDTH_PX, named=False)
    shown = screens()
    broken = Lcd(f"8{' ' * 5}", "8").frame
    common, number = segment_place(0, "abcdefg"[segment])
    lacking = list(broken)
    lacking[common] &= ~(1 << number)
    sheets = []
    for frame in (broken, tuple(lacking)):
        changed = [*shown[:5], ("changed", frame), *shown[6:]]
        monkeypatch.setattr(contact, "screens", lambda changed=changed: changed)
        sheets.append(screen_sheet(skin, WIDTH_PX, named=False))
    assert screen_blocks(whole, whole) == 0
    assert screen_blocks(sheets[0], sheets[1]) > SCREEN_BLOCKS


def test_the_sheet_holds_every_screen_of_the_table() -> None:
    assert set(SCREENS) <= {name for name, _ in screens()}
