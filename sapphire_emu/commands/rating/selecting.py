"""``--eco``: the games of one opening, by code or by refined key."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any, TypeVar

import click

from sapphire_emu.commands.eco.options import KeyRange
from sapphire_emu.commands.machine_options import eco_book_option, say
from sapphire_emu.counting import counted
from sapphire_emu.errors import InputError
from sapphire_emu.opening_keys import OpeningKeys
from sapphire_emu.store.records import LogEntry

F = TypeVar("F", bound=Callable[..., Any])


def eco_options(command: F) -> F:
    """Decorator: ``--eco`` and ``--eco-book``."""
    chosen = click.option(
        "--eco",
        "keys",
        type=KeyRange(),
        metavar="KEYS",
        help="Only games of this opening: C89, C89/07 or C89/90-99.",
    )
    return chosen(eco_book_option(command))


def selected(
    log: list[LogEntry], keys: tuple[int, int, int] | None, book: Path | None
) -> list[LogEntry]:
    """The entries whose key lies in the range; all of them without one.

    With a book every game gets that book's key. Without, the key that was stored with the game
    counts, and a game stored without one is looked up now.
    """
    if keys is None and book is None:
        return log
    if book is not None and not book.exists():
        raise InputError("no such file", path=book, expected="a book made by sapphire eco build")
    names, keyed = OpeningKeys(book, note=say), []
    for entry in log:
        rated = entry.rated
        if rated is not None and (book is not None or not rated.eco):
            eco, opening = names.of_game(rated.game)
            if eco:
                entry = replace(entry, rated=replace(rated, eco=eco, opening=opening))  # noqa: PLW2901
        keyed.append(entry)
    names.close()
    if keys is None:
        return keyed
    missing = sum(entry.rated is not None and not entry.rated.eco for entry in keyed)
    if missing:
        from sapphire_emu.club.openings.extra import INSTALL

        say(f"no opening key: {counted(missing, 'game')}; to find it: {INSTALL}")
    return [entry for entry in keyed if _within(entry, keys)]


def _within(entry: LogEntry, keys: tuple[int, int, int]) -> bool:
    from sapphire_emu.club.openings.codes import parse_key

    found = parse_key(entry.rated.eco) if entry.rated is not None else None
    code, lowest, highest = keys
    return found is not None and found[0] == code and lowest <= found[1] <= highest
