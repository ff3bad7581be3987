"""``sapphire explain``: what each key of a sequence does, and why."""

from __future__ import annotations

import dataclasses
import json

import click

from firmware_model.machine import Machine
from sapphire_emu.commands.completing import key_names
from sapphire_emu.key_names import keys_named
from sapphire_emu.scripts.explaining import MARKS, Explanation, explain


def _lines(number: int, found: Explanation) -> str:
    section = f"  section {found.section} {found.title}".rstrip() if found.section else ""
    known = f" ({MARKS[found.mark]})" if found.mark else ""
    refused = f", {found.beeps} beeps" if found.beeps else ""
    return (
        f"{number}. {found.key}\n"
        f"   {found.mode_before} -> {found.mode_after}: {found.what}{known}\n"
        f'   shows "{found.text}"{refused}{section}'
    )


@click.command("explain")
@click.argument("names", metavar="KEY…", nargs=-1, required=True, shell_complete=key_names)
@click.option("--json", "as_json", is_flag=True, help="One JSON object a line.")
def explain_command(names: tuple[str, ...], *, as_json: bool) -> None:
    """Say what each key of a sequence does from power-on: mode, table row, manual section.

    \b
    Examples:
      sapphire explain option ver
      sapphire explain option option a1
    """
    for number, found in enumerate(explain(Machine(), keys_named(names)), start=1):
        if as_json:
            click.echo(json.dumps(dataclasses.asdict(found), ensure_ascii=False))
        else:
            click.echo(_lines(number, found))
