"""Figures whose evidence is a set of tests, or of key scripts, of which all must pass."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import tempfile
from pathlib import Path

from benchmarks.figures.figure import Fact, Part, Tally
from benchmarks.figures.keeping import ROOT
from firmware_model.functions import RATING_STATEMENTS
from sapphire_emu.desk import Desk
from sapphire_emu.opponent.external import open_opponent
from sapphire_emu.resources import asset
from sapphire_emu.scripts.parser import parse_file
from sapphire_emu.scripts.runner import Runner

LINE_FAULTS = ("tests/links/test_line.py", "tests/links/test_pty_port.py")
OF_THE_MODEL = ("tests/firmware_model", "tests/scripts", "tests/store/test_memory.py")


def _pytest(*arguments: str) -> Tally:
    """Run tests in a process of their own; what passed, and the names of what did not."""
    done = subprocess.run(
        [
            *(sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider"),
            *("-rfEs", "--tb=no", *arguments),
        ],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    lines = done.stdout.splitlines()
    bad = [line for line in lines if line.startswith(("FAILED ", "ERROR ", "SKIPPED "))]
    passed = re.findall(r"(\d+) passed", lines[-1] if lines else "")
    return Tally(int(passed[0]) if passed else 0, tuple(bad) if passed else (*bad, "none passed"))


def line_faults(part: Part) -> Tally:
    """Unplugged at every byte of a page, a reader that never reads, a port taken, reconnecting."""
    return _pytest(*LINE_FAULTS)


def refusing_disk(part: Part) -> Tally:
    """Each system call of a save fails once, and files that may not grow."""
    return _pytest("tests/fault/test_refusing_disk.py")


def rating_section(part: Part) -> Tally:
    """Every statement of the manual's rating section has a key script, which holds."""
    notes: list[str] = []
    failures = []
    desk = Desk(open_opponent(None), note=notes.append)
    try:
        for statement, name in RATING_STATEMENTS:
            path = asset("scripts") / f"{name}.keys"
            failure = Runner(path, desk.consult).run(parse_file(path))
            if failure is not None:
                failures.append(f"{statement}: {failure}")
    finally:
        desk.close()
    return Tally(len(RATING_STATEMENTS), tuple(failures) + tuple(notes))


def branches(part: Part) -> Tally:
    """Branch coverage of the model by its own tests; ``size`` is the least share, in percent."""
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder) / "coverage.json"
        tests = _pytest(
            *("-n", "auto", "--dist", "worksteal", "--cov", "--cov-branch"),
            *(f"--cov-report=json:{report}", *OF_THE_MODEL),
        )
        totals = json.loads(report.read_text())["totals"]
    share = 100 * totals["covered_branches"] / totals["num_branches"]
    failures = tests.failures
    if share < part.size:
        failures += (f"{share:.1f} % of the branches, expected {part.size} %",)
    facts: dict[str, Fact] = {"covered": f"{share:.1f} %", "by tests": tests.checked}
    return Tally(totals["num_branches"], failures, facts)
