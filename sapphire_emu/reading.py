"""The one way to read a user's file: of a kind that ends, bounded, and one clear line otherwise.

A file may be a regular one, a pipe (``<(…)`` in the shell) or standard input. Other devices are
refused before they are opened: ``/dev/zero`` never ends, and opening a tape or a modem does
something to it. A file that says it is small is not believed: at most one byte more than the limit
is read. ``tests/test_reading_rules.py`` finds every reader that goes another way.
"""

from __future__ import annotations

import codecs
import os
import stat
import sys
from pathlib import Path
from typing import BinaryIO

from sapphire_emu.errors import InputError

MIB = 2**20
MOST_BYTES = 64 * MIB
"""No list of results is larger: a bigger file is something else, and would only fill the memory."""
MOST_TYPED = 4096
"""Characters of a line that somebody types; a longer one is no command."""


def open_to_read(path: Path) -> BinaryIO:
    """A file of any size, opened to be read piece by piece.

    :raises InputError: it is missing, a folder, a device other than standard input, or unreadable.
    """
    try:
        found = path.stat()
        if _endless(found):
            raise InputError("is a device", path=path, expected="a file or a pipe")
        if stat.S_ISDIR(found.st_mode):
            raise IsADirectoryError(21, "Is a directory")  # some systems call it "no permission"
        return path.open("rb")
    except (OSError, ValueError) as error:  # ValueError: a name with a zero byte in it
        raise unreadable(path, error) from None


def unreadable(path: Path, error: OSError | ValueError) -> InputError:
    """What the system said when a file was opened or read, as our one line."""
    if isinstance(error, FileNotFoundError):
        return InputError("no such file", path=path)
    if isinstance(error, IsADirectoryError):
        return InputError("it is a folder", path=path, expected="a file")
    return InputError(f"cannot be read: {getattr(error, 'strerror', '') or error}", path=path)


def _endless(found: os.stat_result) -> bool:
    """True for devices and sockets, unless it is what standard input comes from."""
    if any(kind(found.st_mode) for kind in (stat.S_ISREG, stat.S_ISFIFO, stat.S_ISDIR)):
        return False
    try:
        return not os.path.samestat(found, os.fstat(0))
    except OSError:
        return True


def read_bytes(path: Path, *, most: int = MOST_BYTES, expected: str = "a text file") -> bytes:
    """The bytes of one file.

    :param most: how many it may have; a multiple of :data:`MIB`.
    :raises InputError: as :func:`open_to_read`, or it is larger than ``most`` bytes.
    """
    with open_to_read(path) as stream:
        try:
            found = os.fstat(stream.fileno())
            too_large = stat.S_ISREG(found.st_mode) and found.st_size > most
            data = b"" if too_large else stream.read(most + 1)
        except OSError as error:
            raise unreadable(path, error) from None
    if too_large or len(data) > most:
        raise InputError(f"larger than {most // MIB} MiB", path=path, expected=expected)
    return data


def read_utf8(path: Path, *, most: int = MOST_BYTES, expected: str = "a UTF-8 file") -> str:
    """The text of a UTF-8 file (a byte-order mark is dropped).

    :raises InputError: as :func:`read_bytes`, or a byte is not UTF-8 (with line and column).
    """
    return utf8_text(read_bytes(path, most=most, expected=expected), path, expected)


def utf8_text(data: bytes, path: Path, expected: str = "a UTF-8 file") -> str:
    """The text of a file's bytes; a byte-order mark is dropped and no column counts it.

    :raises InputError: a byte is not UTF-8 (with line and column).
    """
    body = data.removeprefix(codecs.BOM_UTF8)
    try:
        return body.decode("utf-8")
    except UnicodeDecodeError as error:
        begin = body.rfind(b"\n", 0, error.start) + 1
        raise InputError(
            f"byte 0x{body[error.start]:02X} is not text",
            path=path,
            line=body.count(b"\n", 0, begin) + 1,
            column=len(body[begin : error.start].decode("utf-8")) + 1,
            expected=expected,
        ) from None


def typed_line(number: int) -> str:
    """The next line of standard input, with its end; empty at the end of the input.

    :param number: which one it is, from 1.
    :raises InputError: it is longer than :data:`MOST_TYPED` characters.
    """
    line = sys.stdin.readline(MOST_TYPED + 1) if sys.stdin else ""
    if len(line) > MOST_TYPED:
        text = f"a line of more than {MOST_TYPED} characters"
        raise InputError(text, path="standard input", line=number)
    return line
