"""What a position is worth, in centipawns.

Theory of operation
    Every term has a middlegame and an endgame value; the position's value lies between the two in
    proportion to the phase (24 with all pieces on the board, 0 with none). Both halves travel in
    one int, ``middlegame << 16`` plus ``endgame``, so that one addition adds both; ``pair`` builds
    such an int and ``evaluate`` takes it apart.

    The piece-square sum is kept up to date by ``position.make``. Pawn structure depends on the
    pawns alone and is remembered by them. Mobility, king safety and rooks on open files are worked
    out each time, at a fraction of a microsecond a piece, with bitboards.

Where the numbers come from
    The piece-square tables are computed below by formula from a few considerations (distance from
    the centre, advance, shelter of the king), and the weights are this project's own choice, tried
    in matches of the engine against itself. No published table was used.

Known gaps
    No knowledge of particular endings beyond driving a bare king to the edge, no trapped pieces, no
    threats.
"""

from __future__ import annotations

from sapphire_emu.opponent.engine.tables import (
    ALL,
    BISHOP_ATTACKS,
    BISHOP_MASK,
    FILES,
    KING_ATTACKS,
    KNIGHT_ATTACKS,
    NOT_A,
    NOT_H,
    ROOK_ATTACKS,
    ROOK_MASK,
    SQUARES,
    squares_of,
)

# By piece code. Values for ordering captures and for margins, and weights of the game phase.
VALUE = [0, 100, 320, 330, 500, 950, 20000, 0, 0, 100, 320, 330, 500, 950, 20000]
PHASE = [0, 0, 1, 1, 2, 4, 0, 0, 0, 0, 1, 1, 2, 4, 0]
TEMPO = 10


def pair(middlegame: int, endgame: int) -> int:
    """One int for two values, each within ±16,000 also when many are added up."""
    return (middlegame << 16) + endgame


def _halves(packed: int) -> tuple[int, int]:
    """The inverse of ``pair``.

    >>> _halves(pair(-7, 12) + pair(3, -20))
    (-4, -8)
    """
    endgame = ((packed + 0x8000) & 0xFFFF) - 0x8000
    return (packed - endgame) >> 16, endgame


def _square_value(kind: int, square: int) -> tuple[int, int]:
    """Middlegame and endgame value of a white piece on a square, by formula."""
    file, rank = square & 7, square >> 3
    inward_file, inward_rank = min(file, 7 - file), min(rank, 7 - rank)
    central = inward_file + inward_rank  # 0 corner … 6 centre
    if kind == 1:
        # A pawn gains by advancing; central pawns hold the centre, wing pawns shelter the king.
        advance = rank - 1
        centre = (0, 3, 11, 20)[inward_file]
        return (
            82
            + (centre - 2) * min(advance, 3) // 2
            + (advance - 3) * 12 * (advance > 3)
            - (18 if rank == 1 and inward_file == 3 else 0),
            100 + 4 * advance + 3 * max(0, advance - 2) ** 2 - inward_file,
        )
    if kind == 2:
        # A knight sees twice as much from the centre; the enemy half is where its outposts are.
        return (
            300 + 9 * central + (8 if 3 <= rank <= 5 else 0) - (10 if rank == 0 else 0),
            275 + 8 * central,
        )
    if kind == 3:
        return 325 + 4 * central - (12 if rank == 0 else 0), 290 + 4 * central
    if kind == 4:
        return 455 + 4 * inward_file + (18 if rank == 6 else 0), 505 + (14 if rank >= 6 else 0)
    if kind == 5:
        return 960 + 2 * central - (4 if rank else 0), 920 + 7 * central
    # The king hides in a corner until the pieces are gone, then goes to the centre.
    hidden = (24, 34, 8, 0)[inward_file] - 22 * rank
    return max(hidden, -90), 9 * central - 27


def _table(kind: int, colour: int) -> list[int]:
    """Packed values of one piece for the 64 squares, positive for White, negative for Black."""
    if colour:
        return [-pair(*_square_value(kind, square ^ 56)) for square in range(64)]
    return [pair(*_square_value(kind, square)) for square in range(64)]


PIECE_SQUARE: list[list[int]] = [
    _table(piece & 7, piece & 8) if piece & 7 in range(1, 7) else [] for piece in range(15)
]


def _curve(middlegame: float, endgame: float, usual: int, most: int) -> list[int]:
    """Packed mobility values for 0 … ``most`` squares: 0 at the usual number, flatter above."""
    values = []
    for count in range(most + 1):
        more = count - usual
        scale = more if more < 0 else more * 0.75
        values.append(pair(round(middlegame * scale), round(endgame * scale)))
    return values


