"""Write a result file in fixed columns."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from sapphire_emu.club.frbe.code_line import format_code_line
from sapphire_emu.club.frbe.encoding import encode, plain
from sapphire_emu.club.frbe.fixed_rows import format_row
from sapphire_emu.club.frbe.model import Form, ResultFile
from sapphire_emu.club.frbe.round_dates import column_line, date_texts


def format_text(file: ResultFile) -> str:
    """The file's text with its own line ends."""
    lines = [
        *file.preamble,
        format_code_line(file.code_line),
        file.column_line,
        *(format_row(row) for row in file.rows),
        *file.trailer,
    ]
    return file.form.newline.join(lines) + (file.form.newline if file.form.final_newline else "")


def to_bytes(file: ResultFile, path: Path | None = None) -> bytes:
    """The file as it goes to the disk, in the form it says.

    For a file read from fixed columns without a fault these are the very bytes that were read.

    :raises InputError: a character cannot be written in the encoding (line and column given).
    """
    return encode(format_text(file), file.form.encoding, file.form.byte_order_mark, path)


def for_sending(file: ResultFile, encoding: str = "cp850") -> ResultFile:
    """The file in the form to send: fixed columns, CRLF, a NUL before the code line.

    Letters that the encoding lacks are replaced by plain ones where there are any.
    """

    def fit(lines: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(plain(line, encoding) for line in lines)

    rows = tuple(
        replace(row, name=plain(row.name, encoding)) if not row.name.isascii() else row
        for row in file.rows
    )
    return replace(
        file,
        preamble=fit(file.preamble),
        code_line=replace(file.code_line, nul=True),
        column_line=_column_line(file, encoding),
        rows=rows,
        trailer=fit(file.trailer),
        form=Form(encoding=encoding),
    )


def _column_line(file: ResultFile, encoding: str) -> str:
    """The column line; one that was squeezed is laid out again over its columns."""
    if not file.form.squeezed:
        return plain(file.column_line, encoding)
    texts = date_texts(file.column_line)
    return column_line(texts) if texts else plain(file.column_line, encoding)
