"""``sapphire cbf``: the old CBF/CBI format, read wholly, written with a label."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING

import click

from sapphire_emu.counting import counted
from sapphire_emu.errors import InputError, UserError

if TYPE_CHECKING:
    from sapphire_emu.club.openings.cbf.model import CbfGame

_FILE = click.Path(path_type=Path)
_strict = click.option(
    "--strict", is_flag=True, help="Stop at the first damaged game; write nothing."
)


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
def cbf() -> None:
    """Games of the old ChessBase format (DOS, Atari): NAME.CBF with its index NAME.CBI.

    Read wholly: moves, variations, annotations, names, results, Elo, ECO, start positions. Writing
    is not verified against ChessBase: no file of its own was at hand to compare with.

    \b
    Examples:
      sapphire cbf info OLD.CBF
      sapphire cbf to-pgn OLD.CBF -o old.pgn
      sapphire cbf from-pgn new.pgn -o NEW.CBF
    """


@cbf.command()
@click.argument("source", metavar="IN.CBF", type=_FILE)
@click.option("--json", "as_json", is_flag=True, help="Print JSON for a program.")
def info(source: Path, as_json: bool) -> None:
    """List the games, one a line; damaged ones with their number and byte.

    Exit status: 0 without damage, 1 with any.

    \b
    Examples:
      sapphire cbf info OLD.CBF
      sapphire cbf info OLD.CBF --json
    """
    from sapphire_emu.club.openings.cbf.files import read_cbf
    from sapphire_emu.club.openings.cbf.pgn import in_words
    from sapphire_emu.errors import printable

    games, damaged, rows = 0, 0, []
    for number, game in read_cbf(source):
        games += 1
        if isinstance(game, InputError):
            damaged += 1
            rows.append({"game": number, "damaged": str(game)})
            if not as_json:
                click.echo(str(game), err=True)
        else:
            rows.append({"game": number, "white": game.white, "black": game.black,
                         "year": game.year, "plies": len(game.line)})  # fmt: skip
            if not as_json:
                click.echo(printable(f"{number:5}  {in_words(game)}"))
    if as_json:
        click.echo(json.dumps({"games": games, "damaged": damaged, "list": rows}))
    else:
        click.echo(f"{counted(games, 'game')}, {damaged} damaged")
    if damaged:
        click.get_current_context().exit(1)


@cbf.command("to-pgn")
@click.argument("source", metavar="IN.CBF", type=_FILE)
@click.option("-o", "--output", required=True, type=_FILE, help="The PGN file to write.")
@_strict
def to_pgn(source: Path, output: Path, strict: bool) -> None:
    """Write the games as PGN (UTF-8). Damaged games are told and left out.

    \b
    Examples:
      sapphire cbf to-pgn OLD.CBF -o old.pgn
      sapphire cbf to-pgn OLD.CBF -o old.pgn --strict
    """
    from sapphire_emu.club.openings.cbf.files import index_path, read_cbf
    from sapphire_emu.club.openings.cbf.pgn import to_pgn as as_pgn
    from sapphire_emu.outputs import refuse_input
    from sapphire_emu.saving import save

    refuse_input(output, [source, index_path(source)])
    texts, damaged = [], 0
    for _, game in read_cbf(source):
        if isinstance(game, InputError):
            if strict:
                raise game
            damaged += 1
            click.echo(str(game), err=True)
        else:
            texts.append(as_pgn(game))
    if not texts:
        click.echo(f"no game to write, {damaged} damaged: nothing is saved", err=True)
        click.get_current_context().exit(1)
    save(output, "".join(texts).encode("utf-8"), replace=False)
    click.echo(f"{counted(len(texts), 'game')}, {damaged} damaged\nsaved {output}")


@cbf.command("from-pgn")
@click.argument("source", metavar="IN.pgn", type=_FILE)
@click.option("-o", "--output", required=True, type=_FILE, help="The .CBF file; .CBI beside it.")
@_strict
def from_pgn(source: Path, output: Path, strict: bool) -> None:
    """Write games as CBF and CBI: not verified against ChessBase.

    The format has no place for a comment before the first move, for day and month, for ratings
    under 1605 (steps of 5), for names of players and event longer than 63 bytes, for tags of other
    names, for marks ($146) of other kinds, and for signs outside code page 850: what is lost is
    counted. Games that cannot be read are told as FILE:LINE: skipped: reason and left out.

    \b
    Examples:
      sapphire cbf from-pgn new.pgn -o NEW.CBF
    """
    from sapphire_emu.club.openings.cbf import NOT_VERIFIED
    from sapphire_emu.club.openings.cbf.files import index_path, refuse_existing, write_records
    from sapphire_emu.club.openings.cbf.pgn_games import games_from_pgn
    from sapphire_emu.outputs import refuse_input

    if output.suffix.lower() != ".cbf":
        raise InputError("unknown kind of file", path=output, expected="a name ending in .cbf")
    for one in (output, index_path(output)):
        refuse_input(one, [source])
    refuse_existing(output)
    records, skipped, lost = list[bytes](), 0, Counter[str]()
    for line, game in games_from_pgn(source, lost):
        found = game if isinstance(game, InputError) else _record(game, source, line)
        if isinstance(found, bytes):
            records.append(found)
            continue
        if strict:
            raise found
        skipped += 1
        place = f"{source}:{line}: "
        click.echo(f"{place}skipped: {str(found).removeprefix(place)}", err=True)
    if not records:
        click.echo(f"no game to write, {skipped} skipped: nothing is saved", err=True)
        click.get_current_context().exit(1)
    write_records(output, records)
    click.echo(f"{counted(len(records), 'game')}, {skipped} skipped")
    if lost:
        told = ", ".join(f"{what}: {number:,}" for what, number in lost.items())
        click.echo(f"what the format has no room for; {told}")
    click.echo(f"saved {output} and {index_path(output)}: {NOT_VERIFIED}")


def _record(game: CbfGame, source: Path, line: int) -> bytes | InputError:
    """The game as the format has it, or why it has no room for it."""
    from sapphire_emu.club.openings.cbf.record import record_bytes

    try:
        return record_bytes(game)
    except UserError as error:
        return InputError(str(error), path=source, line=line)
    except RecursionError:
        return InputError("variations nested too deep", path=source, line=line)
