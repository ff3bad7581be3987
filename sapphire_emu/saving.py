"""Write a file whole or not at all.

The bytes go to a temporary file beside the target, are forced to the disk, and only then take the
target's name. A reader, a full disk or a power cut therefore sees the old file or the new one,
never half of one.
"""

from __future__ import annotations

import contextlib
import os
import stat
import tempfile
from pathlib import Path

from sapphire_emu.errors import InputError


def save(path: Path, data: bytes, *, replace: bool = True) -> None:
    """Write ``data`` to ``path``, whole or not at all.

    :param replace: whether an existing file may be replaced. False refuses one even if it appears
        between the check and the writing.
    :raises InputError: the target exists and may not be replaced, or cannot be written.
    """
    if not replace and os.path.lexists(path):
        raise InputError("this file exists and is never overwritten", path=path)
    try:
        _save(path, data, replace=replace)
    except FileExistsError:
        raise InputError("this file exists and is never overwritten", path=path) from None
    except OSError as error:
        raise InputError(f"cannot be written: {error.strerror or error}", path=path) from None


def _save(path: Path, data: bytes, *, replace: bool) -> None:
    target = Path(os.path.realpath(path))  # a link stays a link; what it points to is replaced
    mode = _mode_of(target)
    if mode is not None and not stat.S_ISREG(mode):
        if stat.S_ISDIR(mode):
            raise IsADirectoryError(21, "it is a folder")
        target.write_bytes(data)  # a device or a pipe has nothing to replace
        return
    handle, name = tempfile.mkstemp(prefix=f".{target.name}.", suffix=".part", dir=target.parent)
    try:
        with os.fdopen(handle, "wb") as stream:
            stream.write(data)
            stream.flush()
            os.fsync(stream.fileno())
        Path(name).chmod(stat.S_IMODE(mode) if mode is not None else 0o666 & ~_umask())
        if replace:
            Path(name).replace(target)
        else:
            take_free_name(name, target)
        _sync_folder(target.parent)
    finally:
        Path(name).unlink(missing_ok=True)


def try_to_write(folder: Path) -> None:
    """Find out before an evening is played, not after it, whether it can be kept there.

    :raises InputError: it cannot.
    """
    if not folder.is_dir():
        raise InputError("no such folder", path=folder)
    try:
        with tempfile.TemporaryFile(dir=folder):
            pass
    except OSError as error:
        text = f"cannot be written to: {error.strerror or error}"
        raise InputError(text, path=folder) from None


def take_free_name(name: str | Path, target: Path) -> None:
    """Give a finished file the target's name unless somebody has it.

    :raises FileExistsError: somebody has.
    """
    try:
        os.link(name, target)
    except FileExistsError:
        raise
    except OSError:  # a file system without hard links
        if target.exists():
            raise FileExistsError from None
        Path(name).replace(target)


def _mode_of(target: Path) -> int | None:
    try:
        return target.stat().st_mode
    except FileNotFoundError:
        return None


def _umask() -> int:
    value = os.umask(0o022)
    os.umask(value)
    return value


def _sync_folder(folder: Path) -> None:
    """Force the new name to the disk where the system knows how (not on Windows)."""
    with contextlib.suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
