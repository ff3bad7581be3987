"""One rule for files that a command makes: never over its input, over another one with --force."""

from __future__ import annotations

import contextlib
from collections.abc import Iterable
from pathlib import Path

from sapphire_emu.errors import InputError


def may_replace(target: Path, inputs: Iterable[Path], *, force: bool) -> bool:
    """Refuse an output that is an input, by whatever name or link, or a file that exists.

    :param force: an existing file may be replaced; an input still may not.
    :return: what to save with: False refuses a file that appears meanwhile. A device or a pipe
        holds nothing to lose and is written to.
    :raises InputError: it is refused.
    """
    refuse_input(target, inputs)
    if target.is_file() and not force:
        raise exists(target)
    return force or target.exists()


def refuse_input(target: Path, inputs: Iterable[Path]) -> None:
    """Refuse an output that is the same file as one of the inputs.

    :raises InputError: it is one of them.
    """
    for path in inputs:
        with contextlib.suppress(OSError):
            if target.samefile(path):
                text = "this file is read, so nothing can be written there"
                raise InputError(text, path=target, expected="another name for the output")


def exists(target: Path) -> InputError:
    """What to say of a file that only ``--force`` replaces."""
    return InputError("this file exists", path=target, expected="a new name, or --force")
