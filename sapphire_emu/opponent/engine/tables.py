"""Squares, bits and attacks.

Theory of operation
    A set of squares is an ``int`` used as a bitboard: bit ``8 * rank + file``, a1 = 0 … h8 = 63.
    CPython pays some 40 ns for an operation on such an int and about as much for one list access,
    so whole sets at a time beat walking over a mailbox square by square.

    Where an answer depends on a set (which squares does a rook see, which moves lead from here to
    that set), it is looked up in a dictionary that computes the missing entry (``__missing__``)
    when it is first asked for. A hit costs one C-level lookup; a search asks for few different
    sets, so nearly all are hits; and starting the program computes almost nothing.

Facts
    A piece is ``kind + colour``: kinds pawn 1, knight 2, bishop 3, rook 4, queen 5, king 6; colour
    white 0, black 8; an empty square is 0. A move is ``promotion << 12 | from << 6 | to`` with the
    promotion's kind or 0: castling is the king's two steps, en passant the pawn's diagonal step.

Known gaps
    The caches of move lists are emptied when they pass ``CACHE_ENTRIES`` a square; they never
    shrink otherwise.
"""

from __future__ import annotations

from random import Random

WHITE, BLACK = 0, 8
PAWN, KNIGHT, BISHOP, ROOK, QUEEN, KING = 1, 2, 3, 4, 5, 6
PIECE_LETTERS = " PNBRQK  pnbrqk"
ALL = (1 << 64) - 1
BIT = [1 << square for square in range(64)]
FILE_A = 0x0101010101010101
FILE_H = FILE_A << 7
NOT_A, NOT_H = ALL ^ FILE_A, ALL ^ FILE_H
RANK_1 = 0xFF
RANK_3, RANK_6 = RANK_1 << 16, RANK_1 << 40
RANK_2, RANK_7, RANK_8 = RANK_1 << 8, RANK_1 << 48, RANK_1 << 56
FILES = [FILE_A << file for file in range(8)]
CACHE_ENTRIES = 4096


def square_name(square: int) -> str:
    """Name of a square.

    >>> square_name(0), square_name(63)
    ('a1', 'h8')
    """
    return "abcdefgh"[square & 7] + str((square >> 3) + 1)


def squares_of(bitboard: int) -> tuple[int, ...]:
    """The squares of a set, a1 first.

    >>> squares_of(0b1001)
    (0, 3)
    """
    found = []
    while bitboard:
        low = bitboard & -bitboard
        found.append(low.bit_length() - 1)
        bitboard ^= low
    return tuple(found)


def _steps(square: int, steps: tuple[tuple[int, int], ...]) -> int:
    """The set reached from ``square`` by each (file, rank) step that stays on the board."""
    file, rank = square & 7, square >> 3
    reached = 0
    for file_step, rank_step in steps:
        if 0 <= file + file_step < 8 and 0 <= rank + rank_step < 8:
            reached |= BIT[square + 8 * rank_step + file_step]
    return reached


def _slide(square: int, steps: tuple[tuple[int, int], ...], occupied: int) -> int:
    """The set a slider sees along ``steps``, up to and including the first occupied square."""
    seen = 0
    for file_step, rank_step in steps:
        file, rank = (square & 7) + file_step, (square >> 3) + rank_step
        while 0 <= file < 8 and 0 <= rank < 8:
            bit = BIT[8 * rank + file]
            seen |= bit
            if occupied & bit:
                break
            file += file_step
            rank += rank_step
    return seen


_STRAIGHT = ((1, 0), (-1, 0), (0, 1), (0, -1))
_DIAGONAL = ((1, 1), (1, -1), (-1, 1), (-1, -1))
_LEAPS = ((1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2))

KNIGHT_ATTACKS = [_steps(square, _LEAPS) for square in range(64)]
KING_ATTACKS = [_steps(square, _STRAIGHT + _DIAGONAL) for square in range(64)]
# PAWN_ATTACKS[colour][square]: what a pawn of that colour on that square attacks.
PAWN_ATTACKS = {
    WHITE: [_steps(square, ((-1, 1), (1, 1))) for square in range(64)],
    BLACK: [_steps(square, ((-1, -1), (1, -1))) for square in range(64)],
}


