"""``sapphire frbe fictive``."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import click

from sapphire_emu.commands.frbe.options import FILE, encoding_option, json_option
from sapphire_emu.errors import UserError

if TYPE_CHECKING:
    from sapphire_emu.club.frbe.fictive import FictiveReport
    from sapphire_emu.club.frbe.model import ResultFile

_BESIDE = "beside"
"""What ``--explain`` without a name stands for."""


@click.command()
@click.argument("file", required=False, type=FILE)
@click.option("--kind", type=click.Choice(["closed", "open"]), help="Instead of finding out.")
@click.option("--write", type=FILE, metavar="OUT", help="Write the file with the figures.")
@click.option(
    "--explain",
    is_flag=False,
    flag_value=_BESIDE,
    metavar="[PICTURE]",
    help="Draw the convergence, .svg or .png; without a name, FILE-convergence.svg here.",
)
@click.option("--force", is_flag=True, help="Replace the picture if it exists.")
@click.option("--cap", type=click.IntRange(0, 800), help="Limit dp (the later rules: 350).")
@click.option("--players", type=FILE, help="CSV matricule,games: under 20 games is unrated.")
@json_option
@encoding_option
def fictive(
    file: Path | None,
    kind: str | None,
    write: Path | None,
    explain: str | None,
    force: bool,
    cap: int | None,
    players: Path | None,
    as_json: bool,
    encoding: str | None,
) -> None:
    """Work out fictive ratings for the unrated players, with the whole reasoning.

    Unrated: with a matricule, and a rating that is blank, 0 or marked fictive (***); with --players
    also everybody under 20 games. A closed group gets one common figure, in an open everybody gets
    his own, by iteration. --write makes a new file in fixed columns (CRLF, CP850) with *** and the
    figures; an existing file is never overwritten, and a picture only with --force.

    \b
    Examples:
      sapphire frbe fictive B18TST1B.618 --kind closed
      sapphire frbe fictive 'B19OPE$$.618' --kind open --explain convergence.png
      sapphire frbe fictive B18TST1B.618 --write out/B18TST1B.618
    """
    from sapphire_emu.club.frbe.fictive import fictive_ratings
    from sapphire_emu.club.frbe.mirror import mirror_problems
    from sapphire_emu.club.frbe.player_list import read_player_list
    from sapphire_emu.club.frbe.reader import read_file
    from sapphire_emu.club.frbe.standing import Kind
    from sapphire_emu.club.picture import kind_of_picture
    from sapphire_emu.outputs import may_replace

    if file is None and explain and Path(explain).suffix.lower() not in (".svg", ".png"):
        file, explain = Path(explain), _BESIDE  # `--explain FILE`: the word was the file
    if file is None:
        raise UserError("no FILE; see sapphire frbe fictive --help")
    picture, replace = None, False
    if explain is not None:
        picture = Path(f"{file.name}-convergence.svg" if explain == _BESIDE else explain)
        kind_of_picture(picture)
        replace = may_replace(picture, [file, *([players] if players else [])], force=force)
    found = read_file(file, encoding)
    games = read_player_list(players) if players else None
    report = fictive_ratings(found, Kind(kind) if kind else None, cap, games)
    saved = _save(found, report, file, write, picture, replace)
    doubts = sum(1 for _ in mirror_problems(found))
    if doubts:
        word = "game does" if doubts == 1 else "games do"
        text = f"note: {doubts} {word} not agree with the opponent's line: see frbe check"
        click.echo(text, err=True)
    if as_json:
        from sapphire_emu.club.frbe.fictive_report import as_dict

        click.echo(json.dumps(as_dict(report, str(file)), ensure_ascii=False))
    else:
        from sapphire_emu.club.frbe.fictive_report import as_text

        click.echo(as_text(report))
    for path in saved:
        click.echo(f"saved {path}", err=as_json)


def _save(
    found: ResultFile,
    report: FictiveReport,
    file: Path,
    write: Path | None,
    picture: Path | None,
    replace: bool,
) -> list[Path]:
    """Write what was asked for, before anything is printed."""
    from sapphire_emu.club.frbe.fictive import with_fictive
    from sapphire_emu.club.frbe.writer import for_sending, to_bytes
    from sapphire_emu.saving import save

    saved: list[Path] = []
    if write is not None:
        result = for_sending(with_fictive(found, report))
        save(write, to_bytes(result, write), replace=False)
        saved.append(write)
    if picture is not None:
        from sapphire_emu.club.frbe.convergence import explain_picture
        from sapphire_emu.club.picture import draw

        draw(explain_picture(report, f"Fictive ratings of {file.name}"), picture, replace=replace)
        saved.append(picture)
    return saved
