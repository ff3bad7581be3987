"""Rated games and resets as the log keeps them, and as the user reads them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from firmware_model.codec import DamagedMemory, decode_game, encode_game
from firmware_model.game import Game
from firmware_model.rating import MAX_ELO, MAX_GAMES, Record, Result, Rules
from firmware_model.state import RatedGame


@dataclass(frozen=True, slots=True)
class LogEntry:
    """One line of the rating history.

    ``number`` counts from 1; ``at`` is an ISO date and time with its offset. ``rated`` is None for
    a reset to 1400, whose ``before`` is what was lost.
    """

    number: int
    at: str
    before: Record
    after: Record
    rated: RatedGame | None

    def to_stored(self) -> dict[str, Any]:
        """The entry as a backup keeps it."""
        return {"at": self.at, "kind": self.kind, "data": self.data()}

    @property
    def kind(self) -> str:
        """``game`` or ``reset``."""
        return "reset" if self.rated is None else "game"

    def data(self) -> dict[str, Any]:
        """What a log row holds besides its time and kind."""
        if self.rated is not None:
            return encode_rated(self.rated)
        return {"before": list(self.before), "after": list(self.after)}

    @classmethod
    def from_stored(cls, stored: object) -> LogEntry:
        """The entry that :meth:`to_stored` made ``stored`` of.

        :raises DamagedMemory: it is not a possible one.
        """
        if not isinstance(stored, dict):
            raise DamagedMemory(f"log: expected an object, got {type(stored).__name__}")
        at, kind = stored.get("at"), stored.get("kind")
        if not isinstance(at, str) or kind not in ("game", "reset"):
            raise DamagedMemory(f"log: expected a time and a kind, got {at!r}, {kind!r}")
        return cls.of_row(0, at, kind, stored.get("data"))

    @classmethod
    def of_row(cls, number: int, at: str, kind: str, data: object) -> LogEntry:
        """The entry of a log row.

        :raises DamagedMemory: it is not a possible one.
        """
        if not isinstance(data, dict):
            raise DamagedMemory(f"log: expected an object, got {type(data).__name__}")
        if kind == "game":
            rated = decode_rated(data)
            return cls(number, at, rated.before, rated.after, rated)
        try:
            return cls(number, at, _record(data["before"]), _record(data["after"]), None)
        except (KeyError, TypeError, ValueError) as error:
            raise DamagedMemory(f"impossible reset: {error}") from error

    def to_json(self) -> dict[str, Any]:
        """The entry as ``sapphire rating --json`` prints it."""
        line: dict[str, Any] = {
            "number": self.number,
            "at": self.at,
            "kind": self.kind,
            "old": self.before.elo,
            "new": self.after.elo,
            "games": self.after.games,
        }
        if self.rated is not None:
            rated = self.rated
            line |= {
                "level": rated.level,
                "oelo": rated.oelo,
                "colour": "white" if rated.user_is_white else "black",
                "result": rated.result.word,
                "tier": rated.tier,
                "rules": rated.rules.value,
                "sum": rated.formula,
                "ending": rated.game.ending.name.lower() if rated.game.ending else None,
                "start_fen": rated.game.start_fen,
                "moves": [ply.uci for ply in rated.game.plies],
                "notes": list(rated.game.notes),
            }
        return line


def _record(pair: object) -> Record:
    if not isinstance(pair, list) or len(pair) != 2:
        raise ValueError(f"expected [elo, games], got {pair!r}")
    elo, games = (int(number) for number in pair)
    if not (0 <= elo <= MAX_ELO and 0 <= games <= MAX_GAMES):
        raise ValueError(f"expected a rating and a number of games, got {pair!r}")
    return Record(elo, games)


def encode_rated(rated: RatedGame) -> dict[str, Any]:
    """A rated game as JSON types."""
    return {
        "before": list(rated.before),
        "after": list(rated.after),
        "oelo": rated.oelo,
        "result": rated.result.word,
        "tier": rated.tier,
        "rules": rated.rules.value,
        "formula": rated.formula,
        "level": rated.level,
        "user_is_white": rated.user_is_white,
        "game": encode_game(rated.game),
    }


def decode_rated(data: dict[str, Any]) -> RatedGame:
    """The rated game that :func:`encode_rated` made ``data`` of.

    :raises DamagedMemory: it is not a possible one.
    """
    try:
        game: Game = decode_game(data["game"])
        return RatedGame(
            before=_record(data["before"]),
            after=_record(data["after"]),
            oelo=int(data["oelo"]),
            result=Result[str(data["result"]).upper()],
            tier=int(data["tier"]),
            rules=Rules(data["rules"]),
            formula=str(data["formula"]),
            level=str(data["level"]),
            user_is_white=bool(data["user_is_white"]),
            game=game,
        )
    except DamagedMemory:
        raise
    except (KeyError, TypeError, ValueError) as error:
        raise DamagedMemory(f"impossible rated game: {error}") from error
