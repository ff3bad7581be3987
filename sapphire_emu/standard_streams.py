"""Standard input, output and error as they may be: closed, full, or with nobody who reads."""

from __future__ import annotations

import contextlib
import io
import os
import sys
from typing import Any, TextIO

READER_GONE = 141
"""Exit status when whoever read standard output (``head``) has left: 128 + SIGPIPE, as others."""


class ReaderGone(Exception):
    """Nobody reads standard output any more. No ``OSError``: click would answer that itself."""


class _Output(io.FileIO):
    """Standard output whose faults say where they were."""

    def write(self, data: Any, /) -> int:
        try:
            return super().write(data)
        except OSError as error:
            error.filename = "standard output"
            raise


def make_ready() -> None:
    """Put nothing in the place of a closed stream, and a question mark for what it cannot write.

    A program started with ``>&-``, as from cron, has no ``sys.stdout`` at all; and the first file
    it opened would get the number 1, and every child's output with it.
    """
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        stream = getattr(sys, name)
        if stream is None:
            handle = os.open(os.devnull, os.O_RDWR)
            if handle <= 2:
                os.set_inheritable(handle, True)
            setattr(sys, name, os.fdopen(handle, mode, encoding="utf-8", errors="replace"))
        elif name != "stdin" and isinstance(stream, io.TextIOWrapper) and stream.errors == "strict":
            stream.reconfigure(errors="replace")  # an encoding that lacks a character (Windows)
    if sys.stdout is sys.__stdout__:
        sys.stdout = _named(sys.stdout)


def _named(stream: Any) -> Any:
    """The same stream over :class:`_Output`; one that is no plain file of the system's stays."""
    buffer = stream.buffer
    raw = getattr(buffer, "raw", buffer)  # a buffer only without PYTHONUNBUFFERED
    if type(raw) is not io.FileIO:
        return stream
    output: Any = _Output(stream.fileno(), "w", closefd=False)
    return io.TextIOWrapper(
        output if raw is buffer else io.BufferedWriter(output),
        encoding=stream.encoding,
        errors=stream.errors,
        line_buffering=stream.line_buffering,
        write_through=stream.write_through,
    )


def bring_out(stream: TextIO) -> None:
    """Write what waits for a stream; if that cannot be, let it go nowhere."""
    try:
        stream.flush()
    except OSError:
        silence(stream)


def silence(stream: TextIO) -> None:
    """Let what still waits for a stream go nowhere, so that the exit says nothing of it."""
    with contextlib.suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
