"""What the clock says, and how memory grows: rows that want a quiet machine."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys

from benchmarks import core
from benchmarks.figures.figure import Fact, Part, Tally
from benchmarks.figures.keeping import ROOT

FRAME_MS = 16.0
LEAST_PRESSES = 5_000
"""Presses in the time of a million dict stores of the same run: computers differ tenfold."""
LONGEST_START_S = 0.5
MOST_GROWTH_KB = 1024
WARM_UP = 100_000

_SOAK = """
import random, resource, sys
from firmware_model import Machine
from firmware_model.keys import Key
rng, keys = random.Random(int(sys.argv[1])), tuple(Key)
machine = Machine()
def press(times):
    for _ in range(times):
        machine.press(rng.choice(keys))
        machine.serial_lines.clear()
        if machine.thinking is not None and rng.random() < 0.3:
            machine.answer(rng.choice(list(machine.state.board.legal_moves)).uci())
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
before = press(int(sys.argv[2]))
print(press(int(sys.argv[3])) - before)
"""


def presses(part: Part) -> Tally:
    """Presses a second without a window, the best of ``size`` rounds."""
    best = max(core.presses_per_s() for _ in range(part.size))
    stores_s = min(core.million_dict_stores_s() for _ in range(part.size))
    ratio = best * stores_s
    failures = () if ratio >= LEAST_PRESSES else (f"{ratio:,.0f} presses",)
    facts: dict[str, Fact] = {
        "in the time of a million dict stores": round(ratio),
        "presses/s": round(best),
    }
    return Tally(core.PRESSES * part.size, failures, facts)


def soak(part: Part) -> Tally:
    """How much the process grows while ``size`` random keys are pressed, after a warm-up."""
    done = subprocess.run(
        [sys.executable, "-c", _SOAK, str(part.seed), str(WARM_UP), str(part.size)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    grown = int(done.stdout)
    failures = () if grown < MOST_GROWTH_KB else (f"grew by {grown:,} kB",)
    return Tally(part.size, failures, {"kB grown": grown})


def window(part: Part) -> Tally:
    """The window: debounced key to pixels, and its first frame beyond pygame's own."""
    display = bool(os.environ.get("DISPLAY")) or sys.platform != "linux"
    virtual = [] if display or not shutil.which("xvfb-run") else ["xvfb-run", "-a"]
    done = subprocess.run(
        [*virtual, sys.executable, "-m", "benchmarks.window_latency", "--json"],
        cwd=ROOT,
        env={**os.environ, **({} if display or virtual else {"SDL_VIDEODRIVER": "dummy"})},
        capture_output=True,
        text=True,
        check=True,
    )
    found = json.loads(done.stdout.splitlines()[-1])
    failures = []
    if found["p99_ms"] >= FRAME_MS:
        failures.append(f"p99 {found['p99_ms']:.1f} ms")
    if found["beyond_s"] >= LONGEST_START_S:
        failures.append(f"first frame {found['beyond_s']:.2f} s beyond pygame's")
    facts: dict[str, Fact] = {
        "key to pixels, p99 in ms": f"{found['p99_ms']:.1f}",
        "first frame beyond pygame's, in s": f"{found['beyond_s']:.2f}",
        "display": "real" if display else "Xvfb" if virtual else "none",
    }
    return Tally(found["presses"], tuple(failures), facts)
