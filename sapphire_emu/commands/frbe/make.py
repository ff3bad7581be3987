"""``sapphire frbe build`` and ``sapphire frbe convert``."""

from __future__ import annotations

import sys
from datetime import date
from pathlib import Path

import click

from sapphire_emu.commands.frbe.options import DAY, FILE, encoding_option
from sapphire_emu.commands.owner_options import owner_options
from sapphire_emu.errors import InputError, UserError
from sapphire_emu.folders import owner_path

_written_encoding = click.option(
    "--encoding",
    "encoding",
    type=click.Choice(["cp850", "latin-1", "utf-8"]),
    default="cp850",
    show_default=True,
    help="Encoding of the file written.",
)


@click.command()
@click.argument("event", metavar="[EVENT.toml]", type=FILE, required=False)
@click.option("--from-machine", is_flag=True, help="Your rated games against the machine (24L).")
@click.option("--name", help="With --from-machine: your name.")
@click.option("--matricule", type=click.IntRange(1, 99_999), help="With --from-machine: yours.")
@click.option("--club", type=click.IntRange(100, 999), help="With --from-machine: the sender's.")
@owner_options
@click.option(
    "-o",
    "--output",
    "folder",
    type=FILE,
    default=Path(),
    help="Folder to write to; made if missing.",
)
@click.option("--fictive", "rate", is_flag=True, help="Work out fictive ratings (closed, open).")
@click.option("--next-free", is_flag=True, help="If the name is taken, use the next free one.")
@_written_encoding
def build(
    event: Path | None,
    folder: Path,
    rate: bool,
    next_free: bool,
    encoding: str,
    from_machine: bool,
    name: str | None,
    matricule: int | None,
    club: int | None,
    state: Path | None,
    player: str | None,
) -> None:
    """Make a result file from a description of the event, under its proper name.

    \b
    [event]                          [[players]]             [[rounds]]
    title = "Autumn closed"          name = "Ada Linden"     date = 2000-10-01
    kind = "closed"                  matricule = 12345       games = [
    id = "TST"                       rating = 1150             "1-4 1-0",
    club = 618                                                 "3-2 1/2-1/2",
    start = 2000-10-01               [[players]]             ]
    end = 2000-11-18                 name = "Bo Marsh"

    A game is "WHITE-BLACK RESULT" with the players' numbers in the order of the file; the result is
    1-0, 0-1, 1/2-1/2 or -- (not played). Kinds: closed, open, 24L, interclubs. More keys: division,
    series, sender, time_control; of a player: club, nationality. An existing file is never
    overwritten.

    \b
    Examples:
      sapphire frbe build event.toml
      sapphire frbe build event.toml -o outbox --fictive
      sapphire frbe build --from-machine --name "Ada Linden" --matricule 12345 --club 618
    """
    from sapphire_emu.club.frbe.event import to_result_file
    from sapphire_emu.club.frbe.event_toml import read_event
    from sapphire_emu.club.frbe.fictive import fictive_ratings, with_fictive
    from sapphire_emu.club.frbe.filename import name_for
    from sapphire_emu.club.frbe.filename import next_free as find_free
    from sapphire_emu.club.frbe.model import NAME_WIDTH
    from sapphire_emu.club.frbe.standing import Kind
    from sapphire_emu.club.frbe.writer import to_bytes
    from sapphire_emu.saving import save

    if from_machine:
        from sapphire_emu.commands.frbe.machine_games import games_of_machine

        if event is not None or name is None or matricule is None or club is None:
            raise UserError(
                "--from-machine takes --name, --matricule and --club, and no EVENT.toml"
            )
        described = games_of_machine(owner_path(state, player), name, matricule, club)
    elif event is None:
        raise UserError("which event? (expected EVENT.toml, or --from-machine)")
    else:
        described = read_event(event)
    for person in described.players:
        if len(person.name) > NAME_WIDTH:
            kept = person.name[:NAME_WIDTH].rstrip()
            click.echo(f"note: the file has room for '{kept}' of '{person.name}'", err=True)
    file = to_result_file(described, encoding)
    if rate:
        if described.kind.label not in ("closed", "open"):
            raise UserError(f"--fictive is for closed and open, not for {described.kind.label}")
        report = fictive_ratings(file, Kind(described.kind.label))
        file = with_fictive(file, report)
    try:
        folder.mkdir(exist_ok=True)
    except OSError as error:
        raise InputError(f"no folder: {error.strerror or error}", path=folder) from None
    parts = described.id or described.kind.id, described.division, described.series
    target = name_for(described.end, *parts, described.club)
    if (folder / str(target)).exists():
        free = find_free(target, lambda other: (folder / other).exists())
        if free is None:
            raise InputError(
                "every division and series of this name is taken", path=folder / str(target)
            )
        if not next_free:
            change = f'division = "{free.division}", series = "{free.series}"'
            raise InputError(
                f"exists and is never overwritten; {free} is free: give {change}, or --next-free",
                path=folder / str(target),
            )
        target = free
    path = folder / str(target)
    save(path, to_bytes(file, path), replace=False)
    click.echo(path)


@click.command()
@click.argument("source", metavar="IN", type=FILE)
@click.option(
    "--to", "target", required=True, type=click.Choice(["trf16", "swar", "frbe", "csv"]),
    help="Form to write.",
)  # fmt: skip
@click.option("-o", "--output", type=FILE, help="File to write; without it, standard output.")
@click.option("--kind", type=click.Choice(["closed", "open"]), help="Kind of a TRF's event.")
@click.option("--club", type=click.IntRange(100, 999), help="Club: the sender's, or all players'.")
@click.option("--start", type=DAY, help="First day, if a TRF does not say.")
@click.option("--end", type=DAY, help="Last day, if a TRF does not say.")
@click.option(
    "--write-encoding",
    type=click.Choice(["cp850", "latin-1", "utf-8"]),
    default="cp850",
    show_default=True,
    help="Encoding of an FRBE file written.",
)
@encoding_option
def convert(
    source: Path,
    target: str,
    output: Path | None,
    kind: str | None,
    club: int | None,
    start: date | None,
    end: date | None,
    write_encoding: str,
    encoding: str | None,
) -> None:
    """Convert between the federation's old layout and TRF16, SWAR's form of TRF, and CSV.

    IN is recognised by its contents: an FRBE file (fixed or squeezed), or a TRF16 or SWAR file.
    What the other form has no place for is told on standard error. An existing file is never
    overwritten.

    \b
    Examples:
      sapphire frbe convert B18TST1B.618 --to trf16 -o event.trf
      sapphire frbe convert event.trf --to frbe --club 618 -o B18TST1B.618
      sapphire frbe convert squeezed.txt --to frbe -o B18TST1B.618
    """
    from sapphire_emu.club.frbe.convert import Request, convert_bytes
    from sapphire_emu.reading import read_bytes
    from sapphire_emu.saving import save

    request = Request(target, kind, club, start, end, encoding, write_encoding)
    data, notes = convert_bytes(read_bytes(source), request, source)
    if output is None:
        sys.stdout.buffer.write(data)
        sys.stdout.flush()
    else:
        save(output, data, replace=False)
        click.echo(f"saved {output}")
    for note in notes:
        click.echo(f"note: {note}", err=True)
