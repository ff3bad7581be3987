"""``sapphire tui``: the machine in a terminal."""

from __future__ import annotations

import sys
from typing import Any

import click

from sapphire_emu.commands.machine_options import MachineOptions, machine_options, session
from sapphire_emu.commands.serial_options import line_options, pty_link_option
from sapphire_emu.commands.stopping import stop_signals
from sapphire_emu.errors import UserError
from sapphire_emu.extras import install_line


@click.command()
@machine_options
@line_options
@pty_link_option
def tui(**options: Any) -> None:
    """Play on the machine in the terminal, with keyboard or mouse; also over ssh.

    Keys are those of the window: a move as it is written, o OPTION, v Ver/Set, w NG, l Level,
    x Color, t Hint, comma and full stop Take Back and Trace Forward, Backspace C/CB, m GO,
    p n i r q k the pieces. Tab and Enter reach every key too. Ctrl-Q ends.

    \b
    Examples:
      sapphire tui
      sapphire tui --fresh --level be2
    """
    try:
        from sapphire_emu.tui.app import Sapphire
    except ImportError as error:
        raise UserError(f"the terminal needs an extra: {install_line('tui')}") from error

    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise UserError("no terminal here; press and control work without one")
    with stop_signals() as came, session(MachineOptions(**options), seed=None) as running:
        Sapphire(running, lambda: bool(came)).run()
