"""Keeps C libraries off standard error while they find out that something is missing."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def hushed() -> Iterator[None]:
    """Send file descriptor 2 nowhere for a moment; errors still arrive as exceptions."""
    try:
        kept = os.dup(2)
    except OSError:  # standard error is closed: nothing to hush
        yield
        return
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 2)
    try:
        yield
    finally:
        os.dup2(kept, 2)
        os.close(kept)
        os.close(nowhere)
