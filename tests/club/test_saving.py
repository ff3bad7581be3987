"""A file is written whole or not at all; a plain writer fails the same tests."""

from __future__ import annotations

import errno
import os
import stat
from collections.abc import Callable
from pathlib import Path

import pytest

from sapphire_emu.errors import InputError
from sapphire_emu.saving import save

OLD, NEW = b"old contents\n", b"new contents, longer than the old ones\n" * 100


def plain_save(path: Path, data: bytes) -> None:
    """The control: what a writer does that takes no care."""
    with path.open("wb") as stream:
        for at in range(0, len(data), 512):
            stream.write(data[at : at + 512])
            stream.flush()
            os.fsync(stream.fileno())


def crash_at_first_sync(monkeypatch: pytest.MonkeyPatch) -> None:
    def full(_: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)


def survivors(
    writer: Callable[[Path, bytes], None], path: Path, monkeypatch: pytest.MonkeyPatch
) -> bytes:
    path.write_bytes(OLD)
    with monkeypatch.context() as patch:
        crash_at_first_sync(patch)
        with pytest.raises((InputError, OSError)):
            writer(path, NEW)
    return path.read_bytes()


def test_a_full_disk_leaves_the_old_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert survivors(save, tmp_path / "a.618", monkeypatch) == OLD
    assert [path.name for path in tmp_path.iterdir()] == ["a.618"]


def test_the_control_loses_the_old_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    left = survivors(plain_save, tmp_path / "a.618", monkeypatch)
    assert left not in (OLD, NEW)


def test_an_existing_file_is_not_replaced_when_told_so(tmp_path: Path) -> None:
    path = tmp_path / "a.618"
    path.write_bytes(OLD)
    with pytest.raises(InputError, match="never overwritten"):
        save(path, NEW, replace=False)
    assert path.read_bytes() == OLD


def test_nor_one_that_appears_in_between(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "a.618"
    monkeypatch.setattr(os.path, "lexists", lambda _: False)
    path.write_bytes(OLD)
    with pytest.raises(InputError, match="never overwritten"):
        save(path, NEW, replace=False)
    assert path.read_bytes() == OLD
    assert [entry.name for entry in tmp_path.iterdir()] == ["a.618"]


def test_a_link_stays_a_link_and_modes_are_kept(tmp_path: Path) -> None:
    real, link = tmp_path / "real", tmp_path / "link"
    real.write_bytes(OLD)
    real.chmod(0o640)
    link.symlink_to(real)
    save(link, NEW)
    assert link.is_symlink()
    assert real.read_bytes() == NEW
    assert stat.S_IMODE(real.stat().st_mode) == 0o640


@pytest.mark.parametrize("name", ["", "missing/a.618"])
def test_where_nothing_can_be_written(tmp_path: Path, name: str) -> None:
    with pytest.raises(InputError, match="cannot be written"):
        save(tmp_path / name, NEW)
    assert list(tmp_path.iterdir()) == []
