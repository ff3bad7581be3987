"""``sapphire listen``: the other end of the cable."""

from __future__ import annotations

import json
import time
from pathlib import Path
from typing import Any

import chess
import click

from sapphire_emu.commands.completing import real_ports
from sapphire_emu.commands.console import Console
from sapphire_emu.commands.machine_options import say
from sapphire_emu.commands.serial_options import given_settings, line_options
from sapphire_emu.commands.stopping import stop_signals
from sapphire_emu.errors import UserError
from sapphire_emu.links.following import Began, Event, InStep, Made, OutOfStep, Said
from sapphire_emu.links.listening import Listener
from sapphire_emu.links.opening import open_line
from sapphire_emu.links.pgn_file import PgnFile

STEP_S = 0.005
PATIENCE_S = 8.0
"""How long ``--read`` waits for an answer."""
WORDS = "game, position, send LINE, quit"


class Screen:
    """What the user is shown and can ask for."""

    def __init__(self, listener: Listener, *, as_json: bool) -> None:
        self._listener = listener
        self._as_json = as_json
        self.quit = False

    def show(self, event: Event) -> None:
        """Print one event."""
        if self._as_json:
            click.echo(json.dumps(_as_data(event)))
            return
        match event:
            case Made(san, _, number, white, taken_back):
                dots = "." if white else "..."
                click.echo(f"{'take back ' if taken_back else ''}{number}{dots} {san}")
            case Began(start_fen):
                usual = start_fen == chess.STARTING_FEN
                click.echo("new game" if usual else f"new game from {start_fen}")
            case InStep(half_moves):
                click.echo(f"in step: {half_moves} half-moves")
            case OutOfStep(line):
                click.echo(f"out of step at '{line}'; asking the machine again")
            case Said(text):
                click.echo(f"said: {_printable(text)}")

    def position(self) -> None:
        """Print the position as known."""
        board = self._listener.follower.board
        if self._as_json:
            click.echo(json.dumps({"position": board.fen()}))
        else:
            click.echo(f"position {board.fen()}\n{board}")

    def game(self) -> None:
        """Print the moves as known."""
        board = self._listener.follower.board
        moves = [move.uci() for move in board.move_stack]
        if self._as_json:
            click.echo(json.dumps({"start": board.root().fen(), "moves": moves}))
        else:
            click.echo(board.root().variation_san(board.move_stack) or "no moves")

    def obey(self, line: str) -> None:
        """Do what a typed line says.

        :raises UserError: it means nothing.
        """
        word, _, rest = line.partition(" ")
        match word.lower():
            case "game" if not rest:
                self.game()
            case "position" if not rest:
                self.position()
            case "send" if rest.isascii() and rest.isprintable() and len(rest) <= 200:
                self._listener.ask(rest)
            case "quit" if not rest:
                self.quit = True
            case _:
                raise UserError(f"'{line[:60]}' means nothing here (expected {WORDS})")


def _printable(text: str) -> str:
    return "".join(sign if sign.isprintable() else "?" for sign in text)


def _as_data(event: Event) -> dict[str, object]:
    match event:
        case Made(san, uci, number, white, taken_back):
            return {
                "event": "taken back" if taken_back else "move",
                "san": san,
                "uci": uci,
                "number": number,
                "white": white,
            }
        case Began(start_fen):
            return {"event": "new game", "start": start_fen}
        case InStep(half_moves):
            return {"event": "in step", "half_moves": half_moves}
        case OutOfStep(line):
            return {"event": "out of step", "line": line}
        case Said(text):
            return {"event": "said", "text": text}


@click.command()
@click.argument("url", shell_complete=real_ports)
@click.option(
    "--pgn",
    type=click.Path(path_type=Path, dir_okay=False),
    metavar="FILE",
    help="Add the games to this PGN file, whole after every move; what is in it stays.",
)
@click.option(
    "--read",
    type=click.Choice(["game", "position"]),
    help="Read back the game so far or the position, print it, and end.",
)
@line_options
@click.option("--json", "as_json", is_flag=True, help="One JSON object a line.")
def listen(url: str, *, pgn: Path | None, read: str | None, as_json: bool, **line: Any) -> int:
    """Follow the game of a Novag, or of this emulator, from the other end of the cable.

    It switches the transmission of moves on, reads back the game so far, and follows every move,
    take-back and new game, in whatever dialect they come. After an unplugged cable or a gap it
    reads everything back again. A line that cannot be told from noise is ignored.

    \b
    Lines on standard input:
      game, position     print the game or the position, as known
      send LINE          send a command, such as: send U OFF
      quit               end

    \b
    Examples:
      sapphire listen /dev/ttyUSB0 --pgn tonight.pgn
      sapphire listen /dev/ttyUSB0 --dialect citrine       57600 baud
      sapphire listen ~/novag --read position
      sapphire listen rfc2217://chessroom:2217 --json
    """
    settings = given_settings(line["dialect"], line["baud"], line["line_end"], pace=line["pace"])
    paper = None if pgn is None else PgnFile(pgn)
    with stop_signals() as came:
        opened, settings, path = open_line(url, settings, say)
        if path:
            click.echo(json.dumps({"port": path}) if as_json else f"port {path}")
        try:
            listener = Listener(opened, settings.dialect.line_end)
            screen = Screen(listener, as_json=as_json)
            if read is not None:
                return _read_back(listener, screen, read, came)
            _follow(listener, screen, paper, came)
        finally:
            opened.close(grace_s=0.2)
    return 0


def _follow(listener: Listener, screen: Screen, paper: PgnFile | None, came: list[int]) -> None:
    console = Console()
    trouble = ""
    warned_at = time.monotonic() + PATIENCE_S
    while not came and not screen.quit:
        now = time.monotonic()
        events = listener.step(now)
        for event in events:
            screen.show(event)
        if events and paper is not None and listener.follower.in_step:
            trouble = _write(listener, paper, trouble)
        for line in console.lines():
            try:
                screen.obey(line)
            except UserError as error:
                say(str(error))
        if warned_at and now > warned_at:
            warned_at = 0.0
            if not listener.identity and not listener.follower.in_step:
                say(f"{listener.line.name}: no answer yet (switched on? right port and speed?)")
        time.sleep(STEP_S)
    if paper is not None:
        _write(listener, paper, trouble)


def _write(listener: Listener, paper: PgnFile, trouble: str) -> str:
    """Write the games; a disk that refuses is told of once, and tried again at the next move."""
    follower = listener.follower
    try:
        paper.write([*follower.finished, follower.board], listener.identity)
    except UserError as error:
        if str(error) != trouble:
            say(str(error))
        return str(error)
    return ""


def _read_back(listener: Listener, screen: Screen, what: str, came: list[int]) -> int:
    end = time.monotonic() + PATIENCE_S
    while not listener.follower.in_step:
        if came:
            return 130
        if time.monotonic() > end:
            say(f"{listener.line.name}: no answer within {PATIENCE_S:.0f} s")
            return 1
        listener.step(time.monotonic())
        time.sleep(STEP_S)
    if what == "game":
        screen.game()
    else:
        screen.position()
    return 0
