"""Run the command as a user types it, in this process."""

from __future__ import annotations

import contextlib
import io
from typing import NamedTuple

from sapphire_emu.cli import main


class Run(NamedTuple):
    status: int
    out: str
    err: str

    @property
    def lines(self) -> list[str]:
        return self.out.splitlines()


class _Stream(io.TextIOWrapper):
    """Text and bytes alike, as the real standard output takes them."""

    def __init__(self) -> None:
        super().__init__(io.BytesIO(), encoding="utf-8", errors="replace", newline="")

    def text(self) -> str:
        self.flush()
        raw = self.buffer
        assert isinstance(raw, io.BytesIO)
        return raw.getvalue().decode("utf-8", errors="replace")


def run(*words: object) -> Run:
    """``sapphire`` with these words; what it printed and its exit status."""
    out, err = _Stream(), _Stream()
    status = 0
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        try:
            main([str(word) for word in words])
        except SystemExit as stop:
            status = stop.code if isinstance(stop.code, int) else 1
    return Run(status, out.text(), err.text())


def refused(done: Run) -> str:
    """The one line of a refusal; fails unless there is exactly one, status 2, nothing printed."""
    assert done.status == 2, done
    assert done.out == "", done
    lines = done.err.splitlines()
    assert len(lines) == 1, done.err
    assert lines[0].startswith("sapphire: "), lines[0]
    return lines[0].removeprefix("sapphire: ")
