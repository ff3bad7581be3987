"""Does a capture lose material? Static exchange evaluation, only as far as the question needs.

Theory of operation
    A piece that takes one of at least its own value cannot lose. Else, if nothing of the enemy's
    covers the square it cannot lose either, and if a pawn covers it, it does. Only the rest is
    played out: both sides take back with their least valuable piece, each may stop when going on
    would cost, lines that open behind a taken piece are seen.

Known gaps
    Pins are not seen, nor that a king may not take a covered piece.
"""

from __future__ import annotations

from sapphire_emu.opponent.engine.evaluation import VALUE
from sapphire_emu.opponent.engine.position import Position
from sapphire_emu.opponent.engine.tables import (
    BISHOP_ATTACKS,
    BISHOP_MASK,
    BIT,
    KING_ATTACKS,
    KNIGHT_ATTACKS,
    PAWN_ATTACKS,
    ROOK_ATTACKS,
    ROOK_MASK,
)


def loses_material(s: Position, move: int) -> bool:
    """Is the capture ``move`` answered at a net loss for the side that makes it?"""
    origin, target = move >> 6 & 63, move & 63
    mover, taken = s[origin] & 7, s[target] & 7
    if mover <= taken or mover in (1, 6) or (mover == 3 and taken == 2):
        return False
    us = s[80]
    if PAWN_ATTACKS[us][target] & s[73 - us]:
        return True
    gain = VALUE[taken]
    return gain < VALUE[mover] and gain < _recapture(s, target, origin, VALUE[mover], us)


def _recapture(s: Position, square: int, origin: int, at_stake: int, us: int) -> int:
    """What the enemy of ``us`` wins by taking back on ``square`` a piece worth ``at_stake``."""
    occupied = s[64] ^ BIT[origin]
    diagonal = s[67] | s[69] | s[75] | s[77]
    straight = s[68] | s[69] | s[76] | s[77]
    attackers = (
        KNIGHT_ATTACKS[square] & (s[66] | s[74])
        | PAWN_ATTACKS[0][square] & s[73]
        | PAWN_ATTACKS[8][square] & s[65]
        | KING_ATTACKS[square] & (s[70] | s[78])
        | ROOK_ATTACKS[square][occupied & ROOK_MASK[square]] & straight
        | BISHOP_ATTACKS[square][occupied & BISHOP_MASK[square]] & diagonal
    ) & occupied
    side = 8 - us
    gains: list[int] = []
    while True:
        own = attackers & s[71 + side]
        if not own:
            break
        kind = 1
        while not own & s[64 + kind + side]:
            kind += 1
        if kind == 6 and attackers & s[79 - side]:
            break
        gains.append(at_stake)
        at_stake = VALUE[kind]
        piece = own & s[64 + kind + side]
        occupied ^= piece & -piece
        attackers &= occupied
        if kind in (1, 3, 5):
            attackers |= (
                BISHOP_ATTACKS[square][occupied & BISHOP_MASK[square]] & diagonal & occupied
            )
        if kind >= 4:
            attackers |= ROOK_ATTACKS[square][occupied & ROOK_MASK[square]] & straight & occupied
        side = 8 - side
    worth = 0
    for gain in reversed(gains):
        worth = max(0, gain - worth)
    return worth
