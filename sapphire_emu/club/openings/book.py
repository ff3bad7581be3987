"""The book: every position of a collection down to a depth, with games, results, code and key."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

import numpy as np

from sapphire_emu.club.openings.codes import NOT_REFINED, key_text
from sapphire_emu.club.openings.counts import Array, Counts

DEFAULT_DEPTH = 40
"""Half-moves, the depth that ChessVU's help advises for a book of one opening."""

CodesOf = Callable[[Array], Array]
"""Hashes of positions to code numbers, -1 for a position without a name."""


@dataclass(frozen=True)
class Book:
    """Positions in the order of their first appearance in the database; 0 is the start.

    ``parent`` is the position before it in the game that reached it first (itself at the start of
    a game). ``code`` is 0 to 499, ``suffix`` 0 to 99 or -1. Moves are sorted by the position they
    are played in, then by first appearance.
    """

    depth: int
    all_games: int
    hashes: Array
    games: Array
    white: Array
    draws: Array
    black: Array
    ends: Array
    parent: Array
    code: Array
    suffix: Array
    move_from: Array
    move_to: Array
    move: Array
    move_games: Array
    sources: tuple[str, ...] = ()
    refined_with: dict[str, object] = field(default_factory=dict)

    def __len__(self) -> int:
        return len(self.hashes)

    @cached_property
    def branches(self) -> Array:
        """How many different moves were played in each position."""
        return np.bincount(self.move_from, minlength=len(self)).astype(np.int32)

    @cached_property
    def first_move(self) -> Array:
        """Where each position's moves begin; one entry more than positions."""
        return np.concatenate(([0], np.cumsum(self.branches)))

    @cached_property
    def _by_hash(self) -> Array:
        return np.argsort(self.hashes, kind="stable")

    @cached_property
    def _sorted_hashes(self) -> Array:
        return self.hashes[self._by_hash]

    def find_all(self, hashes: Array) -> Array:
        """The numbers of positions, -1 where the book does not have them.

        Each position is looked for once, in order: random places of a large book cost ten times
        as much as neighbouring ones.
        """
        if not len(self):
            return np.full(len(hashes), -1)
        wanted, back = np.unique(hashes, return_inverse=True)
        at = np.minimum(np.searchsorted(self._sorted_hashes, wanted), len(self) - 1)
        found: Array = np.where(self._sorted_hashes[at] == wanted, self._by_hash[at], -1)[back]
        return found

    def find(self, hashed: int) -> int | None:
        """The number of a position, None when the book does not have it."""
        found = int(self.find_all(np.array([hashed], dtype=np.uint64))[0])
        return None if found < 0 else found

    def key(self, position: int) -> str:
        """``XDD/DD``, or ``XDD`` where the position is not refined."""
        return key_text(int(self.code[position]), int(self.suffix[position]))

    @property
    def refined(self) -> bool:
        """Whether any position has a suffix."""
        return bool((self.suffix >= 0).any())

    @property
    def shared_leaves(self) -> int:
        """Last positions that stand for more than one game: there the depth is too small."""
        return int(np.count_nonzero(self.ends > 1))

    @property
    def markable(self) -> int:
        """Games that sorting can mark: one for each last position."""
        return int(np.count_nonzero(self.ends))

    def unrefined(self, codes: frozenset[int] | None = None) -> Book:
        """The book with plain codes again, everywhere or in ``codes`` only."""
        suffix = self.suffix.copy()
        if codes is None:
            suffix[:] = NOT_REFINED
            return replace(self, suffix=suffix, refined_with={})
        suffix[np.isin(self.code, list(codes))] = NOT_REFINED
        return replace(self, suffix=suffix)

    def fingerprint(self) -> str:
        """A digest of positions, counts, codes and keys: equal for equal books."""
        digest = hashlib.sha256(f"{self.depth} {self.all_games}".encode())
        for name in COLUMNS:
            digest.update(np.ascontiguousarray(getattr(self, name)).tobytes())
        return digest.hexdigest()


COLUMNS = {
    "hashes": np.uint64, "games": np.uint32, "white": np.uint32, "draws": np.uint32,
    "black": np.uint32, "ends": np.uint32, "parent": np.int32, "code": np.int16,
    "suffix": np.int8, "move_from": np.int32, "move_to": np.int32, "move": np.uint16,
    "move_games": np.uint32,
}  # fmt: skip
"""A book's columns and how each is stored."""


def book_of(
    counts: Counts,
    codes_of: CodesOf,
    *,
    depth: int = DEFAULT_DEPTH,
    trust_tags: bool = False,
    sources: tuple[str, ...] = (),
) -> Book:
    """Number the positions by first appearance and give each its ECO code.

    A position's code is that of the deepest named position on the path that reached it first;
    A00 where nothing on it has a name. With ``trust_tags`` it is the code in the ECO tag of the
    game that reached it first, where that game has one.
    """
    found, played = counts.positions, counts.moves
    by_order = np.argsort(found["order"], kind="stable")
    size = len(by_order)
    number = np.empty(size, dtype=np.int64)
    number[by_order] = np.arange(size)

    def numbers(hashes: Array) -> Array:
        return number[np.searchsorted(found["hash"], hashes)]

    hashes = found["hash"][by_order]
    parent = numbers(found["parent"][by_order])
    code = _inherited(codes_of(hashes), parent)
    if trust_tags:
        tag = found["tag"][by_order]
        code = np.where(tag >= 0, tag, code)
    source, target = numbers(played["from"]), numbers(played["to"])
    by_source = np.lexsort((played["order"], source))
    columns: dict[str, Array] = {
        "hashes": hashes,
        **{name: found[name][by_order] for name in ("games", "white", "draws", "black", "ends")},
        "parent": parent,
        "code": code,
        "suffix": np.full(size, NOT_REFINED),
        "move_from": source[by_source],
        "move_to": target[by_source],
        "move": played["move"][by_source],
        "move_games": played["games"][by_source],
    }
    typed: dict[str, Any] = {
        name: columns[name].astype(kind, copy=False) for name, kind in COLUMNS.items()
    }
    return Book(depth=depth, all_games=counts.games, sources=sources, **typed)


def _inherited(own: Array, parent: Array) -> Array:
    """Each position's own code, else that of the nearest ancestor with one, else A00 (0).

    Pointers are doubled, so a path of n positions takes log n rounds.
    """
    code = own.astype(np.int64)
    above = parent.astype(np.int64)
    while True:
        bare = (code < 0) & (above != above[above])
        taken = np.where(code < 0, code[above], code)
        if not bare.any() and (taken == code).all():
            return np.maximum(code, 0)
        code, above = taken, np.where(code < 0, above[above], above)
