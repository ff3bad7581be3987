"""The clipboard, with what pygame and pygame-ce have in common."""

from __future__ import annotations

import warnings

import pygame

TEXT = "text/plain;charset=utf-8"
"""The one type that pygame's clipboard takes on every system with SDL 2."""


def put_text(text: str) -> bool:
    """Put text on the clipboard; False where there is none."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            if hasattr(pygame.scrap, "put_text"):
                pygame.scrap.put_text(text)
                return True
            if not pygame.scrap.get_init():
                pygame.scrap.init()
            pygame.scrap.put(TEXT, text.encode())
    except (pygame.error, NotImplementedError):
        return False
    return True


def get_text() -> str:
    """The text on the clipboard; empty where there is none."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            if hasattr(pygame.scrap, "get_text"):
                return str(pygame.scrap.get_text())
            if not pygame.scrap.get_init():
                pygame.scrap.init()
            data = pygame.scrap.get(TEXT)
    except (pygame.error, NotImplementedError):
        return ""
    return (data or b"").split(b"\0", 1)[0].decode("utf-8", "replace")
