"""Run as a program: asks SDL for a display and a sound device, and prints what it got as JSON.

A process of its own, because a C library may hang or crash while it looks for a server. No window
is opened and nothing is sounded. Each answer is one line, written as soon as it is known.
"""

from __future__ import annotations

import json
import os


def _say(**answer: object) -> None:
    print(json.dumps(answer), flush=True)


def main() -> None:
    """Print two lines, one about the display, one about sound."""
    os.environ["PYGAME_HIDE_SUPPORT_PROMPT"] = "1"
    import pygame

    try:
        pygame.display.init()
        _say(
            thing="display",
            driver=pygame.display.get_driver(),
            sizes=pygame.display.get_desktop_sizes(),
        )
    except pygame.error as error:
        _say(thing="display", error=str(error))
    try:
        pygame.mixer.init()
        _say(thing="sound", mixer=pygame.mixer.get_init())
    except pygame.error as error:
        _say(thing="sound", error=str(error))
    pygame.quit()


if __name__ == "__main__":
    main()