KNIGHT_MOBILITY = _curve(7, 7, 4, 8)
BISHOP_MOBILITY = _curve(6, 6, 6, 13)
ROOK_MOBILITY = _curve(3, 6, 7, 14)
QUEEN_MOBILITY = _curve(1.5, 3, 12, 27)
BISHOP_PAIR = pair(28, 42)
OPEN_FILE, HALF_OPEN_FILE = pair(26, 10), pair(12, 8)
SHIELD = pair(11, 0)
PASSED = [pair(0, 0)] + [pair(2 * r * r + 2, 4 * r * r + 3 * r + 6) for r in range(6)] + [0]
ISOLATED, DOUBLED, CONNECTED = pair(-12, -12), pair(-8, -20), pair(6, 5)
BACKWARD = pair(-8, -8)
# Attack units on the squares around the enemy king, by the number of pieces taking part.
KING_DANGER = [0, 0, 40, 70, 90, 100, 100, 100, 100, 100, 100, 100, 100, 100, 100, 100, 100]

NEIGHBOUR_FILES = [
    (FILES[file - 1] if file else 0) | (FILES[file + 1] if file < 7 else 0) for file in range(8)
]
RANKS_AHEAD = {
    0: [ALL ^ ((1 << 8 * (rank + 1)) - 1) for rank in range(8)],
    8: [(1 << 8 * rank) - 1 for rank in range(8)],
}
# The king's own square and its neighbours, and one rank further towards the enemy.
KING_ZONE = {
    0: [KING_ATTACKS[k] | 1 << k | KING_ATTACKS[k] << 8 & ALL for k in range(64)],
    8: [KING_ATTACKS[k] | 1 << k | KING_ATTACKS[k] >> 8 for k in range(64)],
}
# Where pawns shelter a king: the two ranks before it on its file and the neighbouring ones.
SHELTER = {
    0: [
        KING_ATTACKS[k] << 8 & RANKS_AHEAD[0][k >> 3] & ALL
        | KING_ATTACKS[k] & RANKS_AHEAD[0][k >> 3]
        for k in range(64)
    ],
    8: [
        KING_ATTACKS[k] >> 8 & RANKS_AHEAD[8][k >> 3] | KING_ATTACKS[k] & RANKS_AHEAD[8][k >> 3]
        for k in range(64)
    ],
}


def _side_pawns(own: int, enemy: int, colour: int) -> int:
    """Packed value of one side's pawn structure, its own view."""
    value = 0
    ahead = RANKS_AHEAD[colour]
    for square in squares_of(own):
        file, rank = square & 7, square >> 3
        neighbours = NEIGHBOUR_FILES[file]
        advance = rank if colour == 0 else 7 - rank
        front = ahead[rank]
        if not (FILES[file] | neighbours) & front & enemy and not FILES[file] & front & own:
            value += PASSED[advance]
            if (
                neighbours & own & 0xFF << 8 * rank
                or neighbours & own & RANKS_AHEAD[8 - colour][rank]
            ):
                value += PASSED[advance] >> 2 & ~0xFFFF
        if not neighbours & own:
            value += ISOLATED
        elif not neighbours & own & ~front:
            value += BACKWARD
        if FILES[file] & front & own:
            value += DOUBLED
        if neighbours & own & (0xFF << 8 * rank):
            value += CONNECTED
    return value


class PawnStructure(dict[tuple[int, int], tuple[int, int, int, int, int]]):
    """What the pawns alone say, by (white pawns, black pawns).

    Packed value in White's view, squares attacked by White's and by Black's pawns, and the files
    without a white and without a black pawn.
    """

    def __missing__(self, pawns: tuple[int, int]) -> tuple[int, int, int, int, int]:
        if len(self) > 50_000:
            self.clear()
        white, black = pawns
        no_white = no_black = 0
        for file in FILES:
            if not file & white:
                no_white |= file
            if not file & black:
                no_black |= file
        found = self[pawns] = (
            _side_pawns(white, black, 0) - _side_pawns(black, white, 8),
            (white & NOT_A) << 7 | (white & NOT_H) << 9,
            (black & NOT_A) >> 9 | (black & NOT_H) >> 7,
            no_white,
            no_black,
        )
        return found


PAWN_STRUCTURE = PawnStructure()


