"""``sapphire memory``: where it is, back it up, put it on another computer."""

from __future__ import annotations

from pathlib import Path

import click

from firmware_model.codec import DamagedMemory, decode, encode
from firmware_model.state import Nvram
from sapphire_emu.commands.owner_options import owner_options
from sapphire_emu.documents import read_document, write_document
from sapphire_emu.errors import UserError
from sapphire_emu.folders import make_folder, owner_path
from sapphire_emu.outputs import may_replace
from sapphire_emu.store.memory import Memory
from sapphire_emu.store.records import LogEntry

FORM = "sapphire-memory"
FORM_VERSION = 1
"""Form of an exported file; its parts carry the store's own schema number besides."""


@click.group()
def memory() -> None:
    """Where the memory is; export it to a file; import it from one.

    \b
    Examples:
      sapphire memory where
      sapphire memory export backup.json
      sapphire memory import backup.json --player anna
    """


@memory.command()
@owner_options
def where(*, state: Path | None, player: str | None) -> None:
    """Print the path of the memory file."""
    click.echo(owner_path(state, player))


@memory.command("export")
@click.argument("file", type=click.Path(path_type=Path, dir_okay=False))
@owner_options
@click.option("--force", is_flag=True, help="Replace FILE if it exists.")
def export_(file: Path, *, state: Path | None, player: str | None, force: bool) -> None:
    """Write memory, games and history to FILE, readable on any computer."""
    path = owner_path(state, player)
    may_replace(file, [path], force=force)
    if not path.exists():
        raise UserError(f"{path}: there is no memory yet; play a game first")
    with Memory.open(path, read_only=True) as opened:
        fields = {
            "memory": encode(opened.load()),
            "log": [entry.to_stored() for entry in opened.log()],
        }
    write_document(file, FORM, FORM_VERSION, fields, replace=force)
    click.echo(f"{file}: {len(fields['log'])} log entries")


@memory.command("import")
@click.argument("file", type=click.Path(path_type=Path, dir_okay=False))
@owner_options
@click.option("--force", is_flag=True, help="Replace a memory that is not empty.")
def import_(file: Path, *, state: Path | None, player: str | None, force: bool) -> None:
    """Read memory, games and history from FILE that `export` wrote."""
    nvram, log = _read(file)
    path = owner_path(state, player)
    if state is None:
        make_folder(path.parent)
    with Memory.open(path) as opened:
        if not force and (opened.load() != Nvram() or opened.log()):
            raise UserError(f"{path} holds a memory already (expected --force to replace it)")
        opened.replace_all(nvram, log)
    click.echo(f"{path}: rating {nvram.record.elo}, {len(log)} log entries")


def _read(file: Path) -> tuple[Nvram, list[LogEntry]]:
    document = read_document(file, FORM, FORM_VERSION, "an exported memory")
    try:
        nvram = decode(document.get("memory"))
        entries = document.get("log")
        if not isinstance(entries, list):
            raise DamagedMemory("log: expected a list")
        log = [LogEntry.from_stored(number, entry) for number, entry in enumerate(entries, start=1)]
    except DamagedMemory as error:
        raise UserError(f"{file}: damaged: {error}") from error
    return nvram, log
