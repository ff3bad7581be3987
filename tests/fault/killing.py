"""Programs that save again and again, and ``kill -9`` for them."""

from __future__ import annotations

import signal
import subprocess
import sys
import time
from pathlib import Path

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
