"""A picture of one code's main nodes with their keys, as the tree in which they lie."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import pairwise

import chess

from sapphire_emu.club.openings.book import Book
from sapphire_emu.club.openings.codes import NOT_REFINED, code_text
from sapphire_emu.club.openings.refine import walk_of
from sapphire_emu.club.openings.rules import unpacked
from sapphire_emu.club.picture import GRID, HUES, INK, MUTED, Dot, Line, Picture, Shape, Text
from sapphire_emu.errors import UserError

_ROW, _INDENT, _LEFT, _TOP = 22, 26, 24, 74
_MOST_MOVES = 9


@dataclass(slots=True)
class _Main:
    """The first position of a key on the walk, and the main nodes below it."""

    position: int
    moves: str
    below: list[_Main] = field(default_factory=list)


def tree_picture(book: Book, code: int) -> Picture:
    """The main nodes of a code, each under the one it was reached from.

    :raises UserError: the code does not occur in the book, or is not refined.
    """
    if not (book.code == code).any():
        raise UserError(f"no game of this book is {code_text(code)}")
    if (book.suffix[book.code == code] == NOT_REFINED).any():
        raise UserError(f"{code_text(code)} is not refined: sapphire eco refine BOOK first")
    roots = _mains(book, code)
    shapes: list[Shape] = []
    rails: list[Shape] = []
    row, widest = 0, 0

    def draw(main: _Main, depth: int, above: float) -> None:
        nonlocal row, widest
        x, y = _LEFT + depth * _INDENT, _TOP + row * _ROW
        row += 1
        if above:
            rail = x - _INDENT
            rails.append(Line(((rail, above), (rail, y), (x, y)), GRID, 1.5))
        hue = HUES[depth % len(HUES)]
        games = int(book.games[main.position])
        shapes.append(Dot(x, y, 3 + min(games, 400) ** 0.5 / 4, hue))
        label = f"{main.moves or 'start'}"
        shapes.append(Text(x + 14, y, book.key(main.position), 12, hue, bold=True))
        shapes.append(Text(x + 68, y, f"{label}   {games:,} games", 12, INK))
        widest = max(widest, int(x + 90 + 7.2 * (len(label) + 16)))
        for below in main.below:
            draw(below, depth + 1, y)

    for root in roots:
        draw(root, 0, 0)
    title = f"Refined keys of {code_text(code)}"
    positions = int((book.code == code).sum())
    heading = f"{row} keys, {positions:,} positions, {book.all_games:,} games in the book"
    shapes = [
        Text(_LEFT - 8, 26, title, 18, bold=True),
        Text(_LEFT - 8, 48, heading, 12, MUTED),
        *rails,
        *shapes,
    ]
    return Picture(max(widest, 420), _TOP + row * _ROW + 10, title, heading, tuple(shapes))


def _mains(book: Book, code: int) -> list[_Main]:
    """One node for every key, under the key from which the walk came to it."""
    nodes, above, left = walk_of(book, code)
    roots: list[_Main] = []
    of: dict[int, _Main] = {}
    shared: dict[int, _Main] = {}  # what is left over of several roots is one key
    for local in reversed(left):
        position, suffix = int(nodes[local]), int(book.suffix[nodes[local]])
        parent = of[above[local]] if above[local] != local else None
        if parent and suffix == book.suffix[parent.position]:
            of[local] = parent
            continue
        if parent is None and suffix in shared:
            of[local] = shared[suffix]
            continue
        path = [local]
        while above[path[-1]] != path[-1] and of[above[path[-1]]].position != nodes[path[-1]]:
            path.append(above[path[-1]])
            if parent and nodes[path[-1]] == parent.position:
                break
        main = _Main(position, _moves(book, [int(nodes[one]) for one in reversed(path)], parent))
        of[local] = main
        if parent is None:
            shared[suffix] = main
            roots.append(main)
        else:
            parent.below.append(main)
    for main in of.values():
        main.below.sort(key=lambda one: -int(book.suffix[one.position]))
    return sorted(roots, key=lambda one: -int(book.suffix[one.position]))


def _moves(book: Book, path: list[int], parent: _Main | None) -> str:
    """The moves from the main node above to this one; a root's from the start position."""
    way = [path[0]]
    while int(book.parent[way[-1]]) != way[-1]:
        way.append(int(book.parent[way[-1]]))
    way = [*reversed(way), *path[1:]]
    board, shown_from = chess.Board(), len(way) - len(path) if parent else 0
    for source, target in pairwise(way):
        first, last = book.first_move[source], book.first_move[source + 1]
        at = first + book.move_to[first:last].tolist().index(target)
        board.push(chess.Move.from_uci(unpacked(int(book.move[at]))))
    moves = board.move_stack[shown_from:]
    while len(board.move_stack) > shown_from:
        board.pop()
    words = board.variation_san(moves).split()
    most = 2 * _MOST_MOVES
    return " ".join(words if len(words) <= most else ["...", *words[-most:]])
