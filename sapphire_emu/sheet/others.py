"""What other rating systems would have said of the same games: Elo and Glicko-2.

Elo: start 1400, K = 32, expected score on the logistic curve. Glicko-2: start 1400, deviation 350,
volatility 0.06, each game a period of its own against an opponent of deviation 60 (the level
table's usual margin); the arithmetic is the library ``glicko2``'s, an optional dependency.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from firmware_model.rating import START_ELO
from sapphire_emu.errors import UserError
from sapphire_emu.extras import install_line
from sapphire_emu.store.records import RatedEntry

K = 32
OPPONENT_DEVIATION = 60
START_DEVIATION = 350


class Glicko(NamedTuple):
    """A Glicko-2 rating and its deviation (68 % within one, 95 % within two)."""

    rating: float
    deviation: float


def _score(rated: RatedEntry) -> float:
    return (rated.result.value + 1) / 2


def elo_history(games: Sequence[RatedEntry]) -> list[float]:
    """Elo after each game.

    >>> elo_history([])
    []
    """
    rating, found = float(START_ELO), []
    for rated in games:
        expected = 1.0 / (1.0 + 10.0 ** ((rated.oelo - rating) / 400.0))
        rating += K * (_score(rated) - expected)
        found.append(rating)
    return found


def glicko_history(games: Sequence[RatedEntry]) -> list[Glicko]:
    """Glicko-2 after each game.

    :raises UserError: the library is not installed.
    """
    try:
        import glicko2
    except ImportError as error:
        raise UserError(f"Glicko-2 needs an extra: {install_line('ratings')}") from error
    player = glicko2.Player(START_ELO, START_DEVIATION, 0.06)
    found = []
    for rated in games:
        player.update_player([rated.oelo], [OPPONENT_DEVIATION], [_score(rated)])
        found.append(Glicko(player.rating, player.rd))
    return found
