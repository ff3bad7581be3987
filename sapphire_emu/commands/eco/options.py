"""Options, the progress bar and the list of problems that the commands share."""

from __future__ import annotations

import contextlib
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from sapphire_emu.club.openings.book import Book
    from sapphire_emu.club.openings.reading_games import Problem

FILE = click.Path(path_type=Path)
json_option = click.option("--json", "as_json", is_flag=True, help="Print JSON for a program.")
strict_option = click.option(
    "--strict", is_flag=True, help="Stop at the first game that cannot be used; write nothing."
)
_MOST_PROBLEMS = 200


@contextlib.contextmanager
def progress(size: int, label: str) -> Iterator[Callable[[int, int], None]]:
    """A bar on the terminal with the games a second; called with bytes and games just done."""
    if not sys.stderr.isatty():
        yield lambda _bytes, _games: None
        return
    start, games = time.monotonic(), 0

    def shown(_: object) -> str:
        return f"{games / max(time.monotonic() - start, 0.001):,.0f} games/s"

    bar = click.progressbar(length=size, label=label, item_show_func=shown, file=sys.stderr)
    with bar:

        def told(done: int, more: int) -> None:
            nonlocal games
            games += more
            bar.update(done, current_item=games)

        yield told


@contextlib.contextmanager
def goes_on() -> Iterator[None]:
    """Say of a run that is stopped, by a key or by a signal, that it can be gone on with."""
    try:
        yield
    except (KeyboardInterrupt, SystemExit):
        with contextlib.suppress(OSError):  # the terminal may be what has gone
            click.echo("\nthe same command goes on from here", err=True)
        raise


def say_unrefined(book: Book, path: Path) -> None:
    """Tell of a book without refined keys what refines it."""
    if not book.refined:
        click.echo(f"{path}: this book is not refined (sapphire eco refine {path})", err=True)


class Problems:
    """Prints each problem as ``FILE:LINE: skipped: reason``, the first 200 of a run."""

    def __init__(self) -> None:
        self.count = 0

    def of(self, path: Path) -> Callable[[Problem], None]:
        """What to call with the problems of one file."""

        def tell(problem: Problem) -> None:
            self.count += 1
            if self.count <= _MOST_PROBLEMS:
                click.echo(f"{path}:{problem.line}: skipped: {problem.reason}", err=True)
            elif self.count == _MOST_PROBLEMS + 1:
                click.echo("(further skipped games are only counted)", err=True)

        return tell


class Codes(click.ParamType):  # type: ignore[type-arg]
    """One or more ECO codes, with commas between."""

    name = "CODES"

    def convert(
        self, value: object, param: click.Parameter | None, ctx: click.Context | None
    ) -> frozenset[int]:
        """The codes' numbers."""
        from sapphire_emu.club.openings.codes import code_number

        if isinstance(value, frozenset):
            return value
        words = [word.strip().upper() for word in str(value).split(",")]
        numbers = [code_number(word) if len(word) == 3 else None for word in words]
        for word, number in zip(words, numbers, strict=True):
            if number is None:
                self.fail(f"'{word[:20]}' is no ECO code (expected A00 to E99)", param, ctx)
        return frozenset(number for number in numbers if number is not None)


class KeyRange(click.ParamType):  # type: ignore[type-arg]
    """A code, a key, or a range of keys of one code."""

    name = "KEYS"

    def convert(
        self, value: object, param: click.Parameter | None, ctx: click.Context | None
    ) -> tuple[int, int, int]:
        """Code number, lowest and highest suffix."""
        from sapphire_emu.club.openings.codes import parse_range

        if isinstance(value, tuple):
            return value
        found = parse_range(str(value))
        if found is None:
            text = f"'{str(value)[:20]}' selects no keys (expected C89, C89/07 or C89/90-99)"
            self.fail(text, param, ctx)
        return found
