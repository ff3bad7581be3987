"""``sapphire play``: the machine in a window."""

from __future__ import annotations

import os
from typing import Any

import click

from sapphire_emu.commands.machine_options import MachineOptions, machine_options, session
from sapphire_emu.commands.serial_options import line_options, pty_link_option
from sapphire_emu.commands.stopping import stop_signals
from sapphire_emu.commands.window_options import Look, Window, window_options

DESKTOP_ENTRY = "sapphire"
"""Name of the desktop entry, by which a desktop finds the icon of a window."""


@click.command()
@machine_options
@line_options
@pty_link_option
@window_options
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
      sapphire play --serial pty --link ~/novag --dialect scid
    """
    for name in ("SDL_VIDEO_X11_WMCLASS", "SDL_VIDEO_WAYLAND_WMCLASS"):
        os.environ.setdefault(name, DESKTOP_ENTRY)
    chosen = MachineOptions(**options)
    window = Window(Look(skin_name, size, mute, speak, light))
    with stop_signals() as came, session(chosen, seed=None) as running:
        window.show(running, chosen, lambda: bool(came))
