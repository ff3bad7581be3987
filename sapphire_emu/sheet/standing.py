"""What a log of rated games says: results, performance by level and colour, best win."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from firmware_model.rating import Result
from sapphire_emu.store.records import LogEntry, RatedEntry


@dataclass(frozen=True, slots=True)
class Tally:
    """Results of some games. ``performance`` is mean OELO + 400 x (wins - losses) / games."""

    games: int = 0
    wins: int = 0
    draws: int = 0
    losses: int = 0
    oelo_sum: int = 0

    def with_game(self, rated: RatedEntry) -> Tally:
        """The tally with one game more."""
        result = rated.result
        return Tally(
            self.games + 1,
            self.wins + (result is Result.WIN),
            self.draws + (result is Result.DRAW),
            self.losses + (result is Result.LOSS),
            self.oelo_sum + rated.oelo,
        )

    @property
    def performance(self) -> int | None:
        """The rating at which these results would be expected, linear; None without games."""
        if not self.games:
            return None
        return round((self.oelo_sum + 400 * (self.wins - self.losses)) / self.games)

    def to_json(self) -> dict[str, int | None]:
        """As ``--json`` prints it."""
        return {
            "games": self.games,
            "wins": self.wins,
            "draws": self.draws,
            "losses": self.losses,
            "performance": self.performance,
        }


@dataclass(frozen=True, slots=True)
class Standing:
    """Everything the sheet says besides the rating itself."""

    total: Tally
    by_level: dict[str, Tally]
    by_colour: dict[str, Tally]
    best_win: LogEntry | None


def standing(log: Iterable[LogEntry]) -> Standing:
    """Add a log up. Resets are passed over: games played before them count as ever."""
    total = Tally()
    by_level: dict[str, Tally] = {}
    by_colour = {"white": Tally(), "black": Tally()}
    best: LogEntry | None = None
    for entry in log:
        rated = entry.rated
        if rated is None:
            continue
        total = total.with_game(rated)
        by_level[rated.level] = by_level.get(rated.level, Tally()).with_game(rated)
        colour = "white" if rated.user_is_white else "black"
        by_colour[colour] = by_colour[colour].with_game(rated)
        if rated.result is Result.WIN and (
            best is None or best.rated is None or rated.oelo > best.rated.oelo
        ):
            best = entry
    return Standing(total, by_level, by_colour, best)


def rated_games(log: Sequence[LogEntry]) -> list[RatedEntry]:
    """The rated games of a log, oldest first."""
    return [entry.rated for entry in log if entry.rated is not None]
