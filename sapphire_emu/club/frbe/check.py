"""Every problem of a result file, with line and column."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date
from pathlib import PurePath

from sapphire_emu.club.frbe.filename import FileName, NameProblem, decode_name
from sapphire_emu.club.frbe.mirror import mirror_problems
from sapphire_emu.club.frbe.model import (
    INDIVIDUAL_GAMES,
    NAME_WIDTH,
    CodeLine,
    Problem,
    ResultFile,
)
from sapphire_emu.club.frbe.reader import Parsed, parse
from sapphire_emu.club.frbe.round_dates import round_dates
from sapphire_emu.errors import InputError

_PRINTED_DATE = re.compile(r"(?<!\d)(\d{1,2})[-/.](\d{1,2})[-/.](\d{4})(?!\d)", re.ASCII)
_INTERNAL_CODE = re.compile(r"\((\d\d)([A-Z0-9]{3})([1-9$])([A-Z$])\)", re.IGNORECASE)


def check(data: bytes, name: str | None = None, encoding: str | None = None) -> list[Problem]:
    """Everything wrong in a file's bytes, in order of place; ``name`` is its name, None to skip it.

    Notes (``Problem.note``) depart from custom but break nothing.
    """
    try:
        parsed = parse(data, encoding)
    except InputError as error:
        return [Problem(error.line or 1, error.column or 1, _without_place(error), fatal=True)]
    problems = list(parsed.problems)
    if parsed.file is not None:
        problems += mirror_problems(parsed.file)
        problems += _counts(parsed)
        problems += _dates(parsed.file)
        problems += _people(parsed.file)
        problems += _trailer(parsed.file)
    if name is not None:
        problems += _name(name, parsed.file.code_line if parsed.file else None)
    return sorted(problems)


def _without_place(error: InputError) -> str:
    return str(error).removeprefix(f"{error.line}:{error.column}: ")


def _counts(parsed: Parsed) -> Iterator[Problem]:
    file = parsed.file
    assert file is not None
    code, line = file.code_line, file.places.code_line
    start = 1 + code.nul
    if len(file.rows) != code.players:
        text = f"the code line announces {code.players} players, the table has {len(file.rows)}"
        yield Problem(line, start + 2, text)
    if code.tally is not None and not any(problem.fatal for problem in parsed.problems):
        counted = file.tally()
        if counted != code.tally:
            text = f"the code line counts {code.tally}, the table has {counted}"
            yield Problem(line, start + 23, text)
    dates = round_dates(file.column_line, code.last)
    rounds = 1 if code.kind == INDIVIDUAL_GAMES else code.rounds
    if file.column_line and dates and len(dates) != rounds:
        text = f"the code line announces {rounds} rounds, the column line dates {len(dates)}"
        yield Problem(line + 1, dates[-1].column, text)


def _dates(file: ResultFile) -> Iterator[Problem]:
    code, line = file.code_line, file.places.code_line
    if code.first > code.last:
        yield Problem(line, 8 + code.nul, f"begins {code.first} but ends {code.last}")
    before: date | None = None
    for number, found in enumerate(round_dates(file.column_line, code.last), start=1):
        if found.bad:
            text = f"round {number}: '{found.text}' is not a date (YYMMDD)"
            yield Problem(line + 1, found.column, text)
        if found.day is None:
            continue
        if not code.first <= found.day <= code.last:
            side = "before the first" if found.day < code.first else "after the last"
            limit = code.first if found.day < code.first else code.last
            text = f"round {number} is dated {found.day}, {side} day of the code line, {limit}"
            yield Problem(line + 1, found.column, text)
        if before is not None and found.day < before:
            text = f"round {number} is dated before round {number - 1}"
            yield Problem(line + 1, found.column, text)
        before = found.day
    if code.kind != INDIVIDUAL_GAMES:
        yield from _printed_dates(file)


def _printed_dates(file: ResultFile) -> Iterator[Problem]:
    """The preamble's dates: if it has any, the last day of the code line must be among them."""
    printed: list[tuple[int, int, date]] = []
    for number, text in enumerate(file.preamble, start=1):
        for match in _PRINTED_DATE.finditer(text):
            try:
                day = date(int(match[3]), int(match[2]), int(match[1]))
            except ValueError:
                column = match.start() + 1
                yield Problem(number, column, f"'{match[0]}' is not a date (dd-mm-yyyy)")
                continue
            printed.append((number, match.start() + 1, day))
    last = file.code_line.last
    if printed and all(day != last for _, _, day in printed):
        number, column, day = printed[-1]
        yield Problem(number, column, f"says {day}, but the code line ends on {last}")
    for number, text in enumerate(file.preamble, start=1):
        code = _INTERNAL_CODE.search(text)
        if code and int(code[1]) != last.year % 100:
            wrong = f"{code[0]} has the year {code[1]}, but the code line ends in {last.year}"
            yield Problem(number, code.start() + 1, wrong, note=True)


