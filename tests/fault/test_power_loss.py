"""Power fails at every system call of a save: the old state or the new one, never a torn one."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from tests.fault.disk_model import Disk, Event
from tests.fault.power_loss import (
    PLAIN_WRITER,
    SAVES,
    WITHOUT_SYNC,
    WRITER,
    fault_of,
    faults,
    played,
    recorded,
)

TRIES = 24

CHECKPOINTS = """
from sapphire_emu.store import schema
honest = schema.configure
def configure(connection):
    honest(connection)
    connection.execute("PRAGMA wal_autocheckpoint = 5")
schema.configure = configure
"""
"""Moves the saves from the WAL into the file after every other save, not after hundreds."""


@pytest.mark.parametrize("before", ["", CHECKPOINTS], ids=["as it is", "many checkpoints"])
def test_a_memory_is_old_or_new_whenever_the_power_fails(tmp_path: Path, before: str) -> None:
    events = recorded(tmp_path, WRITER.replace("BEFORE", before))
    assert sum(event.kind == "said" for event in events) == SAVES
    assert sum(event.kind == "sync" for event in events) >= SAVES
    found, looked_at = faults(events, tmp_path / "found", TRIES)
    assert found == []
    assert looked_at > 250


def test_control_without_sync_acknowledged_saves_are_lost(tmp_path: Path) -> None:
    events = recorded(tmp_path, WRITER.replace("BEFORE", WITHOUT_SYNC))
    cases = played(events, random.Random(1), 2)
    assert any(
        "acknowledged" in fault_of(files, acknowledged, tmp_path / "found")
        for acknowledged, files in reversed(cases)
    )


def test_control_a_plain_write_is_torn_or_lost(tmp_path: Path) -> None:
    events = recorded(tmp_path, PLAIN_WRITER)
    empty = torn = 0
    for acknowledged, files in played(events, random.Random(1), 2):
        content = files.get("m", b"")
        empty += acknowledged > 0 and not content
        torn += 0 < len(content) < 5000
    assert empty
    assert torn


@pytest.mark.parametrize(
    ("kept", "files"),
    [
        ([False, False, False], {}),
        ([True, False, False], {"a": b""}),
        ([True, True, False], {"a": b"one"}),
        ([True, False, True], {"a": b"\0\0\0two"}),
        ([False, True, True], {}),
    ],
)
def test_the_model_by_hand(kept: list[bool], files: dict[str, bytes]) -> None:
    disk = Disk()
    for event in (Event("create", "a"), Event("write", "a", 0, b"one"),
                  Event("write", "a", 3, b"two")):  # fmt: skip
        disk.take(event)
    assert disk.after_power_loss(kept, None) == files
    disk.take(Event("sync", "a"))
    disk.take(Event("sync folder"))
    assert list(disk.possibilities(random.Random(0), 1)) == [{"a": b"onetwo"}]
