"""How many small changes of the model its own fast tests notice, by mutmut.

mutmut makes every mutant of ``firmware_model``, in a folder of its own; of them so many are tried
as the table says, drawn with the row's seed, or all of them. What survives is listed in
``mutation.md`` beside this file.
"""

from __future__ import annotations

import json
import os
import random
import shutil
import subprocess
import sys
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from benchmarks.figures.figure import Part, Tally
from benchmarks.figures.keeping import ROOT, digest_of_sources

MUTANTS = ROOT / "mutants" / "firmware_model"
SURVIVORS = Path(__file__).with_name("mutation.md")
LEAST_SHARE = 90
FIRST = "firmware_model.rating.x_half_up__mutmut_1"
NOT_NOTICED = (0, 5, 33)
"""mutmut's codes for a mutant that all tests passed with, and for one that no test runs."""
BATCH = 100
LONGEST_S = 900
"""A mutant that keeps the tests longer goes round in circles."""
TESTS = (
    *("tests/firmware_model", "tests/scripts"),
    *("--deselect", "tests/firmware_model/test_keys.py::test_many_short_ticks_equal_one_long_one"),
    *("--deselect", "tests/scripts/test_control.py"),
    *("--deselect", "tests/scripts/test_plugin.py"),
)


def _mutmut(*arguments: str) -> str:
    done = subprocess.run(
        [sys.executable, "-m", "mutmut", *arguments],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    return done.stdout + done.stderr


def make_mutants() -> None:
    """Make the folder of mutants, anew when the program or a test has changed since."""
    sources = digest_of_sources()
    stamp = MUTANTS.parent / ".sources"
    if not stamp.exists() or stamp.read_text(encoding="utf-8") != sources:
        shutil.rmtree(MUTANTS.parent, ignore_errors=True)
    told = _mutmut("run", FIRST)
    assert MUTANTS.is_dir(), f"no mutants were made: {told[-200:]}"
    stamp.write_text(sources, encoding="utf-8")


def fates() -> dict[str, int | None]:
    """Every mutant's exit status; None for those not tried."""
    found: dict[str, int | None] = {}
    for path in sorted(MUTANTS.glob("*.meta")):
        found |= json.loads(path.read_text(encoding="utf-8"))["exit_code_by_key"]
    return found


def drawn(names: list[str], size: int, seed: int) -> list[str]:
    """The mutants to try: all for a size of 0."""
    names = sorted(names)
    return random.Random(seed).sample(names, min(size, len(names))) if size else names


def noticed_alone(name: str) -> bool:
    """Whether the tests notice a mutant in a process that has it from the start.

    mutmut switches a mutant on in a process that has imported the model already; what runs on
    import, such as the making of the tables, is never the mutant's there.
    """
    try:
        done = subprocess.run(
            [sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", *TESTS],
            cwd=MUTANTS.parent,
            env={**os.environ, "MUTANT_UNDER_TEST": name},
            capture_output=True,
            check=False,
            timeout=LONGEST_S,
        )
    except subprocess.TimeoutExpired:
        return True
    return done.returncode != 0


def share_noticed(part: Part) -> Tally:
    """Try ``size`` mutants, all for 0; at least 90 % must be noticed."""
    make_mutants()
    names = drawn(list(fates()), part.size, part.seed)
    untried = [name for name in names if fates()[name] is None]
    for start in range(0, len(untried), BATCH):
        _mutmut("run", *untried[start : start + BATCH])
    found = fates()
    codes = {name: found[name] for name in names}
    left = [name for name, code in codes.items() if code is None]
    assert not left, f"{len(left)} mutants could not be tried, {left[0]} among them"
    doubtful = sorted(name for name, code in codes.items() if code in NOT_NOTICED)
    assert not noticed_alone(""), "the tests fail without any mutant"
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        verdicts = list(pool.map(noticed_alone, doubtful))
    survivors = [name for name, seen in zip(doubtful, verdicts, strict=True) if not seen]
    write_survivors(names, survivors, len(found), part.seed)
    share = 100 * (1 - len(survivors) / len(names))
    failures = () if share >= LEAST_SHARE else (f"{share:.1f} % noticed, expected {LEAST_SHARE} %",)
    return Tally(len(names), failures, {"noticed": f"{share:.1f} %", "of mutants": len(found)})


def module(name: str) -> str:
    """The module of a mutant."""
    return name.split(".")[1]


def write_survivors(names: list[str], survivors: list[str], every: int, seed: int) -> None:
    """Rewrite the list of those that were not noticed, with their changes."""
    tried, lived = Counter(map(module, names)), Counter(map(module, survivors))
    lines = [
        "# Mutants of firmware_model that its fast tests do not notice",
        "",
        f"{len(names):,} of {every:,} mutants tried (seed {seed}), {len(survivors)} not noticed. "
        "Written by `make mutation`.",
        "",
        "| module | tried | not noticed |",
        "| --- | --- | --- |",
        *(f"| {name} | {number} | {lived[name]} |" for name, number in sorted(tried.items())),
    ]
    for name in survivors:
        change = [
            line
            for line in _mutmut("show", name).splitlines()
            if line[:1] in "+-" and line[:3] not in ("+++", "---")
        ]
        lines += ["", f"`{name}`", "", "```diff", *change, "```"]
    SURVIVORS.write_text("\n".join(lines) + "\n", encoding="utf-8")
