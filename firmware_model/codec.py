"""Memory as plain data and back: what a store, a backup or a journal keeps of an :class:`Nvram`.

The form is a dictionary of JSON types with a ``schema`` number. What an older schema did not have
(options, which are kept by name; since schema 2 saved games, book and learnt lines) gets its
default. Everything is checked on the way in; whatever does not describe a possible machine is a
:class:`DamagedMemory`, never a crash later.

>>> from firmware_model.state import Nvram
>>> decode(encode(Nvram())) == Nvram()
True
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import chess

from firmware_model import options
from firmware_model.game import By, Ending, Game, Ply
from firmware_model.levels import LEVELS
from firmware_model.rating import MAX_ELO, MAX_GAMES, Record, Rules
from firmware_model.state import SAVE_SLOTS, SCHEMA, BookLine, Nvram

T = TypeVar("T")
Json = dict[str, Any]

MOST = 1 << 53
"""The largest number that JSON carries everywhere, in either direction."""


class DamagedMemory(ValueError):
    """Stored data that does not describe a possible memory; the message says what is wrong."""


def encode(nvram: Nvram) -> Json:
    """The memory as a dictionary of JSON types."""
    return {
        "schema": SCHEMA,
        "elo": nvram.record.elo,
        "games": nvram.record.games,
        "rules": nvram.rules.value,
        "levels": list(nvram.levels),
        "options": dict(zip(options.NAMES, nvram.options, strict=True)),
        "sound": nvram.sound,
        "game": encode_game(nvram.game),
        "finished": _encoded(nvram.finished),
        "saves": [_encoded(game) for game in nvram.saves],
        "book": [[list(line.moves), line.priority] for line in nvram.book],
        "learnt": [list(line) for line in nvram.learnt],
    }


def _encoded(game: Game | None) -> Json | None:
    return None if game is None else encode_game(game)


def encode_game(game: Game) -> Json:
    """A game as a dictionary of JSON types."""
    return {
        "start_fen": game.start_fen,
        "plies": [encode_ply(ply) for ply in game.plies],
        "machine_is_white": game.machine_is_white,
        "ending": None if game.ending is None else game.ending.value,
        "rated": game.rated,
        "flaws": list(game.flaws),
        "notes": list(game.notes),
        "clocks_ms": list(game.clocks_ms),
    }


def encode_ply(ply: Ply) -> list[str | int]:
    """A half-move as JSON types."""
    return [ply.uci, ply.by.value, ply.level, ply.oelo, *([1] if ply.from_book else [])]


def decode(data: object) -> Nvram:
    """The memory that :func:`encode` made ``data`` of.

    :raises DamagedMemory: a later schema, or anything that is not a possible memory.
    """
    fields = _object(data, "memory")
    schema = _integer(fields, "schema", 1, 1_000_000)
    if schema > SCHEMA:
        raise DamagedMemory(f"memory of schema {schema}, expected at most {SCHEMA}")
    levels = tuple(_choice(name, LEVELS, "level").name for name in _list(fields, "levels"))
    if len(levels) != 2:
        raise DamagedMemory(f"expected two levels, got {len(levels)}")
    stored = _object(fields.get("options"), "options")
    saves = tuple(_decoded(game) for game in _optional_list(fields, "saves", [None] * SAVE_SLOTS))
    if len(saves) != SAVE_SLOTS:
        raise DamagedMemory(f"expected {SAVE_SLOTS} saved games, got {len(saves)}")
    return Nvram(
        record=Record(_integer(fields, "elo", 0, MAX_ELO), _integer(fields, "games", 0, MAX_GAMES)),
        rules=_called(Rules, fields.get("rules"), "rules"),
        levels=(levels[0], levels[1]),
        options=tuple(_option(stored, row) for row in options.OPTIONS.values()),
        sound=_integer(fields, "sound", 0, 2),
        game=decode_game(fields.get("game")),
        finished=_decoded(fields.get("finished")),
        saves=saves,
        book=tuple(_book_line(line) for line in _optional_list(fields, "book", [])),
        learnt=tuple(_opening(line) for line in _optional_list(fields, "learnt", [])),
    )


def _decoded(data: object) -> Game | None:
    return None if data is None else decode_game(data)


def _opening(moves: object) -> tuple[str, ...]:
    """Moves from the first position, each checked for legality."""
    if not isinstance(moves, list) or not moves:
        raise DamagedMemory(f"expected a list of moves, got {moves!r}")
    board = chess.Board()
    try:
        for uci in moves:
            board.push(board.parse_uci(_text(uci, "move")))
    except ValueError as error:
        raise DamagedMemory(f"impossible opening line: {error}") from error
    return tuple(moves)


def _book_line(line: object) -> BookLine:
    if not isinstance(line, list) or len(line) != 2 or not isinstance(line[1], bool):
        raise DamagedMemory(f"expected [moves, priority], got {line!r}")
    return BookLine(_opening(line[0]), line[1])


def decode_game(data: object, *, trusted: bool = False) -> Game:
    """The game that :func:`encode_game` made ``data`` of; every move is checked for legality.

    :param trusted: the data is known to be what was written (its checksum fits), so that the moves,
        which cost most, need no check.
    :raises DamagedMemory: it is not a possible game.
    """
    fields = _object(data, "game")
    ending = fields.get("ending")
    clocks = _list(fields, "clocks_ms")
    if len(clocks) != 2 or not all(type(ms) is int and 0 <= ms <= MOST for ms in clocks):
        raise DamagedMemory(f"expected two clocks in ms, got {clocks!r}")
    game = Game(
        start_fen=_text(fields.get("start_fen"), "start_fen"),
        plies=tuple(
            map(_trusted_ply if trusted else decode_ply, _list(fields, "plies")),
        ),
        machine_is_white=_boolean(fields, "machine_is_white"),
        ending=None if ending is None else _called(Ending, ending, "ending"),
        rated=_boolean(fields, "rated"),
        flaws=tuple(_text(flaw, "flaw") for flaw in _list(fields, "flaws")),
        notes=tuple(_text(note, "note") for note in _list(fields, "notes")),
        clocks_ms=(clocks[0], clocks[1]),
    )
    if trusted:
        return game
    try:
        board = chess.Board(game.start_fen)
        if not board.is_valid():
            raise ValueError(f"no game begins from {game.start_fen}")
        for ply in game.plies:
            board.push(board.parse_uci(ply.uci))
    except ValueError as error:
        raise DamagedMemory(f"impossible game: {error}") from error
    return game


_BY = {by.value: by for by in By}


def _trusted_ply(entry: list[Any]) -> Ply:
    uci, by, level, oelo, *booked = entry
    return Ply(uci, _BY[by], level, oelo, bool(booked))


def decode_ply(entry: object) -> Ply:
    """The half-move that :func:`encode_ply` made ``entry`` of; its legality is not looked at.

    :raises DamagedMemory: it is not a possible one.
    """
    if not isinstance(entry, list) or len(entry) not in (4, 5) or not _is_elo(entry[3]):
        raise DamagedMemory(f"expected [uci, by, level, oelo], got {entry!r}")
    uci, by, level, oelo, *booked = entry
    name = _text(level, "level")
    if name:
        _choice(name, LEVELS, "level")
    return Ply(_text(uci, "move"), _called(By, by, "by"), name, oelo, bool(booked))


def _is_elo(value: object) -> bool:
    return type(value) is int and 0 <= value <= MAX_ELO


def _option(stored: Json, row: options.Option) -> int:
    value = stored.get(row.name, row.default)
    if type(value) is not int or value not in row.values:
        raise DamagedMemory(f"option {row.name}: expected one of {row.values}, got {value!r}")
    return int(value)


def _object(data: object, what: str) -> Json:
    if not isinstance(data, dict):
        raise DamagedMemory(f"{what}: expected an object, got {type(data).__name__}")
    return data


def _list(fields: Json, name: str) -> list[Any]:
    value = fields.get(name)
    if not isinstance(value, list):
        raise DamagedMemory(f"{name}: expected a list, got {type(value).__name__}")
    return value


def _optional_list(fields: Json, name: str, default: list[Any]) -> list[Any]:
    return _list(fields, name) if name in fields else default


def _integer(fields: Json, name: str, low: int, high: int) -> int:
    value = fields.get(name)
    if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
        raise DamagedMemory(f"{name}: expected a whole number {low}...{high}, got {value!r}")
    return value


def _boolean(fields: Json, name: str) -> bool:
    value = fields.get(name)
    if not isinstance(value, bool):
        raise DamagedMemory(f"{name}: expected true or false, got {value!r}")
    return value


def _text(value: object, what: str) -> str:
    if not isinstance(value, str):
        raise DamagedMemory(f"{what}: expected text, got {value!r}")
    return value


def _choice(name: object, known: dict[str, T], what: str) -> T:
    if not isinstance(name, str) or name not in known:
        raise DamagedMemory(f"{what}: unknown {name!r}")
    return known[name]


def _called(build: Callable[[Any], T], value: object, what: str) -> T:
    try:
        return build(value)
    except (ValueError, TypeError):
        raise DamagedMemory(f"{what}: unknown {value!r}") from None
