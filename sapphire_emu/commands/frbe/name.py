"""``sapphire frbe name``."""

from __future__ import annotations

import json
import re
from calendar import month_name
from datetime import date

import click

from sapphire_emu.club.frbe.event import KINDS
from sapphire_emu.club.frbe.filename import (
    RESERVED,
    UNUSED,
    FileName,
    NameProblem,
    decode_name,
    league_of,
    name_for,
)
from sapphire_emu.commands.frbe.options import DAY, json_option
from sapphire_emu.errors import UserError

_INTERNAL = re.compile(r"(\d\d)([A-Z0-9]{3})([1-9$])([A-Z$])", re.IGNORECASE)


@click.command()
@click.option("--end", type=DAY, help="Last day of the tournament.")
@click.option("--id", "id_", help="Identifier of your own, three letters or digits.")
@click.option(
    "--kind", type=click.Choice(list(KINDS)), help="Take this kind's reserved identifier."
)
@click.option("--division", default="1", show_default=True, help="1 to 9, or $ for none.")
@click.option("--series", default="A", show_default=True, help="A to Z, or $ for none.")
@click.option("--club", type=int, help="Number of the sender's club, 100 to 999.")
@click.option("--decode", metavar="NAME", help="Explain a file name instead.")
@json_option
def name(
    end: date | None,
    id_: str | None,
    kind: str | None,
    division: str,
    series: str,
    club: int | None,
    decode: str | None,
    as_json: bool,
) -> None:
    """Make the name of a result file, or explain one.

    MDDIIIvs.NNN: month in hexadecimal, day, identifier, division, series, club of the sender.
    Reserved identifiers, taken by --kind and never your own: GRI (default for closed groups), OPE
    (default for opens), 24L (individual games), INT (national interclubs), ELO (kept by the
    federation).

    \b
    Examples:
      sapphire frbe name --end 2000-11-18 --id TST --division 1 --series B --club 618
      sapphire frbe name --end 2000-11-19 --kind open --club 618
      sapphire frbe name --decode 625OPE1a.618
    """
    if decode is not None:
        _decode(decode, as_json)
        return
    if end is None or club is None:
        missing = "--end" if end is None else "--club"
        raise UserError(f"{missing} is missing; see sapphire frbe name --help")
    if (id_ is None) == (kind is None):
        raise UserError("give one of --id (your own) and --kind (a reserved one)")
    if id_ is not None and id_.upper() in RESERVED:
        meaning = RESERVED[id_.upper()].value
        raise UserError(f"'{id_}' is reserved ({meaning}): choose another --id, or use --kind")
    identifier = id_ if id_ is not None else KINDS[kind or ""].id
    try:
        made = name_for(end, identifier, division, series, club)
    except ValueError as error:
        raise UserError(str(error)) from None
    click.echo(json.dumps(_parts(made)) if as_json else str(made))


def _parts(name: FileName) -> dict[str, object]:
    reserved = RESERVED.get(name.id)
    return {
        "name": str(name),
        "month": name.month,
        "day": name.day,
        "id": name.id,
        "reserved": reserved.value if reserved else None,
        "division": None if name.division == UNUSED else int(name.division),
        "series": None if name.series == UNUSED else name.series,
        "club": name.club,
        "league": league_of(name.club),
    }


def _decode(text: str, as_json: bool) -> None:
    decoded = decode_name(text)
    if isinstance(decoded, NameProblem):
        internal = _INTERNAL.fullmatch(text)
        if internal:
            year, id_, division, series = internal.groups()
            raise UserError(
                f"'{text}' is no file name but the code used inside a file: year {year}, "
                f"identifier {id_.upper()}, division {division}, series {series.upper()}"
            )
        raise UserError(f"'{decoded.shown}': {decoded.reason}")
    if as_json:
        click.echo(json.dumps(_parts(decoded)))
        return
    reserved = RESERVED.get(decoded.id)
    meaning = f"reserved: {reserved.value}" if reserved else "the organiser's own"
    none = "$ (none)"
    lines = [
        f"ends        {decoded.day} {month_name[decoded.month]}",
        f"identifier  {decoded.id} ({meaning})",
        f"division    {none if decoded.division == UNUSED else decoded.division}",
        f"series      {none if decoded.series == UNUSED else decoded.series}",
        f"club        {decoded.club} ({league_of(decoded.club)})",
    ]
    click.echo("\n".join(lines))
