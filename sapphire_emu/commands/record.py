"""``sapphire record``: play, and get a key script of it."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click

from firmware_model.keys import Key
from sapphire_emu.commands.completing import key_names
from sapphire_emu.commands.machine_options import MachineOptions, machine_options, say, session
from sapphire_emu.commands.press import shown_line
from sapphire_emu.commands.stopping import stop_signals
from sapphire_emu.commands.window_options import Look, Window, window_options
from sapphire_emu.counting import counted
from sapphire_emu.errors import InputError, UserError
from sapphire_emu.folders import journal_folder
from sapphire_emu.key_names import keys_named
from sapphire_emu.outputs import may_replace
from sapphire_emu.reading import typed_line
from sapphire_emu.saving import save, try_to_write
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
) -> int:
    """Play in a window (or headless) and write what was done as a key script that runs.

    The texts that the LCD showed become assertions; the opponent's moves become replies. A line
    on standard input that names no key is left out; the exit status is 2 then.

    \b
    Examples:
      sapphire record demo.keys --fresh
      sapphire record demo.keys --fresh --headless option ver go e5 b2 e5 d4
      echo "option ver" | sapphire record demo.keys --fresh --headless
    """
    keys = keys_named(names)
    may_replace(file, [], force=force)
    try_to_write(file.parent)
    chosen = MachineOptions(**options)
    window = None if headless or keys else Window(Look(skin_name, size, mute, speak, light))
    kept_before = set(journal_folder().glob("*.journal"))
    left_out: list[str] = []
    with stop_signals() as came, session(chosen) as running:
        if window is not None:
            window.show(running, chosen, lambda: bool(came))
        for key in keys or ([] if window is not None else _typed(left_out)):
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
    return 2 if left_out else 0


def _typed(left_out: list[str]) -> Iterator[Key]:
    """Keys named on standard input, line by line; a line that names none is told and left out."""
    for number in itertools.count(1):
        try:
            line = typed_line(number)
        except InputError as error:
            say(f"{error}; what follows is left out")
            left_out.append("")
            return
        if not line:
            return
        try:
            keys = keys_named(line.removeprefix("press ").split())
        except UserError as error:
            say(f"{error}; the line is left out")
            left_out.append(line)
        else:
            yield from keys
