"""The terminal application: display, keypad, board and roll as text.

The display is drawn in segments and its text stands below as plain words, which is what a screen
reader reads. Keys are buttons for the mouse, and the computer's keyboard presses them as in the
window. Time is driven as in the window, by the same driver.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import ClassVar

import chess
from textual import events
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.widgets import Button, Footer, RichLog, Static

from firmware_model.dialects import DIALECTS
from firmware_model.events import Notice, Output, SerialOut
from firmware_model.keys import CAP_LEGEND, KEYPAD_ROWS, SQUARE_KEYS, Key
from firmware_model.modes import row_for
from firmware_model.printing import to_lines
from sapphire_emu.driver import Driver, Running
from sapphire_emu.lcd_text import draw

FRAME_S = 0.05

KEYS_OF_TERMINAL: dict[str, Key] = {
    **dict(zip("abcdefgh", SQUARE_KEYS, strict=True)),
    **dict(zip("12345678", SQUARE_KEYS, strict=True)),
    "o": Key.OPTION, "v": Key.VER, "w": Key.NG, "l": Key.LEVEL, "x": Key.COLOR, "t": Key.HINT,
    "comma": Key.LEFT, "full_stop": Key.RIGHT, "backspace": Key.CLEAR, "delete": Key.CLEAR,
    "m": Key.GO, "p": Key.PAWN, "n": Key.KNIGHT, "i": Key.BISHOP, "r": Key.ROOK, "q": Key.QUEEN,
    "k": Key.KING,
}  # fmt: skip
"""The window's default key map, by Textual's names of keys."""


class Sapphire(App[None]):
    """One running machine.

    :param running: the session; the caller closes it.
    :param stopping: asked every frame whether to end.
    """

    TITLE = "Sapphire"
    CSS = """
    Screen { layout: horizontal; }
    #device { width: 70; padding: 0 1; }
    #lcd { height: 5; width: 36; background: #a9b89a; color: #10160d; padding: 0 1; }
    #said { height: 1; width: 68; text-style: bold; }
    #symbols { height: 1; width: 68; color: $text-muted; }
    #explain { height: 1; width: 68; color: $text-muted; }
    .row { height: 3; align: center middle; width: 68; }
    .row Button { min-width: 7; width: 9; margin: 0; }
    #ng { background: darkred; }
    .gap { width: 3; }
    #side { width: 1fr; }
    #board { height: 11; }
    #roll { height: 1fr; border: solid $secondary; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+q", "quit", "Quit"),
        Binding("f5", "speed", "Speed"),
        Binding("f6", "pause", "Pause"),
    ]

    def __init__(self, running: Running, stopping: Callable[[], bool] = lambda: False) -> None:
        super().__init__()
        self._running_machine = running
        self._stopping = stopping
        self._pace = Driver(running, time.monotonic)
        self._shown = ""
        self._position = ""

    def compose(self) -> ComposeResult:
        """Display, words, symbols, the keypad in its rows; board and roll beside it."""
        with Vertical(id="device"):
            yield Static(id="lcd", markup=False)
            yield Static(id="said", markup=False)
            yield Static(id="symbols", markup=False)
            for row in KEYPAD_ROWS:
                with Horizontal(classes="row"):
                    for key in row:
                        if key is None:
                            yield Static("", classes="gap")
                        else:
                            label = CAP_LEGEND[key].removesuffix(" I/II")
                            yield Button(label, id=key.script_name)
            yield Static(id="explain", markup=False)
        with Vertical(id="side"):
            yield Static(id="board", markup=False)
            yield RichLog(id="roll", markup=False, wrap=False)
        yield Footer()

    def on_mount(self) -> None:
        """Begin to keep time."""
        self.query_one("#roll", RichLog).border_title = "paper roll"
        self.set_interval(FRAME_S, self._frame)
        self._frame()

    # -- keys ------------------------------------------------------------------------------

    def on_button_pressed(self, event: Button.Pressed) -> None:
        """A key of the machine, by mouse or by Enter on the focused one."""
        if event.button.id is not None:
            self._tap(Key[event.button.id.upper()])

    def on_key(self, event: events.Key) -> None:
        """A key of the computer's keyboard."""
        key = KEYS_OF_TERMINAL.get(event.key)
        if key is not None:
            event.stop()
            self._tap(key)

    def _tap(self, key: Key) -> None:
        row = row_for(self._running_machine.machine.state.mode, key)
        words = f"{CAP_LEGEND[key]}: {row.what if row else 'no function here'}"
        self.query_one("#explain", Static).update(words)
        self._pace.finger.tap(key)

    def action_speed(self) -> None:
        """1x, 4x, as fast as it goes."""
        self._pace.speed = self._pace.speed.next
        self.notify(f"speed {self._pace.speed.label}")

    def action_pause(self) -> None:
        """Let emulated time stand, or run again."""
        self._pace.paused = not self._pace.paused
        self.notify("paused" if self._pace.paused else "running")

    # -- time ------------------------------------------------------------------------------

    def _frame(self) -> None:
        if self._stopping():
            self.exit()
            return
        if not self.query("#roll"):  # the screen is being taken down
            return
        outputs = self._pace.pump()
        self._take(outputs)
        machine = self._running_machine.machine
        lcd = machine.lcd
        picture = draw(lcd.frame_at(machine.now_ms))
        said = f"{lcd.text}|{sorted(lcd.symbols)}|{picture}"
        if said != self._shown:
            self._shown = said
            self.query_one("#lcd", Static).update(picture)
            self.query_one("#said", Static).update(lcd.text or "(blank)")
            self.query_one("#symbols", Static).update(" ".join(sorted(lcd.symbols)))
        if machine.fen != self._position:
            self._position = machine.fen
            self.query_one("#board", Static).update(board_text(machine.state.board))

    def _take(self, outputs: list[Output]) -> None:
        roll = self.query_one("#roll", RichLog)
        for event in outputs:
            if isinstance(event, SerialOut):
                for line in to_lines(event.report, DIALECTS["sapphire2"]):
                    roll.write(line)
            elif isinstance(event, Notice):
                self.notify(event.text)


def board_text(board: chess.Board) -> str:
    """The position with its coordinates, and whose move it is.

    >>> print(board_text(chess.Board()).splitlines()[0])
    8  r n b q k b n r
    """
    rows = str(board).splitlines()
    lines = [f"{8 - number}  {row}" for number, row in enumerate(rows)]
    side = "White" if board.turn else "Black"
    return "\n".join([*lines, "   a b c d e f g h", f"{side} to move"])
