"""``sapphire run``: key scripts, headless."""

from __future__ import annotations

import json
from pathlib import Path

import click

from sapphire_emu.commands.machine_options import say
from sapphire_emu.desk import Desk
from sapphire_emu.opponent.external import open_opponent
from sapphire_emu.scripts.grammar import VERBS
from sapphire_emu.scripts.parser import parse_file
from sapphire_emu.scripts.runner import Failure, Runner


def _words(ctx: click.Context, _: click.Parameter, wanted: bool) -> None:
    if wanted:
        width = max(len(verb.usage) for verb in VERBS.values())
        for verb in VERBS.values():
            click.echo(f"{verb.usage:<{width}}  {verb.meaning}")
        ctx.exit()


@click.command()
@click.argument(
    "files", metavar="FILE.keys…", nargs=-1, required=True, type=click.Path(path_type=Path)
)
@click.option("--opponent", metavar="SPEC", help="Who plays where no reply is scripted.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object for each script.")
@click.option(
    "--words",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=_words,
    help="List the statements of the language and exit.",
)
def run(files: tuple[Path, ...], *, opponent: str | None, as_json: bool) -> int:
    """Run key scripts. Every file is checked whole before the first one runs.

    A line that does not hold prints where it stands, what was expected, what was there, and the
    last ten inputs; the exit status is then 1. A script never touches your own machine.

    \b
    Example script:
      power on
      press option ver
      lcd "rt 1400"

    \b
    Examples:
      sapphire run first.keys
      sapphire run assets/scripts/*.keys
      sapphire run --words
    """
    scripts = [(path, parse_file(path)) for path in files]
    chosen = opponent not in (None, "embedded")
    desk = Desk(open_opponent(opponent), note=say, built_in_book=not chosen)
    failed = 0
    try:
        for path, statements in scripts:
            failure = Runner(path, desk.consult).run(statements)
            if as_json:
                click.echo(_as_json(path, len(statements), failure))
                failed += failure is not None
            elif failure is None:
                click.echo(f"ok      {path}  ({len(statements)} statements)")
            else:
                failed += 1
                click.echo(f"FAILED  {failure}")
    finally:
        desk.close()
    if len(scripts) > 1 and not as_json:
        click.echo(f"{len(scripts) - failed} of {len(scripts)} scripts hold")
    return 1 if failed else 0


def _as_json(path: Path, statements: int, failure: Failure | None) -> str:
    shown: dict[str, object] = {
        "script": str(path),
        "statements": statements,
        "holds": failure is None,
    }
    if failure is not None:
        shown |= {
            "line": failure.line,
            "expected": failure.expected,
            "got": failure.got,
            "inputs": list(failure.inputs),
            "text": failure.lcd.text,
        }
    return json.dumps(shown, ensure_ascii=False)
