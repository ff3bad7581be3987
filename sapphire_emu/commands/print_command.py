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
from firmware_model.printing import GameReport, Report, Words, to_bytes, to_lines
from firmware_model.state import Nvram, State
from sapphire_emu.commands.machine_options import MachineOptions, say, state_options
from sapphire_emu.commands.serial_options import given_settings, line_options
from sapphire_emu.commands.stopping import stop_signals
from sapphire_emu.errors import UserError
from sapphire_emu.folders import kept_path
from sapphire_emu.links.opening import open_link
from sapphire_emu.links.printer_link import PrinterLink
from sapphire_emu.links.serial_link import SerialLink
from sapphire_emu.outputs import may_replace
from sapphire_emu.saving import save

STEP_S = 0.02
KINDS = ("board", "moves", "games")
CANCELLED = 130
ENOUGH_BYTES = 4096
"""No more than about so much waits in the queue, so that any length can be printed."""


def stored(options: MachineOptions) -> Nvram:
    """The memory, looked at; a running machine may hold it meanwhile.

    :raises UserError: it cannot be read.
    """
    from sapphire_emu.store.memory import Memory

    if options.fresh and (options.state is not None or options.player is not None):
        raise UserError("--fresh goes with neither --state nor --player (expected one of them)")
    if options.fresh:
        return Nvram()
    with Memory.open(kept_path(options.state, options.player), read_only=True) as memory:
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
@click.option("--force", is_flag=True, help="With --png: replace the picture if it exists.")
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
    force: bool,
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
    if place.startswith("tcp-listen:"):
        raise UserError(
            f"{place}: nobody is there yet (expected a place such as socket://host:9100)"
        )
    found = reports(stored(MachineOptions(**options)), kind, saved=saved)
    if preview:
        if png is not None:
            may_replace(png, [], force=force)
        _preview(found, settings.dialect, png or Path(f"sapphire-{kind}.png"))
        return 0
    with stop_signals() as came:
        link = open_link("file:-" if place == "-" else place, settings, say)
        if link.path:
            click.echo(f"port {link.path}", err=True)
        try:
            return _Job(link, place, found, settings.dialect).run(patience, came)
        finally:
            link.close()


def _preview(found: list[Report], dialect: Dialect, path: Path) -> None:
    from sapphire_emu.commands.page_picture import page_png

    lines = page_text(found, dialect)
    save(path, page_png(lines))
    for line in lines:
        click.echo(line)
    say(f"the picture is {path}")


class _Job:
    """A print under way."""

    def __init__(self, link: SerialLink, place: str, found: list[Report], dialect: Dialect) -> None:
        self._link = link
        self._place = place
        self._left = list(found)
        self._total = sum(len(to_bytes(report, dialect)) for report in found)
        self._shown = sys.stderr.isatty() and place != "-"

    def run(self, patience_s: int, came: list[int]) -> int:
        """Feed the link and wait until everything is out; Ctrl-C drops the rest.

        :raises UserError: it took nothing for too long, or something was lost.
        """
        last, since = -1, time.monotonic()
        while self._feed():
            out = self._out()
            if out != last:
                last, since = out, time.monotonic()
                self._show(out)
            if came:
                return self._cancelled()
            trouble = self._link.progress.trouble
            if trouble and self._place.startswith(("-", "file:")):  # no paper will be put in
                self._link.cancel()
                where = "standard output" if self._place == "-" else self._place
                raise UserError(f"{where}: {trouble}; {out} of {self._total} bytes are printed")
            if time.monotonic() - since > patience_s:
                self._link.cancel()
                raise UserError(
                    f"{self._place}: took nothing for {patience_s} s; {out} of {self._total} bytes "
                    "are printed (is the printer on, is it on line?)"
                )
            time.sleep(STEP_S)
        if self._shown:
            click.echo("\r", err=True, nl=False)
        if lost := self._link.progress.lost:
            raise UserError(f"{self._place}: {lost} bytes were lost on the way")
        if self._place != "-":
            say(f"{self._link.progress.sent} bytes printed to {self._place}")
        return 0

    def _feed(self) -> bool:
        """Queue what there is room for; False when all is out."""
        while self._left and self._link.progress.waiting < ENOUGH_BYTES:
            self._link.send(self._left.pop(0))
            if not self._left and isinstance(self._link, PrinterLink):
                self._link.end_page()
        progress = self._link.progress
        return bool(self._left or progress.waiting or progress.unfetched)

    def _out(self) -> int:
        progress = self._link.progress
        return progress.sent - progress.unfetched

    def _show(self, out: int) -> None:
        if self._shown:
            share = min(100 * out // max(self._total, 1), 99)
            click.echo(f"\rprinting {share} % ", err=True, nl=False)

    def _cancelled(self) -> int:
        out = self._out()
        self._link.cancel()
        if isinstance(self._link, PrinterLink):
            self._link.eject()
        say(f"cancelled: {out} of {self._total} bytes are printed")
        return CANCELLED
