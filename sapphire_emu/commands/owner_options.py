"""``--state`` and ``--player``: whose memory a command is about."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import click

F = TypeVar("F", bound=Callable[..., Any])


def owner_options(command: F) -> F:
    """Decorator: ``--state`` and ``--player``."""
    for option in (
        click.option("--player", metavar="NAME", help="The memory of one of several owners."),
        click.option(
            "--state",
            type=click.Path(path_type=Path, dir_okay=False),
            help="Use this memory file instead of your own machine's.",
        ),
    ):
        command = option(command)
    return command
