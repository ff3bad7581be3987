"""``sapphire frbe check``."""

from __future__ import annotations

import contextlib
import json
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

import click

from sapphire_emu.commands.frbe.options import FILE, encoding_option
from sapphire_emu.counting import counted

if TYPE_CHECKING:
    from sapphire_emu.club.frbe.bulk import Checked

_LEAST_FOR_BAR = 200


@click.command()
@click.argument("files", metavar="FILE...", nargs=-1, required=True, type=FILE)
@click.option("--any-name", is_flag=True, help="Do not check the files' names.")
@click.option("-q", "--quiet", is_flag=True, help="Print nothing; only the exit status tells.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object for each file.")
@encoding_option
def check(
    files: tuple[Path, ...], any_name: bool, quiet: bool, as_json: bool, encoding: str | None
) -> None:
    """List every problem, one a line: FILE:LINE:COLUMN: text.

    A folder stands for the files in it that end in a club's number (with --any-name: for all of
    them); many files are checked on all cores. Lines that begin with "note:" depart from custom but
    break nothing. Exit status: 0 without problems, 1 with any.

    \b
    Examples:
      sapphire frbe check B18TST1B.618
      sapphire frbe check results/ --any-name
    """
    from sapphire_emu.club.frbe.bulk import check_all, files_in

    paths, others = files_in(files, any_name=any_name)
    problems = bad = 0
    results: Iterable[Checked] = check_all(paths, encoding, names=not any_name)
    shows = len(paths) >= _LEAST_FOR_BAR and sys.stderr.isatty()
    with contextlib.ExitStack() as stack:
        if shows:
            bar = click.progressbar(results, length=len(paths), label="checking", file=sys.stderr)
            results = stack.enter_context(bar)
        for checked in results:
            problems += checked.problems
            bad += checked.problems > 0
            if as_json:
                click.echo(_as_json(checked))
            elif not quiet and checked.lines:
                sys.stdout.write("\n".join(checked.lines) + "\n")
    if len(paths) != 1 and not quiet and not as_json:
        told = f"{counted(len(paths), 'file')}, {bad} with problems, {counted(problems, 'problem')}"
        click.echo(f"{told}; {others} other(s) passed by" if others else told, err=True)
    sys.stdout.flush()
    if problems:
        click.get_current_context().exit(1)


def _as_json(checked: Checked) -> str:
    found = [
        {"line": one.line, "column": one.column, "text": one.text, "note": one.note}
        for one in checked.found
    ]
    shown = {"file": checked.path, "problems": checked.problems, "found": found}
    return json.dumps(shown, ensure_ascii=False)
