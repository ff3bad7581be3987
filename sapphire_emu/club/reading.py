"""Read a user's file, with one clear line when it cannot be read."""

from __future__ import annotations

from pathlib import Path

from sapphire_emu.errors import InputError

MOST_BYTES = 64 * 2**20
"""No list of results is larger: a bigger file is something else, and would only fill the memory."""


def read_bytes(path: Path, *, most: int = MOST_BYTES) -> bytes:
    """The bytes of one file.

    :raises InputError: it is missing, a folder, unreadable, or larger than ``most`` bytes.
    """
    try:
        with path.open("rb") as stream:
            data = stream.read(most + 1)
    except FileNotFoundError:
        raise InputError("no such file", path=path) from None
    except OSError as error:
        if path.is_dir():
            raise InputError("it is a folder", path=path, expected="a file") from None
        raise InputError(f"cannot be read: {error.strerror or error}", path=path) from None
    if len(data) > most:
        raise InputError(f"larger than {most // 2**20} MiB", path=path, expected="a text file")
    return data


def read_utf8(path: Path) -> str:
    """The text of a UTF-8 file (a byte-order mark is dropped).

    :raises InputError: it cannot be read, or a byte is not UTF-8 (with line and column).
    """
    data = read_bytes(path)
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        before = data[: error.start]
        line = before.count(b"\n") + 1
        column = error.start - (before.rfind(b"\n") + 1) + 1
        raise InputError(
            f"byte 0x{data[error.start]:02X} is not text",
            path=path,
            line=line,
            column=column,
            expected="a UTF-8 file",
        ) from None
