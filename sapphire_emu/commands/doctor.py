"""``sapphire doctor``: what this computer has of what the machine can use."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import click

from sapphire_emu.commands.owner_options import owner_options
from sapphire_emu.doctor.finding import Finding, Verdict, looked
from sapphire_emu.folders import owner_path

SIGN = {Verdict.FINE: "ok", Verdict.LACKS: "--", Verdict.FAULT: "!!"}


def findings(path: Path) -> Iterator[Finding]:
    """Everything, in the order a person would look."""
    from sapphire_emu.doctor import engines, folders, installation, surroundings

    yield from looked("python", installation.python)
    yield from looked("packages", installation.packages)
    yield from looked("files", installation.files)
    yield from looked("memory", lambda: folders.memory(path))
    yield from looked("folders", folders.folders)
    yield from looked("opponent", engines.engines)
    yield from looked("display", surroundings.display_and_sound)
    yield from looked("serial", surroundings.serial_ports)
    yield from looked("pty", surroundings.pseudo_terminals)
    yield from looked("extras", installation.extras)


@click.command()
@owner_options
@click.option("--json", "as_json", is_flag=True, help="One JSON object a line.")
def doctor(*, state: Path | None, player: str | None, as_json: bool) -> int:
    """Look at this computer: what is there, what is missing, what mends it.

    One line a thing: ok is there, -- is missing but not needed by the base, !! is a fault. The
    line below says what mends it. Nothing is changed, no window opens, nothing sounds. The exit
    status is 1 when the base does not work, else 0.

    \b
    Examples:
      sapphire doctor
      sapphire doctor --json
      sapphire doctor --player anna        look at another owner's memory
    """
    faults = 0
    for finding in findings(owner_path(state, player)):
        faults += finding.verdict is Verdict.FAULT
        if as_json:
            shown = {
                "thing": finding.thing,
                "verdict": finding.verdict.value,
                "found": finding.found,
                "mend": finding.mend or None,
            }
            click.echo(json.dumps(shown, ensure_ascii=False))
            continue
        click.echo(f"{SIGN[finding.verdict]} {finding.thing:<11} {finding.found}")
        if finding.mend:
            click.echo(f"   {'':<11} mend: {finding.mend}")
    if not as_json:
        click.echo("the base does not work: see !!" if faults else "the base works")
    return 1 if faults else 0