def _people(file: ResultFile) -> Iterator[Problem]:
    seen: dict[int, int] = {}
    individual = file.code_line.kind == INDIVIDUAL_GAMES
    squeezed = file.form.squeezed
    for place, row in enumerate(file.rows):
        line = file.places.rows[place]
        if row.number != place + 1:
            text = f"player {row.number} stands in place {place + 1}"
            yield Problem(line, 1 if squeezed else 4 - len(str(row.number)), text)
        if row.name == "?" and not row.matricule:
            continue  # a line that could not be read has said so already
        if not row.name.strip():
            yield Problem(line, 5, f"player {row.number} has no name")
        if row.club != 0 and row.club < 100:
            yield Problem(line, 37, f"club {row.club} (expected 100 to 999, or 0 for none)")
        if row.matricule == 0:
            yield Problem(line, 35, f"player {row.number} has no matricule", note=True)
        elif not individual and row.matricule in seen:
            text = f"matricule {row.matricule} is already player {seen[row.matricule]}'s"
            yield Problem(line, 31, text)
        seen.setdefault(row.matricule, row.number)
        if row.fictive and row.rating == 0:
            text = f"player {row.number} is marked fictive (***) but has no rating"
            yield Problem(line, 41, text, note=True)
        if len(row.name) > NAME_WIDTH:
            text = f"player {row.number}'s name is longer than {NAME_WIDTH} letters"
            yield Problem(line, 3, text, note=True)


def _trailer(file: ResultFile) -> Iterator[Problem]:
    first = (file.places.rows[-1] if file.places.rows else file.places.code_line + 1) + 1
    for number, text in enumerate(file.trailer, start=first):
        if text.strip(" \t\x1a\0"):
            yield Problem(number, 1, "text after the last player line", note=True)
            return


def _name(name: str, code: CodeLine | None) -> Iterator[Problem]:
    decoded = decode_name(name)
    if isinstance(decoded, NameProblem):
        yield Problem(1, 1, f"file name {decoded.shown}: {decoded.reason}")
    elif code is not None and not _same_day(decoded, code):
        text = (
            f"file name {name}: says the end is {decoded.day:02}-{decoded.month:02}, "
            f"the code line {code.last.day:02}-{code.last.month:02}"
        )
        yield Problem(1, 1, text, note=True)


def _same_day(name: FileName, code: CodeLine) -> bool:
    return (name.month, name.day) == (code.last.month, code.last.day)


def report_lines(path: str | PurePath, problems: list[Problem]) -> list[str]:
    """``FILE:LINE:COLUMN: text``, one problem a line; notes say so.

    >>> report_lines("a.618", [Problem(3, 54, "unknown colour 'X'")])
    ["a.618:3:54: unknown colour 'X'"]
    """
    return [f"{path}:{p.line}:{p.column}: {'note: ' if p.note else ''}{p.text}" for p in problems]
