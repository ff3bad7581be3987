"""Rate a whole Z-Chess event, game by game in the order given.

A new player starts at 800 and is provisional until four rated tournament games are played. The
source does not say how those four count: :class:`ProvisionalRule` names the three ways on offer.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction

from sapphire_emu.club.rounding import half_up
from sapphire_emu.club.zchess.chart import Exchange, Outcome, Reading, exchange
from sapphire_emu.club.zchess.titles import Title, title_of

START_RATING = 800
"""Rating of a player without one (conventional 1500)."""
PROVISIONAL_GAMES = 4
"""Rated tournament games until a rating is established."""
POINTS_PER_NET_WIN = 40
"""Performance over the four games: the opponents' mean plus this for each net win."""


class ProvisionalRule(Enum):
    """How a new player's first four games count."""

    CHART = "chart"
    HOLD = "hold"
    PERFORMANCE = "performance"


@dataclass(frozen=True, slots=True)
class Start:
    """A player as he comes to the event: rating (0 or more) and rated games already played.

    Without a games count the rating is taken as established and no title can be given.
    """

    rating: Fraction
    games: int | None = None


@dataclass(frozen=True, slots=True)
class Game:
    """One game to be rated; ``outcome`` is White's, ``line`` its place in the input (0: none)."""

    white: str
    black: str
    outcome: Outcome
    line: int = 0
    date: str = ""


@dataclass(frozen=True, slots=True)
class RatedGame:
    """A game with its arithmetic (A is White) and whether either side was provisional."""

    game: Game
    exchange: Exchange
    white_provisional: bool
    black_provisional: bool
    white_after: Fraction
    black_after: Fraction


@dataclass(frozen=True, slots=True)
class Standing:
    """A player at the end. ``games`` is None where the number before the event is unknown."""

    name: str
    start: Fraction
    rating: Fraction
    event_games: int
    games: int | None
    provisional: bool
    title: Title | None

    @property
    def change(self) -> Fraction:
        """Points won (negative: lost) in the event."""
        return self.rating - self.start


@dataclass(frozen=True, slots=True)
class EventReport:
    """Every game's transfer and the final list, best rating first."""

    reading: Reading
    rule: ProvisionalRule
    games: tuple[RatedGame, ...]
    standings: tuple[Standing, ...]


class _Player:
    """A rating as it moves through the event."""

    __slots__ = ("before", "games", "name", "opponents", "pending", "rating", "score", "start")

    def __init__(self, name: str, start: Start | None) -> None:
        self.name = name
        self.start = self.rating = start.rating if start else Fraction(START_RATING)
        self.before = start.games if start else 0
        self.games = 0
        self.pending = Fraction(0)
        self.opponents: list[Fraction] = []
        self.score = 0

    @property
    def provisional(self) -> bool:
        return self.before is not None and self.before + self.games < PROVISIONAL_GAMES

    def play(self, opponent: Fraction, gain: Fraction, net: int, rule: ProvisionalRule) -> None:
        """Take one game's result: chart gain, and ``net`` +1 for a win, 0 a draw, -1 a loss."""
        held = self.provisional and rule is not ProvisionalRule.CHART
        self.games += 1
        if not held:
            self.rating = max(self.rating + gain, Fraction(0))
            return
        self.pending += gain
        self.opponents.append(opponent)
        self.score += net
        if not self.provisional:
            self.rating = max(self._established(rule), Fraction(0))

    def _established(self, rule: ProvisionalRule) -> Fraction:
        if rule is ProvisionalRule.HOLD:
            return self.rating + self.pending
        mean = sum(self.opponents, Fraction(0)) / len(self.opponents)
        return Fraction(half_up(mean + POINTS_PER_NET_WIN * self.score))

    def standing(self) -> Standing:
        total = None if self.before is None else self.before + self.games
        title = None if total is None else title_of(self.rating, total)
        return Standing(
            self.name, self.start, self.rating, self.games, total, self.provisional, title
        )


_NET = {Outcome.WIN: 1, Outcome.DRAW: 0, Outcome.LOSS: -1}


def rate_event(
    games: Iterable[Game],
    starts: Mapping[str, Start] | None = None,
    reading: Reading = Reading.FLOOR,
    rule: ProvisionalRule = ProvisionalRule.CHART,
) -> EventReport:
    """Rate ``games`` one by one; players missing from ``starts`` begin at 800, provisional.

    >>> report = rate_event([Game("Ada", "Bo", Outcome.WIN)], {"Ada": Start(Fraction(880), 120)})
    >>> [(p.name, int(p.rating), p.provisional) for p in report.standings]
    [('Ada', 884, False), ('Bo', 796, True)]
    """
    known = starts or {}
    players: dict[str, _Player] = {}
    rated: list[RatedGame] = []
    for game in games:
        white, black = (
            players.setdefault(name, _Player(name, known.get(name)))
            for name in (game.white, game.black)
        )
        marks = white.provisional, black.provisional
        done = exchange(white.rating, black.rating, game.outcome, reading)
        white_before, black_before = white.rating, black.rating
        net = _NET[game.outcome]
        white.play(black_before, done.gain_a, net, rule)
        black.play(white_before, -done.gain_a, -net, rule)
        rated.append(RatedGame(game, done, *marks, white.rating, black.rating))
    standings = sorted(
        (player.standing() for player in players.values()), key=lambda s: (-s.rating, s.name)
    )
    return EventReport(reading, rule, tuple(rated), tuple(standings))
