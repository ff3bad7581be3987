"""Where a command may write: never over what it reads, and never two runs into one file."""

from __future__ import annotations

import contextlib
from collections.abc import Iterable, Iterator
from pathlib import Path

from filelock import FileLock, Timeout

from sapphire_emu.errors import InputError, UserError
from sapphire_emu.outputs import exists, refuse_input


def may_write(target: Path, inputs: Iterable[Path], *, force: bool) -> None:
    """Refuse an output that is an input, by whatever name or link, that exists, or is no file.

    A device, a pipe or a folder is not replaced either, whatever is forced. The files that an
    unfinished output has beside it may be no inputs either.

    :param force: an existing file may be replaced; an input still may not.
    :raises InputError: it is refused.
    """
    if target.exists() and not target.is_file():
        text = "it is a folder" if target.is_dir() else "not a regular file"
        raise InputError(text, path=target, expected="the name of a file")
    inputs = list(inputs)
    for form in ("{}", "{}.part", "{}.part.json", "{}.part.lock", ".{}.part"):
        refuse_input(target.with_name(form.format(target.name)), inputs)
    if target.exists() and not force:
        raise exists(target)


@contextlib.contextmanager
def alone(target: Path) -> Iterator[None]:
    """Hold an output for one run; the system lets go of it when the process dies.

    :raises UserError: another run is writing it.
    :raises InputError: nothing can be written there.
    """
    path = target.with_name(f"{target.name}.part.lock")
    if not target.parent.is_dir():
        raise InputError("cannot be written: no such folder", path=target)
    lock = FileLock(path)
    try:
        lock.acquire(timeout=0)
    except Timeout:
        raise UserError(f"{target} is being written by another run") from None
    except OSError as error:
        text = f"cannot be written: {error.strerror or error}"
        raise InputError(text, path=target) from None
    try:
        yield
    finally:
        lock.release()
        with contextlib.suppress(OSError):  # Windows: another run has just opened it
            path.unlink()
