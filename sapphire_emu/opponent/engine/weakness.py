"""How a weak level errs: now and then a hasty move, otherwise its normal search.

Theory of operation
    A weak player does not play at random. Most of his moves are sensible; now and then he moves in
    haste: he plays what looks good on the board and does not ask what the other side does next. So
    takes a covered pawn, leaves a piece where it is attacked, overlooks a recapture.

    With ``weakness`` w from 1 to 100 a move is hasty with probability 0.7 · w / 100. A hasty move
    is the one that looks best when every legal move is judged by the static value right after it,
    give or take ``TASTE`` centipawns of whim, among those that lose no more than ``bound(w)`` by
    the count of captures that follow: 100 centipawns (a pawn) at w = 0, 900 (a queen) at w = 100.
    Which moves are hasty, and the whims, depend on position, history length and seed alone.

    Mates are neither seen nor avoided in haste. The score reported for a hasty move is what the
    captures that follow really leave.
"""

from __future__ import annotations

from random import Random

from sapphire_emu.opponent.engine.position import Position, make
from sapphire_emu.opponent.engine.search import INFINITE, Search

TASTE = 25
OFTEN = 0.7


def probability(weakness: int) -> float:
    """How often a move is hasty.

    >>> probability(0), probability(100)
    (0.0, 0.7)
    """
    return OFTEN * weakness / 100


def bound(weakness: int) -> int:
    """The most a hasty move may lose, in centipawns.

    >>> bound(0), bound(50), bound(100)
    (100, 500, 900)
    """
    return 100 + 8 * weakness


def hasty_move(
    search: Search, s: Position, moves: list[int], weakness: int, seed: int, ply: int
) -> tuple[int, int] | None:
    """The hasty move and its true score, or None when this move is not made in haste.

    ``moves`` are the legal moves; ``ply`` is the number of plies played in the game.
    """
    dice = Random(s[84] ^ seed * 0x9E3779B97F4A7C15 ^ ply)
    if len(moves) < 2 or dice.random() >= probability(weakness):
        return None
    looks, truth = {}, {}
    for move in moves:
        n = make(s, move)
        looks[move] = -search.value(n) + dice.uniform(-TASTE, TASTE)
        truth[move] = -search.quiesce(n, -INFINITE, INFINITE, 1)
    least = max(truth.values()) - bound(weakness)
    choice = max((move for move in moves if truth[move] >= least), key=lambda move: looks[move])
    return choice, truth[choice]
