"""A printed page as a picture, on the paper of the window's roll."""

from __future__ import annotations

import io
import os
from collections.abc import Sequence


def page_png(lines: Sequence[str]) -> bytes:
    """The lines as the bytes of a PNG file, in the default skin's type. Opens no window."""
    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
    import pygame

    from sapphire_emu.window.paper import Roll, picture_of
    from sapphire_emu.window.skin import find_skin, load_skin

    pygame.font.init()
    skin = load_skin(find_skin("sapphire"))
    roll = Roll()
    roll.add(lines)
    out = io.BytesIO()
    pygame.image.save(picture_of(roll, skin.light, skin.mono_font), out, "page.png")
    return out.getvalue()
