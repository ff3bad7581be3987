"""``sapphire play``: the machine in a window."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING, Any

import click

from sapphire_emu.commands.machine_options import MachineOptions, machine_options, say, session
from sapphire_emu.errors import UserError

if TYPE_CHECKING:
    from sapphire_emu.window.sheet import SheetEntry

LARGEST_PX = 16_384


def parse_size(text: str) -> tuple[int, int]:
    """The two numbers of ``1100x760``.

    :raises UserError: not two numbers of pixels.
    """
    width, _, height = text.lower().partition("x")
    if width.isdecimal() and height.isdecimal():
        size = int(width), int(height)
        if all(0 < value <= LARGEST_PX for value in size):
            return size
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


@contextmanager
def _stop_signals() -> Iterator[list[int]]:
    """SIGTERM and Ctrl-C end the window as its close button does; the list holds what came."""
    came: list[int] = []

    def note(number: int, frame: FrameType | None) -> None:
        came.append(number)

    numbers = [signal.SIGINT, signal.SIGTERM]
    if hasattr(signal, "SIGHUP"):
        numbers.append(signal.SIGHUP)
    before = {number: signal.signal(number, note) for number in numbers}
    try:
        yield came
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def _speak(text: str) -> None:
    click.echo(text)
    sys.stdout.flush()


@click.command()
@machine_options
@click.option(
    "--skin", "skin_name", default="sapphire", metavar="NAME|FILE", help="What it looks like."
)
@click.option("--size", metavar="WxH", help="Size of the window; the last one otherwise.")
@click.option("--mute", is_flag=True, help="No sound from this computer.")
@click.option("--speak", is_flag=True, help="Print what the LCD shows, for a screen reader.")
@click.option("--light/--dark", "light", default=None, help="Bright or dark surroundings.")
def play(
    *,
    skin_name: str,
    size: str | None,
    mute: bool,
    speak: bool,
    light: bool | None,
    **options: Any,
) -> None:
    """Play on the machine in a window, with mouse or keyboard.

    F1 shows which keys of the keyboard press which keys of the machine. Your own map, edited with
    F1 and a click, is keymap.toml in the configuration folder (~/.config/sapphire on Linux).

    \b
    Examples:
      sapphire play
      sapphire play --fresh --level tr7
      sapphire play --skin contrast --size 1600x1000
      sapphire play --serial pty
    """
    chosen = MachineOptions(**options)
    window_size = None if size is None else parse_size(size)
    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
    from sapphire_emu.window.app import App, Wishes, open_display
    from sapphire_emu.window.skin import find_skin, load_skin

    skin = load_skin(find_skin(skin_name))
    open_display()
    with _stop_signals() as came, session(chosen, seed=None) as running:
        wishes = Wishes(
            skin,
            window_size,
            muted=mute,
            light=light,
            prefs_path=config_folder() / "window.json",
            keymap_path=config_folder() / "keymap.toml",
            pictures=_pictures(),
            history=history(chosen),
            speak=_speak if speak else None,
            note=say,
            stopping=lambda: bool(came),
        )
        App(running, wishes).run()


def _pictures() -> Path:
    from platformdirs import user_pictures_path

    return user_pictures_path()
