"""The control protocol: one command a line in, one ``OK …`` or ``ERR code text`` out.

For programs in any language. Nothing here knows of streams: a line goes in, a line comes out, and
no line ever ends the session but ``quit``. Time is emulated and passes only by ``press``, ``wait``
and ``settle``. ``docs/control.md`` documents the whole protocol, from the table in here.
"""

from __future__ import annotations

import base64
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple, Protocol

from firmware_model._version import __version__
from firmware_model.codec import encode
from firmware_model.dialects import DIALECTS
from firmware_model.events import Input, KeyDown, KeyUp, Output, Power, SerialBytes, SerialOut
from firmware_model.keys import BY_NAME, Key
from firmware_model.lcd import SYMBOLS, Lcd
from firmware_model.machine import Machine
from firmware_model.printing import to_lines
from firmware_model.state import State
from sapphire_emu.errors import UserError, closest
from sapphire_emu.key_names import meant
from sapphire_emu.scripts.states import read_state, slot_path, write_state

PROTOCOL_VERSION = 1
MAX_LINE = 4096
MAX_WAIT_MS = 100 * 3600 * 1000
MAX_UNREAD_LINES = 10_000


class Session(Protocol):
    """What the protocol asks of a running machine."""

    machine: Machine

    def feed(self, event: Input) -> Lcd:
        """One input."""
        ...

    def press(self, key: Key) -> Lcd:
        """One key, 100 ms."""
        ...

    def wait(self, ms: int) -> Lcd:
        """Let emulated time pass."""
        ...

    def poll(self) -> None:
        """Take in what opponent and links have sent."""

    def settle(self) -> Lcd:
        """Wait for the machine's move."""
        ...

    def take_outputs(self) -> list[Output]:
        """What came out since."""
        ...

    def restore(self, state: State) -> Lcd:
        """Continue from a kept state."""
        ...


class Refusal(Exception):
    """A command that cannot be done: a code for programs, a text for people."""

    def __init__(self, code: str, text: str) -> None:
        super().__init__(f"{code} {text}")


class Command(NamedTuple):
    """One command word: how it is written, what it answers."""

    usage: str
    answers: str


COMMANDS: dict[str, Command] = {
    "press": Command("press KEY…", "the text shown, in quotes"),
    "hold": Command("hold KEY", "nothing; time does not pass"),
    "release": Command("release KEY", "nothing; time does not pass"),
    "wait": Command("wait MS", "the text shown, after so much emulated time"),
    "settle": Command("settle", "the text shown, once the machine has made its move"),
    "lcd": Command("lcd", "the text shown, in quotes"),
    "cells": Command("cells", "the six raw glyphs, in quotes"),
    "symbols": Command("symbols", "the names of the lit symbols"),
    "frame": Command("frame [png]", "64 segments as 16 hex digits; or a PNG of them in base64"),
    "beeps": Command("beeps", "beeps since the last key"),
    "memory": Command("memory", "the memory as one JSON object"),
    "position": Command("position", "the position as FEN"),
    "mode": Command("mode", "mode and home mode"),
    "time": Command("time", "emulated time in ms"),
    "serial": Command("serial", "the next line the machine has sent, in quotes; none"),
    "send": Command("send LINE", "nothing; the line goes in as from a PC"),
    "power": Command("power on|off", "the text shown"),
    "save": Command("save NAME", "the path of the slot's file"),
    "load": Command("load NAME", "the text shown"),
    "json": Command("json", "text, cells, symbols, beeps, frame, position, mode, time as JSON"),
    "help": Command("help", "the command words"),
    "quit": Command("quit", "nothing; the session ends"),
}
"""Every command of the protocol."""


def banner() -> str:
    """The first line of a session."""
    return f"READY sapphire {__version__} protocol {PROTOCOL_VERSION}"


