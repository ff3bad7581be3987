"""``sapphire press``: press keys, see what the machine shows after each."""

from __future__ import annotations

import json
from typing import Any

import click

from firmware_model.lcd import SYMBOLS
from sapphire_emu.commands.completing import key_names
from sapphire_emu.commands.machine_options import MachineOptions, machine_options, session
from sapphire_emu.key_names import keys_named
from sapphire_emu.loop import Session


def shown_line(running: Session, what: str, *, as_json: bool) -> str:
    """What the machine shows, after ``what`` (a key's name), as one line."""
    lcd = running.machine.lcd
    symbols = [name for name in SYMBOLS if name in lcd.symbols]
    beeps = running.machine.beeps
    if as_json:
        shown = {
            "key": what,
            "text": lcd.text,
            "cells": lcd.cells,
            "symbols": symbols,
            "beeps": beeps,
        }
        return json.dumps(shown, ensure_ascii=False)
    text = f'"{lcd.text}"'
    lit = " ".join(symbols) or "-"
    return f"{what:<7} {text:<14} {lit}  {beeps} beep{'' if beeps == 1 else 's'}"


@click.command()
@click.argument("names", metavar="KEY…", nargs=-1, required=True, shell_complete=key_names)
@machine_options
@click.option("--json", "as_json", is_flag=True, help="One JSON object a line.")
def press(names: tuple[str, ...], *, as_json: bool, **options: Any) -> None:
    """Press keys and print, for each, the LCD text, the lit symbols and the beeps.

    It waits for the machine's move before the next key and before it ends.

    \b
    Keys: a1 b2 c3 d4 e5 f6 g7 h8 ver ng option clear pawn knight bishop
          color hint rook queen king level left right go

    \b
    Examples:
      sapphire press --fresh option ver            the rating of a new owner
      sapphire press e5 b2 e5 d4                   play e2-e4 on your own machine
      sapphire press option h8 --serial file:board.txt   print the board
    """
    keys = keys_named(names)

    def announce(path: str) -> None:
        click.echo(json.dumps({"port": path}) if as_json else f"port {path}")

    with session(MachineOptions(**options), announce=announce) as running:
        for key in keys:
            running.press(key)
            running.settle()
            click.echo(shown_line(running, key.script_name, as_json=as_json))
