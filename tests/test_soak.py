"""The soak notices what it is there to notice; the hour itself is run by hand."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from benchmarks.soak.__main__ import Sample, growth_bytes, verdict

ROOT = Path(__file__).parent.parent


def samples(*rows: tuple[int, int, int]) -> list[Sample]:
    return [Sample(10.0 * number, *row) for number, row in enumerate(rows)]


def test_growth_is_told_by_the_medians_of_the_thirds() -> None:
    rows = samples(*((size, 9, 3) for size in (10, 900, 11, 12, 13, 14, 15, 16, 17)))
    assert growth_bytes(rows) == 16 - 11
    assert verdict(rows) == []


@pytest.mark.parametrize(
    ("last", "words"),
    [
        ((1_000_000, 9, 3), "memory grew by 1,000,000 bytes"),
        ((0, 10, 3), "open files: 9 at first, 10 at the end"),
        ((0, 9, 4), "threads: 3 at first, 4 at the end"),
    ],
)
def test_what_stays_behind_is_named(last: tuple[int, int, int], words: str) -> None:
    assert verdict(samples((0, 9, 3), (0, 9, 3), last)) == [words]


def test_a_run_that_leaks_fails() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "benchmarks.soak", "--minutes", "0.2", "--leak"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 1, done.stderr
    assert "FAILED: memory grew by" in done.stdout
    assert "FAILED: open files" not in done.stdout
