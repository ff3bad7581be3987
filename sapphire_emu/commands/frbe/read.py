"""``sapphire frbe read``."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import click

from sapphire_emu.commands.frbe.options import FILE, encoding_option, json_option
from sapphire_emu.errors import UserError


@click.command()
@click.argument("files", metavar="FILE...", nargs=-1, required=True, type=FILE)
@json_option
@click.option("--csv", "as_csv", is_flag=True, help="Print CSV, one line a player.")
@encoding_option
def read(files: tuple[Path, ...], as_json: bool, as_csv: bool, encoding: str | None) -> None:
    """Show result files: preamble, code line in words, cross-table.

    Fixed columns and blank-squeezed text, CRLF or LF, UTF-8, CP850 and Latin-1 are recognised.
    With --json each file is one line holding one object.

    \b
    Examples:
      sapphire frbe read B18TST1B.618
      sapphire frbe read *.618 --csv > players.csv
      sapphire frbe read B18TST1B.618 --json | python -m json.tool
    """
    from sapphire_emu.club.frbe import report
    from sapphire_emu.club.frbe.mirror import mirror_problems
    from sapphire_emu.club.frbe.reader import read_file

    if as_json and as_csv:
        raise UserError("--json and --csv exclude each other")
    found = [(str(path), read_file(path, encoding)) for path in files]
    if as_csv:
        sys.stdout.write(report.as_csv(found))
        return
    for number, (name, file) in enumerate(found):
        if as_json:
            click.echo(json.dumps(report.as_dict(file, name), ensure_ascii=False))
            continue
        if len(found) > 1:
            click.echo(("\n" if number else "") + f"== {name}")
        click.echo(report.as_text(file))
        doubts = sum(1 for _ in mirror_problems(file))
        if doubts:
            word = "game does" if doubts == 1 else "games do"
            click.echo(f"\n{doubts} {word} not agree with the opponent's line: see frbe check")
