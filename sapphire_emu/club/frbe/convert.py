"""From one form of result file to another; the form of the input is recognised by its contents."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from pathlib import Path

from sapphire_emu.club.frbe.encoding import decode
from sapphire_emu.club.frbe.event import KINDS
from sapphire_emu.club.frbe.filename import FileName, decode_name
from sapphire_emu.club.frbe.model import ResultFile
from sapphire_emu.club.frbe.preamble import preamble_of
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
            told = "CSV holds the players' lines: what stands before and after them is left out"
            return as_csv([(str(path or ""), file)]).encode(), [*notes, told]
        case "trf16":
            text, more = to_trf16(file)
        case "swar":
            text, more = to_swar(file, Sender(request.club or _club(file, path)))
        case _:
            sent = for_sending(file, request.write_encoding)
            changed = sum(a != b for a, b in zip(_texts(file), _texts(sent), strict=True))
            if changed:
                notes.append(
                    f"signs that {request.write_encoding} lacks became plain ones in {changed} "
                    f"line{'s' * (changed != 1)}"
                )
            return to_bytes(sent, path), notes
    return text.encode(), [*notes, *more]


def _club(file: ResultFile, path: Path | None) -> int:
    """The sender's club by the preamble, or else by the file's name; 0 when neither tells."""
    name = decode_name(path.name) if path else None
    return preamble_of(file).club or (name.club if isinstance(name, FileName) else 0)


def _texts(file: ResultFile) -> list[str]:
    return [*file.preamble, *(row.name for row in file.rows), *file.trailer]


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
