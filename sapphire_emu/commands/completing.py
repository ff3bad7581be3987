"""What the shell offers after an option or an argument; see ``sapphire completion``."""

from __future__ import annotations

from collections.abc import Iterable

from click import Context, Parameter
from click.shell_completion import CompletionItem


def _beginning(words: Iterable[str], incomplete: str) -> list[CompletionItem]:
    return [CompletionItem(word) for word in words if word.startswith(incomplete.lower())]


def key_names(context: Context, parameter: Parameter, incomplete: str) -> list[CompletionItem]:
    """The keys of the machine, as the keypad has them, with what is printed on each."""
    from firmware_model.keys import CAP_LEGEND, KEYPAD_ROWS

    keys = [key for row in KEYPAD_ROWS for key in row if key is not None]
    return [
        CompletionItem(key.script_name, help=CAP_LEGEND[key])
        for key in keys
        if key.script_name.startswith(incomplete.lower())
    ]


def level_names(context: Context, parameter: Parameter, incomplete: str) -> list[CompletionItem]:
    """The levels, with their time control."""
    from firmware_model.levels import LEVELS

    return [
        CompletionItem(name, help=level.meaning)
        for name, level in LEVELS.items()
        if name.startswith(incomplete.lower())
    ]


def opponents(context: Context, parameter: Parameter, incomplete: str) -> list[CompletionItem]:
    """Who can play."""
    return _beginning(("embedded", "stockfish", "uci:"), incomplete)


def dialects(context: Context, parameter: Parameter, incomplete: str) -> list[CompletionItem]:
    """The dialects of the serial port."""
    from firmware_model.dialects import DIALECTS

    return _beginning(DIALECTS, incomplete)


def serial_links(context: Context, parameter: Parameter, incomplete: str) -> list[CompletionItem]:
    """Kinds of serial links, and the real ports of this computer."""
    from serial.tools.list_ports import comports

    kinds = ("pty", "file:", "tcp-listen:", "socket://", "rfc2217://", "printer:")
    ports = sorted(port.device for port in comports())
    return [CompletionItem(word) for word in (*kinds, *ports) if word.startswith(incomplete)]


def real_ports(context: Context, parameter: Parameter, incomplete: str) -> list[CompletionItem]:
    """Places where a Novag can be: the real ports of this computer, and the network."""
    return [
        item
        for item in serial_links(context, parameter, incomplete)
        if not item.value.startswith(("pty", "file:", "tcp-listen:", "printer:"))
    ]


def skins(context: Context, parameter: Parameter, incomplete: str) -> list[CompletionItem]:
    """The shipped skins; a file is completed as such."""
    from sapphire_emu.resources import asset

    names = sorted(path.stem for path in asset("skins").glob("*.toml"))
    return _beginning(names, incomplete) or [CompletionItem(incomplete, type="file")]
