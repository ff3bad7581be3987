"""``sapphire replay``: a key script shown at a pace."""

from __future__ import annotations

import re
import time
from collections import deque
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import click

from firmware_model.events import Input, LcdChanged, Output, Tick
from firmware_model.lcd import Lcd
from firmware_model.machine import Machine
from firmware_model.state import State
from sapphire_emu.commands.machine_options import MachineOptions, say
from sapphire_emu.commands.stopping import stop_signals
from sapphire_emu.commands.window_options import Look, Window, window_options
from sapphire_emu.desk import Desk
from sapphire_emu.errors import UserError
from sapphire_emu.opponent.external import open_opponent
from sapphire_emu.scripts.parser import parse_file
from sapphire_emu.scripts.playback import Performance, rehearse

FRAME_MS = 20


def parse_speed(text: str) -> float:
    """How many times as fast as life; infinite for ``max``.

    :raises UserError: no speed.
    """
    if text == "max":
        return float("inf")
    found = re.fullmatch(r"(\d+(?:\.\d+)?)x", text)
    if found is None or not 0.1 <= float(found[1]) <= 1000:
        raise UserError(f"--speed {text} (expected such as 1x, 4x, 0.5x, or max)")
    return float(found[1])


def show(performance: Performance, speed: float, *, tell: Callable[[str], None]) -> None:
    """Give the inputs to a machine at their times and tell every text the display shows."""
    shown = ""

    def listen(event: Output) -> None:
        nonlocal shown
        if isinstance(event, LcdChanged) and event.lcd.text != shown:
            shown = event.lcd.text
            tell(f'{machine.now_ms / 1000:8.2f} s  "{shown}"')

    machine = Machine(power=False, listener=listen)
    for timed in performance.inputs:
        _pass(machine, timed.at_ms, speed)
        if isinstance(timed.event, State):
            machine.restore(timed.event)
        else:
            machine.feed(timed.event)
    _pass(machine, performance.end_ms, speed)


class Playback:
    """A machine that plays a performance while somebody looks on: what a window needs of one."""

    def __init__(self, performance: Performance) -> None:
        self.links: Sequence[Any] = ()
        self._outputs: list[Output] = []
        self._left = deque(performance.inputs)
        self.machine = Machine(power=False, listener=self._outputs.append)

    def feed(self, event: Input) -> Lcd:
        """Time brings the script's inputs; everything else is the onlooker's, and is given too."""
        if isinstance(event, Tick):
            while self._left and self._left[0].at_ms <= event.to_ms:
                timed = self._left.popleft()
                self.machine.feed(Tick(timed.at_ms))
                if isinstance(timed.event, State):
                    self.machine.restore(timed.event)
                else:
                    self.machine.feed(timed.event)
        return self.machine.feed(event)

    def poll(self) -> None:
        """Nothing comes in from outside."""

    def take_outputs(self) -> list[Output]:
        """What came out since the last call."""
        outputs, self._outputs[:] = list(self._outputs), []
        return outputs


def _pass(machine: Machine, to_ms: int, speed: float) -> None:
    while machine.now_ms < to_ms:
        ms = to_ms - machine.now_ms
        if speed != float("inf"):
            ms = min(ms, max(round(FRAME_MS * speed), 1))
            time.sleep(ms / 1000 / speed)
        machine.feed(Tick(machine.now_ms + ms))


def _show_in_window(performance: Performance, speed: str, look: Look) -> None:
    from sapphire_emu.driver import Speed

    speeds = {each.label: each for each in Speed}
    if speed not in speeds:
        raise UserError(f"--speed {speed} (expected {', '.join(speeds)} in a window)")
    window = Window(look)
    with stop_signals() as came:
        window.show(
            Playback(performance),
            MachineOptions(fresh=True),
            lambda: bool(came),
            speed=speeds[speed],
        )


@click.command()
@click.argument("file", metavar="FILE.keys", type=click.Path(path_type=Path))
@click.option("--speed", default="1x", show_default=True, help="1x, 4x, 0.5x … or max.")
@click.option("--opponent", metavar="SPEC", help="Who plays where no reply is scripted.")
@click.option("--window", "in_window", is_flag=True, help="In a window; 1x, 4x or max there.")
@window_options
def replay(file: Path, *, speed: str, opponent: str | None, in_window: bool, **look: Any) -> int:
    """Show what a key script does, at a pace: every text the LCD shows, with its time.

    The script is run once beforehand; if a line does not hold, that is told at the end and the exit
    status is 1.

    \b
    Examples:
      sapphire replay demo.keys
      sapphire replay demo.keys --speed 4x
      sapphire replay demo.keys --window
    """
    pace = parse_speed(speed)
    statements = parse_file(file)
    desk = Desk(open_opponent(opponent), note=say)
    try:
        performance = rehearse(file, statements, desk.consult)
    finally:
        desk.close()
    if in_window:
        _show_in_window(performance, speed, Look(**look))
    else:
        show(performance, pace, tell=click.echo)
    if performance.failure is not None:
        click.echo(f"FAILED  {performance.failure}")
        return 1
    return 0
