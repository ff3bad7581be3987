"""The table of settings behind the OPTION and LEVEL layers.

Every row is one setting that survives power-off. Bars on the LCD are its value: 0 off, 3 on, or
the grade (S). ``acts`` says honestly who heeds the setting: the machine model itself or the engine.
"""

from __future__ import annotations

from typing import NamedTuple

from firmware_model.keys import Key


class Option(NamedTuple):
    """One setting: layer (1, 2, or 3 for LEVEL) and key, four cells of name, values, default."""

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
               "Print Moves", "27", "the serial port: every move is sent"),
        Option("autoclock", 1, Key.B2, "ACLo", "P", ON_OFF, 0,
               "Autoclock", "28", "the serial port: a clock line after each full move"),
        Option("video", 1, Key.E5, "VIdE", "P", ON_OFF, 0,
               "Video Mode", "31", "the serial port: the compact dialect of the TV interface"),
        Option("hash", 2, Key.A1, "hASh", "M", ON_OFF, 3,
               "Hash Tables", "36", "the engine: size of its hash table"),
        Option("selective", 2, Key.B2, "SELS", "P", GRADED, 3,
               "Selective Search", "37", "kept and shown; no engine switch"),
        Option("passive_book", 2, Key.C3, "PASb", "P", ON_OFF, 0,
               "Passive Book", "38", "hints and analysis look into the built-in book"),
        Option("active_book", 2, Key.D4, "ACtb", "P", ON_OFF, 3,
               "Active Book", "39", "the machine plays from the built-in book"),
        Option("book", 2, Key.E5, "boo ", "P", GRADED, 3,
               "Opening Book", "40", "breadth: 1 main lines (tournament), 3 everything, 0 none"),
        Option("learn", 2, Key.F6, "LErn", "P", ON_OFF, 0,
               "Learn", "41", "a lost game's last book move is avoided from then on"),
        Option("extensions", 2, Key.G7, "EtEn", "P", GRADED, 3,
               "Extensions", "42", "kept and shown; no engine switch"),
        Option("random", 3, Key.OPTION, "rAnd", "P", ON_OFF, 0,
               "Random", "20", "variety among moves of nearly equal worth"),
        Option("easy", 3, Key.RIGHT, "EASy", "P", ON_OFF, 3,
               "Easy", "18", "always so here: the opponent never thinks on the user's time"),
        Option("book_select", 3, Key.QUEEN, "boSL", "P", GRADED, 3,
               "Book Select", "22", "1 built-in book, 2 programmed lines, 3 both, 0 none"),
    )
}  # fmt: skip
"""Every option by name."""

BY_KEY: dict[tuple[int, Key], Option] = {(row.layer, row.key): row for row in OPTIONS.values()}

NAMES: tuple[str, ...] = tuple(OPTIONS)
DEFAULTS: tuple[int, ...] = tuple(row.default for row in OPTIONS.values())