class Controller:
    """Serves one session.

    :param session: the machine.
    :param slots: folder of the named slots.
    :param picture: draws a frame as PNG bytes.
    """

    def __init__(self, session: Session, slots: Path, picture: Callable[[Lcd], bytes]) -> None:
        self._session = session
        self._slots = slots
        self._picture = picture
        self._sent: list[str] = []
        self.ended = False

    def handle(self, line: str) -> str:
        """One command line; the one line of answer. Never raises on what a peer may send."""
        if len(line) > MAX_LINE:
            return f"ERR toolong a line of {len(line)} characters, at most {MAX_LINE}"
        word, _, argument = line.strip().partition(" ")
        word, argument = word.lower(), argument.strip()
        if not word:
            return "OK"
        if word not in COMMANDS:
            near = closest(word, COMMANDS)
            hint = f"; did you mean {near}?" if near else "; see help"
            return f"ERR unknown command {word!r}{hint}"
        self._session.poll()
        try:
            answer = getattr(self, f"_do_{word}")(argument)
        except Refusal as refusal:
            return f"ERR {refusal}"
        except UserError as error:
            return f"ERR failed {error}"
        self._collect()
        return f"OK {answer}".rstrip() if answer else "OK"

    def _collect(self) -> None:
        for event in self._session.take_outputs():
            if isinstance(event, SerialOut):
                self._sent += to_lines(event.report, DIALECTS["sapphire2"])
        del self._sent[:-MAX_UNREAD_LINES]

    # -- the commands ----------------------------------------------------------------------

    def _keys(self, argument: str) -> list[Key]:
        keys = []
        for name in argument.split():
            if name.lower() not in BY_NAME:
                hint = meant(name)
                raise Refusal("badkey", f"unknown key {name!r}" + (f"; {hint}" if hint else ""))
            keys.append(BY_NAME[name.lower()])
        if not keys:
            raise Refusal("missing", "expected at least one key")
        return keys

    def _one_key(self, argument: str) -> Key:
        keys = self._keys(argument)
        if len(keys) > 1:
            raise Refusal("toomany", f"expected one key, got {len(keys)}")
        return keys[0]

    def _alone(self, argument: str) -> None:
        if argument:
            raise Refusal("toomany", f"expected nothing more, got {argument!r}")

    def _shown(self) -> str:
        return f'"{self._session.machine.lcd.text}"'

    def _do_press(self, argument: str) -> str:
        for key in self._keys(argument):
            self._session.press(key)
        return self._shown()

    def _do_hold(self, argument: str) -> str:
        self._session.feed(KeyDown(self._one_key(argument)))
        return ""

    def _do_release(self, argument: str) -> str:
        self._session.feed(KeyUp(self._one_key(argument)))
        return ""

    def _do_wait(self, argument: str) -> str:
        if not argument.isdecimal() or int(argument) > MAX_WAIT_MS:
            raise Refusal("badnumber", f"expected ms 0...{MAX_WAIT_MS}, got {argument!r}")
        self._session.wait(int(argument))
        return self._shown()

    def _do_settle(self, argument: str) -> str:
        self._alone(argument)
        self._session.settle()
        return self._shown()

    def _do_lcd(self, argument: str) -> str:
        self._alone(argument)
        return self._shown()

    def _do_cells(self, argument: str) -> str:
        self._alone(argument)
        return f'"{self._session.machine.lcd.cells}"'

    def _symbols(self) -> list[str]:
        lit = self._session.machine.lcd.symbols
        return [name for name in SYMBOLS if name in lit]

    def _do_symbols(self, argument: str) -> str:
        self._alone(argument)
        return " ".join(self._symbols())

    def _hex(self) -> str:
        machine = self._session.machine
        return "".join(f"{common:04x}" for common in machine.lcd.frame_at(machine.now_ms))

    def _do_frame(self, argument: str) -> str:
        if argument == "png":
            return base64.b64encode(self._picture(self._session.machine.lcd)).decode()
        self._alone(argument)
        return self._hex()

    def _do_beeps(self, argument: str) -> str:
        self._alone(argument)
        return str(self._session.machine.beeps)

    def _do_memory(self, argument: str) -> str:
        self._alone(argument)
        return json.dumps(encode(self._session.machine.nvram), separators=(",", ":"))

    def _do_position(self, argument: str) -> str:
        self._alone(argument)
        return self._session.machine.fen

    def _do_mode(self, argument: str) -> str:
        self._alone(argument)
        state = self._session.machine.state
        return f"{state.mode.name.lower()} {state.home.name.lower()}"

    def _do_time(self, argument: str) -> str:
        self._alone(argument)
        return str(self._session.machine.now_ms)

    def _do_serial(self, argument: str) -> str:
        self._alone(argument)
        self._collect()
        return f'"{self._sent.pop(0)}"' if self._sent else "none"

    def _do_send(self, argument: str) -> str:
        data = argument.encode("latin-1", "replace") + b"\r"
        self._session.feed(SerialBytes(data))
        return ""

    def _do_power(self, argument: str) -> str:
        if not argument:
            raise Refusal("missing", "expected on or off")
        if argument not in ("on", "off"):
            raise Refusal("badword", f"expected on or off, got {argument!r}")
        self._session.feed(Power(argument == "on"))
        return self._shown()

    def _slot(self, argument: str) -> Path:
        if not argument:
            raise Refusal("missing", "expected the name of a slot")
        return slot_path(self._slots, argument)

    def _do_save(self, argument: str) -> str:
        path = self._slot(argument)
        write_state(path, self._session.machine.state)
        return str(path)

    def _do_load(self, argument: str) -> str:
        self._session.restore(read_state(self._slot(argument)))
        return self._shown()

    def _do_json(self, argument: str) -> str:
        self._alone(argument)
        machine = self._session.machine
        shown: dict[str, Any] = {
            "text": machine.lcd.text,
            "cells": machine.lcd.cells,
            "symbols": self._symbols(),
            "beeps": machine.beeps,
            "frame": self._hex(),
            "position": machine.fen,
            "mode": machine.state.mode.name.lower(),
            "time_ms": machine.now_ms,
        }
        return json.dumps(shown, ensure_ascii=False)

    def _do_help(self, argument: str) -> str:
        self._alone(argument)
        return " ".join(COMMANDS)

    def _do_quit(self, argument: str) -> str:
        self._alone(argument)
        self.ended = True
        return ""
