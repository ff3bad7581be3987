"""Moves: captures, quiet moves, evasions, the legal list, and perft.

Theory of operation
    ``captures`` and ``quiets`` together are all pseudo-legal moves of a side that is not in check;
    ``evasions`` are those of one that is. Captures hold the promotions to a queen, quiet moves the
    lesser promotions too. Lists are put together from ready-made tuples (``tables.MOVES``), so the
    cost is one lookup for a piece, not for a move.

    A move can expose its own king only if the king moves, the piece stands first on a line from the
    king (``exposing``), or it takes en passant. Only those moves are tried out by ``legal``.
"""

from __future__ import annotations

from sapphire_emu.opponent.engine.position import Position, attacked, in_check, make
from sapphire_emu.opponent.engine.tables import (
    ALL,
    BETWEEN,
    BISHOP_ATTACKS,
    BISHOP_LINES,
    BISHOP_MASK,
    BIT,
    KING_ATTACKS,
    KNIGHT_ATTACKS,
    MOVES,
    NOT_A,
    NOT_H,
    PAWN_ATTACKS,
    QUEENING,
    RANK_1,
    RANK_2,
    RANK_3,
    RANK_6,
    RANK_7,
    RANK_8,
    ROOK_ATTACKS,
    ROOK_LINES,
    ROOK_MASK,
    SQUARES,
    UNDERPROMOTING,
)

_QUEEN_7, _QUEEN_8, _QUEEN_9 = QUEENING[7], QUEENING[8], QUEENING[9]
_QUEEN_M7, _QUEEN_M8, _QUEEN_M9 = QUEENING[-7], QUEENING[-8], QUEENING[-9]
_PUSH_16, _PUSH_M16 = QUEENING[16], QUEENING[-16]


def _pieces_to(s: Position, us: int, targets: int, moves: list[int]) -> None:
    """Add the moves of knights, bishops, rooks and queens (not king, not pawns) into a set."""
    occupied = s[64]
    for origin in SQUARES[s[66 + us]]:
        reached = KNIGHT_ATTACKS[origin] & targets
        if reached:
            moves += MOVES[origin][reached]
    for origin in SQUARES[s[67 + us]]:
        reached = BISHOP_ATTACKS[origin][occupied & BISHOP_MASK[origin]] & targets
        if reached:
            moves += MOVES[origin][reached]
    for origin in SQUARES[s[68 + us]]:
        reached = ROOK_ATTACKS[origin][occupied & ROOK_MASK[origin]] & targets
        if reached:
            moves += MOVES[origin][reached]
    if s[69 + us]:
        for origin in SQUARES[s[69 + us]]:
            reached = (
                BISHOP_ATTACKS[origin][occupied & BISHOP_MASK[origin]]
                | ROOK_ATTACKS[origin][occupied & ROOK_MASK[origin]]
            ) & targets
            if reached:
                moves += MOVES[origin][reached]


def _pawn_captures(s: Position, us: int, enemies: int, moves: list[int]) -> None:
    """Add pawn captures into a set and pushes to the last rank, always becoming a queen."""
    pawns = s[65 + us]
    if us:
        reached = (pawns & NOT_A) >> 9 & enemies
        if reached:
            moves += _QUEEN_M9[reached]
        reached = (pawns & NOT_H) >> 7 & enemies
        if reached:
            moves += _QUEEN_M7[reached]
        if pawns & RANK_2:
            reached = (pawns & RANK_2) >> 8 & ~s[64]
            if reached:
                moves += _QUEEN_M8[reached]
    else:
        reached = (pawns & NOT_A) << 7 & enemies
        if reached:
            moves += _QUEEN_7[reached]
        reached = (pawns & NOT_H) << 9 & enemies
        if reached:
            moves += _QUEEN_9[reached]
        if pawns & RANK_7:
            reached = (pawns & RANK_7) << 8 & ~s[64]
            if reached:
                moves += _QUEEN_8[reached]


def captures(s: Position) -> list[int]:
    """Pseudo-legal captures and promotions to a queen, of pawns first and the king last."""
    us = s[80]
    enemies = s[79 - us]
    moves: list[int] = []
    _pawn_captures(s, us, enemies | BIT[s[82]] if s[82] else enemies, moves)
    _pieces_to(s, us, enemies, moves)
    king = s[70 + us].bit_length() - 1
    reached = KING_ATTACKS[king] & enemies
    if reached:
        moves += MOVES[king][reached]
    return moves


def _pawn_pushes(s: Position, us: int, empty: int, moves: list[int]) -> None:
    """Add pushes that do not promote."""
    if us:
        reached = s[73] >> 8 & empty
        double = (reached & RANK_6) >> 8 & empty
        reached &= ~RANK_1
        if double:
            moves += _PUSH_M16[double]
        if reached:
            moves += _QUEEN_M8[reached]
    else:
        reached = s[65] << 8 & empty
        double = (reached & RANK_3) << 8 & empty
        reached &= ~RANK_8
        if double:
            moves += _PUSH_16[double]
        if reached:
            moves += _QUEEN_8[reached]


def _underpromotions(s: Position, us: int, moves: list[int]) -> None:
    """Add promotions to knight, rook and bishop, with and without a capture."""
    if us:
        pawns = s[73] & RANK_2
        moves += UNDERPROMOTING[-9][(pawns & NOT_A) >> 9 & s[71]]
        moves += UNDERPROMOTING[-7][(pawns & NOT_H) >> 7 & s[71]]
        moves += UNDERPROMOTING[-8][pawns >> 8 & ~s[64]]
    else:
        pawns = s[65] & RANK_7
        moves += UNDERPROMOTING[7][(pawns & NOT_A) << 7 & s[79]]
        moves += UNDERPROMOTING[9][(pawns & NOT_H) << 9 & s[79]]
        moves += UNDERPROMOTING[8][pawns << 8 & ~s[64]]


