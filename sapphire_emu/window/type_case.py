"""Lettering: fonts by pixel size, lines fitted into a width, letters set apart."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

import numpy as np
import pygame

from sapphire_emu.window.paint import Colour, Field

LEAST_PX = 5


@lru_cache(maxsize=64)
def font(path: Path, size_px: int) -> pygame.font.Font:
    """A font at a size in pixels."""
    return pygame.font.Font(path, max(size_px, LEAST_PX))


@lru_cache(maxsize=2048)
def line(
    path: Path, text: str, size_px: int, colour: Colour, tracking_px: int = 0
) -> pygame.Surface:
    """One line of text; ``tracking_px`` extra pixels between the letters."""
    face = font(path, size_px)
    if not tracking_px:
        return face.render(text, True, colour)
    letters = [face.render(letter, True, colour) for letter in text]
    width = sum(letter.get_width() for letter in letters) + tracking_px * (len(letters) - 1)
    picture = pygame.Surface((max(width, 1), face.get_height()), pygame.SRCALPHA)
    x = 0
    for letter in letters:
        picture.blit(letter, (x, 0))
        x += letter.get_width() + tracking_px
    return picture


@lru_cache(maxsize=1024)
def fitted(path: Path, text: str, size_px: int, width_px: int, colour: Colour) -> pygame.Surface:
    """A line of text, smaller if need be so that it fits into a width."""
    while size_px > LEAST_PX and font(path, size_px).size(text)[0] > width_px:
        size_px -= 1
    return line(path, text, size_px, colour)


@lru_cache(maxsize=512)
def faded(
    path: Path, text: str, size_px: int, width_px: int, colour: Colour, share: float
) -> pygame.Surface:
    """A fitted line of which only a share shows."""
    picture = fitted(path, text, size_px, width_px, colour).copy()
    picture.set_alpha(round(255 * share))
    return picture


def cut_to(path: Path, text: str, size_px: int, width_px: int) -> str:
    """The text, shortened with an ellipsis if it is wider than ``width_px``."""
    face = font(path, size_px)
    if face.size(text)[0] <= width_px:
        return text
    while text and face.size(text + "…")[0] > width_px:
        text = text[:-1]
    return text + "…" if text else ""


def centred(
    target: pygame.Surface, picture: pygame.Surface, at: tuple[float, float]
) -> pygame.Rect:
    """Put a picture with its middle at a point."""
    rect = picture.get_rect()
    rect.topleft = round(at[0] - rect.w / 2), round(at[1] - rect.h / 2)
    return target.blit(picture, rect)


def ink_centred(picture: pygame.Surface, at: tuple[float, float]) -> tuple[int, int]:
    """Where to put a picture so that its visible part has its middle at a point."""
    seen = picture.get_bounding_rect()
    return round(at[0] - seen.x - seen.w / 2), round(at[1] - seen.y - seen.h / 2)


def text_mask(path: Path, text: str, size: tuple[int, int]) -> Field:
    """A word as a mask of a size, as large as fits, in the middle."""
    width, height = max(size[0], 1), max(size[1], 1)
    size_px = round(height * 1.25)
    while size_px > LEAST_PX and font(path, size_px).size(text)[0] > width:
        size_px -= 1
    word = font(path, size_px).render(text, True, (255, 255, 255))
    picture = pygame.Surface((width, height), pygame.SRCALPHA)
    picture.blit(word, ink_centred(word, (width / 2, height / 2)))
    mask: Field = pygame.surfarray.array_alpha(picture).T.astype(np.float32) / np.float32(255)
    return mask
