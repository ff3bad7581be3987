"""``sapphire journal``: the inputs of the last runs; as a script, or checked step by step."""

from __future__ import annotations

import json
from pathlib import Path

import click

from sapphire_emu.counting import counted
from sapphire_emu.errors import UserError
from sapphire_emu.folders import journal_folder
from sapphire_emu.outputs import may_replace
from sapphire_emu.saving import save
from sapphire_emu.scripts.journal import Journal, first_difference, read_journal
from sapphire_emu.scripts.transcript import to_script


@click.group()
def journal() -> None:
    """Every run keeps a journal of its inputs with their emulated time.

    \b
    Examples:
      sapphire journal list
      sapphire journal last --to-script > bug.keys
      sapphire journal verify bug.journal
    """


def _paths() -> list[Path]:
    return sorted(journal_folder().glob("*.journal"))


@journal.command("list")
@click.option("--json", "as_json", is_flag=True, help="One JSON object for each.")
def list_(*, as_json: bool) -> None:
    """List the kept journals, oldest first."""
    for path in _paths():
        if as_json:
            click.echo(json.dumps({"journal": str(path), "bytes": path.stat().st_size}))
            continue
        click.echo(f"{path}  {counted(path.stat().st_size, 'byte')}")


@journal.command()
@click.option("--to-script", "as_script", is_flag=True, help="Print it as a key script.")
@click.option("-o", "--output", type=click.Path(path_type=Path), help="Write to this file.")
@click.option("--force", is_flag=True, help="Replace the output if it exists.")
def last(*, as_script: bool, output: Path | None, force: bool) -> None:
    """Show the last run's journal: its path, or with --to-script a script that does it again."""
    if output is not None and not as_script:
        raise UserError("-o goes with --to-script (expected both, or neither)")
    paths = _paths()
    if not paths:
        raise UserError("there is no journal yet; run the machine once")
    if not as_script:
        click.echo(paths[-1])
        return
    _put(to_script(read_journal(paths[-1])), output, paths[-1], force=force)


@journal.command()
@click.argument("file", type=click.Path(path_type=Path))
@click.option("-o", "--output", type=click.Path(path_type=Path), help="Write to this file.")
@click.option("--force", is_flag=True, help="Replace the output if it exists.")
def script(file: Path, *, output: Path | None, force: bool) -> None:
    """Print a journal file as a key script."""
    _put(to_script(read_journal(file)), output, file, force=force)


def _put(text: str, output: Path | None, source: Path, *, force: bool) -> None:
    if output is None:
        click.echo(text, nl=False)
    else:
        replace = may_replace(output, [source], force=force)
        save(output, text.encode(), replace=replace)
        click.echo(output)


@journal.command()
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--json", "as_json", is_flag=True, help="One JSON object.")
def verify(file: Path, *, as_json: bool) -> int:
    """Replay a journal and check the digest at every step; exit status 1 if one differs."""
    read: Journal = read_journal(file)
    step = first_difference(read)
    if as_json:
        differs = None if step is None else {"step": step.number, "at_ms": step.entry.at_ms}
        shown = {"journal": str(file), "steps": len(read.entries), "version": read.made_by}
        click.echo(json.dumps(shown | {"agrees": step is None, "differs": differs}))
        return 0 if step is None else 1
    if step is None:
        click.echo(
            f"{file}: {counted(len(read.entries), 'step')}, all agree "
            f"(made by version {read.made_by})"
        )
        return 0
    kind = type(step.entry.event).__name__
    click.echo(
        f"{file}: step {step.number} of {len(read.entries)} differs: {kind} at "
        f"{step.entry.at_ms} ms (made by version {read.made_by}); line {step.number + 1}"
    )
    return 1
