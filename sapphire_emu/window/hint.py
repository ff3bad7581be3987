"""The first start's hint: three steps, from the rating to the first move.

It is a card on the empty paper roll, a line in the strip, and a ring around the next key. It
covers no key and takes no click, and it goes away by being followed.
"""

from __future__ import annotations

from pathlib import Path

import pygame

from firmware_model.keys import Key, square_keys
from firmware_model.mode import Mode
from firmware_model.state import State
from sapphire_emu.window.geometry import Box
from sapphire_emu.window.paint import mix
from sapphire_emu.window.skin_parts import Surroundings
from sapphire_emu.window.type_case import cut_to, line

STEPS = (
    "Press OPTION, then VER: your rating",
    "GO leads back to play",
    "E5 B2 E5 D4 plays e2–e4, as the board does",
)
FIRST_MOVE = (*square_keys("e2"), *square_keys("e4"))


class Hint:
    """Which of the three steps the user is at; ``step`` 3 means done."""

    def __init__(self) -> None:
        self.step = 0

    @property
    def done(self) -> bool:
        """True when all three steps have been taken."""
        return self.step >= len(STEPS)

    @property
    def text(self) -> str:
        """The present step as one line."""
        return "" if self.done else f"Step {self.step + 1} of {len(STEPS)}: {STEPS[self.step]}"

    def watch(self, state: State) -> None:
        """Go on when a step has been taken; a first move ends the hint at any step."""
        if state.game.plies:
            self.step = len(STEPS)
        elif self.step == 0 and state.mode is Mode.RATING:
            self.step = 1
        elif self.step == 1 and state.mode is state.home:
            self.step = 2

    def beacon(self, state: State) -> Key | None:
        """The key to press next."""
        if self.step == 0:
            return Key.VER if state.mode is Mode.OPTION1 else Key.OPTION
        if self.step == 1:
            return Key.GO
        if self.step == 2 and state.mode is Mode.PLAY and len(state.entry) < 4:
            return FIRST_MOVE[len(state.entry)]
        return None


def draw_hint(
    target: pygame.Surface, box: Box, step: int, colours: Surroundings, text: Path, scale: float
) -> None:
    """The card with the three steps, on the paper."""
    size = max(round(14 * scale), 7)
    pad = round(14 * scale)
    ink = colours.paper_ink
    pitch = min(round(26 * scale), (box.h - pad) // 4)
    if pitch < size:
        return
    width = box.w - 3 * pad
    x, y = box.x + round(1.6 * pad), box.y + max((box.h - 4 * pitch) // 2, 2)
    target.blit(line(text, "Welcome. In three steps:", size, ink), (x, y))
    for number, words in enumerate(STEPS):
        y += pitch
        shade = ink if number == step else mix(colours.paper, ink, 0.45)
        mark = "done" if number < step else str(number + 1)
        target.blit(line(text, mark, size, shade), (x, y))
        indent = round(36 * scale)
        target.blit(
            line(text, cut_to(text, words, size, width - indent), size, shade), (x + indent, y)
        )
