"""What is printed at the keys, and what each key does now.

The table of transitions in the core decides whether a key does anything in a mode; the words are
short forms of what that table says, from ``assets/legends.toml``.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from firmware_model.keys import Key
from firmware_model.mode import HOMES, Mode
from firmware_model.modes import Row, row_for
from sapphire_emu.resources import asset
from sapphire_emu.window.checked_toml import read_toml

LAYERS: dict[str, str] = {
    "OPTION1": "option1",
    "OPTION2": "option2",
    "LEVEL": "level",
    "RATING": "rating",
}
"""Which lamp of the skin a mode lights, by the mode's name; special ones: ``other``."""

PLAIN = HOMES | {Mode.THINK}
"""Modes in which the keys are what is printed on them."""

QUIET = frozenset((Mode.PLAY, Mode.THINK, Mode.PROMOTION))
"""Modes that the lamps do not name: the LCD says enough."""


@dataclass(frozen=True, slots=True)
class Legend:
    """The print at one key at this moment.

    ``lines`` are the two lines; ``lit`` is the line (0 or 1) that says what the key does now in a
    layer, None outside layers; ``active`` is False when the key would be refused.
    """

    lines: tuple[str, str]
    lit: int | None
    active: bool


@dataclass(frozen=True, slots=True)
class Words:
    """The file of legends: printed lines, words by mode, lines by layer, letters on the caps."""

    printed: dict[Key, tuple[str, str]]
    now: dict[str, dict[Key, str]]
    slots: dict[str, int]
    caps: dict[Key, str]


@cache
def words() -> Words:
    """The shipped legends.

    :raises InputError: the file is damaged, with line and column.
    """
    top = read_toml(asset("legends.toml"))
    by_name = {key.script_name: key for key in Key}
    printed_table = top.table("printed")
    printed = {}
    for name, key in by_name.items():
        row = printed_table.table(name)
        printed[key] = (row.text("first"), row.text("second"))
        row.no_more()
    printed_table.no_more(by_name)
    now_table = top.table("now")
    now: dict[str, dict[Key, str]] = {}
    for mode in now_table.names():
        table = now_table.table(mode)
        table.no_more(by_name)
        now[mode.upper()] = {by_name[name]: table.text(name) for name in table.names()}
    slots_table = top.table("slots")
    slots = {name: int(slots_table.number(name, 1, 2)) - 1 for name in slots_table.names()}
    caps_table = top.table("caps")
    caps_table.no_more(by_name)
    caps = {by_name[name]: caps_table.text(name) for name in caps_table.names()}
    top.no_more()
    return Words(printed, now, slots, caps)


def layer_of(mode: Mode) -> str:
    """The lamp that a mode lights: one of the skin's layers, or nothing in plain play."""
    if mode in PLAIN:
        return ""
    return LAYERS.get(mode.name, "other")


def mode_name(mode: Mode) -> str:
    """The name of a mode that has no lamp of its own, for the last lamp; empty in plain play."""
    if mode in QUIET or mode.name in LAYERS:
        return ""
    return "SET UP" if mode is Mode.SETUP else mode.name


@cache
def legend(mode: Mode, key: Key) -> Legend:
    """The print at a key in a mode."""
    table = words()
    printed = table.printed[key]
    row = row_for(mode, key)
    layer = layer_of(mode)
    word = table.now.get(mode.name, {}).get(key)
    if row is None:
        return Legend(printed, None, active=False)
    if not layer:
        lines = (word, printed[1]) if word else printed
        return Legend(lines, None, active=True)
    slot = table.slots.get(layer, 0)
    if word is None:
        word = printed[slot] or printed[0]
    lines = (printed[0], word) if slot else (word, printed[1])
    return Legend(lines, slot, active=True)


@dataclass(frozen=True, slots=True)
class Explanation:
    """What a key does now: in words, where the manual says so, and how sure that is."""

    key: Key
    what: str
    section: str
    mark: str

    @property
    def line(self) -> str:
        """The explain line."""
        name = self.key.script_name
        parts = [f"{name}: {self.what}"]
        if self.section[:1].isdigit():
            parts.append(f"manual, section {self.section}")
        if self.section:
            parts.append(MARKS[self.mark])
        return " · ".join(parts)


MARKS = {
    "M": "the manual says so",
    "H": "a hardware fact",
    "S": "as on sibling machines",
    "P": "this project's choice",
}


def explain(mode: Mode, key: Key) -> Explanation:
    """What a key would do in a mode."""
    row: Row | None = row_for(mode, key)
    if row is None:
        return Explanation(key, "nothing now; three beeps and Error", "", "M")
    return Explanation(key, row.what, row.section, row.mark)
