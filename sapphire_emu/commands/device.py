"""``sapphire device``: the machine without a window, in real time, for what is at its port."""

from __future__ import annotations

import json
import re
import time
from dataclasses import replace
from typing import Any

import click

from firmware_model.events import Notice
from firmware_model.keys import Key, square_keys
from firmware_model.wire import Pending
from sapphire_emu.commands.console import Console
from sapphire_emu.commands.machine_options import MachineOptions, machine_options, say, session
from sapphire_emu.commands.press import shown_line
from sapphire_emu.commands.serial_options import line_options, pty_link_option
from sapphire_emu.commands.stopping import stop_signals
from sapphire_emu.errors import UserError, closest
from sapphire_emu.key_names import keys_named
from sapphire_emu.loop import Session

STEP_S = 0.01
"""How often time passes and ports are looked at; ten bytes' time at 9600 baud."""

WORDS = "press KEY…, move e2e4, lcd, position, links, cancel, quit"
_MOVE = re.compile(r"([a-h][1-8])([a-h][1-8])([qrbn]?)")
_PROMOTION = {"q": Key.QUEEN, "r": Key.ROOK, "b": Key.BISHOP, "n": Key.KNIGHT}


class Keypad:
    """What the lines typed at the running machine do.

    :raises UserError: (``obey``) the line means nothing; nothing has been done then.
    """

    def __init__(self, running: Session, *, as_json: bool) -> None:
        self._running = running
        self._as_json = as_json
        self.quit = False

    def obey(self, line: str) -> None:
        """Do what a line says and print what it asks for."""
        word, *rest = line.split()
        match word.lower(), rest:
            case "press", [_, *_]:
                self._press(keys_named(rest))
            case "move", [text] if _MOVE.fullmatch(text.lower()):
                self._press(move_keys(text.lower()))
            case "lcd", []:
                self._show("lcd")
            case "position", []:
                fen = self._running.machine.fen
                click.echo(json.dumps({"position": fen}) if self._as_json else f"position {fen}")
            case "links", []:
                self._show_links()
            case "cancel", []:
                for link in self._running.links:
                    say(f"{link.name}: {link.cancel()} bytes of output cancelled")
            case "quit", []:
                self.quit = True
            case _:
                near = closest(word, ("press", "move", "lcd", "position", "links", "cancel"))
                hint = f"; did you mean {near}?" if near and near != word else ""
                raise UserError(f"'{line[:60]}' means nothing here{hint} (expected {WORDS})")

    def _press(self, keys: list[Key]) -> None:
        for key in keys:
            self._running.press(key)
            self._show(key.script_name)

    def _show(self, what: str) -> None:
        click.echo(shown_line(self._running, what, as_json=self._as_json))

    def _show_links(self) -> None:
        pending = dict(self._running.machine.state.rx)
        for number, link in enumerate(self._running.links):
            progress = link.progress
            overlong = pending.get(number, Pending()).dropped
            if self._as_json:
                shown = {
                    "link": link.name,
                    "dialect": link.dialect_name,
                    "sent": progress.sent,
                    "waiting": progress.waiting,
                    "lost": progress.lost,
                    "up": progress.up,
                    "overlong_lines": overlong,
                }
                click.echo(json.dumps(shown))
                continue
            state = "up" if progress.up else "gone"
            click.echo(
                f"{link.name}  {state}  {link.dialect_name}  {progress.sent} bytes sent, "
                f"{progress.waiting} waiting, {progress.lost} lost"
                + (f"; {overlong} overlong lines ignored" if overlong else "")
            )


def move_keys(uci: str) -> list[Key]:
    """The keys a user presses for a move.

    >>> [key.script_name for key in move_keys("a7a8q")]
    ['a1', 'g7', 'a1', 'h8', 'queen']
    """
    keys = [*square_keys(uci[:2]), *square_keys(uci[2:4])]
    return [*keys, _PROMOTION[uci[4]]] if uci[4:] else keys


@click.command()
@machine_options
@line_options
@pty_link_option
@click.option("--json", "as_json", is_flag=True, help="One JSON object a line.")
def device(*, as_json: bool, **options: Any) -> None:
    """Run the machine without a window, in real time, until Ctrl-C or SIGTERM.

    Without --serial it opens a pty. The first line printed for it is `port` and its path; give that
    to the other program as its serial port. Keys can be pressed by lines on standard input.

    \b
    Lines on standard input:
      press option ver    press keys; the LCD after each is printed
      move e2e4           press the four keys of a move (e7e8q: five)
      lcd, position       what is shown; the position as FEN
      links               every link: bytes sent, waiting, lost
      cancel              drop output that still waits
      quit                save and end

    \b
    Examples:
      sapphire device --serial pty --link ~/novag --dialect scid
      sapphire device --fresh --serial tcp-listen:4000 --serial file:log.txt
      sapphire device --serial '/dev/ttyUSB0?dialect=citrine' --pace
    """
    chosen = MachineOptions(**options)
    if not chosen.serial:
        chosen = replace(chosen, serial=("pty",))

    def announce(path: str) -> None:
        click.echo(json.dumps({"port": path}) if as_json else f"port {path}")

    with stop_signals() as came, session(chosen, announce=announce) as running:
        keypad, console = Keypad(running, as_json=as_json), Console()
        start_ms, start_s = running.machine.now_ms, time.monotonic()
        while not came and not keypad.quit:
            for line in console.lines():
                try:
                    keypad.obey(line)
                except UserError as error:
                    say(str(error))
            real_ms = start_ms + round((time.monotonic() - start_s) * 1000)
            running.wait(max(0, real_ms - running.machine.now_ms))
            running.poll()
            for event in running.take_outputs():
                if isinstance(event, Notice):
                    say(event.text)
            time.sleep(STEP_S)
