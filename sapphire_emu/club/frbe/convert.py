"""From one form of result file to another; the form of the input is recognised by its contents."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from pathlib import Path

from sapphire_emu.club.frbe.encoding import decode
from sapphire_emu.club.frbe.event import KINDS
from sapphire_emu.club.frbe.model import ResultFile
from sapphire_emu.club.frbe.reader import parse
from sapphire_emu.club.frbe.report import as_csv
from sapphire_emu.club.frbe.trf_read import Options, from_trf, is_trf
from sapphire_emu.club.frbe.trf_write import Sender, to_swar, to_trf16
from sapphire_emu.club.frbe.writer import for_sending, to_bytes
from sapphire_emu.errors import InputError


@dataclass(frozen=True, slots=True)
class Request:
    """What is wanted: ``target`` trf16, swar, frbe or csv; the rest as on the command line."""

    target: str
    kind: str | None = None
    club: int | None = None
    start: date | None = None
    end: date | None = None
    encoding: str | None = None
    write_encoding: str = "cp850"


def convert_bytes(
    data: bytes, request: Request, path: Path | None = None
) -> tuple[bytes, list[str]]:
    """The converted file's bytes, and notes on what could not be carried over.

    :raises InputError: the input cannot be read, or the target cannot hold it.
    """
    file, notes = _read(data, request, path)
    match request.target:
        case "csv":
            return as_csv([(str(path or ""), file)]).encode(), notes
        case "trf16":
            text, more = to_trf16(file)
        case "swar":
            words = next((line for line in file.preamble if "@" in line), "")
            text, more = to_swar(file, Sender(request.club or 0, words.strip()))
        case _:
            return to_bytes(for_sending(file, request.write_encoding), path), notes
    return text.encode(), [*notes, *more]


def _read(data: bytes, request: Request, path: Path | None) -> tuple[ResultFile, list[str]]:
    decoded = decode(data, request.encoding, path)
    if is_trf(decoded.text):
        kind = KINDS[request.kind] if request.kind else None
        options = Options(kind, request.club or 0, request.start, request.end)
        return from_trf(decoded.text, options, path)
    parsed = parse(data, request.encoding, path)
    for problem in parsed.problems:
        if problem.fatal:
            raise InputError(problem.text, path=path, line=problem.line, column=problem.column)
    assert parsed.file is not None
    return parsed.file, []
