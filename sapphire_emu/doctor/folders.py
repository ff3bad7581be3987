"""The memory and the folders: where, writable, in use by whom, damaged or not."""

from __future__ import annotations

import os
import shlex
from collections.abc import Iterator
from pathlib import Path

from sapphire_emu.doctor.finding import Finding, fault, fine, lacks


def memory(path: Path) -> Iterator[Finding]:
    """The memory file, looked at without changing anything."""
    from sapphire_emu.errors import UserError
    from sapphire_emu.store.health import examine

    try:
        health = examine(path)
    except UserError as error:
        aside = f"mv {shlex.quote(str(path))} {shlex.quote(f'{path}.old')}"
        mend = f"{aside}, then start as new or: sapphire memory import FILE"
        yield fault("memory", str(error), mend)
        return
    if health.damage:
        yield fault(
            "memory",
            f"{path} is damaged ({health.damage}); the next start sets it aside",
            "sapphire memory import FILE, with a file that sapphire memory export wrote",
        )
    elif not health.writable:
        protected = path.exists() and not os.access(path, os.W_OK)
        wanted = (
            f"chmod u+w {shlex.quote(str(path))}" if protected else f"make {path.parent} writable"
        )
        mend = f"{wanted}, or name another file with --state"
        yield fault("memory", f"{path} cannot be written", mend)
    elif health.holder:
        mend = "close that first; --read-only looks at it meanwhile"
        yield lacks("memory", f"{path} is in use by {health.holder}", mend)
    elif not health.exists:
        yield fine("memory", f"{path} will be made when you play")
    else:
        yield fine("memory", f"{path}: rating {health.rating}, {health.games} rated games")


def folders() -> Iterator[Finding]:
    """The other folders the program writes to."""
    from platformdirs import user_config_path

    from sapphire_emu.folders import journal_folder, states_folder
    from sapphire_emu.store.health import can_be_written

    settings = user_config_path("sapphire", appauthor=False)
    for thing, folder, loss in (
        ("states", states_folder(), "states cannot be saved"),
        ("journals", journal_folder(), "runs keep no journal"),
        ("settings", settings, "the window forgets its settings"),
    ):
        if can_be_written(folder):
            there = "" if folder.is_dir() else " (made when needed)"
            yield fine(thing, f"{folder}{there}")
        else:
            yield lacks(thing, f"{folder} cannot be written: {loss}", _owner_line(folder))


def _owner_line(folder: Path) -> str:
    while not folder.exists() and folder != folder.parent:
        folder = folder.parent
    return f"make {folder} writable" + (f" (chmod u+w {folder})" if os.name == "posix" else "")
