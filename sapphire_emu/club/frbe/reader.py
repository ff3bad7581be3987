"""Read a result file. Every fault found on the way is kept with its line and column."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from sapphire_emu.club.frbe import fixed_rows, squeezed_rows
from sapphire_emu.club.frbe.code_line import BadCodeLine, parse_code_line
from sapphire_emu.club.frbe.encoding import Decoded, decode
from sapphire_emu.club.frbe.model import (
    INDIVIDUAL_GAMES,
    CodeLine,
    Form,
    Places,
    Problem,
    ResultFile,
    Row,
)
from sapphire_emu.errors import InputError
from sapphire_emu.reading import read_bytes

EXPECTED = "a code line such as '11  8 72000100120001118'"


@dataclass(frozen=True, slots=True)
class Parsed:
    """The file, or None when there is no code line, and what was found wrong while reading."""

    file: ResultFile | None
    problems: tuple[Problem, ...]


def read_file(path: Path, encoding: str | None = None) -> ResultFile:
    """Read a result file that can be read throughout.

    :raises InputError: at the first place that cannot be read.
    """
    parsed = parse(read_bytes(path), encoding, path)
    for problem in parsed.problems:
        if problem.fatal:
            raise InputError(problem.text, path=path, line=problem.line, column=problem.column)
    assert parsed.file is not None
    return parsed.file


def parse(data: bytes, encoding: str | None = None, path: Path | None = None) -> Parsed:
    """Read the bytes of a file; nothing but an impossible encoding raises.

    :raises InputError: see :func:`~sapphire_emu.club.frbe.encoding.decode`.
    """
    return _parse_text(decode(data, encoding, path))


def _parse_text(decoded: Decoded) -> Parsed:
    text = decoded.text
    newline = "\r\n" if "\r\n" in text else "\n" if "\n" in text or "\r" not in text else "\r"
    final = text.endswith(newline)
    whole = text[: -len(newline)] if final else text
    lines = whole.split(newline)
    if newline == "\r\n" and not final:  # cut between the two characters of the last line's end
        lines[-1] = lines[-1].removesuffix("\r")
    if newline == "\r\n" and "\n" in whole.replace(newline, ""):  # mixed: every end counts
        lines = [line.removesuffix("\r") for line in whole.split("\n")]
    found = _find_code_line(lines)
    if isinstance(found, Problem):
        return Parsed(None, (found,))
    at, code = found
    table = _Table(lines, at, code)
    table.read()
    form = Form(decoded.encoding, newline, table.squeezed, final, decoded.byte_order_mark)
    file = ResultFile(
        preamble=tuple(lines[:at]),
        code_line=code,
        column_line=table.column_line,
        rows=tuple(table.rows),
        trailer=tuple(lines[table.end :]),
        form=form,
        places=Places(at + 1, tuple(table.row_lines), tuple(table.columns)),
    )
    return Parsed(file, tuple(table.problems))


def _find_code_line(lines: list[str]) -> tuple[int, CodeLine] | Problem:
    bad: Problem | None = None
    for number, line in enumerate(lines):
        if len(line) < 20 or len(line) > 120:
            continue
        code = parse_code_line(line)
        if isinstance(code, CodeLine):
            return number, code
        if isinstance(code, BadCodeLine) and bad is None:
            bad = Problem(
                number + 1, code.column, f"{code.reason} (expected {EXPECTED})", fatal=True
            )
    if bad is not None:
        return bad
    if not any(line.strip() for line in lines):
        return Problem(1, 1, f"the file is empty (expected {EXPECTED})", fatal=True)
    return Problem(1, 1, f"no code line (expected {EXPECTED})", fatal=True)


class _Table:
    """The column line and the player lines that follow the code line."""

    def __init__(self, lines: list[str], code_at: int, code: CodeLine) -> None:
        self.lines, self.code_at, self.code = lines, code_at, code
        self.rounds = 1 if code.kind == INDIVIDUAL_GAMES else code.rounds
        self.column_line = ""
        self.rows: list[Row] = []
        self.row_lines: list[int] = []
        self.columns: list[squeezed_rows.CellColumns] = []
        self.problems: list[Problem] = []
        self.squeezed = False
        self.end = code_at + 1

    def read(self) -> None:
        """Read the column line, then player lines until the announced number is reached."""
        first = self.code_at + 1
        if first < len(self.lines) and self._begins_row(self.lines[first]):
            self._fatal(first, 1, "no column line between the code line and the players")
        elif first < len(self.lines):
            self.column_line = self.lines[first]
            first += 1
        self.end = first
        body = self.lines[first:]
        like_fixed = sum(1 for line in body if fixed_rows.looks_fixed(line))
        like_squeezed = sum(
            1
            for line in body
            if not fixed_rows.looks_fixed(line) and squeezed_rows.looks_squeezed(line)
        )
        self.squeezed = like_squeezed > like_fixed
        for number, line in enumerate(body, start=first):
            if len(self.rows) >= self.code.players and not self._begins_row(line):
                break
            if not line.strip(" \t\x1a"):
                if any(self._begins_row(later) for later in self.lines[number + 1 :][:3]):
                    self._fatal(number, 1, "an empty line among the players")
                    continue
                break
            self._read_row(number, line)
            self.end = number + 1

    def _begins_row(self, line: str) -> bool:
        return fixed_rows.looks_fixed(line) or squeezed_rows.looks_squeezed(line)

    def _read_row(self, number: int, line: str) -> None:
        def report(column: int, text: str) -> None:
            self._fatal(number, column, text)

        index = len(self.rows)
        if self.squeezed:
            row, columns = squeezed_rows.read_row(line, index, self.rounds, self.code.kind, report)
            self.columns.append(columns)
        else:
            row = fixed_rows.read_row(line, index, self.rounds, self.code.kind, report)
        self.rows.append(row)
        self.row_lines.append(number + 1)

    def _fatal(self, number: int, column: int, text: str) -> None:
        self.problems.append(Problem(number + 1, column, text, fatal=True))
