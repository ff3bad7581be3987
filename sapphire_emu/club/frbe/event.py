"""A tournament as an organiser describes it, and the result file made from it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import date
from enum import Enum

from sapphire_emu.club.frbe.model import (
    INDIVIDUAL_GAMES,
    NO_GAME,
    Cell,
    CodeLine,
    Colour,
    Result,
    ResultFile,
    Row,
)
from sapphire_emu.club.frbe.round_dates import column_line, yymmdd
from sapphire_emu.club.frbe.writer import for_sending


class EventKind(Enum):
    """Kind of event, with its default identifier, its type and code digits, and its words."""

    CLOSED = ("closed", "GRI", 1, 1, "tournoi complet")
    OPEN = ("open", "OPE", 0, 0, "tournoi OPEN")
    LINES = ("24L", "24L", INDIVIDUAL_GAMES, 1, "on line 24L")
    INTERCLUBS = ("interclubs", "INT", 0, 0, "interclubs nationaux")

    def __init__(self, label: str, id_: str, type_digit: int, code: int, words: str) -> None:
        self.label = label
        self.id = id_
        self.type_digit = type_digit
        self.code = code
        self.words = words


KINDS = {kind.label: kind for kind in EventKind}


@dataclass(frozen=True, slots=True)
class Player:
    """One entrant. ``matricule`` and ``rating`` are 0 when there is none; ratings in points."""

    name: str
    matricule: int = 0
    club: int = 0
    nationality: str = "BEL"
    rating: int = 0


@dataclass(frozen=True, slots=True)
class Pairing:
    """One game by the players' numbers (from 1), with each side's own result.

    ``day`` and ``tournament`` are used for individual games (24L) only.
    """

    white: int
    black: int
    white_result: Result
    black_result: Result
    day: date | None = None
    tournament: str = ""


@dataclass(frozen=True, slots=True)
class Round:
    """Games played together; each player in one of them at the most."""

    games: tuple[Pairing, ...]
    day: date | None = None


@dataclass(frozen=True, slots=True)
class Event:
    """The whole description. For individual games (24L) all games stand in one round."""

    title: str
    kind: EventKind
    club: int
    start: date
    end: date
    players: tuple[Player, ...]
    rounds: tuple[Round, ...]
    id: str = ""
    division: str = "1"
    series: str = "A"
    sender: str = ""
    time_control: str = ""


def to_result_file(event: Event, encoding: str = "cp850") -> ResultFile:
    """The event as a file to send: fixed columns, CRLF, its counts in the code line."""
    if event.kind is EventKind.LINES:
        rows, rounds = _single_games(event), 1
        days: list[date | None] = [event.end]
    else:
        rows, rounds = _table(event), len(event.rounds)
        days = [round_.day for round_ in event.rounds]
    code = CodeLine(
        kind=event.kind.type_digit,
        code=event.kind.code,
        players=len(rows),
        rounds=rounds,
        first=event.start,
        last=event.end,
    )
    file = ResultFile(
        preamble=_preamble(event, len(event.players), rounds),
        code_line=code,
        column_line=column_line([yymmdd(day) for day in days]),
        rows=rows,
    )
    counted = replace(file, code_line=replace(code, tally=file.tally()))
    return for_sending(counted, encoding)


def _preamble(event: Event, players: int, rounds: int) -> tuple[str, ...]:
    """Free lines; individual games are recognised by the words of the fourth."""
    end = f"{event.end.day:02}-{event.end.month:02}-{event.end.year:04}"
    return (
        f"Tournoi : {event.title}",
        f"Nombre de participants : {players} ; {rounds} rondes",
        f"Envoyé par : {event.sender or f'cercle {event.club}'}",
        f"Type : {event.kind.words}",
        f"Date fin de tournoi : {end}",
        f"Tempo : {event.time_control or '-'}",
    )


def _row(player: Player, number: int, cells: tuple[Cell, ...], tail: str = "") -> Row:
    return Row(
        number,
        player.name,
        player.matricule,
        player.club,
        player.nationality,
        f"{player.rating:04}",
        cells,
        tail,
    )


def _table(event: Event) -> tuple[Row, ...]:
    cells = [[NO_GAME] * len(event.rounds) for _ in event.players]
    for number, round_ in enumerate(event.rounds):
        for game in round_.games:
            white = Cell(game.black, Colour.WHITE, game.white_result)
            black = Cell(game.white, Colour.BLACK, game.black_result)
            cells[game.white - 1][number] = white
            cells[game.black - 1][number] = black
    return tuple(
        _row(player, place, tuple(cells[place - 1]))
        for place, player in enumerate(event.players, start=1)
    )


def _single_games(event: Event) -> tuple[Row, ...]:
    """Two lines a game: White on an odd number, Black on the next."""
    rows: list[Row] = []
    for round_ in event.rounds:
        for game in round_.games:
            day = game.day or round_.day or event.end
            tail = f"\0 {day.day:02}/{day.month:02}/{day.year:04}"
            tail += f" {game.tournament}" if game.tournament else ""
            number = len(rows) + 1
            white, black = event.players[game.white - 1], event.players[game.black - 1]
            rows.append(
                _row(white, number, (Cell(number + 1, Colour.WHITE, game.white_result),), tail)
            )
            rows.append(
                _row(black, number + 1, (Cell(number, Colour.BLACK, game.black_result),), tail)
            )
    return tuple(rows)
