"""A run on several processes is stopped: it ends, no worker stays, and it can be gone on with."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.club.openings.games import RUY, game

PATIENCE_S = 60.0
GAMES = 40_000
"""Enough for several blocks and for workers: more than three megabytes."""


def start(source: Path, output: Path) -> subprocess.Popen[bytes]:
    command = [sys.executable, "-m", "sapphire_emu", "eco", "classify", str(source), "-o"]
    return subprocess.Popen(
        [*command, str(output)],
        start_new_session=True,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
    )


def of_group(group: int) -> list[int]:
    """The living processes of a process group."""
    found = []
    for path in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = path.read_text().rpartition(")")[2].split()
        except OSError:
            continue
        if int(fields[2]) == group and fields[0] != "Z":
            found.append(int(path.parent.name))
    return found


def until(condition: Callable[[], bool]) -> bool:
    end = time.monotonic() + PATIENCE_S
    while not condition():
        if time.monotonic() > end:
            return False
        time.sleep(0.02)
    return True


@pytest.fixture(scope="module")
def source(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("games") / "in.pgn"
    path.write_text(game(RUY) * GAMES)
    return path


@pytest.fixture(scope="module")
def whole(source: Path) -> bytes:
    output = source.with_name("whole.pgn")
    assert start(source, output).wait(600) == 0
    return output.read_bytes()


@pytest.mark.parametrize(
    ("number", "everybody", "status"),
    [
        (signal.SIGINT, True, 130),
        (signal.SIGHUP, True, 128 + signal.SIGHUP),
        (signal.SIGTERM, True, None),  # who is told first decides
        (signal.SIGTERM, False, 128 + signal.SIGTERM),
        (signal.SIGKILL, False, -signal.SIGKILL),
    ],
)
def test_a_stopped_run_ends_with_all_its_workers(
    source: Path, whole: bytes, tmp_path: Path, number: int, everybody: bool, status: int | None
) -> None:
    output = tmp_path / "out.pgn"
    part = tmp_path / "out.pgn.part"
    process = start(source, output)
    assert until(lambda: len(of_group(process.pid)) > 1 and part.exists()), "no workers"
    assert until(lambda: part.stat().st_size > 0 or process.poll() is not None)
    if everybody:
        os.killpg(process.pid, number)
    else:
        process.send_signal(number)
    found = process.wait(PATIENCE_S)
    assert status is None or found == status
    assert until(lambda: not of_group(process.pid)), "a worker has stayed"
    assert process.stderr is not None
    said = process.stderr.read()
    assert b"Traceback" not in said
    if status is not None and status > 0:
        assert b"the same command goes on from here" in said
        assert part.stat().st_size > 0
        assert (tmp_path / "out.pgn.part.json").exists()
    process.stderr.close()
    assert not output.exists()
    assert start(source, output).wait(600) == 0
    assert output.read_bytes() == whole
