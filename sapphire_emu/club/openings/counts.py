"""Partial counts of a position graph, which merge in any order and any grouping.

Games are read in pieces, by several processes or machines. Each piece gives a :class:`Counts`;
:func:`merge` joins them. Merging is associative and commutative, because what is not a sum is a
minimum over *orders*: an order is ``place of the game << 8 | ply``, the place being a number that
grows along the database, so the position that comes first in the database comes first in every
merge.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

Array = NDArray[Any]

MOST_DEPTH = 200
"""Half-moves; a ply must fit in the low byte of an order."""
NO_PARENT = 0
"""Stands for the position before the first one; ``parent_order`` of a start is its own order."""

RESULTS = ("white", "draws", "black")


@dataclass(frozen=True, slots=True)
class Path:
    """One game's way through the graph.

    ``hashes`` has one entry more than ``moves``; ``result`` is 0 White won, 1 draw, 2 Black won,
    3 unknown; ``tag`` is the code number of the game's own ECO tag, -1 without one.
    """

    place: int
    hashes: Sequence[int]
    moves: Sequence[int]
    result: int = 3
    tag: int = -1


@dataclass(frozen=True, slots=True)
class Counts:
    """Positions sorted by hash and moves sorted by (from, to), with what was counted of them.

    ``positions`` has the columns hash, games, white, draws, black, ends (games whose last position
    in the book this is), order (of the first visit), parent (hash of the position before it on
    that visit; its own at the start of a game) and tag (code number in the ECO tag of that first
    game). ``moves`` has from, to, move, games, order. A position or move counts once per game.
    """

    positions: dict[str, Array]
    moves: dict[str, Array]
    games: int = 0


_POSITION_TYPES = {
    "hash": np.uint64, "games": np.uint32, "white": np.uint32, "draws": np.uint32,
    "black": np.uint32, "ends": np.uint32, "order": np.uint64, "parent": np.uint64,
    "tag": np.int16,
}  # fmt: skip
_MOVE_TYPES = {
    "from": np.uint64, "to": np.uint64, "move": np.uint16, "games": np.uint32, "order": np.uint64
}  # fmt: skip
_SUMS = ("games", "white", "draws", "black", "ends")


def nothing() -> Counts:
    """The counts of no game: what merging leaves alone."""
    return Counts(
        {name: np.zeros(0, kind) for name, kind in _POSITION_TYPES.items()},
        {name: np.zeros(0, kind) for name, kind in _MOVE_TYPES.items()},
    )


def count(paths: Sequence[Path]) -> Counts:
    """Count the games of one piece; a position met twice in a game counts once."""
    if not paths:
        return nothing()
    return count_flat(
        [h for path in paths for h in path.hashes],
        [m for path in paths for m in path.moves],
        [len(path.hashes) for path in paths],
        [path.place for path in paths],
        [path.result for path in paths],
        [path.tag for path in paths],
    )


def count_flat(
    hashes: Sequence[int] | Array,
    moves: Sequence[int],
    lengths: Sequence[int],
    places: Sequence[int],
    results: Sequence[int],
    tags: Sequence[int],
) -> Counts:
    """As :func:`count`, for games that lie one after the other in flat sequences.

    ``lengths`` are positions per game, so game ``i`` has ``lengths[i] - 1`` of the ``moves``.
    """
    if not len(lengths):
        return nothing()
    at = np.asarray(hashes, dtype=np.uint64)
    length = np.asarray(lengths, dtype=np.int64)
    starts = np.concatenate(([0], np.cumsum(length)[:-1]))
    game = np.repeat(np.arange(len(length)), length)
    ply = np.arange(len(at)) - starts[game]
    place = np.asarray(places, dtype=np.uint64)
    order = (place[game] << np.uint64(8)) | ply.astype(np.uint64)
    before = at.copy()
    before[1:] = np.where(ply[1:] > 0, at[:-1], at[1:])

    found, first, inverse = np.unique(at, return_index=True, return_inverse=True)
    once = np.unique(inverse * len(length) + game, return_index=True)[1]
    which, result = inverse[once], np.asarray(results)[game[once]]
    size = len(found)
    last = starts + length - 1
    positions = {
        "hash": found,
        "games": np.bincount(which, minlength=size),
        "white": np.bincount(which[result == 0], minlength=size),
        "draws": np.bincount(which[result == 1], minlength=size),
        "black": np.bincount(which[result == 2], minlength=size),
        "ends": np.bincount(inverse[last], minlength=size),
        "order": order[first],
        "parent": before[first],
        "tag": np.asarray(tags)[game[first]],
    }
    arrived = np.flatnonzero(ply > 0)
    pair = inverse[arrived - 1] * size + inverse[arrived]
    _, first, inverse = np.unique(pair, return_index=True, return_inverse=True)
    once = np.unique(inverse * len(length) + game[arrived], return_index=True)[1]
    edge = arrived[first]
    played = {
        "from": at[edge - 1],
        "to": at[edge],
        "move": np.asarray(moves, dtype=np.uint16)[edge - 1 - game[edge]],
        "games": np.bincount(inverse[once], minlength=len(edge)),
        "order": order[edge],
    }
    return Counts(_typed(positions, _POSITION_TYPES), _typed(played, _MOVE_TYPES), len(length))


def _typed(columns: dict[str, Array], kinds: dict[str, Any]) -> dict[str, Array]:
    return {name: columns[name].astype(kind, copy=False) for name, kind in kinds.items()}


def merge(parts: Sequence[Counts]) -> Counts:
    """One count of all the parts' games, the same in whatever order and grouping they come."""
    if len(parts) == 1:
        return parts[0]
    if not parts:
        return nothing()
    return Counts(
        _merge([part.positions for part in parts], ("hash",)),
        _merge([part.moves for part in parts], ("from", "to")),
        sum(part.games for part in parts),
    )


def _merge(parts: list[dict[str, Array]], key: tuple[str, ...]) -> dict[str, Array]:
    whole = {name: np.concatenate([part[name] for part in parts]) for name in parts[0]}
    size = len(whole["order"])
    if not size:
        return whole
    by = np.lexsort((whole["order"], *(whole[name] for name in reversed(key))))
    fresh = np.zeros(size, dtype=bool)
    fresh[0] = True
    for name in key:
        column = whole[name][by]
        fresh[1:] |= column[1:] != column[:-1]
    starts = np.flatnonzero(fresh)
    firsts = by[starts]
    return {
        name: np.add.reduceat(column[by], starts) if name in _SUMS else column[firsts]
        for name, column in whole.items()
    }
