"""Where everything lies in a window of a given size: pure arithmetic, no drawing.

The device takes the height it can get; beside it a column of foldable panels when there is room,
below both a strip with the explain line. Where the window is too narrow for a column, the device
has it to itself.
"""

from __future__ import annotations

from dataclasses import dataclass

from firmware_model.keys import Key
from sapphire_emu.window.geometry import Box
from sapphire_emu.window.skin_parts import READING_ORDER, Skin

DEFAULT_SIZE = (1100, 760)
LEAST_SIZE = (160, 120)
"""A smaller window is laid out as if it had this size."""

PANELS = ("board", "roll", "sheet")
TITLES = {"board": "Board", "roll": "Paper roll", "sheet": "Rating sheet"}
OPEN_AT_FIRST = frozenset({"board", "roll"})

BUTTONS = ("speed", "pause", "sound", "fen", "pgn", "paste", "shot", "light")
ROLL_BUTTONS = ("roll copy", "roll text", "roll png", "roll clear")

COLUMN_LEAST = 230
"""Pixels at scale 1 that a column of panels needs."""
BOARD_SHARE = 0.60
"""Of the column's height, what the board may take when other panels are open."""


@dataclass(frozen=True, slots=True)
class Layout:
    """Boxes in pixels. ``unit`` is pixels per unit of the device, ``scale`` that of the panels."""

    size: tuple[int, int]
    unit: float
    scale: float
    device: Box
    lcd: Box
    power: Box
    keys: dict[Key, Box]
    strip: Box
    column: Box
    buttons: dict[str, Box]
    headers: dict[str, Box]
    roll_buttons: dict[str, Box]
    bodies: dict[str, Box]
    board: Box

    def key_at(self, point: tuple[int, int]) -> Key | None:
        """The key under a pixel."""
        return next((key for key, box in self.keys.items() if box.holds_round(point)), None)

    def info(self) -> dict[str, object]:
        """The layout as ``sapphire skin info --json`` prints it."""
        return {
            "size": list(self.size),
            "keys": {key.script_name: list(self.keys[key]) for key in READING_ORDER},
            "lcd": list(self.lcd),
        }


def _device(skin: Skin, area: Box) -> tuple[float, Box]:
    unit = min(area.w / skin.size[0], area.h / skin.size[1])
    w, h = int(skin.size[0] * unit), int(skin.size[1] * unit)
    return unit, Box(area.x + (area.w - w) // 2, area.y + (area.h - h) // 2, w, h)


def _placed(box: tuple[float, float, float, float], unit: float, device: Box) -> Box:
    x, y, w, h = (round(value * unit) for value in box)
    return Box(device.x + x, device.y + y, w, h)


def _column_width(skin: Skin, width: int, height: int, scale: float) -> int:
    """Width of the column of panels; 0 when there is no room for one."""
    full = height * skin.size[0] / skin.size[1]
    rest = width - full
    least = COLUMN_LEAST * scale
    if rest < least:
        # Give the panels their least width if the device loses little by it.
        rest = least if width - least >= full * 0.72 else 0
    return int(min(rest, height * 0.95))


def arrange(
    skin: Skin, size: tuple[int, int], open_panels: frozenset[str] = OPEN_AT_FIRST
) -> Layout:
    """Lay out a window."""
    width, height = max(size[0], LEAST_SIZE[0]), max(size[1], LEAST_SIZE[1])
    scale = min(max(min(width / DEFAULT_SIZE[0], height / DEFAULT_SIZE[1]), 0.70), 4.0)
    strip_h = round(30 * scale) if height > 260 else 0
    strip = Box(0, height - strip_h, width, strip_h)
    body_h = height - strip_h
    margin = round(8 * scale)
    column_w = _column_width(skin, width - margin, body_h - 2 * margin, scale)
    area = Box(margin, margin, width - column_w - 2 * margin, body_h - 2 * margin)
    unit, device = _device(skin, area)
    lcd = _placed(skin.glass.panel.box, unit, device)
    power = _placed(skin.power.box, unit, device)
    diameter = max(round(2 * skin.keypad.radius * unit), 1)
    keys = {
        key: Box(
            device.x + round((x - skin.keypad.radius) * unit),
            device.y + round((y - skin.keypad.radius) * unit),
            diameter,
            diameter,
        )
        for key, (x, y) in skin.keypad.centres.items()
    }
    column = Box(width - column_w, 0, column_w, body_h) if column_w else Box(0, 0, 0, 0)
    buttons, headers, bodies, board = _panels(column, scale, open_panels)
    roll_buttons: dict[str, Box] = {}
    if "roll" in bodies:
        head = headers["roll"]
        right = Box(head.x + head.w * 45 // 100, head.y, head.w - head.w * 45 // 100, head.h)
        roll_buttons = _button_row(right.shrunk(round(2 * scale)), ROLL_BUTTONS, round(3 * scale))
    return Layout(
        (width, height),
        unit,
        scale,
        device,
        lcd,
        power,
        keys,
        strip,
        column,
        buttons,
        headers,
        roll_buttons,
        bodies,
        board,
    )


def _panels(
    column: Box, scale: float, open_panels: frozenset[str]
) -> tuple[dict[str, Box], dict[str, Box], dict[str, Box], Box]:
    if column.empty:
        return {}, {}, {}, Box(0, 0, 0, 0)
    gap = round(8 * scale)
    bar_h, head_h = round(28 * scale), round(24 * scale)
    x, w = column.x + gap, column.w - 2 * gap
    y = column.y + gap
    buttons = _button_row(Box(x, y, w, bar_h), BUTTONS, round(4 * scale))
    y += bar_h + gap
    space = column.bottom - y - len(PANELS) * (head_h + gap)
    opened = [name for name in PANELS if name in open_panels]
    heights = dict.fromkeys(opened, 0)
    if "board" in heights:
        most = space if len(opened) == 1 else int(space * BOARD_SHARE)
        heights["board"] = max(min(w, most), 0)
    others = [name for name in opened if name != "board"]
    for name in others:
        heights[name] = max((space - heights.get("board", 0)) // len(others), 0)
    headers, bodies = {}, {}
    board = Box(0, 0, 0, 0)
    for name in PANELS:
        headers[name] = Box(x, y, w, head_h)
        y += head_h
        if heights.get(name, 0) > 0:
            bodies[name] = Box(x, y, w, heights[name])
            if name == "board":
                side = min(w, heights[name]) // 8 * 8
                board = Box(x + (w - side) // 2, y + (heights[name] - side) // 2, side, side)
            y += heights[name]
        y += gap
    return buttons, headers, bodies, board


def _button_row(row: Box, names: tuple[str, ...], gap: int) -> dict[str, Box]:
    each = (row.w - gap * (len(names) - 1)) / len(names)
    return {
        name: Box(row.x + round(number * (each + gap)), row.y, int(each), row.h)
        for number, name in enumerate(names)
    }
