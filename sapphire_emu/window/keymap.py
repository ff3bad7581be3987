"""The computer's keyboard on the machine's keys: data, checked, editable, saved.

The default is ``assets/keymaps/default.toml``; the user's own lies in the user's configuration
folder and replaces it whole.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import pygame

from firmware_model.keys import Key
from sapphire_emu.errors import UserError
from sapphire_emu.resources import asset
from sapphire_emu.window.checked_toml import Table, read_toml
from sapphire_emu.window.skin_parts import READING_ORDER

RESERVED = frozenset(
    ("tab", "space", "left", "right", "up", "down", "escape", *(f"f{n}" for n in range(1, 13)))
)
"""Names of keys the window needs for itself."""


@dataclass(frozen=True, slots=True)
class KeyMap:
    """Names of keyboard keys -> keys of the machine."""

    by_name: dict[str, Key]

    def names_of(self, key: Key) -> list[str]:
        """The keyboard keys that press a key."""
        return [name for name, found in self.by_name.items() if found is key]

    def labels(self) -> tuple[tuple[Key, str], ...]:
        """What to show on the skin for every key."""
        shown = {key: dict.fromkeys(_short(name) for name in self.names_of(key)) for key in Key}
        return tuple((key, " ".join(names)) for key, names in shown.items())

    def with_name(self, name: str, key: Key) -> KeyMap:
        """The map with a keyboard key given to a key, taken from whichever had it.

        :raises UserError: the window needs that key for itself.
        """
        if name in RESERVED:
            raise UserError(f"'{name}' is a key of the window's own and cannot be given away")
        return KeyMap({**{n: k for n, k in self.by_name.items() if n != name}, name: key})

    def without(self, key: Key) -> KeyMap:
        """The map with no keyboard key for a key."""
        return KeyMap({name: found for name, found in self.by_name.items() if found is not key})

    def to_toml(self) -> str:
        """The map as a file."""
        lines = [
            "# The keyboard, as edited in the window (F1, then a key, then a key of the board).",
            "",
            "[keys]",
        ]
        for key in Key:
            names = ", ".join(f'"{_escaped(name)}"' for name in self.names_of(key))
            lines.append(f"{key.script_name} = [{names}]")
        return "\n".join(lines) + "\n"


def _escaped(name: str) -> str:
    return name.replace("\\", "\\\\").replace('"', '\\"')


def _short(name: str) -> str:
    shortened = {"return": "enter", "backspace": "bksp", "delete": "del", "insert": "ins"}
    return shortened.get(name, name).upper() if len(name) == 1 else shortened.get(name, name)


def _names(table: Table, key: str) -> list[str]:
    value = table.strings(key)
    for name in value:
        if name in RESERVED:
            table.fail(key, f"'{name}' is a key of the window's own", "another key")
        try:
            pygame.key.key_code(name)
        except ValueError:
            table.fail(key, f"the keyboard has no key '{name}'", "a name such as a, 1, return, f")
    return value


def load_keymap(path: Path) -> KeyMap:
    """Read and check a key map. The display must be open: it knows the names of the keys.

    :raises UserError: the file cannot be read.
    :raises InputError: something in it is wrong, with line and column.
    """
    top = read_toml(path)
    keys = top.table("keys")
    by_name: dict[str, Key] = {}
    for key in READING_ORDER:
        name = key.script_name
        for pressed in _names(keys, name):
            if pressed in by_name:
                keys.fail(name, f"'{pressed}' already presses {by_name[pressed].script_name}")
            by_name[pressed] = key
    keys.no_more()
    top.no_more()
    return KeyMap(by_name)


def default_keymap() -> KeyMap:
    """The shipped map."""
    return load_keymap(asset("keymaps", "default.toml"))


def save_keymap(keymap: KeyMap, path: Path) -> None:
    """Keep a map, whole or not at all.

    :raises UserError: the folder cannot be written.
    """
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        fresh = path.with_suffix(".new")
        fresh.write_text(keymap.to_toml(), encoding="utf-8")
        fresh.replace(path)
    except OSError as error:
        raise UserError(f"{path}: cannot keep the key map: {error.strerror}") from error
