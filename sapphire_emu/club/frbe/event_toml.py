"""Read and write an event's description in TOML; every fault is named with its place."""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import date, datetime
from pathlib import Path
from typing import Any, NoReturn

from sapphire_emu.club.frbe.event import KINDS, Event, EventKind, Pairing, Player, Round
from sapphire_emu.club.frbe.filename import RESERVED, name_for
from sapphire_emu.club.frbe.model import MOST_PLAYERS, MOST_ROUNDS, Result
from sapphire_emu.club.frbe.toml_places import Places
from sapphire_emu.errors import InputError, closest, shown
from sapphire_emu.parsing import Unparsable, parse_toml
from sapphire_emu.reading import read_utf8

_KEYS = {
    "event": ("title", "kind", "id", "division", "series", "club", "sender", "start", "end",
              "time_control"),
    "players": ("name", "matricule", "club", "nationality", "rating"),
    "rounds": ("date", "games"),
    "games": ("game", "date", "tournament"),
}  # fmt: skip
_GAME = re.compile(r"\s*(\d{1,3})\s*-\s*(\d{1,3})\s+(\S+)\s*", re.ASCII)
_RESULTS = {
    "1-0": (Result.WIN, Result.LOSS),
    "0-1": (Result.LOSS, Result.WIN),
    "1/2-1/2": (Result.DRAW, Result.DRAW),
    "½-½": (Result.DRAW, Result.DRAW),
    "=": (Result.DRAW, Result.DRAW),
    "1/2-0": (Result.DRAW, Result.LOSS),
    "0-1/2": (Result.LOSS, Result.DRAW),
    "-": (Result.UNPLAYED, Result.UNPLAYED),
    "--": (Result.UNPLAYED, Result.UNPLAYED),
}
GAME_EXPECTED = "'WHITE-BLACK RESULT' such as '1-8 0-1', '1/2-1/2' or '--' (not played)"


def read_event(path: Path) -> Event:
    """Read a description.

    :raises InputError: it is no TOML, or something in it is missing, unknown or impossible.
    """
    return parse_event(read_utf8(path), path)


def parse_event(text: str, path: Path | None = None) -> Event:
    """Read a description from its text; see :func:`read_event`."""
    try:
        data = parse_toml(text)
    except Unparsable as error:
        raise InputError(
            f"not TOML: {error}", path=path, line=error.line, column=error.column
        ) from None
    return _Reader(data, Places(text), path).event()


