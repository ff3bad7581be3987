"""Write a result file as TRF16, and in the TRF form that SWAR sends to the federation.

What TRF has no place for is told in notes: clubs, lines of the preamble, and the difference between
a paired game that was not played and a bye; the sender too, unless it is SWAR's form. Fictive
ratings are left out: who receives the file works them out himself.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from typing import NamedTuple

from sapphire_emu.club.frbe.model import INDIVIDUAL_GAMES, Cell, Colour, Result, ResultFile, Row
from sapphire_emu.club.frbe.preamble import Preamble, preamble_of
from sapphire_emu.club.frbe.round_dates import round_dates
from sapphire_emu.club.frbe.standing import Kind, guess_kind
from sapphire_emu.errors import InputError

_COLOURS = {Colour.WHITE: "w", Colour.BLACK: "b", Colour.NONE: "-"}
_RESULTS = {Result.WIN: "1", Result.LOSS: "0", Result.DRAW: "=", Result.UNPLAYED: "-"}


class Converted(NamedTuple):
    """The text, and what had to be left behind."""

    text: str
    notes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Sender:
    """Who sends a SWAR file: the club's number and free words; 0 and none: as the file says."""

    club: int = 0
    words: str = ""


def to_trf16(file: ResultFile) -> Converted:
    """The file as TRF16 text, lines ended by a line feed.

    :raises InputError: it holds individual games (24L), which have no rounds.
    """
    return _convert(file, [], swar=False)


def to_swar(file: ResultFile, sender: Sender) -> Converted:
    """The file in SWAR's form of TRF. Its checksum line (00Z) is not documented and not written.

    :raises InputError: it holds individual games (24L), which have no rounds.
    """
    code, tally = file.code_line, file.tally()
    said = preamble_of(file)
    words, club = sender.words or said.sender, sender.club or said.club
    head = [
        "00A sapphire-emu",
        f"00B {code.rounds} rondes",
        f"00C Envoi des rondes 1 à {code.rounds}",
        f"00D Envoi par : {words}".rstrip(),
        f"00E Envoi par le club : {club}",
        f"00F P={len(file.rows):03} R={code.rounds:02} S={_dotted(code.first)} "
        f"E={_dotted(code.last)} +{tally.won} ={tally.drawn} -{tally.lost}",
    ]
    return _convert(file, head, swar=True)


def _dotted(day: date) -> str:
    return f"{day.day:02}.{day.month:02}.{day.year:04}"


def _convert(file: ResultFile, head: list[str], *, swar: bool) -> Converted:
    code, said = file.code_line, preamble_of(file)
    if code.kind == INDIVIDUAL_GAMES:
        raise InputError("individual games (24L) have no rounds, which TRF needs")
    rated = sum(1 for row in file.rows if row.rating and not row.fictive)
    slashed = [f"{day.year:04}/{day.month:02}/{day.day:02}" for day in (code.first, code.last)]
    lines = [
        *head,
        f"012 {said.title}",
        "032 BEL",
        f"042 {slashed[0]}",
        f"052 {slashed[1]}",
        f"062 {len(file.rows)}",
        f"072 {rated}",
        f"092 {_type_words(file)}",
        *([f"122 {said.tempo}"] if said.tempo else []),
    ]
    dates = _round_date_line(file, "." if swar else "/")
    lines += [dates] if dates else []
    if not swar:
        lines.append(f"XXR {code.rounds}")
    ranks = _ranks(file.rows)
    lines += [_player(row, ranks[place], swar) for place, row in enumerate(file.rows)]
    return Converted("\n".join(lines) + "\n", tuple(_notes(file, said, swar)))


def _type_words(file: ResultFile) -> str:
    kind, _ = guess_kind(file)
    return "Individual: Round-Robin" if kind is Kind.CLOSED else "Individual: Swiss-System"


def _round_date_line(file: ResultFile, separator: str) -> str:
    days = [found.day for found in round_dates(file.column_line, file.code_line.last)]
    if len(days) != file.code_line.rounds or not all(days):
        return ""
    parts = [f"{d.year % 100:02}{separator}{d.month:02}{separator}{d.day:02}" for d in days if d]
    return f"132 {'':87}" + "".join(f"{part:<10}" for part in parts).rstrip()


def _ranks(rows: tuple[Row, ...]) -> list[int]:
    """Final places by points; equal points keep the order of the file."""
    order = sorted(range(len(rows)), key=lambda place: (-rows[place].half_points, place))
    ranks = [0] * len(rows)
    for rank, place in enumerate(order, start=1):
        ranks[place] = rank
    return ranks


def _player(row: Row, rank: int, swar: bool) -> str:
    rating = 0 if row.fictive else row.rating
    federation = "" if row.fictive else row.nationality
    points = f"{row.half_points // 2}.{5 * (row.half_points % 2)}"
    head = (
        f"001 {row.number:4}      {row.name[:33]:<33} {rating or (0 if swar else ''):>4} "
        f"{federation[:3]:<3} {row.matricule or '':>11} {'':10} {points:>4} {rank:>4}"
    )
    return head + "".join(f"  {_cell(cell, swar)}" for cell in row.cells)


def _cell(cell: Cell, swar: bool) -> str:
    if cell.opponent == 0:
        return "0000 - -" if swar else "0000 - Z"
    return f"{cell.opponent:>4} {_COLOURS[cell.colour]} {_RESULTS[cell.result]}"


def _notes(file: ResultFile, said: Preamble, swar: bool) -> list[str]:
    notes = [
        f"TRF has no place for line {number}, '{text}': left out" for number, text in said.left
    ]
    if not swar and said.sender:
        notes.append(f"TRF has no place for the sender, '{said.sender}': left out")
    if not swar and said.club:
        notes.append(f"TRF has no place for the sender's club, {said.club}: left out")
    days = round_dates(file.column_line, file.code_line.last)
    if any(found.day for found in days) and not _round_date_line(file, "/"):
        notes.append("not every round has a date: the rounds' dates are left out")
    if any(line.strip() for line in file.trailer):
        notes.append("the lines after the players are left out")
    if any(row.club for row in file.rows):
        notes.append("TRF has no place for the players' clubs: left out")
    fictive = sum(1 for row in file.rows if row.fictive)
    if fictive:
        notes.append(f"{fictive} fictive rating{'s' * (fictive != 1)} left out")
    unplayed = sum(
        1
        for row in file.rows
        for cell in row.cells
        if cell.opponent and cell.result is Result.UNPLAYED
    )
    if unplayed:
        notes.append("pairings that were not played became forfeits without points, '-' and '-'")
    return notes
