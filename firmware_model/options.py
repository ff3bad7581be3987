"""The table of settings behind the OPTION layers, and the Sound key.

Every row is one setting that survives power-off. Bars on the LCD are its value: 0 off, 3 on, or
the grade (S). ``acts`` says honestly who heeds the setting: the machine model itself or the engine.
"""

from __future__ import annotations

from typing import NamedTuple

from firmware_model.keys import Key


class Option(NamedTuple):
    """One setting: layer 1 or 2, its key, four cells of name, allowed values, default."""

    name: str
    layer: int
    key: Key
    cells: str
    mark: str
    values: tuple[int, ...]
    default: int
    title: str
    section: str
    acts: str


ON_OFF = (0, 3)
GRADED = (0, 1, 2, 3)

OPTIONS: dict[str, Option] = {
    row.name: row
    for row in (
        Option("print_moves", 1, Key.A1, "Prnt", "P", ON_OFF, 0,
               "Print Moves", "I.A1", "the serial port: every move is sent"),
        Option("autoclock", 1, Key.B2, "ACLo", "P", ON_OFF, 0,
               "Autoclock", "I.B2", "the serial port: a clock line after each full move"),
        Option("video", 1, Key.E5, "VIdE", "P", ON_OFF, 0,
               "Video Mode", "I.E5", "the serial port: the compact dialect of the TV interface"),
        Option("hash", 2, Key.A1, "hASh", "M", ON_OFF, 3,
               "Hash Tables", "36", "the engine: size of its hash table"),
        Option("selective", 2, Key.B2, "SELS", "P", GRADED, 3,
               "Selective Search", "II.B2", "kept and shown; no engine switch"),
        Option("passive_book", 2, Key.C3, "PASb", "P", ON_OFF, 0,
               "Passive Book", "II.C3", "kept and shown until the opening book is built"),
        Option("active_book", 2, Key.D4, "ACtb", "P", ON_OFF, 3,
               "Active Book", "II.D4", "kept and shown until the opening book is built"),
        Option("book", 2, Key.E5, "boo ", "P", GRADED, 3,
               "Opening Book", "II.E5", "kept and shown until the opening book is built"),
        Option("learn", 2, Key.F6, "LErn", "P", ON_OFF, 0,
               "Learn", "II.F6", "kept and shown; nothing is learnt yet"),
        Option("extensions", 2, Key.G7, "EtEn", "P", GRADED, 3,
               "Extensions", "II.G7", "kept and shown; no engine switch"),
    )
}  # fmt: skip
"""Every option by name."""

BY_KEY: dict[tuple[int, Key], Option] = {(row.layer, row.key): row for row in OPTIONS.values()}

NAMES: tuple[str, ...] = tuple(OPTIONS)
DEFAULTS: tuple[int, ...] = tuple(row.default for row in OPTIONS.values())
