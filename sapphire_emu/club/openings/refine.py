"""Refining: the important positions of each ECO code get the suffixes /99, /98, ... downwards.

A *main node* is a position with at least N games and at least M different moves. The positions of
one code are walked from its root, the most frequent continuation first; a transposed position
belongs to the line that reaches it first. Every position takes the suffix of the nearest main node
at or above it on that walk. What lies above all main nodes shares the next free suffix.

Two orders of numbering. *Deepest*: when the walk goes back out of a main node it takes the next
lower suffix, so /99 is the deepest main node of the most frequent line and neighbours in the tree
are neighbours by number. *By frequency*: main nodes ranked by their games.

Ties are decided by first appearance in the database. Where more than 100 suffixes would be needed,
N is raised for that code alone until they suffice, and the report says so.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import StrEnum

import numpy as np

from sapphire_emu.club.openings.book import Book
from sapphire_emu.club.openings.codes import CODES, SUFFIXES, code_text
from sapphire_emu.club.openings.counts import Array

DEFAULT_MIN_GAMES = 10
DEFAULT_MIN_BRANCHES = 2


class Order(StrEnum):
    """How main nodes are numbered."""

    DEEPEST = "deepest"
    BY_FREQUENCY = "by-frequency"


@dataclass(frozen=True, slots=True)
class Options:
    """N, M, the numbering order, and how many of a position's moves count as branches at most.

    ChessVU kept eight children a position; ``most_branches=8`` counts as it would have.
    """

    min_games: int = DEFAULT_MIN_GAMES
    min_branches: int = DEFAULT_MIN_BRANCHES
    order: Order = Order.DEEPEST
    most_branches: int | None = None


@dataclass(frozen=True, slots=True)
class CodeReport:
    """What refining did with one code.

    ``wanted`` is how many suffixes N asked for; ``min_games`` the N used, higher than asked when
    they were too many; ``rest`` the suffix of what lies above all main nodes, None if nothing does.
    """

    code: int
    positions: int
    roots: int
    wanted: int
    min_games: int
    main_nodes: int
    rest: int | None
    overflow: bool

    def __str__(self) -> str:
        text = (
            f"{code_text(self.code)}: {self.main_nodes:,} main node{'s'[: self.main_nodes != 1]}, "
            f"{self.positions:,} position{'s'[: self.positions != 1]}"
        )
        if self.overflow:
            text += f" ({self.wanted} keys wanted, so N raised to {self.min_games})"
        return text


def refine(
    book: Book, options: Options | None = None, codes: frozenset[int] | None = None
) -> tuple[Book, list[CodeReport]]:
    """Give suffixes to the positions of ``codes`` (all, if None); reports in the order of codes."""
    options = options or Options()
    branches = book.branches
    if options.most_branches is not None:
        branches = np.minimum(branches, options.most_branches)
    important = branches >= options.min_branches
    suffix = book.suffix.copy()
    reports = []
    for code, nodes, walk in _walks(book, codes):
        candidates = np.where(important[nodes], book.games[nodes].astype(np.int64), -1)
        report = _report(code, walk, candidates, options.min_games)
        suffix[nodes] = walk.suffixes(candidates >= report.min_games, options.order, report.rest)
        reports.append(report)
    done = {"min_games": options.min_games, "min_branches": options.min_branches,
            "order": str(options.order), "most_branches": options.most_branches}  # fmt: skip
    if codes is not None:
        done["codes"] = [code_text(code) for code in sorted(codes)]
    return replace(book, suffix=suffix, refined_with=done), reports


def walk_order(book: Book) -> Array:
    """For each position its place on the walk through its code, codes one after the other."""
    order = np.empty(len(book), dtype=np.int64)
    before = 0
    for _, nodes, walk in _walks(book, None):
        order[nodes[walk.left]] = np.arange(before, before + len(nodes))
        before += len(nodes)
    return order


def walk_of(book: Book, code: int) -> tuple[Array, list[int], list[int]]:
    """The walk through one code that occurs: its positions; from which of them (counted in that
    list) the walk came to each, a root's being itself; and the order in which it left them.
    """
    _, nodes, walk = next(_walks(book, frozenset({code})))
    return nodes, walk.above, walk.left


def _walks(book: Book, codes: frozenset[int] | None) -> Iterator[tuple[int, Array, _Walk]]:
    """Each code that occurs, with its positions and the walk through them."""
    by_code = np.argsort(book.code, kind="stable")
    bounds = np.searchsorted(book.code[by_code], np.arange(CODES + 1))
    inner = _inner_moves(book)
    inner_bounds = np.searchsorted(book.code[book.move_from[inner]], np.arange(CODES + 1))
    for code in sorted(codes) if codes is not None else range(CODES):
        nodes = by_code[bounds[code] : bounds[code + 1]]
        if len(nodes):
            moves = inner[inner_bounds[code] : inner_bounds[code + 1]]
            source = np.searchsorted(nodes, book.move_from[moves])
            target = np.searchsorted(nodes, book.move_to[moves])
            yield code, nodes, _Walk(len(nodes), source, target, book.games[nodes])


def _inner_moves(book: Book) -> Array:
    """Moves that stay inside a code, by code, by position, the most frequent target first."""
    source, target = book.move_from, book.move_to
    inner = np.flatnonzero(book.code[source] == book.code[target])
    source, target = source[inner], target[inner]
    most = -book.games[target].astype(np.int64)
    return inner[np.lexsort((target, most, source, book.code[source]))]


def _report(code: int, walk: _Walk, candidates: Array, min_games: int) -> CodeReport:
    """Find the N to use: the one asked for, or the least that needs at most 100 suffixes."""
    ranked = np.sort(candidates[candidates >= min_games])[::-1]

    def needed(least: int) -> tuple[int, int]:
        mains = int(np.count_nonzero(ranked >= least))
        rest = bool((candidates[walk.roots] < least).any())
        return mains, mains + rest

    least = min_games
    mains, wanted = needed(least)
    keys = wanted
    for last in (SUFFIXES, SUFFIXES - 1):
        if keys > SUFFIXES:
            least = int(ranked[min(last, len(ranked) - 1)]) + 1
            mains, keys = needed(least)
    rest = SUFFIXES - keys if keys > mains else None
    return CodeReport(
        code, len(candidates), len(walk.roots), wanted, least, mains, rest, wanted > SUFFIXES
    )


class _Walk:
    """One code's positions in the order in which the walk leaves them."""

    def __init__(self, size: int, source: Array, target: Array, games: Array) -> None:
        """``source`` and ``target``: moves by position, best first, numbered 0 to ``size - 1``."""
        first = np.searchsorted(source, np.arange(size + 1)).tolist()
        children = target.tolist()
        entered = np.zeros(size, dtype=bool)
        entered[target[source != target]] = True
        by_games = np.lexsort((np.arange(size), -games.astype(np.int64))).tolist()
        self.games = games
        self.above = [-1] * size
        """The position from which the walk came; a root's is itself."""
        self.left: list[int] = []
        """Positions in the order in which the walk left them."""
        self.roots: list[int] = []
        # Positions on a cycle that nothing outside leads to are roots only if nothing else is.
        for node in [n for n in by_games if not entered[n]] + by_games:
            if self.above[node] < 0:
                self.roots.append(node)
                self._descend(node, first, children)

    def _descend(self, root: int, first: list[int], children: list[int]) -> None:
        above, left = self.above, self.left
        above[root] = root
        stack = [(root, first[root])]
        while stack:
            node, at = stack[-1]
            end = first[node + 1]
            while at < end and above[children[at]] >= 0:
                at += 1
            if at < end:
                child = children[at]
                stack[-1] = (node, at + 1)
                above[child] = node
                stack.append((child, first[child]))
            else:
                left.append(node)
                stack.pop()

    def suffixes(self, main: Array, order: Order, rest: int | None) -> Array:
        """Every position's suffix, given which positions are main nodes."""
        if order is Order.DEEPEST:
            ranked = [node for node in self.left if main[node]]
        else:
            ranked = np.flatnonzero(main).tolist()
            ranked.sort(key=lambda node: (-int(self.games[node]), node))
        suffix = np.full(len(self.above), -1, dtype=np.int8)
        for rank, node in enumerate(ranked):
            suffix[node] = SUFFIXES - 1 - rank
        found: list[int] = suffix.tolist()
        leftover = -1 if rest is None else rest
        for node in reversed(self.left):
            if found[node] < 0:
                above = self.above[node]
                found[node] = leftover if above == node else found[above]
        return np.asarray(found, dtype=np.int8)
