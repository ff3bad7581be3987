"""The rating sheet: the present rating, the curve of all rated games, and the last sum."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import pygame

from sapphire_emu.window.geometry import Box
from sapphire_emu.window.paint import mix
from sapphire_emu.window.skin_parts import Surroundings
from sapphire_emu.window.type_case import centred, cut_to, fitted, font, line


@dataclass(frozen=True, slots=True)
class SheetEntry:
    """One rated game, or a reset (``formula`` empty): rating before and after, games after."""

    before: int
    after: int
    games: int
    what: str
    formula: str = ""


@dataclass(frozen=True, slots=True)
class SheetView:
    """What the sheet shows; ``other_scale`` is the rating on another scale, in words."""

    elo: int
    games: int
    tier: int
    entries: tuple[SheetEntry, ...] = ()
    other_scale: str = ""


def ticks(low: int, high: int, most: int = 4) -> list[int]:
    """Round numbers between two ratings, at most so many.

    >>> ticks(1380, 1730)
    [1400, 1500, 1600, 1700]
    """
    for step in (1, 2, 5, 10, 20, 25, 50, 100, 200, 250, 500, 1000, 2000, 5000):
        first = -(-low // step) * step
        found = list(range(first, high + 1, step))
        if len(found) <= most:
            return found
    return []


class SheetPanel:
    """The sheet drawn at one size."""

    def __init__(
        self, box: Box, colours: Surroundings, text: Path, mono: Path, scale: float
    ) -> None:
        self.box = box
        self._colours = colours
        self._text = text
        self._mono = mono
        self._small = max(round(12 * scale), 7)
        self._large = max(round(24 * scale), 10)
        self._pad = max(round(9 * scale), 3)

    def draw(self, target: pygame.Surface, view: SheetView) -> None:
        """Draw the sheet."""
        colours, pad, box = self._colours, self._pad, self.box
        target.fill(colours.panel, pygame.Rect(box))
        elo = line(self._text, str(view.elo), self._large, colours.text)
        target.blit(elo, (box.x + pad, box.y + pad // 2))
        games = "game" if view.games == 1 else "games"
        words = f"{view.games} rated {games} · tier {view.tier}"
        if view.other_scale:
            words += f" · {view.other_scale}"
        about = line(self._text, words, self._small, colours.dim)
        target.blit(
            about,
            (
                box.x + pad + elo.get_width() + pad,
                box.y + pad // 2 + elo.get_height() - about.get_height() - 2,
            ),
        )
        below = box.bottom - pad // 2
        last = next((entry for entry in reversed(view.entries) if entry.formula), None)
        if last is not None:
            below = self._draw_sum(target, last, below)
        top = box.y + pad + elo.get_height()
        plot = Box(box.x + pad, top, box.w - 2 * pad, below - top - pad // 2)
        if plot.h <= 3 * self._small:
            return
        if view.entries:
            self._draw_curve(target, view, plot)
        else:
            nothing = line(self._text, "no game has been rated yet", self._small, colours.dim)
            centred(target, nothing, plot.centre)

    def _draw_sum(self, target: pygame.Surface, entry: SheetEntry, below: int) -> int:
        width = self.box.w - 2 * self._pad
        formula = fitted(self._mono, entry.formula, self._small, width, self._colours.text)
        what = cut_to(self._text, f"last: {entry.what}", self._small, width)
        words = line(self._text, what, self._small, self._colours.dim)
        y = below - formula.get_height()
        target.blit(formula, (self.box.x + self._pad, y))
        y -= words.get_height()
        target.blit(words, (self.box.x + self._pad, y))
        return y

    def _draw_curve(self, target: pygame.Surface, view: SheetView, plot: Box) -> None:
        colours = self._colours
        ratings = curve(view.entries, view.elo)
        low, high = min(ratings), max(ratings)
        spare = max((high - low) // 10, 20)
        low, high = max(low - spare, 0), high + spare
        gutter = font(self._text, self._small).size("9999")[0] + self._pad // 2

        def y_of(elo: int) -> int:
            return plot.bottom - 1 - round((elo - low) / (high - low) * (plot.h - 2))

        for mark in ticks(low, high, max(plot.h // (2 * self._small), 1)):
            y = y_of(mark)
            pygame.draw.line(
                target, mix(colours.panel, colours.line, 0.8), (plot.x + gutter, y), (plot.right, y)
            )
            label = line(self._text, str(mark), self._small - 1, colours.dim)
            target.blit(
                label,
                (plot.x + gutter - self._pad // 2 - label.get_width(), y - label.get_height() // 2),
            )
        left, width = plot.x + gutter, plot.w - gutter - 4
        points = [
            (left + round(width * number / max(len(ratings) - 1, 1)), y_of(elo))
            for number, elo in enumerate(ratings)
        ]
        if len(points) > 1:
            pygame.draw.aalines(target, colours.accent, False, points)
            pygame.draw.aalines(target, colours.accent, False, [(x, y + 1) for x, y in points])
        radius = max(self._small // 4, 2)
        for point in points if len(points) <= 40 else points[-1:]:
            pygame.draw.circle(target, colours.panel, point, radius + 1)
            pygame.draw.circle(target, colours.accent, point, radius)


def curve(entries: Sequence[SheetEntry], elo: int) -> list[int]:
    """The ratings in order: the first one before any game, then that after each entry."""
    if not entries:
        return [elo]
    return [entries[0].before, *(entry.after for entry in entries)]