def _pieces(s: list[int], us: int, area: int, zone: int) -> tuple[int, int, int]:
    """Mobility of one side's pieces: packed value, attackers and attack units on a king's zone."""
    occupied = s[64]
    value = attackers = units = 0
    for square in SQUARES[s[66 + us]]:
        seen = KNIGHT_ATTACKS[square]
        value += KNIGHT_MOBILITY[(seen & area).bit_count()]
        if seen & zone:
            attackers += 1
            units += 2 * (seen & zone).bit_count()
    for square in SQUARES[s[67 + us]]:
        seen = BISHOP_ATTACKS[square][occupied & BISHOP_MASK[square]]
        value += BISHOP_MOBILITY[(seen & area).bit_count()]
        if seen & zone:
            attackers += 1
            units += 2 * (seen & zone).bit_count()
    for square in SQUARES[s[68 + us]]:
        seen = ROOK_ATTACKS[square][occupied & ROOK_MASK[square]]
        value += ROOK_MOBILITY[(seen & area).bit_count()]
        if seen & zone:
            attackers += 1
            units += 3 * (seen & zone).bit_count()
    if s[69 + us]:
        for square in SQUARES[s[69 + us]]:
            seen = (
                BISHOP_ATTACKS[square][occupied & BISHOP_MASK[square]]
                | ROOK_ATTACKS[square][occupied & ROOK_MASK[square]]
            )
            value += QUEEN_MOBILITY[(seen & area).bit_count()]
            if seen & zone:
                attackers += 1
                units += 4 * (seen & zone).bit_count()
    return value, attackers, units


def evaluate(s: list[int]) -> int:
    """Centipawns in the view of the side to move; not for use in check."""
    white_pawns, black_pawns = s[65], s[73]
    pawns, white_covers, black_covers, no_white, no_black = PAWN_STRUCTURE[white_pawns, black_pawns]
    white_king, black_king = s[70].bit_length() - 1, s[78].bit_length() - 1
    value = s[85] + pawns
    more, attackers, units = _pieces(
        s, 0, ALL ^ (black_covers | white_pawns | s[70]), KING_ZONE[8][black_king]
    )
    value += more
    if attackers > 1:
        value += KING_DANGER[attackers] * units // 24 << 16
    more, attackers, units = _pieces(
        s, 8, ALL ^ (white_covers | black_pawns | s[78]), KING_ZONE[0][white_king]
    )
    value -= more
    if attackers > 1:
        value -= KING_DANGER[attackers] * units // 24 << 16
    white, black = s[67], s[75]
    if white & (white - 1):
        value += BISHOP_PAIR
    if black & (black - 1):
        value -= BISHOP_PAIR
    white, black = s[68] & no_white, s[76] & no_black
    if white:
        value += HALF_OPEN_FILE * white.bit_count()
        if white & no_black:
            value += (OPEN_FILE - HALF_OPEN_FILE) * (white & no_black).bit_count()
    if black:
        value -= HALF_OPEN_FILE * black.bit_count()
        if black & no_white:
            value -= (OPEN_FILE - HALF_OPEN_FILE) * (black & no_white).bit_count()
    value += SHIELD * (
        (SHELTER[0][white_king] & white_pawns).bit_count()
        - (SHELTER[8][black_king] & black_pawns).bit_count()
    )
    endgame = ((value + 0x8000) & 0xFFFF) - 0x8000
    phase = s[86]
    if phase < 24:
        score = (((value - endgame) >> 16) * phase + endgame * (24 - phase)) // 24
        if phase < 7:
            score = _late(s, score, phase)
    else:
        score = (value - endgame) >> 16
    return TEMPO - score if s[80] else TEMPO + score


def _late(s: list[int], score: int, phase: int) -> int:
    """Corrections for positions with few pieces, White's view."""
    strong, weak = (0, 8) if score > 0 else (8, 0)
    if not s[65 + strong]:
        lead = sum(
            PHASE[kind] * (s[64 + kind + strong].bit_count() - s[64 + kind + weak].bit_count())
            for kind in (2, 3, 4, 5)
        )
        if lead < 2:
            return score // 8
        if s[71 + weak] == s[70 + weak]:
            # A bare king: drive it to the edge and bring the own king near.
            own, bare = s[70 + strong].bit_length() - 1, s[70 + weak].bit_length() - 1
            distance = abs((own & 7) - (bare & 7)) + abs((own >> 3) - (bare >> 3))
            file, rank = bare & 7, bare >> 3
            bonus = 10 * (6 - min(file, 7 - file) - min(rank, 7 - rank)) + 5 * (14 - distance)
            return score + bonus if strong == 0 else score - bonus
    return score
