"""``sapphire print``: the stored machine's board, moves or games on paper."""

from __future__ import annotations

import sys
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

import click

from firmware_model.dialects import Dialect
from firmware_model.events import Output, SerialOut
from firmware_model.layers import print_board, print_game
from firmware_model.printing import GameReport, Report, Words, to_lines
from firmware_model.state import Nvram, State
from sapphire_emu.commands.machine_options import MachineOptions, owner_path, say, state_options
from sapphire_emu.commands.serial_options import given_settings, line_options
from sapphire_emu.commands.stopping import stop_signals
from sapphire_emu.errors import UserError
from sapphire_emu.links.opening import open_link
from sapphire_emu.links.printer_link import PrinterLink
from sapphire_emu.links.serial_link import SerialLink
from sapphire_emu.saving import save

STEP_S = 0.02
KINDS = ("board", "moves", "games")
CANCELLED = 130


def stored(options: MachineOptions) -> Nvram:
    """The memory, looked at; a running machine may hold it meanwhile.

    :raises UserError: it cannot be read.
    """
    from sapphire_emu.store.memory import Memory

    if options.fresh:
        return Nvram()
    with Memory.open(owner_path(options.state, options.player), read_only=True) as memory:
        return memory.load()


def reports(nvram: Nvram, kind: str, *, saved: bool = False) -> list[Report]:
    """What is to be printed, as the machine itself would send it.

    :param saved: with games: every saved game too, each under its slot's number.
    """
    state = State(nvram)
    out: list[Output] = []
    print_board(state, out) if kind == "board" else print_game(state, out)
    found: list[Report] = [event.report for event in out if isinstance(event, SerialOut)]
    if kind == "moves":
        video = bool(nvram.option("video"))
        (game,) = found
        assert isinstance(game, GameReport)
        return [replace(move, video=video) for move in game.moves]
    if saved:
        for slot, kept in enumerate(nvram.saves, start=1):
            if kept is not None:
                found.append(Words(f"Saved {slot}"))
                found += reports(replace(nvram, game=kept), "games")
    return found


def page_text(found: list[Report], dialect: Dialect) -> list[str]:
    """The lines of some reports."""
    return [line for report in found for line in to_lines(report, dialect)]


@click.command(name="print")
@click.argument("kind", type=click.Choice(KINDS), default="board")
@click.option("--to", "place", default="-", metavar="PLACE", help="Where to (default: here).")
@click.option("--saved", is_flag=True, help="With games: the saved games too.")
@click.option("--preview", is_flag=True, help="Show the page here, and as a picture; print none.")
@click.option(
    "--png",
    type=click.Path(path_type=Path, dir_okay=False),
    metavar="FILE",
    help="With --preview: the picture's file (default: sapphire-KIND.png in this folder).",
)
@click.option(
    "--patience",
    type=click.IntRange(1, 3600),
    default=60,
    show_default=True,
    metavar="SECONDS",
    help="Give up when the printer has taken nothing for so long.",
)
@state_options
@line_options
def print_command(
    kind: str,
    *,
    place: str,
    saved: bool,
    preview: bool,
    png: Path | None,
    patience: int,
    **options: Any,
) -> int:
    """Print the position, the moves or the game list of your machine.

    The machine may be running meanwhile; what is printed is what was saved last, which is every
    move. Ctrl-C cancels a print that is under way.

    \b
    Places:
      -                             this terminal
      file:PATH                     appended to a file
      printer:text:/dev/ttyUSB0     a text printer at a serial port (?flow=xonxoff|dsrdtr|rtscts)
      printer:text:/dev/usb/lp0     a text printer on USB
      printer:escpos:socket://receipts:9100    a receipt printer in the network, or at a port,
                                    in a file, or on USB as printer:escpos:usb:04b8:0e15
      printer:cups:QUEUE            a queue of CUPS, raw
      /dev/ttyUSB0, socket://…      any serial link, as the machine itself would send

    \b
    Examples:
      sapphire print board
      sapphire print games --saved --to file:games.txt
      sapphire print games --to 'printer:escpos:/dev/ttyUSB0?baud=19200&columns=42'
      sapphire print board --preview --png board.png
    """
    if png is not None and not preview:
        raise UserError("--png goes with --preview")
    if saved and kind != "games":
        raise UserError("--saved goes with games (expected: sapphire print games --saved)")
    settings = given_settings(
        options.pop("dialect"), options.pop("baud"), options.pop("line_end"),
        pace=options.pop("pace"),
    )  # fmt: skip
    found = reports(stored(MachineOptions(**options)), kind, saved=saved)
    if preview:
        _preview(found, settings.dialect, png or Path(f"sapphire-{kind}.png"))
        return 0
    with stop_signals() as came:
        link = open_link("file:-" if place == "-" else place, settings, say)
        if link.path:
            click.echo(f"port {link.path}", err=True)
        try:
            for report in found:
                link.send(report)
            if isinstance(link, PrinterLink):
                link.end_page()
            return _watch(link, place, patience, came)
        finally:
            link.close()


def _preview(found: list[Report], dialect: Dialect, path: Path) -> None:
    from sapphire_emu.commands.page_picture import page_png

    lines = page_text(found, dialect)
    save(path, page_png(lines))
    for line in lines:
        click.echo(line)
    say(f"the picture is {path}")


def _watch(link: SerialLink, place: str, patience_s: int, came: list[int]) -> int:
    """Wait until everything is out, showing how far it is; Ctrl-C drops the rest."""
    total = link.progress.sent + link.progress.waiting + link.progress.lost
    shown = sys.stderr.isatty() and place != "-"
    last, since = -1, time.monotonic()
    while (progress := link.progress).waiting:
        if progress.sent != last:
            last, since = progress.sent, time.monotonic()
            if shown:
                click.echo(f"\rprinting {100 * last // max(total, 1)} %", err=True, nl=False)
        if came:
            link.cancel()
            if isinstance(link, PrinterLink):
                link.eject()
            say(f"cancelled: {link.progress.sent} of {total} bytes are printed")
            return CANCELLED
        if time.monotonic() - since > patience_s:
            link.cancel()
            raise UserError(
                f"{place}: took nothing for {patience_s} s; {progress.sent} of {total} bytes are "
                "printed (is the printer on, is it on line?)"
            )
        time.sleep(STEP_S)
    if shown:
        click.echo("\r", err=True, nl=False)
    if progress.lost:
        raise UserError(f"{place}: {progress.lost} of {total} bytes were lost on the way")
    if place != "-":
        say(f"{total} bytes printed to {place}")
    return 0