class _Reader:
    """Takes the parsed TOML apart. ``where`` is (table, index or None) for messages."""

    def __init__(self, data: Mapping[str, Any], places: Places, path: Path | None) -> None:
        self.data, self.places, self.path = data, places, path

    def event(self) -> Event:
        """The whole event.

        :raises InputError: see :func:`read_event`.
        """
        for name in self.data:
            if name not in _KEYS:
                line = self.places.table(name)
                self._unknown(name, tuple(_KEYS), line, f"unknown table '{shown(name)}'")
        head = self._table("event")
        where = ("event", None)
        kind = self._kind(head)
        start, end = self._day(head, where, "start"), self._day(head, where, "end")
        if start is None or end is None:
            key = "start" if start is None else "end"
            self._fault(where, key, f"no {key}", "a date such as 2000-11-18")
        if end < start:
            self._fault(where, "end", f"ends {end}, before it starts {start}")
        club = self._int(head, where, "club", 100, 999, None)
        players = self._players(club)
        rounds = self._single(players) if kind is EventKind.LINES else self._rounds(players)
        event = Event(
            title=self._str(head, where, "title", required=True),
            kind=kind,
            club=club,
            start=start,
            end=end,
            players=players,
            rounds=rounds,
            id=self._id(head),
            division=self._str(head, where, "division") or "1",
            series=self._str(head, where, "series") or "A",
            sender=self._str(head, where, "sender"),
            time_control=self._str(head, where, "time_control"),
        )
        try:
            name_for(end, event.id or kind.id, event.division, event.series, club)
        except ValueError as error:
            key = next((k for k in ("division", "series") if k in str(error)), "id")
            self._fault(where, key, str(error))
        return event

    def _kind(self, head: Mapping[str, Any]) -> EventKind:
        label = self._str(head, ("event", None), "kind", required=True)
        kind = KINDS.get(label)
        if kind is None:
            self._fault(("event", None), "kind", f"unknown kind '{label}'", ", ".join(KINDS))
        return kind

    def _id(self, head: Mapping[str, Any]) -> str:
        id_ = self._str(head, ("event", None), "id").upper()
        if id_ in RESERVED:
            meaning = RESERVED[id_].value
            reason = f"'{id_}' is reserved ({meaning}); leave the key out for the default"
            self._fault(("event", None), "id", reason)
        return id_

    def _table(self, name: str) -> Mapping[str, Any]:
        table = self.data.get(name)
        if not isinstance(table, dict):
            raise InputError(f"no table [{name}]", path=self.path, line=1)
        self._check_keys(table, (name, None))
        return table

    def _tables(self, name: str) -> list[Mapping[str, Any]]:
        tables = self.data.get(name, [])
        if not isinstance(tables, list) or not all(isinstance(table, dict) for table in tables):
            line = self.places.table(name)
            raise InputError(
                f"[{name}] must be [[{name}]], one for each", path=self.path, line=line
            )
        for index, table in enumerate(tables):
            self._check_keys(table, (name, index))
        return tables

    def _check_keys(self, table: Mapping[str, Any], where: tuple[str, int | None]) -> None:
        known = _KEYS[where[0]]
        for key in table:
            if key not in known:
                line = self.places.key(*where, key)[0]
                self._unknown(key, known, line, f"unknown key '{shown(key)}' in [{where[0]}]")

    def _unknown(self, word: str, known: tuple[str, ...], line: int, message: str) -> NoReturn:
        near = closest(word, known)
        hint = f"; did you mean {near}?" if near else ""
        expected = ", ".join(known)
        raise InputError(message + hint, path=self.path, line=line, column=1, expected=expected)

    def _fault(
        self, where: tuple[str, int | None], key: str, message: str, expected: str = ""
    ) -> NoReturn:
        line, column = self.places.key(*where, key)
        raise InputError(message, path=self.path, line=line, column=column, expected=expected)

    def _str(
        self,
        table: Mapping[str, Any],
        where: tuple[str, int | None],
        key: str,
        *,
        required: bool = False,
    ) -> str:
        value = table.get(key, "")
        if key in ("division", "series", "id") and type(value) is int:
            value = str(value)
        if not isinstance(value, str):
            self._fault(where, key, f"{key} is not a text", f'{key} = "..."')
        if required and not value.strip():
            self._fault(where, key, f"no {key}", f'{key} = "..."')
        if any(not char.isprintable() for char in value):
            self._fault(where, key, f"{key} holds a control character or a line end")
        return value.strip()

    def _int(
        self,
        table: Mapping[str, Any],
        where: tuple[str, int | None],
        key: str,
        least: int,
        most: int,
        default: int | None,
    ) -> int:
        value = table.get(key, default)
        if type(value) is not int or not (least <= value <= most or value == default):
            said = f"{key} {shown(str(value))}" if key in table else f"no {key}"
            self._fault(where, key, said, f"{least} to {most}")
        return value

    def _day(
        self, table: Mapping[str, Any], where: tuple[str, int | None], key: str
    ) -> date | None:
        value = table.get(key)
        if value is None:
            return None
        if not isinstance(value, date) or isinstance(value, datetime):
            self._fault(where, key, f"{key} is not a date", f"{key} = 2000-11-18, without quotes")
        return value

    def _players(self, club: int) -> tuple[Player, ...]:
        tables = self._tables("players")
        if not 2 <= len(tables) <= MOST_PLAYERS:
            line = self.places.table("players", 0)
            raise InputError(
                f"{len(tables)} [[players]]", path=self.path, line=line, expected="2 to 998"
            )
        players: list[Player] = []
        seen: dict[int, int] = {}
        for index, table in enumerate(tables):
            where = ("players", index)
            matricule = self._int(table, where, "matricule", 0, 99999, 0)
            if matricule and matricule in seen:
                said = f"matricule {matricule} is already player {seen[matricule]}'s"
                self._fault(where, "matricule", said)
            seen[matricule] = index + 1
            nationality = self._str(table, where, "nationality") or "BEL"
            if not re.fullmatch(r"[A-Za-z]{3}", nationality):
                said = f"nationality '{shown(nationality)}'"
                self._fault(where, "nationality", said, "three letters, as BEL")
            players.append(
                Player(
                    self._str(table, where, "name", required=True),
                    matricule,
                    self._int(table, where, "club", 100, 999, club),
                    nationality.upper(),
                    self._int(table, where, "rating", 1, 9999, 0),
                )
            )
        return tuple(players)

    def _rounds(self, players: tuple[Player, ...]) -> tuple[Round, ...]:
        if "games" in self.data:
            line = self.places.table("games", 0)
            raise InputError(
                "[[games]] belong to kind 24L", path=self.path, line=line, expected="[[rounds]]"
            )
        tables = self._tables("rounds")
        if not 1 <= len(tables) <= MOST_ROUNDS:
            line = self.places.table("rounds", 0)
            raise InputError(
                f"{len(tables)} [[rounds]]", path=self.path, line=line, expected="1 to 99"
            )
        return tuple(self._round(table, index, players) for index, table in enumerate(tables))

    def _round(self, table: Mapping[str, Any], index: int, players: tuple[Player, ...]) -> Round:
        where = ("rounds", index)
        texts = table.get("games", [])
        if not isinstance(texts, list) or not all(isinstance(text, str) for text in texts):
            self._fault(where, "games", "games is not a list of texts", GAME_EXPECTED)
        games: list[Pairing] = []
        busy: set[int] = set()
        for number, text in enumerate(texts):
            place = self.places.string("rounds", index, text, texts[:number].count(text))
            game = self._pairing(text, place, len(players))
            for player in (game.white, game.black):
                if player in busy:
                    said = f"round {index + 1}: player {player} plays twice"
                    raise InputError(said, path=self.path, line=place[0], column=place[1])
                busy.add(player)
            games.append(game)
        return Round(tuple(games), self._day(table, where, "date"))

    def _single(self, players: tuple[Player, ...]) -> tuple[Round, ...]:
        tables = self._tables("games")
        if not 1 <= len(tables) <= MOST_PLAYERS // 2:
            line = self.places.table("games", 0)
            said = f"{len(tables)} [[games]]"
            raise InputError(said, path=self.path, line=line, expected="1 to 499 in a 24L file")
        games = []
        for index, table in enumerate(tables):
            where = ("games", index)
            text = self._str(table, where, "game", required=True)
            game = self._pairing(text, self.places.key("games", index, "game"), len(players))
            day, tournament = self._day(table, where, "date"), self._str(table, where, "tournament")
            games.append(
                Pairing(
                    game.white, game.black, game.white_result, game.black_result, day, tournament
                )
            )
        return (Round(tuple(games)),)

    def _pairing(self, text: str, place: tuple[int, int], players: int) -> Pairing:
        def fault(message: str, expected: str) -> NoReturn:
            raise InputError(
                message, path=self.path, line=place[0], column=place[1], expected=expected
            )

        found = _GAME.fullmatch(text)
        if found is None or found[3] not in _RESULTS:
            fault(f"game '{shown(text)}'", GAME_EXPECTED)
        white, black = int(found[1]), int(found[2])
        for player in (white, black):
            if not 1 <= player <= players:
                fault(f"game '{shown(text)}': no player {player}", f"1 to {players}")
        if white == black:
            fault(f"game '{shown(text)}': player {white} meets himself", GAME_EXPECTED)
        return Pairing(white, black, *_RESULTS[found[3]])
