"""``sapphire memory``: where it is, back it up, put it on another computer."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import click

from firmware_model._version import __version__
from firmware_model.codec import DamagedMemory, decode, encode
from firmware_model.state import Nvram
from sapphire_emu.commands.owner_options import owner_options
from sapphire_emu.errors import UserError
from sapphire_emu.folders import owner_path
from sapphire_emu.saving import save
from sapphire_emu.store.memory import Memory
from sapphire_emu.store.records import LogEntry

FORM = "sapphire-memory"
FORM_VERSION = 1
"""Form of an exported file; its parts carry the store's own schema number besides."""
MAX_BYTES = 256 * 1024 * 1024


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
    if not path.exists():
        raise UserError(f"{path}: there is no memory yet; play a game first")
    with Memory.open(path, read_only=True) as opened:
        document: dict[str, Any] = {
            "form": FORM,
            "version": FORM_VERSION,
            "made_by": __version__,
            "memory": encode(opened.load()),
            "log": [entry.to_stored() for entry in opened.log()],
        }
    save(file, json.dumps(document, indent=1).encode(), replace=force)
    click.echo(f"{file}: {len(document['log'])} log entries")


@memory.command("import")
@click.argument("file", type=click.Path(path_type=Path, dir_okay=False))
@owner_options
@click.option("--force", is_flag=True, help="Replace a memory that is not empty.")
def import_(file: Path, *, state: Path | None, player: str | None, force: bool) -> None:
    """Read memory, games and history from FILE that `export` wrote."""
    nvram, log = _read(file)
    path = owner_path(state, player)
    with Memory.open(path) as opened:
        if not force and (opened.load() != Nvram() or opened.log()):
            raise UserError(f"{path} holds a memory already (expected --force to replace it)")
        opened.replace_all(nvram, log)
    click.echo(f"{path}: rating {nvram.record.elo}, {len(log)} log entries")


def _read(file: Path) -> tuple[Nvram, list[LogEntry]]:
    try:
        if file.stat().st_size > MAX_BYTES:
            raise UserError(f"{file}: too large for an exported memory")
        document: Any = json.loads(file.read_bytes())
    except OSError as error:
        raise UserError(f"{file}: {error.strerror}") from error
    except json.JSONDecodeError as error:
        raise UserError(f"{file}:{error.lineno}:{error.colno}: not JSON: {error.msg}") from error
    except (UnicodeDecodeError, RecursionError) as error:
        raise UserError(f"{file}: not an exported memory") from error
    if not isinstance(document, dict) or document.get("form") != FORM:
        raise UserError(f"{file}: not an exported memory (expected form {FORM})")
    if document.get("version") != FORM_VERSION:
        raise UserError(
            f"{file}: form version {document.get('version')!r} (expected {FORM_VERSION})"
        )
    try:
        nvram = decode(document.get("memory"))
        entries = document.get("log")
        if not isinstance(entries, list):
            raise DamagedMemory("log: expected a list")
        log = [
            replace(LogEntry.from_stored(entry), number=number)
            for number, entry in enumerate(entries, start=1)
        ]
    except DamagedMemory as error:
        raise UserError(f"{file}: damaged: {error}") from error
    return nvram, log
