"""Read TRF16 and SWAR's form of it into a result file.

The line reader is ours: of the two published libraries ``trf`` refuses three-letter titles and
names no place of a fault, and ``py4swiss`` loads pydantic and a compiled pairing engine. ``trf``
reads in the tests what we write.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from datetime import date
from pathlib import Path

from sapphire_emu.club.frbe import trf_lines
from sapphire_emu.club.frbe.event import EventKind
from sapphire_emu.club.frbe.model import (
    MOST_PLAYERS,
    MOST_ROUNDS,
    NAME_WIDTH,
    NO_GAME,
    Cell,
    CodeLine,
    Colour,
    Result,
    ResultFile,
    Row,
)
from sapphire_emu.club.frbe.round_dates import column_line, yymmdd
from sapphire_emu.errors import InputError, printable, shown

_COLOURS = {"w": Colour.WHITE, "b": Colour.BLACK, "-": Colour.NONE, " ": Colour.NONE}
_PLAYED = {"1": Result.WIN, "0": Result.LOSS, "=": Result.DRAW}
_UNPLAYED = frozenset("+-wdlWDLhHfFuUzZ ")
_MOST_MATRICULE = 99999


def is_trf(text: str) -> bool:
    """Whether a text is TRF: its first words are one of the format's line codes.

    >>> is_trf("012 Cup"), is_trf("00A SWAR"), is_trf("Tournoi : Cup")
    (True, True, False)
    """
    first = next((line for line in text.splitlines() if line.strip()), "")
    return re.match(r"(00[A-Z1]|0[1-9]2|1[0-3]2|013|XX[A-Z]|###) ", first + " ") is not None


@dataclass(slots=True)
class _Found:
    """What the lines said."""

    title: str = ""
    city: str = ""
    arbiter: str = ""
    tempo: str = ""
    type_words: str = ""
    sender: str = ""
    club: int = 0
    persons: int = 0
    """Players with a sex, a title or a date of birth."""
    start: date | None = None
    end: date | None = None
    days: list[date] = field(default_factory=list)
    rounds: int = 0
    rows: list[Row] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Options:
    """What a TRF does not say: the kind (None to tell from the file), players' club, dates."""

    kind: EventKind | None = None
    club: int = 0
    start: date | None = None
    end: date | None = None


def from_trf(text: str, options: Options, path: Path | None = None) -> tuple[ResultFile, list[str]]:
    """The result file of a TRF text, in the form to send, and notes on what was lost.

    :raises InputError: a line cannot be read, or there is no player or no date.
    """
    found = _Found()
    for number, line in enumerate(text.splitlines(), start=1):
        _line(found, line, number, path)
    if not found.rows:
        raise InputError("no player line (001)", path=path, line=1)
    rounds = max(found.rounds, len(found.days), *(len(row.cells) for row in found.rows))
    if not 1 <= rounds <= MOST_ROUNDS or len(found.rows) > MOST_PLAYERS:
        raise InputError(
            f"{len(found.rows)} players and {rounds} rounds",
            path=path,
            expected=f"at most {MOST_PLAYERS} players, 1 to {MOST_ROUNDS} rounds",
        )
    first, last = _days(found, options, path)
    rows = tuple(_complete(row, rounds, options.club) for row in found.rows)
    kind = options.kind or _kind(found, rows)
    days = [*found.days, *[None] * rounds][:rounds]
    code = CodeLine(kind.type_digit, kind.code, len(rows), rounds, first, last)
    file = ResultFile(
        tuple(_preamble(found, kind, rounds, last)),
        code,
        column_line([yymmdd(day) for day in days]),
        rows,
    )
    return replace(file, code_line=replace(code, tally=file.tally())), _notes(found)


_TEXTS = {"012": "title", "022": "city", "092": "type_words", "102": "arbiter", "122": "tempo"}
"""Line codes whose text is kept as it is, and where."""
_COUNTED = frozenset({"00A", "00B", "00C", "00F", "00Z", "032", "062", "072", "###"})
"""Line codes that say what is counted or made again, or nothing of the tournament."""


def _line(found: _Found, line: str, number: int, path: Path | None) -> None:
    code, rest = line[:3], line[4:].strip()
    if code in _TEXTS:
        setattr(found, _TEXTS[code], printable(rest))
    match code:
        case "001":
            found.rows.append(_player(found, line, number, path))
        case "00D":
            found.sender = printable(rest).removeprefix("Envoi par").lstrip(" :")
        case "00E":
            club = re.search(r"\d{1,3}$", rest, re.ASCII)
            found.club = int(club[0]) if club else 0
        case "032" if rest not in ("", "BEL"):
            found.notes.append(f"line {number}: the federation {shown(rest)} is left out")
        case "042":
            found.start = _date(rest, number, path)
        case "052":
            found.end = _date(rest, number, path)
        case "132":
            found.days = [day for word in rest.split() if (day := trf_lines.parse_date(word))]
        case "XXR":
            found.rounds = int(rest) if re.fullmatch(r"\d{1,2}", rest, re.ASCII) else 0
        case _ if rest and code not in _TEXTS and code not in _COUNTED:
            found.notes.append(f"line {number}: '{shown(line.strip())}' is left out")


def _date(text: str, number: int, path: Path | None) -> date | None:
    day = trf_lines.parse_date(text)
    if text and day is None:
        said = f"'{shown(text)}' is not a date"
        raise InputError(said, path=path, line=number, column=5, expected="YYYY/MM/DD")
    return day


