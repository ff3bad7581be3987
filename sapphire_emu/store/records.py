"""Rated games and resets as the log keeps them, and as the user reads them.

A row has three texts: the *sum* (small, all that the rating sheet needs), the *game*, and its
moves in *SAN*. Only the sum is parsed when a log is read; the game when somebody asks for it. So a
log of ten thousand games is read in a moment, and exported without working its moves out again.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from datetime import date
from typing import Any

import chess

from firmware_model.codec import DamagedMemory, decode_game, encode_game
from firmware_model.game import Game
from firmware_model.rating import MAX_ELO, MAX_GAMES, Record, Result, Rules
from firmware_model.state import RatedGame
from firmware_model.state_checks import whole
from sapphire_emu.errors import UserError
from sapphire_emu.parsing import parse_json


@dataclass(frozen=True, slots=True)
class RatedEntry:
    """A rated game in the log: everything its sum needs, and the game as text.

    ``game_json`` is the game as :func:`firmware_model.codec.encode_game` has it, ``san`` its moves
    in SAN, blank-separated, with move numbers. ``eco`` is the opening's code or refined key and
    ``opening`` its name, as they were found when the game was stored; empty when nothing was.
    """

    oelo: int
    result: Result
    tier: int
    rules: Rules
    formula: str
    level: str
    user_is_white: bool
    before: Record
    after: Record
    game_json: str
    san: str
    eco: str = ""
    opening: str = ""

    @classmethod
    def of(cls, rated: RatedGame, eco: str = "", opening: str = "") -> RatedEntry:
        """The entry of a game that the machine has just rated."""
        return cls(
            rated.oelo,
            rated.result,
            rated.tier,
            rated.rules,
            rated.formula,
            rated.level,
            rated.user_is_white,
            rated.before,
            rated.after,
            _compact(encode_game(rated.game)),
            san_text(rated.game),
            eco,
            opening,
        )

    @property
    def game(self) -> Game:
        """The game itself, decoded now.

        :raises UserError: what the memory holds is none, in spite of its checksum.
        """
        try:
            return decode_game(parse_json(self.game_json), trusted=True)
        except (KeyError, TypeError, ValueError) as error:
            raise UserError(f"a rated game in the memory is damaged: {error}") from error

    def sum_json(self) -> dict[str, Any]:
        """The sum as JSON types."""
        shown: dict[str, Any] = {
            "before": list(self.before),
            "after": list(self.after),
            "oelo": self.oelo,
            "result": self.result.word,
            "tier": self.tier,
            "rules": self.rules.value,
            "formula": self.formula,
            "level": self.level,
            "user_is_white": self.user_is_white,
        }
        if self.eco:
            shown |= {"eco": self.eco, "opening": self.opening}
        return shown


@dataclass(frozen=True, slots=True)
class LogEntry:
    """One line of the rating history.

    ``number`` counts from 1; ``at`` is an ISO date and time with its offset. ``rated`` is None for
    a reset to 1400, whose ``before`` is what was lost, and for the taking back of one.
    """

    number: int
    at: str
    before: Record
    after: Record
    rated: RatedEntry | None

    @property
    def kind(self) -> str:
        """``game`` or ``reset``."""
        return "reset" if self.rated is None else "game"

    @property
    def word(self) -> str:
        """``game``, ``reset``, or ``restore`` for a reset taken back."""
        restored = self.rated is None and self.after != Record()
        return "restore" if restored else self.kind

    def texts(self) -> tuple[str, str, str]:
        """What the row keeps: sum, game, SAN."""
        if self.rated is None:
            return _compact({"before": list(self.before), "after": list(self.after)}), "", ""
        return _compact(self.rated.sum_json()), self.rated.game_json, self.rated.san

    @classmethod
    def of_row(cls, number: int, at: str, kind: str, texts: tuple[str, str, str]) -> LogEntry:
        """The entry of a log row whose checksum has been found to fit.

        :raises DamagedMemory: it is not a possible one.
        """
        try:
            date.fromisoformat(at[:10])
            fields = parse_json(texts[0])
            before, after = _record(fields["before"]), _record(fields["after"])
            if kind == "reset":
                return cls(number, at, before, after, None)
            rated = RatedEntry(
                whole(fields["oelo"], 0, MAX_ELO),
                Result[str(fields["result"]).upper()],
                whole(fields["tier"], 1, 2),
                Rules(fields["rules"]),
                str(fields["formula"]),
                str(fields["level"]),
                bool(fields["user_is_white"]),
                before,
                after,
                texts[1],
                texts[2],
                str(fields.get("eco", "")),
                str(fields.get("opening", "")),
            )
            words = (rated.formula, rated.level, rated.eco, rated.opening)
            if not all(word.isprintable() for word in words):
                raise ValueError("a text with control characters")
        except (KeyError, TypeError, ValueError) as error:
            raise DamagedMemory(f"impossible log entry: {error}") from error
        return cls(number, at, before, after, rated)

    def to_stored(self) -> dict[str, Any]:
        """The entry as a backup keeps it."""
        stored: dict[str, Any] = {"at": self.at, "kind": self.kind}
        stored["sum"] = parse_json(self.texts()[0])
        if self.rated is not None:
            stored["game"] = encode_game(self.rated.game)
        return stored

    @classmethod
    def from_stored(cls, number: int, stored: object) -> LogEntry:
        """The entry that :meth:`to_stored` made ``stored`` of; nothing in it is trusted.

        :raises DamagedMemory: it is not a possible one.
        """
        if not isinstance(stored, dict):
            raise DamagedMemory(f"log: expected an object, got {type(stored).__name__}")
        at, kind = stored.get("at"), stored.get("kind")
        if not isinstance(at, str) or kind not in ("game", "reset"):
            raise DamagedMemory(f"log: expected a time and a kind, got {at!r}, {kind!r}")
        game_json = san = ""
        if kind == "game":
            game = decode_game(stored.get("game"))
            game_json, san = _compact(encode_game(game)), san_text(game)
        return cls.of_row(number, at, kind, (_compact(stored.get("sum")), game_json, san))

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
            rated, game = self.rated, encode_game(self.rated.game)
            line |= {
                "level": rated.level,
                "oelo": rated.oelo,
                "colour": "white" if rated.user_is_white else "black",
                "result": rated.result.word,
                "tier": rated.tier,
                "rules": rated.rules.value,
                "sum": rated.formula,
                "eco": rated.eco,
                "opening": rated.opening,
                "ending": game["ending"],
                "start_fen": game["start_fen"],
                "moves": [ply[0] for ply in game["plies"]],
                "notes": game["notes"],
            }
        return line


def san_text(game: Game) -> str:
    """The moves of a game in SAN with move numbers, as PGN has them.

    >>> from firmware_model.game import By, Ply
    >>> san_text(Game(plies=(Ply("e2e4", By.USER), Ply("e7e5", By.MACHINE))))
    '1. e4 e5'
    """
    board = chess.Board(game.start_fen)
    words: list[str] = []
    for ply in game.plies:
        if board.turn or not words:
            words.append(f"{board.fullmove_number}.{'' if board.turn else '..'}")
        words.append(board.san_and_push(chess.Move.from_uci(ply.uci)))
    return " ".join(words)


def _compact(data: object) -> str:
    return json.dumps(data, separators=(",", ":"))


def _record(pair: object) -> Record:
    if not isinstance(pair, list) or len(pair) != 2:
        raise ValueError(f"expected [elo, games], got {pair!r}")
    elo, games = (int(number) for number in pair)
    if not (0 <= elo <= MAX_ELO and 0 <= games <= MAX_GAMES):
        raise ValueError(f"expected a rating and a number of games, got {pair!r}")
    return Record(elo, games)