def _castling(s: Position, us: int, moves: list[int]) -> None:
    """Add castling where the way is free and the king passes no attacked square.

    The king's target is left to the caller, as with every king move.
    """
    rights, occupied, them = s[81], s[64], 8 - us
    if us:
        if rights & 4 and not occupied & (3 << 61) and not attacked(s, 61, them):
            moves.append(60 << 6 | 62)
        if rights & 8 and not occupied & (7 << 57) and not attacked(s, 59, them):
            moves.append(60 << 6 | 58)
    else:
        if rights & 1 and not occupied & (3 << 5) and not attacked(s, 5, them):
            moves.append(4 << 6 | 6)
        if rights & 2 and not occupied & (7 << 1) and not attacked(s, 3, them):
            moves.append(4 << 6 | 2)


def quiets(s: Position) -> list[int]:
    """Pseudo-legal moves that capture nothing, and the lesser promotions; not for use in check."""
    us = s[80]
    empty = ALL ^ s[64]
    moves: list[int] = []
    _pieces_to(s, us, empty, moves)
    _pawn_pushes(s, us, empty, moves)
    if s[65 + us] & (RANK_2 if us else RANK_7):
        _underpromotions(s, us, moves)
    king = s[70 + us].bit_length() - 1
    reached = KING_ATTACKS[king] & empty
    if reached:
        moves += MOVES[king][reached]
    if s[81] & (12 if us else 3):
        _castling(s, us, moves)
    return moves


def checkers(s: Position) -> int:
    """The set of enemy pieces that give check to the side to move."""
    us = s[80]
    them = 8 - us
    king = s[70 + us].bit_length() - 1
    occupied, queens = s[64], s[69 + them]
    return (
        KNIGHT_ATTACKS[king] & s[66 + them]
        | PAWN_ATTACKS[us][king] & s[65 + them]
        | ROOK_ATTACKS[king][occupied & ROOK_MASK[king]] & (s[68 + them] | queens)
        | BISHOP_ATTACKS[king][occupied & BISHOP_MASK[king]] & (s[67 + them] | queens)
    )


def evasions(s: Position) -> tuple[list[int], list[int]]:
    """Pseudo-legal (captures, quiet moves) that may answer a check."""
    us = s[80]
    enemies, empty = s[79 - us], ALL ^ s[64]
    king = s[70 + us].bit_length() - 1
    attackers = checkers(s)
    takes: list[int] = []
    others: list[int] = []
    if attackers & (attackers - 1) == 0:
        between = BETWEEN[king << 6 | attackers.bit_length() - 1]
        passant = BIT[s[82]] if s[82] else 0
        _pawn_captures(s, us, attackers | passant, takes)
        _pieces_to(s, us, attackers, takes)
        if between:
            _pieces_to(s, us, between, others)
            _pawn_pushes(s, us, empty, others)
            others = [move for move in others if BIT[move & 63] & between]
        if s[65 + us] & (RANK_2 if us else RANK_7):
            _underpromotions(s, us, others)
    reached = KING_ATTACKS[king] & enemies
    if reached:
        takes += MOVES[king][reached]
    reached = KING_ATTACKS[king] & empty
    if reached:
        others += MOVES[king][reached]
    return takes, others


def exposing(s: Position) -> int:
    """The squares from which a move may expose the own king: to be tried out by ``legal_moves``.

    Always the king's own; the first occupied squares on its lines where an enemy slider stands on
    one of those lines at all; and the pawns that may take en passant.
    """
    us = s[80]
    king = s[70 + us].bit_length() - 1
    queens = s[77 - us]
    risky = s[70 + us]
    if ROOK_LINES[king] & (s[76 - us] | queens):
        risky |= ROOK_ATTACKS[king][s[64] & ROOK_MASK[king]]
    if BISHOP_LINES[king] & (s[75 - us] | queens):
        risky |= BISHOP_ATTACKS[king][s[64] & BISHOP_MASK[king]]
    return risky | PAWN_ATTACKS[8 - us][s[82]] if s[82] else risky


def checking_squares(s: Position) -> tuple[int, int, int, int, int, int, int]:
    """By kind of piece: the squares from which one of the side to move would check the enemy king.

    Checks by discovery are not in it.
    """
    us = s[80]
    king = s[78 - us].bit_length() - 1
    diagonal = BISHOP_ATTACKS[king][s[64] & BISHOP_MASK[king]]
    straight = ROOK_ATTACKS[king][s[64] & ROOK_MASK[king]]
    knight, pawn = KNIGHT_ATTACKS[king], PAWN_ATTACKS[8 - us][king]
    return 0, pawn, knight, diagonal, straight, diagonal | straight, 0


def king_safe(n: Position) -> bool:
    """After a move: is the mover's king not attacked?"""
    them = n[80]
    return not attacked(n, n[78 - them].bit_length() - 1, them)


def legal_moves(s: Position) -> list[int]:
    """All legal moves."""
    if in_check(s):
        takes, others = evasions(s)
        return [move for move in takes + others if king_safe(make(s, move))]
    risky = exposing(s)
    return [
        move
        for move in captures(s) + quiets(s)
        if not risky & BIT[move >> 6 & 63] or king_safe(make(s, move))
    ]


def perft(s: Position, depth: int) -> int:
    """Number of sequences of ``depth`` legal moves.

    >>> from sapphire_emu.opponent.engine.position import START_FEN, from_fen
    >>> perft(from_fen(START_FEN), 3)
    8902
    """
    if depth == 0:
        return 1
    moves = legal_moves(s)
    if depth == 1:
        return len(moves)
    return sum(perft(make(s, move), depth - 1) for move in moves)
