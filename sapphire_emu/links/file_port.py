"""A file, pipe or plain device that takes what the port sends, like paper: it only ever grows.

A file that is there is appended to, never overwritten. ``-`` is standard output.
"""

from __future__ import annotations

import contextlib
import errno
import os
import stat
import sys
import time

from sapphire_emu.errors import UserError
from sapphire_emu.links.port import PortGone


class FilePort:
    """An open file to append to; a pipe without a reader is refused.

    :raises UserError: it cannot be opened.
    """

    def __init__(self, place: str) -> None:
        if not place:
            raise UserError("file: no file named (expected file:PATH, or file:- for the output)")
        self.path = place
        flags = os.O_WRONLY | os.O_APPEND | os.O_CREAT
        flags |= getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_NOCTTY", 0)
        flags |= getattr(os, "O_BINARY", 0)
        try:
            self._handle = os.open(place, flags, 0o666)
        except OSError as error:
            reason = error.strerror or str(error)
            if error.errno == errno.ENXIO:
                reason = "nobody reads this pipe"
            raise UserError(f"file:{place}: {reason} (expected a file to append to)") from error

    def read(self, wait_s: float) -> bytes:
        """Nothing ever comes from a file."""
        time.sleep(wait_s)
        return b""

    def write(self, data: bytes) -> int:
        """Append, as far as it takes."""
        try:
            return os.write(self._handle, data)
        except BlockingIOError:
            return 0
        except OSError as error:
            raise PortGone(error.strerror or str(error)) from error

    def unread(self) -> int:
        """Not known."""
        return 0

    def close(self) -> None:
        """Onto the disk, if it is a file on one, and close."""
        with contextlib.suppress(OSError):
            if stat.S_ISREG(os.fstat(self._handle).st_mode):
                os.fsync(self._handle)
            os.close(self._handle)


class StandardOutput:
    """``file:-``. A reader that goes away (``head``) ends it quietly."""

    path = "-"

    def read(self, wait_s: float) -> bytes:
        """Nothing ever comes from there."""
        time.sleep(wait_s)
        return b""

    def write(self, data: bytes) -> int:
        """Write through whatever has been printed before."""
        try:
            with contextlib.suppress(BrokenPipeError, ValueError):
                sys.stdout.flush()
                sys.stdout.buffer.write(data)
                sys.stdout.buffer.flush()
        except OSError as error:
            raise PortGone(error.strerror or str(error)) from error
        return len(data)

    def unread(self) -> int:
        """Not known."""
        return 0

    def close(self) -> None:
        """It is not ours to close."""