class SliderAttacks(dict[int, int]):
    """What a slider on one square sees, by the occupied squares of its lines (edges left out)."""

    __slots__ = ("square", "steps")

    def __init__(self, square: int, steps: tuple[tuple[int, int], ...]) -> None:
        super().__init__()
        self.square, self.steps = square, steps

    def __missing__(self, occupied: int) -> int:
        seen = self[occupied] = _slide(self.square, self.steps, occupied)
        return seen


def _line_mask(square: int, steps: tuple[tuple[int, int], ...]) -> int:
    """The squares whose occupation changes what a slider sees: its lines without their last."""
    mask = 0
    for step in steps:
        ray = _slide(square, (step,), 0)
        for target in squares_of(ray):
            file, rank = (target & 7) + step[0], (target >> 3) + step[1]
            if 0 <= file < 8 and 0 <= rank < 8:
                mask |= BIT[target]
    return mask


ROOK_LINES = [_slide(square, _STRAIGHT, 0) for square in range(64)]
BISHOP_LINES = [_slide(square, _DIAGONAL, 0) for square in range(64)]
ROOK_MASK = [_line_mask(square, _STRAIGHT) for square in range(64)]
BISHOP_MASK = [_line_mask(square, _DIAGONAL) for square in range(64)]
ROOK_ATTACKS = [SliderAttacks(square, _STRAIGHT) for square in range(64)]
BISHOP_ATTACKS = [SliderAttacks(square, _DIAGONAL) for square in range(64)]


class SquareLists(dict[int, tuple[int, ...]]):
    """The squares of a set as a tuple, a1 first."""

    def __missing__(self, bitboard: int) -> tuple[int, ...]:
        if len(self) > 16 * CACHE_ENTRIES:
            self.clear()
        squares = self[bitboard] = squares_of(bitboard)
        return squares


SQUARES = SquareLists()


class MoveLists(dict[int, tuple[int, ...]]):
    """The moves from one square to each square of a set."""

    __slots__ = ("origin",)

    def __init__(self, square: int) -> None:
        super().__init__()
        self.origin = square << 6

    def __missing__(self, targets: int) -> tuple[int, ...]:
        if len(self) > CACHE_ENTRIES:
            self.clear()
        moves = self[targets] = tuple(self.origin | target for target in squares_of(targets))
        return moves


MOVES = [MoveLists(square) for square in range(64)]


class PawnMoveLists(dict[int, tuple[int, ...]]):
    """The pawn moves that end on each square of a set, all made by the same step.

    A pawn that reaches the last rank becomes each of ``promotions``.
    """

    __slots__ = ("promotions", "step")

    def __init__(self, step: int, promotions: tuple[int, ...]) -> None:
        super().__init__()
        self.step, self.promotions = step, promotions

    def __missing__(self, targets: int) -> tuple[int, ...]:
        if len(self) > CACHE_ENTRIES:
            self.clear()
        moves: list[int] = []
        for target in squares_of(targets):
            move = (target - self.step) << 6 | target
            if 8 <= target < 56:
                moves.append(move)
            else:
                moves.extend(kind << 12 | move for kind in self.promotions)
        result = self[targets] = tuple(moves)
        return result


_PAWN_STEPS = (7, 8, 9, 16, -7, -8, -9, -16)
# By the step of the pawn: with the queen alone, and with the three lesser promotions.
QUEENING = {step: PawnMoveLists(step, (QUEEN,)) for step in _PAWN_STEPS}
UNDERPROMOTING = {step: PawnMoveLists(step, (KNIGHT, ROOK, BISHOP)) for step in _PAWN_STEPS}


class Between(dict[int, int]):
    """The squares strictly between two squares of one line, by ``first << 6 | second``."""

    def __missing__(self, pair: int) -> int:
        first, second = pair >> 6, pair & 63
        between = 0
        for steps in (_STRAIGHT, _DIAGONAL):
            if _slide(first, steps, 0) & BIT[second]:
                between = _slide(first, steps, BIT[second]) & _slide(second, steps, BIT[first])
        self[pair] = between
        return between


BETWEEN = Between()

# Zobrist keys. The generator's seed is part of the engine: another seed may give other moves.
_random = Random(0x5A991E)
ZOBRIST = [[_random.getrandbits(60) for _ in range(64)] for _ in range(15)]
ZOBRIST_SIDE = _random.getrandbits(60)
ZOBRIST_CASTLING = [_random.getrandbits(60) for _ in range(16)]
ZOBRIST_EN_PASSANT = [_random.getrandbits(60) for _ in range(64)]
