"""``sapphire link test``: is a Novag at this port?"""

from __future__ import annotations

import json
import time
from typing import Any

import click

from sapphire_emu.commands.completing import real_ports
from sapphire_emu.commands.machine_options import say
from sapphire_emu.commands.serial_options import given_settings, line_options
from sapphire_emu.commands.stopping import stop_signals
from sapphire_emu.links.asking import Answer, ask_identity
from sapphire_emu.links.opening import open_line


@click.group()
def link() -> None:
    """Check serial links.

    \b
    Example:
      sapphire link test /dev/ttyUSB0
    """


@link.command()
@click.argument("url", shell_complete=real_ports)
@line_options
@click.option("--json", "as_json", is_flag=True, help="One JSON object.")
def test(url: str, *, as_json: bool, **line: Any) -> int:
    """Ask who is there (I, as every Novag understands it) and show what came back.

    It changes nothing in the machine. The exit status is 0 when something answered, else 1.

    \b
    Examples:
      sapphire link test /dev/ttyUSB0                 a Sapphire II, 9600 baud
      sapphire link test /dev/ttyUSB0 --baud 57600    a Citrine or Star Diamond
      sapphire link test ~/novag                      this emulator
    """
    settings = given_settings(line["dialect"], line["baud"], line["line_end"], pace=line["pace"])
    with stop_signals() as came:
        opened, settings, path = open_line(url, settings, say)
        if path:
            click.echo(f"port {path}", err=as_json)  # the object has standard output to itself
        try:
            answer = ask_identity(
                opened, settings.dialect.line_end, time.monotonic, stopped=lambda: bool(came)
            )
        finally:
            opened.close(grace_s=0.2)
    if as_json:
        shown = {
            "url": url,
            "answered": answer.understood,
            "bytes": answer.data.decode("latin-1"),
            "identity": answer.identity or None,
            "baud": settings.line_baud,
        }
        click.echo(json.dumps(shown))
    else:
        click.echo(_told(url, answer, settings.line_baud))
    return 0 if answer.understood else 1


def _told(url: str, answer: Answer, baud: int) -> str:
    sent = f"sent I to {url} {answer.tries} time{'s' if answer.tries != 1 else ''}, {baud} baud"
    if not answer.data:
        return (
            f"{sent}; nothing came back (is it switched on, is the cable a Novag one, does the "
            "model have this speed?)"
        )
    got = f"{len(answer.data)} bytes: {answer.data[:200]!r}"
    if answer.identity:
        return f"{sent}; {got}\nit is {answer.identity}"
    if answer.echo:
        return f"{sent}; {got}\nonly an echo: a loop-back plug, or two wires touching"
    if not answer.understood:
        return f"{sent}; {got}\nno text: most likely the speed is wrong"
    return f"{sent}; {got}\nit answers, but not as a Novag does"
