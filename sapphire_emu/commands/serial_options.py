"""The options about serial links, and the links they describe."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from firmware_model.dialects import DIALECTS
from sapphire_emu.commands.completing import dialects
from sapphire_emu.errors import UserError

if TYPE_CHECKING:
    from sapphire_emu.commands.machine_options import MachineOptions
    from sapphire_emu.links.address import Settings
    from sapphire_emu.links.serial_link import SerialLink

F = TypeVar("F", bound=Callable[..., Any])


def line_options(command: F) -> F:
    """Decorator: ``--dialect``, ``--baud``, ``--pace`` and ``--line-end``."""
    for option in (
        click.option(
            "--line-end",
            metavar="crlf|cr|lf",
            help="How lines end that go out (default: crlf, as the device).",
        ),
        click.option("--pace", is_flag=True, help="Send no faster than the real line would."),
        click.option(
            "--baud",
            metavar="N",
            help="Line speed (default: the dialect's own, 9600 for a Sapphire II).",
        ),
        click.option(
            "--dialect",
            metavar="NAME",
            shell_complete=dialects,
            help=f"What the port speaks: {' '.join(DIALECTS)} (default: sapphire2).",
        ),
    ):
        command = option(command)
    return command


def pty_link_option(command: F) -> F:
    """Decorator: ``--link``."""
    return click.option(
        "--link",
        type=click.Path(path_type=Path),
        metavar="PATH",
        help="A symbolic link to the (first) pty: a name that stays the same.",
    )(command)


def given_settings(
    dialect: str | None, baud: str | None, line_end: str | None, *, pace: bool
) -> Settings:
    """The settings that the options describe.

    :raises UserError: a value cannot be.
    """
    from sapphire_emu.links.address import Settings, refined

    given = {"dialect": dialect, "baud": baud, "line_end": line_end, "pace": "1" if pace else None}
    named = {key: value for key, value in given.items() if value is not None}
    return refined(Settings(), named, "options")


def open_links(
    options: MachineOptions, note: Callable[[str], None], announce: Callable[[str], None]
) -> list[SerialLink]:
    """Open every ``--serial``; those already open are closed again when one does not open.

    :param announce: told the path of each link that another program has to open.
    :raises UserError: one does not open.
    """
    settings = given_settings(options.dialect, options.baud, options.line_end, pace=options.pace)
    ptys = [text for text in options.serial if text.split("?", 1)[0] == "pty"]
    if options.link is not None and not ptys:
        raise UserError("--link names a pty (expected --serial pty with it)")
    if not options.serial:
        return []
    from sapphire_emu.links.opening import open_link

    links: list[SerialLink] = []
    free = options.link.expanduser() if options.link is not None else None
    try:
        for text in options.serial:
            link = free if text in ptys else None
            links.append(open_link(text, settings, note, link=link))
            free = None if link else free
    except BaseException:
        for opened in links:
            opened.close()
        raise
    for opened in links:
        if opened.path:
            announce(opened.path)
    return links
