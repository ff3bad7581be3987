"""The paper roll: what the serial port printed, to scroll, copy and keep."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import pygame

from sapphire_emu.window.geometry import Box
from sapphire_emu.window.paint import mix
from sapphire_emu.window.skin_parts import Surroundings
from sapphire_emu.window.type_case import font, line

LONGEST = 5000
"""Lines kept; the oldest fall off."""
WIDTH_CHARS = 36
"""A printed line is at most about so wide; the type is chosen to fit it."""
PICTURE_LINE_PX = 22


class Roll:
    """The lines that were printed, and how far the user has scrolled back.

    ``offset`` is the number of lines below the last one shown; 0 shows the newest.
    """

    def __init__(self) -> None:
        self.lines: list[str] = []
        self.offset = 0
        self.version = 0

    def add(self, lines: Iterable[str]) -> None:
        """Print lines; a reader who has scrolled back keeps his place."""
        fresh = list(lines)
        self.lines += fresh
        if self.offset:
            self.offset += len(fresh)
        del self.lines[: max(len(self.lines) - LONGEST, 0)]
        self.offset = min(self.offset, len(self.lines))
        self.version += 1

    def scroll(self, by: int, page: int) -> None:
        """Scroll back (positive) or forward, with ``page`` lines in view."""
        self.offset = min(max(self.offset + by, 0), max(len(self.lines) - page, 0))

    def clear(self) -> None:
        """Tear it off."""
        self.lines.clear()
        self.offset = 0
        self.version += 1

    @property
    def text(self) -> str:
        """Everything, as text."""
        return "".join(f"{printed}\n" for printed in self.lines)


class PaperPanel:
    """The roll drawn at one size."""

    def __init__(
        self, box: Box, colours: Surroundings, mono: Path, text: Path, scale: float
    ) -> None:
        self.box = box
        self._colours = colours
        self._mono = mono
        self._text = text
        self._size = max(round(13 * scale), 7)
        while self._size > 7 and font(mono, self._size).size("M" * WIDTH_CHARS)[0] > box.w * 0.9:
            self._size -= 1
        self._pitch = font(mono, self._size).get_linesize()
        self._margin = max(round(12 * scale), 4)

    @property
    def page(self) -> int:
        """How many lines are in view."""
        return max((self.box.h - self._margin) // max(self._pitch, 1), 1)

    def draw(self, target: pygame.Surface, roll: Roll, *, blank: bool = False) -> None:
        """Draw the end of the roll, newest line lowest, feed holes at both edges.

        :param blank: leave an empty roll empty, without saying how to print.
        """
        rect = pygame.Rect(self.box)
        target.fill(self._colours.paper, rect)
        hole = mix(self._colours.paper, (0, 0, 0), 0.16)
        radius = max(self._margin // 5, 1)
        for y in range(rect.y + self._margin // 2, rect.bottom, self._margin):
            pygame.draw.circle(target, hole, (rect.x + self._margin // 2, y), radius)
            pygame.draw.circle(target, hole, (rect.right - self._margin // 2, y), radius)
        clip = target.get_clip()
        target.set_clip(rect)
        if not roll.lines and not blank:
            self._draw_empty(target)
        last = len(roll.lines) - roll.offset
        shown = roll.lines[max(last - self.page, 0) : last]
        y = rect.y + self._margin // 2
        for printed in shown:
            target.blit(
                line(self._mono, printed or " ", self._size, self._colours.paper_ink),
                (rect.x + round(self._margin * 1.4), y),
            )
            y += self._pitch
        if len(roll.lines) > self.page:
            self._draw_bar(target, roll)
        target.set_clip(clip)

    def _draw_empty(self, target: pygame.Surface) -> None:
        ink = mix(self._colours.paper, self._colours.paper_ink, 0.55)
        words = line(self._text, "OPTION, H8 prints the board here", self._size, ink)
        x, y = self.box.centre
        target.blit(words, (x - words.get_width() // 2, y - words.get_height() // 2))

    def _draw_bar(self, target: pygame.Surface, roll: Roll) -> None:
        track = self.box.h - 4
        total = len(roll.lines)
        length = max(track * self.page // total, 12)
        first = max(total - roll.offset - self.page, 0)
        y = self.box.y + 2 + (track - length) * first // max(total - self.page, 1)
        rect = pygame.Rect(self.box.right - 5, y, 3, length)
        pygame.draw.rect(target, mix(self._colours.paper, (0, 0, 0), 0.4), rect, border_radius=2)


def picture_of(roll: Roll, colours: Surroundings, mono: Path) -> pygame.Surface:
    """The whole roll as one picture."""
    size = PICTURE_LINE_PX - 4
    lines = [line(mono, printed or " ", size, colours.paper_ink) for printed in roll.lines]
    width = max([words.get_width() for words in lines] + [200]) + 2 * PICTURE_LINE_PX
    picture = pygame.Surface((width, (len(lines) + 2) * PICTURE_LINE_PX))
    picture.fill(colours.paper)
    for number, words in enumerate(lines, start=1):
        picture.blit(words, (PICTURE_LINE_PX, number * PICTURE_LINE_PX))
    return picture
