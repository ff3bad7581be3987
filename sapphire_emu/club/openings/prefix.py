"""Walking games move by move, with the moves that games share walked only once.

Games of a collection begin alike, so the words of their first moves lead down a tree whose nodes
remember the position. The tree grows by one node a game, where the game leaves it: lines that many
games follow soon lie in it whole, and games that nobody else played cost one node. Its size is
bounded; once full it is used and grows no more.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from sapphire_emu.club.openings import rules
from sapphire_emu.club.openings.movetext import BadGame, moves_and_result, without_marks
from sapphire_emu.errors import shown

if TYPE_CHECKING:
    from rust_chess import Board, Move

MOST_NODES = 2_000
"""A tree that stays in the processor's cache: two hundred thousand nodes were no faster."""
WHOLE_GAME = 2**31
"""A depth that no game reaches."""


class _Node:
    __slots__ = ("board", "children", "hash", "move")

    def __init__(self, board: Board, move: int) -> None:
        self.board = board
        self.hash = board.zobrist_hash
        self.move = move
        self.children: dict[str, _Node] = {}


class Line(NamedTuple):
    """The hashes of a game's positions, start included, its packed moves, and its result."""

    hashes: list[int]
    moves: list[int]
    result: int


class Walker:
    """Reads main lines; keep one for many games.

    :param depth: half-moves whose positions are wanted; the moves after them are only checked.
    :param with_moves: whether the moves are wanted too, not only the positions.
    :param check: whether the moves after the wanted ones are checked at all.
    """

    def __init__(
        self,
        depth: int,
        *,
        with_moves: bool = False,
        check: bool = True,
        most_nodes: int = MOST_NODES,
    ) -> None:
        self.depth = depth
        self.with_moves = with_moves
        self.check = check
        self._room = most_nodes
        self._root = _Node(rules.start(), 0)

    def line(self, words: list[str]) -> Line:
        """Walk one game, given the words of its main line.

        :raises BadGame: a word that is no legal move, or no result at the end.
        """
        sans, result = moves_and_result(words)
        try:
            return self._line(sans, result)
        except BadGame as fault:
            cleaned = without_marks(sans)
            if len(cleaned) == len(sans):
                raise
            try:
                return self._line(cleaned, result)
            except BadGame:
                raise fault from None

    def _line(self, sans: list[str], result: int) -> Line:
        node, with_moves = self._root, self.with_moves
        hashes, moves = [node.hash], list[int]()
        for san in sans[: self.depth]:
            child = node.children.get(san)
            if child is None:
                break
            node = child
            hashes.append(node.hash)
            if with_moves:
                moves.append(node.move)
        if len(hashes) <= len(sans):
            board, ply = self._leave(node, sans, hashes, moves)
            if self.check and ply < len(sans):
                _check(board, sans, ply)
        return Line(hashes, moves, result)

    def _leave(
        self, node: _Node, sans: list[str], hashes: list[int], moves: list[int]
    ) -> tuple[Board, int]:
        """Walk on from the tree's edge as far as positions are wanted, adding one node to it."""
        board, own, ply, limit = node.board, False, len(hashes) - 1, self.depth
        last, with_moves, grow = len(sans), self.with_moves, self._room > 0 and ply < limit
        while ply < last and ply < limit:
            try:
                move = board.get_move_from_san(sans[ply])
            except ValueError:
                move = _unusual(board, sans, ply)
            if own:
                board.make_move(move, False)
            else:
                board = board.make_move_new(move, False)
            hashes.append(board.zobrist_hash)
            if with_moves:
                moves.append(rules.packed(move.get_uci()))
            if grow:
                self._room -= 1
                node.children[sans[ply]] = _Node(board, moves[-1] if moves else 0)
            own, grow = not grow, False
            ply += 1
        return board, ply


def _check(board: Board, sans: list[str], ply: int) -> None:
    """Play the moves from ``ply`` on, only to see that they are legal."""
    try:
        move = board.get_move_from_san(sans[ply])
    except ValueError:
        move = _unusual(board, sans, ply)
    board = board.make_move_new(move, False)
    find, make, at = board.get_move_from_san, board.make_move, ply + 1
    while at < len(sans):
        try:
            while at < len(sans):
                make(find(sans[at]), False)
                at += 1
        except ValueError:
            make(_unusual(board, sans, at), False)
            at += 1


def _unusual(board: Board, sans: list[str], ply: int) -> Move:
    """A move that the quick way refuses."""
    try:
        return rules.move_of(board, sans[ply])
    except rules.NotAMove as fault:
        mover = "..." if ply % 2 else "."
        raise BadGame(f"move {ply // 2 + 1}{mover} {shown(str(fault), 60)}", word=ply) from None
