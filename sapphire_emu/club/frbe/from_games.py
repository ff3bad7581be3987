"""Games against the machine as an event that the federation's file can hold."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from sapphire_emu.club.frbe.event import Event, EventKind, Pairing, Player, Round
from sapphire_emu.club.frbe.model import MOST_PLAYERS, Result

_SCORES = {
    2: (Result.WIN, Result.LOSS),
    1: (Result.DRAW, Result.DRAW),
    0: (Result.LOSS, Result.WIN),
}


@dataclass(frozen=True, slots=True)
class MachineGame:
    """One rated game against a computer.

    :ivar day: when it was played.
    :ivar opponent: the computer's name, level included if each level is an opponent of its own.
    :ivar opponent_rating: its rating in points, 1 to 9999.
    :ivar half_points: the player's score: 2, 1 or 0.
    :ivar white: whether the player had White.
    """

    day: date
    opponent: str
    opponent_rating: int
    half_points: int
    white: bool


def individual_games(player: Player, games: Sequence[MachineGame], title: str, club: int) -> Event:
    """The games as individual ones (24L); computers have no matricule but a rating, so they count.

    :param player: the person, number 1 of the event.
    :param club: the sender's club, 100 to 999.
    :raises ValueError: no game, more than 499, or a score or rating out of range.
    """
    if not 1 <= len(games) <= MOST_PLAYERS // 2:
        raise ValueError(
            f"a file holds 1 to {MOST_PLAYERS // 2} individual games, not {len(games)}"
        )
    opponents: dict[tuple[str, int], int] = {}
    pairings: list[Pairing] = []
    for game in games:
        if game.half_points not in _SCORES or not 1 <= game.opponent_rating <= 9999:
            raise ValueError(f"not a rated game: {game}")
        key = game.opponent, game.opponent_rating
        number = opponents.setdefault(key, len(opponents) + 2)
        own, other = _SCORES[game.half_points]
        if game.white:
            pairings.append(Pairing(1, number, own, other, game.day))
        else:
            pairings.append(Pairing(number, 1, other, own, game.day))
    machines = [Player(name, 0, 0, "", rating) for name, rating in opponents]
    return Event(
        title=title,
        kind=EventKind.LINES,
        club=club,
        start=min(game.day for game in games),
        end=max(game.day for game in games),
        players=(player, *machines),
        rounds=(Round(tuple(pairings)),),
    )
