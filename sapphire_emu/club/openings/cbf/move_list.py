"""The order in which the format counts the moves of a position; a move is its place in that list.

Moves are pseudo-legal: check is not looked at, nor castling rights, nor attacked squares. Two
quirks of the old program are part of the format, because they shift the places of later moves:

* With no en passant right alive, a White pawn on a5 (a Black one on a4) counts one entry that is
  no move, where its capture en passant towards the h-file would stand.
* Castling does not end an en passant right. For one more ply the right is counted, now for the
  side that made the double step, whatever stands on the square.
"""

from __future__ import annotations

from collections.abc import Iterator

import chess

_KING = ((-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1))
_QUEEN = ((-1, -1), (1, -1), (1, 1), (-1, 1), (-1, 0), (0, -1), (1, 0), (0, 1))
_ROOK = ((-1, 0), (0, -1), (1, 0), (0, 1))
_BISHOP = ((-1, -1), (1, -1), (1, 1), (-1, 1))
_KNIGHT = ((-2, -1), (-2, 1), (2, -1), (2, 1), (-1, -2), (-1, 2), (1, -2), (1, 2))
_WAYS = {
    chess.KING: (_KING, 1), chess.QUEEN: (_QUEEN, 7), chess.ROOK: (_ROOK, 7),
    chess.BISHOP: (_BISHOP, 7), chess.KNIGHT: (_KNIGHT, 1),
}  # fmt: skip
_BY_FILES = [chess.square(file, rank) for file in range(8) for rank in range(8)]
_BECOMES = (chess.QUEEN, chess.ROOK, chess.BISHOP, chess.KNIGHT)


def move_list(board: chess.Board, passing: int | None) -> list[chess.Move | None]:
    """All entries in order; None where an entry is no move.

    :param passing: file (0 to 7) of the en passant right that is alive, see :func:`passing_after`.

    >>> start = move_list(chess.Board(), None)
    >>> len(start), start[11 - 1]
    (20, Move.from_uci('e2e4'))
    """
    found: list[chess.Move | None] = []
    own = board.occupied_co[board.turn]
    for square in _BY_FILES:
        if not own >> square & 1:
            continue
        if board.pawns >> square & 1:
            found += _pawn(board, square, passing)
        else:
            kind = board.piece_type_at(square)
            assert kind is not None
            found += _piece(board, square, *_WAYS[kind])
            if kind == chess.KING:
                found += _castling(board, square)
    return found


def passing_after(board: chess.Board, move: chess.Move, passing: int | None) -> int | None:
    """The en passant right alive after ``move``, as the format has it.

    :param board: the position before the move.
    """
    if board.is_castling(move):
        return passing
    double = abs(move.to_square - move.from_square) == 16
    pawn = board.piece_type_at(move.from_square) == chess.PAWN
    return chess.square_file(move.to_square) if double and pawn else None


def _piece(
    board: chess.Board, square: int, ways: tuple[tuple[int, int], ...], reach: int
) -> Iterator[chess.Move]:
    own, others = board.occupied_co[board.turn], board.occupied_co[not board.turn]
    for right, up in ways:
        file, rank = square & 7, square >> 3
        for _ in range(reach):
            file, rank = file + right, rank + up
            if not (0 <= file < 8 and 0 <= rank < 8):
                break
            target = rank << 3 | file
            if own >> target & 1:
                break
            yield chess.Move(square, target)
            if others >> target & 1:
                break


def _castling(board: chess.Board, square: int) -> Iterator[chess.Move]:
    home = 0 if board.turn else 56
    if square != home + 4:
        return
    rook = chess.Piece(chess.ROOK, board.turn)
    for corner, between, target in ((7, (5, 6), 6), (0, (1, 2, 3), 2)):
        empty = all(board.piece_at(home + at) is None for at in between)
        if board.piece_at(home + corner) == rook and empty:
            yield chess.Move(square, home + target)


def _pawn(board: chess.Board, square: int, passing: int | None) -> Iterator[chess.Move | None]:
    file, rank = chess.square_file(square), chess.square_rank(square)
    up = 1 if board.turn else -1
    ahead = rank + up
    if not 0 <= ahead < 8:
        return
    first, passing_rank = (1, 4) if board.turn else (6, 3)
    step = chess.square(file, ahead)
    if board.piece_at(step) is None:
        if rank == first and board.piece_at(chess.square(file, rank + 2 * up)) is None:
            yield chess.Move(square, chess.square(file, rank + 2 * up))
        yield from _becoming(square, step)
    for side in (file - 1, file + 1):
        if 0 <= side < 8 and board.color_at(chess.square(side, ahead)) == (not board.turn):
            yield from _becoming(square, chess.square(side, ahead))
    if rank != passing_rank:
        return
    if passing is None:
        if file == 0:
            yield None
    elif abs(passing - file) == 1:
        target = chess.square(passing, ahead)
        yield chess.Move(square, target) if board.ep_square == target else None


def _becoming(square: int, target: int) -> Iterator[chess.Move]:
    if chess.square_rank(target) in (0, 7):
        for piece in _BECOMES:
            yield chess.Move(square, target, promotion=piece)
    else:
        yield chess.Move(square, target)
