"""The keypad: 24 keys, the 3 x 8 contact matrix behind them, debounce and rollover.

Facts (H, public hardware descriptions):

* Three groups of eight read lines, active low; the lines of all selected groups are OR-ed.
* Every key sits at one (group, bit). Eight keys double as file and rank: A1 is a or 1.

Choices (P):

* A contact counts after it has been closed without a break for the debounce time (20 ms).
* Two-key lockout: the first key down wins until every key has been up for the debounce time.

The matrix is an immutable value; a click, a PC key and a script all close a contact in it.

>>> matrix = KeyMatrix().close(Key.OPTION, at_ms=0)
>>> matrix.read(0b001) == 0xFF & ~(1 << Key.OPTION.bit)
True
>>> matrix.settle(at_ms=19)[1] is None
True
>>> matrix.settle(at_ms=20)[1]
<Key.OPTION: 2>
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum

DEBOUNCE_MS = 20
GROUPS = 3
LINES = 8


class Key(IntEnum):
    """The 24 keys. The value is the matrix place: 8 x group + bit."""

    NG = 0
    CLEAR = 1
    OPTION = 2
    LEVEL = 3
    HINT = 4
    VER = 5
    RIGHT = 6
    GO = 7
    PAWN = 8
    KNIGHT = 9
    BISHOP = 10
    ROOK = 11
    QUEEN = 12
    KING = 13
    LEFT = 14
    COLOR = 15
    H8 = 16
    G7 = 17
    F6 = 18
    E5 = 19
    D4 = 20
    C3 = 21
    B2 = 22
    A1 = 23

    @property
    def script_name(self) -> str:
        """The word for this key in scripts and on the command line, such as ``option``."""
        return self.name.lower()

    @property
    def group(self) -> int:
        """Matrix group 0-2 (H)."""
        return self.value // LINES

    @property
    def bit(self) -> int:
        """Read line 0-7 inside the group (H)."""
        return self.value % LINES


SQUARE_KEYS = (Key.A1, Key.B2, Key.C3, Key.D4, Key.E5, Key.F6, Key.G7, Key.H8)
PIECE_KEYS = (Key.PAWN, Key.KNIGHT, Key.BISHOP, Key.ROOK, Key.QUEEN, Key.KING)

ORDINAL: dict[Key, int] = {key: index for index, key in enumerate(SQUARE_KEYS)}
"""File or rank index 0-7 of each square key."""

PIECE_TYPE: dict[Key, int] = {key: index for index, key in enumerate(PIECE_KEYS, start=1)}
"""Piece type of each piece key, 1 (pawn) to 6 (king), as python-chess counts."""

BY_NAME: dict[str, Key] = {key.script_name: key for key in Key}

KEYPAD_ROWS: tuple[tuple[Key | None, ...], ...] = (
    (Key.A1, Key.B2, Key.C3, Key.D4, Key.VER, None, Key.NG),
    (Key.E5, Key.F6, Key.G7, Key.H8, Key.OPTION, None, Key.CLEAR),
    (Key.PAWN, Key.KNIGHT, Key.BISHOP, Key.COLOR, Key.HINT),
    (Key.ROOK, Key.QUEEN, Key.KING, Key.LEVEL),
    (Key.LEFT, Key.RIGHT, Key.GO),
)
"""The physical rows, top to bottom; None is the gap before the rightmost column."""

CAP_LEGEND: dict[Key, str] = {
    **{key: key.name for key in SQUARE_KEYS},
    Key.VER: "Ver/Set",
    Key.NG: "NG",
    Key.OPTION: "Option I/II",
    Key.CLEAR: "C/CB",
    Key.PAWN: "Pawn",
    Key.KNIGHT: "Knight",
    Key.BISHOP: "Bishop",
    Key.ROOK: "Rook",
    Key.QUEEN: "Queen",
    Key.KING: "King",
    Key.COLOR: "Color",
    Key.HINT: "Hint",
    Key.LEVEL: "Level",
    Key.LEFT: "<",
    Key.RIGHT: ">",
    Key.GO: "GO",
}
"""What is printed on or beside each key."""


def key_named(name: str) -> Key:
    """The key that scripts call ``name``.

    :raises KeyError: no key has that name.
    """
    key = BY_NAME.get(name.lower())
    if key is None:
        raise KeyError(f"unknown key {name!r} (expected one of {', '.join(BY_NAME)})")
    return key


def square_keys(square: str) -> tuple[Key, Key]:
    """The two key presses for a square: file, then rank.

    >>> [key.script_name for key in square_keys("e2")]
    ['e5', 'b2']
    """
    return SQUARE_KEYS["abcdefgh".index(square[0])], SQUARE_KEYS["12345678".index(square[1])]


@dataclass(frozen=True, slots=True)
class KeyMatrix:
    """Which contacts are closed, and what the debounce has made of them so far.

    ``closed`` holds (key, closed since, in emulated ms), oldest first. ``winner`` is the key whose
    press has been reported and which locks all others out; ``open_since_ms`` says since when
    every contact has been open while a winner waits to be released.
    """

    closed: tuple[tuple[Key, int], ...] = ()
    winner: Key | None = None
    open_since_ms: int = 0

    @property
    def idle(self) -> bool:
        """True when nothing is pressed and nothing waits to be debounced."""
        return not self.closed and self.winner is None

    def close(self, key: Key, *, at_ms: int) -> KeyMatrix:
        """The matrix after the contact of ``key`` has closed; closing twice changes nothing."""
        if any(held is key for held, _ in self.closed):
            return self
        return KeyMatrix((*self.closed, (key, at_ms)), self.winner, self.open_since_ms)

    def open(self, key: Key, *, at_ms: int) -> KeyMatrix:
        """The matrix after the contact of ``key`` has opened; opening twice changes nothing."""
        left = tuple(entry for entry in self.closed if entry[0] is not key)
        if len(left) == len(self.closed):
            return self
        return KeyMatrix(left, self.winner, at_ms)

    def read(self, select: int) -> int:
        """Eight read lines, active low, with the groups in the bit mask ``select`` driven (H)."""
        lines = 0xFF
        for key, _ in self.closed:
            if select >> key.group & 1:
                lines &= ~(1 << key.bit)
        return lines

    def scan(self) -> tuple[Key, ...]:
        """Every closed key, found as the firmware finds it: one group at a time."""
        found = []
        for group in range(GROUPS):
            lines = self.read(1 << group)
            found += [Key(group * LINES + bit) for bit in range(LINES) if not lines >> bit & 1]
        return tuple(found)

    def due_ms(self, debounce_ms: int = DEBOUNCE_MS) -> int | None:
        """When :meth:`settle` will next change something; None when it will not by itself."""
        if self.closed:
            return None if self.winner is not None else self.closed[0][1] + debounce_ms
        return None if self.winner is None else self.open_since_ms + debounce_ms

    def settle(self, *, at_ms: int, debounce_ms: int = DEBOUNCE_MS) -> tuple[KeyMatrix, Key | None]:
        """The matrix after its debounce has looked at ``at_ms``, and the key event, if any."""
        due_ms = self.due_ms(debounce_ms)
        if due_ms is None or at_ms < due_ms:
            return self, None
        if self.winner is not None:
            return KeyMatrix(), None
        pressed = self.scan()
        first = next(key for key, _ in self.closed if key in pressed)
        return KeyMatrix(self.closed, first, self.open_since_ms), first
