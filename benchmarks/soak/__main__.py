"""A long run at full speed that looks for leaks.

    python -m benchmarks.soak                 # an hour
    python -m benchmarks.soak --minutes 1     # a look
    python -m benchmarks.soak --hours 24      # a day

One machine with the embedded opponent plays against itself, prints, saves, rates and is switched
off and on, while links come and go: a terminal that reads, one that never does, a file, a TCP
client that hangs up. After a warm-up of a sixth of the time the memory of the process, its open
files and its threads are written down every ten seconds. It fails (exit status 1) when the memory
has grown by a megabyte or more, or a file or a thread has stayed behind. The control ``--leak``
keeps a little of everything and must fail.
"""

from __future__ import annotations

import gc
import os
import random
import sys
import tempfile
import threading
import time
from dataclasses import dataclass
from pathlib import Path

import click

from benchmarks.soak.life import Life

SAMPLE_S = 10.0
MOST_GROWTH_BYTES = 1_000_000


@dataclass(frozen=True, slots=True)
class Sample:
    """What the process holds at one moment."""

    at_s: float
    resident_bytes: int
    files: int
    threads: int


def sample(at_s: float) -> Sample:
    """Look at this process (Linux)."""
    gc.collect()
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return Sample(
        at_s,
        pages * os.sysconf("SC_PAGE_SIZE"),
        len(list(Path("/proc/self/fd").iterdir())),
        threading.active_count(),
    )


def growth_bytes(samples: list[Sample]) -> int:
    """How much more the last third holds than the first third, by their medians."""
    third = max(len(samples) // 3, 1)
    first = sorted(item.resident_bytes for item in samples[:third])[third // 2]
    last = sorted(item.resident_bytes for item in samples[-third:])[third // 2]
    return last - first


def verdict(samples: list[Sample]) -> list[str]:
    """What is wrong; nothing when all is well."""
    wrong = []
    if (grown := growth_bytes(samples)) >= MOST_GROWTH_BYTES:
        wrong.append(f"memory grew by {grown:,} bytes")
    least = min(item.files for item in samples[: len(samples) // 3 or 1])
    if min(item.files for item in samples[-(len(samples) // 3 or 1) :]) > least:
        wrong.append(f"open files: {least} at first, {samples[-1].files} at the end")
    threads = min(item.threads for item in samples[: len(samples) // 3 or 1])
    if min(item.threads for item in samples[-(len(samples) // 3 or 1) :]) > threads:
        wrong.append(f"threads: {threads} at first, {samples[-1].threads} at the end")
    return wrong


@click.command(help=__doc__)
@click.option("--minutes", type=float, help="How long; an hour unless told.")
@click.option("--hours", type=float, default=1.0, show_default=True)
@click.option("--seed", type=int, default=1, show_default=True)
@click.option("--leak", is_flag=True, help="The control: leak on purpose; must fail.")
def main(*, minutes: float | None, hours: float, seed: int, leak: bool) -> None:
    length_s = (minutes * 60) if minutes is not None else hours * 3600
    warm_s, every_s = length_s / 6, min(SAMPLE_S, length_s / 60)
    samples: list[Sample] = []
    started = time.monotonic()
    with tempfile.TemporaryDirectory() as name:
        life = Life(Path(name), random.Random(seed), leak=leak)
        next_s = warm_s
        with click.progressbar(length=round(length_s), label="soak", file=sys.stderr) as bar:
            while (now_s := time.monotonic() - started) < length_s:
                life.live()
                bar.update(round(now_s) - bar.pos)
                if now_s >= next_s:
                    life.pause()
                    samples.append(sample(now_s))
                    next_s = now_s + every_s
        done = life.close()
    wrong = verdict(samples)
    first, last = samples[0], samples[-1]
    print(f"{length_s / 60:.0f} minutes, seed {seed}: {done}")
    print(
        f"memory {first.resident_bytes / 2**20:.1f} -> {last.resident_bytes / 2**20:.1f} MiB, "
        f"growth {growth_bytes(samples):,} bytes; files {first.files} -> {last.files}; "
        f"threads {first.threads} -> {last.threads}"
    )
    for line in wrong:
        print(f"FAILED: {line}")
    sys.exit(bool(wrong))


if __name__ == "__main__":
    main()
