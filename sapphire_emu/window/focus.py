"""The keyboard's focus on the keypad: a ring that Tab and the arrows move from key to key."""

from __future__ import annotations

from firmware_model.keys import Key
from sapphire_emu.window.geometry import Box
from sapphire_emu.window.skin_parts import READING_ORDER

DIRECTIONS = {"left": (-1, 0), "right": (1, 0), "up": (0, -1), "down": (0, 1)}
ASIDE = 2.5
"""How much worse a pixel aside is than a pixel ahead."""


def next_key(key: Key | None, by: int) -> Key:
    """The key after (1) or before (-1) one in reading order; the first one from nowhere."""
    if key is None:
        return READING_ORDER[0 if by > 0 else -1]
    return READING_ORDER[(READING_ORDER.index(key) + by) % len(READING_ORDER)]


def neighbour(key: Key | None, direction: str, keys: dict[Key, Box]) -> Key:
    """The nearest key in a direction, or the same one at the edge."""
    if key is None:
        return READING_ORDER[0]
    dx, dy = DIRECTIONS[direction]
    x, y = keys[key].centre
    best, cost = key, float("inf")
    for other, box in keys.items():
        ox, oy = box.centre
        ahead = (ox - x) * dx + (oy - y) * dy
        aside = abs((ox - x) * dy) + abs((oy - y) * dx)
        if ahead <= box.w // 3:
            continue
        if ahead + ASIDE * aside < cost:
            best, cost = other, ahead + ASIDE * aside
    return best