def _player(found: _Found, line: str, number: int, path: Path | None) -> Row:
    def whole(what: str, where: slice, *, required: bool = False) -> int:
        text = line[where].strip()
        if not text and not required:
            return 0
        if not (text.isascii() and text.isdigit()):
            raise InputError(
                f"{what} '{shown(text)}'",
                path=path,
                line=number,
                column=where.start + 1,
                expected=f"digits in columns {where.start + 1}-{where.stop}",
            )
        return int(text)

    start = whole("start number", trf_lines.NUMBER, required=True)
    if not 1 <= start <= MOST_PLAYERS or any(row.number == start for row in found.rows[-1:]):
        raise InputError(
            f"start number {start}",
            path=path,
            line=number,
            column=5,
            expected="1 to 998, each once",
        )
    name = printable(line[trf_lines.NAME]).strip()
    id_ = whole("id", trf_lines.ID)
    if id_ > _MOST_MATRICULE:
        found.notes.append(f"player {start}: id {id_} is no matricule (5 digits): left out")
        id_ = 0
    if len(name) > NAME_WIDTH:
        found.notes.append(f"player {start}: name cut to {NAME_WIDTH} letters")
    found.persons += bool((line[trf_lines.PERSON] + line[trf_lines.BORN]).strip())
    cells = tuple(_cells(found, start, line.rstrip(), number, path))
    rating = whole("rating", trf_lines.RATING)
    federation = printable(line[trf_lines.FEDERATION]).strip()
    return Row(start, name[:NAME_WIDTH], id_, 0, federation, f"{rating:04}", cells)


def _cells(found: _Found, player: int, line: str, number: int, path: Path | None) -> Iterator[Cell]:
    width, at = trf_lines.ROUND_WIDTH, trf_lines.ROUNDS_AT
    for begin in range(at, len(line), width):
        part = line[begin : begin + 8].ljust(8)
        opponent, colour, result = part[:4].strip(), part[5].lower(), part[7]

        def fault(offset: int, text: str, expected: str, begin: int = begin) -> InputError:
            return InputError(
                text, path=path, line=number, column=begin + offset + 1, expected=expected
            )

        if opponent and not (opponent.isascii() and opponent.isdigit()):
            raise fault(0, f"opponent '{shown(opponent)}'", "a start number")
        if colour not in _COLOURS:
            raise fault(5, f"colour '{shown(colour)}'", "w, b or -")
        if result not in _PLAYED and result not in _UNPLAYED:
            raise fault(7, f"result '{shown(result)}'", "1, 0, =, +, -, W, D, L, H, F, U or Z")
        against = int(opponent or 0)
        if against > MOST_PLAYERS:
            raise fault(0, f"opponent {against}", f"1 to {MOST_PLAYERS}")
        round_ = (begin - at) // width + 1
        if against == 0:
            if result in "FfUuHh1=":
                found.notes.append(f"player {player}, round {round_}: points of a bye left out")
            yield NO_GAME
        elif result in _PLAYED:
            yield Cell(against, _COLOURS[colour], _PLAYED[result])
        else:
            if result in "+wdlWDL":
                found.notes.append(
                    f"player {player}, round {round_}: '{result}' counts as not played"
                )
            yield Cell(against, _COLOURS[colour], Result.UNPLAYED)


def _complete(row: Row, rounds: int, club: int) -> Row:
    missing = (NO_GAME,) * (rounds - len(row.cells))
    return replace(row, cells=row.cells + missing, club=club)


def _days(found: _Found, options: Options, path: Path | None) -> tuple[date, date]:
    first = options.start or found.start or (found.days[0] if found.days else None)
    last = options.end or found.end or (found.days[-1] if found.days else first)
    if first is None or last is None:
        raise InputError("no dates (042, 052 or 132)", path=path, expected="--start and --end")
    return first, last


def _kind(found: _Found, rows: tuple[Row, ...]) -> EventKind:
    """Closed when the type says so, or when everybody was paired with everybody once."""
    words = found.type_words.lower()
    if "swiss" in words:
        return EventKind.OPEN
    if "round" in words and "robin" in words:
        return EventKind.CLOSED
    everyone = {row.number for row in rows}
    complete = all(
        sorted(cell.opponent for cell in row.cells if cell.opponent)
        == sorted(everyone - {row.number})
        for row in rows
    )
    return EventKind.CLOSED if complete else EventKind.OPEN


def _preamble(found: _Found, kind: EventKind, rounds: int, last: date) -> Iterator[str]:
    yield f"Tournoi : {found.title or '-'}" + (f", {found.city}" if found.city else "")
    yield f"Nombre de participants : {len(found.rows)} ; {rounds} rondes"
    yield f"Envoyé par : {found.sender or found.arbiter or '-'}"
    yield f"Type : {kind.words}"
    yield f"Date fin de tournoi : {last.day:02}-{last.month:02}-{last.year:04}"
    yield f"Tempo : {found.tempo or '-'}"
    if found.club:
        yield f"Club : {found.club}"


def _notes(found: _Found) -> list[str]:
    """What concerns the whole file, then at most ten notes on lines, then how many more."""
    whole = []
    if found.persons:
        whole.append(f"sex, title and date of birth are left out (players: {found.persons})")
    if found.sender and found.arbiter:
        whole.append(f"the arbiter, '{found.arbiter}', is left out")
    if len(found.notes) <= 10:
        return [*whole, *found.notes]
    return [*whole, *found.notes[:10], f"and {len(found.notes) - 10} more"]
