"""``sapphire record``: play, and get a key script of it."""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path
from typing import Any

import click

from sapphire_emu.commands.completing import key_names
from sapphire_emu.commands.machine_options import MachineOptions, machine_options, session
from sapphire_emu.commands.press import keys_named, shown_line
from sapphire_emu.commands.stopping import stop_signals
from sapphire_emu.commands.window_options import Look, Window, window_options
from sapphire_emu.counting import counted
from sapphire_emu.errors import InputError, UserError
from sapphire_emu.folders import journal_folder
from sapphire_emu.saving import save
from sapphire_emu.scripts.journal import read_journal
from sapphire_emu.scripts.transcript import to_script


@click.command()
@click.argument("file", metavar="FILE.keys", type=click.Path(path_type=Path, dir_okay=False))
@click.argument("names", metavar="[KEY…]", nargs=-1, shell_complete=key_names)
@machine_options
@window_options
@click.option("--headless", is_flag=True, help="No window: KEYs, or lines of keys from stdin.")
@click.option("--force", is_flag=True, help="Replace FILE if it exists.")
def record(
    file: Path,
    names: tuple[str, ...],
    *,
    headless: bool,
    force: bool,
    skin_name: str,
    size: str | None,
    mute: bool,
    speak: bool,
    light: bool | None,
    **options: Any,
) -> None:
    """Play in a window (or headless) and write what was done as a key script that runs.

    The texts that the LCD showed become assertions; the opponent's moves become replies.

    \b
    Examples:
      sapphire record demo.keys --fresh
      sapphire record demo.keys --fresh --headless option ver go e5 b2 e5 d4
      echo "option ver" | sapphire record demo.keys --fresh --headless
    """
    keys = keys_named(names)
    if file.exists() and not force:
        raise UserError(f"{file} exists already (expected a new name, or --force)")
    if not file.parent.is_dir():
        raise UserError(f"{file.parent}: no such folder")
    _try_to_write(file.parent)
    chosen = MachineOptions(**options)
    window = None if headless or keys else Window(Look(skin_name, size, mute, speak, light))
    kept_before = set(journal_folder().glob("*.journal"))
    with stop_signals() as came, session(chosen) as running:
        if window is not None:
            window.show(running, chosen, lambda: bool(came))
        for key in keys or ([] if window is not None else _typed()):
            running.press(key)
            running.settle()
            click.echo(shown_line(running, key.script_name, as_json=False))
    journals = sorted(set(journal_folder().glob("*.journal")) - kept_before)
    if not journals:
        raise UserError(
            f"{journal_folder()}: no journal could be kept there, so there is no script"
        )
    if len(journals) > 1:
        raise UserError("the run was too long for one script; see sapphire journal list")
    text = to_script(read_journal(journals[0]))
    try:
        save(file, text.encode(), replace=force)
    except InputError as error:
        raise UserError(f"{error}; sapphire journal script {journals[0]} makes it again") from None
    click.echo(f"{file}: {counted(text.count(chr(10)), 'line')}")


def _try_to_write(folder: Path) -> None:
    """Before an evening is played, not after it."""
    try:
        with tempfile.TemporaryFile(dir=folder):
            pass
    except OSError as error:
        raise UserError(f"{folder}: cannot be written to: {error.strerror}") from None


def _typed() -> Any:
    """Keys named on standard input, line by line."""
    for line in sys.stdin:
        yield from keys_named(tuple(line.removeprefix("press ").split()))
