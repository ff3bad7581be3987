"""The window's own options, and how a running machine is shown in one."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from sapphire_emu.commands.completing import skins
from sapphire_emu.commands.machine_options import MachineOptions, say
from sapphire_emu.driver import Running, Speed
from sapphire_emu.errors import UserError
from sapphire_emu.opening_keys import OpeningKeys

if TYPE_CHECKING:
    from sapphire_emu.window.sheet import SheetEntry
    from sapphire_emu.window.skin import Skin

F = TypeVar("F", bound=Callable[..., Any])

LARGEST_PX = 16_384


def window_options(command: F) -> F:
    """Decorator: how the window looks and sounds."""
    for option in (
        click.option("--light/--dark", "light", default=None, help="Bright or dark surroundings."),
        click.option(
            "--speak", is_flag=True, help="Print what the LCD shows, for a screen reader."
        ),
        click.option("--mute", is_flag=True, help="No sound from this computer."),
        click.option("--size", metavar="WxH", help="Size of the window; the last one otherwise."),
        click.option(
            "--skin",
            "skin_name",
            default="sapphire",
            metavar="NAME|FILE",
            shell_complete=skins,
            help="What it looks like.",
        ),
    ):
        command = option(command)
    return command


@dataclass(frozen=True, slots=True)
class Look:
    """What the user said about the window."""

    skin_name: str = "sapphire"
    size: str | None = None
    mute: bool = False
    speak: bool = False
    light: bool | None = None


def parse_size(text: str) -> tuple[int, int]:
    """The two numbers of ``1100x760``.

    :raises UserError: not two numbers of pixels.
    """
    from sapphire_emu.window.layout import LEAST_SIZE

    width, _, height = text.lower().partition("x")
    if width.isdecimal() and height.isdecimal() and len(text) <= len("99999x99999"):
        size = int(width), int(height)
        if all(least <= value <= LARGEST_PX for least, value in zip(LEAST_SIZE, size, strict=True)):
            return size
        expected = f"{LEAST_SIZE[0]}x{LEAST_SIZE[1]} to {LARGEST_PX}x{LARGEST_PX}"
        raise UserError(f"no window is of size {text} (expected {expected})")
    raise UserError(f"'{text}' is no window size (expected width and height such as 1100x760)")


def config_folder() -> Path:
    """Where the window keeps its settings and the user's own key map."""
    from platformdirs import user_config_path

    return user_config_path("sapphire", appauthor=False)


def history(options: MachineOptions) -> tuple[SheetEntry, ...]:
    """The log of rated games as the rating sheet wants it; read once, before the window opens."""
    from sapphire_emu.store.memory import Memory
    from sapphire_emu.window.sheet import SheetEntry

    if options.fresh or not options.path.exists():
        return ()
    entries = []
    with Memory.open(options.path, read_only=True) as memory:
        for entry in memory.log():
            what, formula = f"reset on {entry.at[:10]}", ""
            if entry.rated is not None:
                rated = entry.rated
                what = f"{rated.result.word} against {rated.oelo}, {entry.at[:10]}"
                formula = rated.formula
            entries.append(
                SheetEntry(entry.before.elo, entry.after.elo, entry.after.games, what, formula)
            )
    return tuple(entries)


class Window:
    """A window that can be opened: its skin is read and there is a display.

    :raises UserError: the skin is faulty, or there is no display.
    """

    def __init__(self, look: Look) -> None:
        self._look = look
        self._size = None if look.size is None else parse_size(look.size)
        os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
        from sapphire_emu.window.app import open_display
        from sapphire_emu.window.skin import find_skin, load_skin

        self._skin: Skin = load_skin(find_skin(look.skin_name))
        open_display()

    def show(
        self,
        running: Running,
        options: MachineOptions,
        stopping: Callable[[], bool],
        *,
        speed: Speed = Speed.NORMAL,
    ) -> None:
        """Show a machine until the window is closed or ``stopping`` says so."""
        from sapphire_emu.window.app import App, Wishes

        names = OpeningKeys(options.eco_book, note=say)
        wishes = Wishes(
            self._skin,
            self._size,
            muted=self._look.mute,
            light=self._look.light,
            prefs_path=config_folder() / "window.json",
            keymap_path=config_folder() / "keymap.toml",
            pictures=_pictures(),
            history=history(options),
            speak=_speak if self._look.speak else None,
            note=say,
            stopping=stopping,
            speed=speed,
            other_scale=on_z_scale,
            opening_of=lambda game: " ".join(names.of_game(game)).strip(),
        )
        try:
            App(running, wishes).run()
        finally:
            names.close()


def on_z_scale(elo: int) -> str:
    """A rating on the Z-Chess scale, in words.

    >>> on_z_scale(1400)
    'Z-Chess 747'
    """
    from sapphire_emu.club.rounding import half_up
    from sapphire_emu.club.zchess.conversion import from_conventional

    return f"Z-Chess {half_up(from_conventional(elo))}"


def _speak(text: str) -> None:
    click.echo(text)
    sys.stdout.flush()


def _pictures() -> Path:
    from platformdirs import user_pictures_path

    return user_pictures_path()
