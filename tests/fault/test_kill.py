"""``kill -9`` while saving: nothing acknowledged is lost, nothing torn; a plain write is torn."""

from __future__ import annotations

import random
import signal
import subprocess
import sys
import time
from pathlib import Path

from sapphire_emu.store.memory import Memory

ROUNDS = 25
PADDING = 400_000

WRITER = """
import sys
from dataclasses import replace
from pathlib import Path
from firmware_model.rating import Record
from firmware_model.state import Nvram
from sapphire_emu.store.memory import Memory
memory = Memory.open(Path(sys.argv[1]))
number = memory.load().record.elo
while True:
    number = number % 9999 + 1
    memory.save(Nvram(record=Record(number, 0)))
    print(number, flush=True)
"""

PLAIN_WRITER = f"""
import json, sys
from pathlib import Path
number = 1
while True:
    number = number % 9999 + 1
    with Path(sys.argv[1]).open("w") as file:
        for part in range(40):
            file.write(json.dumps({{"elo": number}}) + " " * {PADDING // 40})
            file.flush()
    print(number, flush=True)
"""


def killed(code: str, path: Path, delay_s: float) -> list[int]:
    """Run a writer, kill it after it has acknowledged a save and ``delay_s`` more."""
    process = subprocess.Popen(
        [sys.executable, "-c", code, str(path)], stdout=subprocess.PIPE, text=True
    )
    assert process.stdout is not None
    first = process.stdout.readline()
    time.sleep(delay_s)
    process.send_signal(signal.SIGKILL)
    rest = process.stdout.read()
    process.wait()
    return [int(line) for line in (first + rest).split("\n") if line.strip()]


def test_no_acknowledged_save_is_lost_and_none_is_torn(tmp_path: Path) -> None:
    path = tmp_path / "m"
    rng = random.Random(3)
    for _ in range(ROUNDS):
        acknowledged = killed(WRITER, path, rng.uniform(0.0, 0.03))
        with Memory.open(path) as memory:
            assert memory.set_aside is None
            found = memory.load().record.elo
        assert found in (acknowledged[-1], acknowledged[-1] % 9999 + 1)


def test_control_a_plain_write_is_torn(tmp_path: Path) -> None:
    """The same kill finds a half-written file soon when it is written in the plain way."""
    path = tmp_path / "plain"
    rng = random.Random(3)
    torn = 0
    for _ in range(ROUNDS * 2):
        killed(PLAIN_WRITER, path, rng.uniform(0.0, 0.03))
        torn += path.stat().st_size % PADDING < PADDING // 2 or path.stat().st_size == 0
        if torn:
            break
    assert torn
