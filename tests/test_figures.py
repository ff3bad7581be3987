"""Every row of the table of figures at the size of a change, and how rows are run and kept."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from benchmarks.figures import showing
from benchmarks.figures.figure import Figure, Part, Size, Tally, checked, summed
from benchmarks.figures.keeping import Done, digest_of_sources, keep_result, read_results
from benchmarks.figures.running import result_row, run
from benchmarks.figures.table import FIGURES

PARTS = [
    pytest.param(figure, part, id=f"{figure.name}-{part.number}")
    for figure in FIGURES
    if not figure.alone
    for part in figure.parts(release=False)
]


@pytest.mark.parametrize(("figure", "part"), PARTS)
def test_figure(figure: Figure, part: Part) -> None:
    tally = checked(figure, part)
    assert tally.failures == ()
    assert tally.checked > 0


def one_more(part: Part) -> Tally:
    return Tally(part.size, facts={"seed": part.seed, "word": f"w{part.number}"})


def only_even(part: Part) -> Tally:
    assert part.number % 2 == 0, "odd"
    return Tally(1)


def row(check: object, parts: int = 4, *, alone: bool = False) -> Figure:
    return Figure(
        "x",
        "title",
        "passes",
        "things",
        check,
        Size(parts, 5),
        Size(parts, 7),
        seed=10,
        alone=alone,
    )  # type: ignore[arg-type]


@pytest.mark.parametrize("alone", [False, True])
def test_a_row_is_the_sum_of_its_parts(tmp_path: Path, alone: bool) -> None:
    done = Done(tmp_path / "done", "s")
    figure = row(one_more, alone=alone)
    ((_, tally),) = run([figure], done, release=False, cores=1)
    assert tally == Tally(20, (), {"seed": 13, "word": "w0, w1, w2, w3"})


def test_what_a_part_raises_is_a_failure_with_its_seed_and_line() -> None:
    tally = summed(checked(row(only_even), part) for part in row(only_even).parts(release=True))
    assert tally.checked == 2
    assert len(tally.failures) == 2
    assert tally.failures[0].startswith("seed 11: AssertionError: odd")
    assert "test_figures.py:" in tally.failures[0]


def test_a_run_that_was_broken_off_goes_on_where_it_was(tmp_path: Path) -> None:
    path = tmp_path / "done"
    Done(path, "s").add("x", 1, Tally(1_000))
    path.write_text(path.read_text() + '{"figure": "x", "part": 2, "sou')
    done = Done(path, "s")
    ticks: list[str] = []
    ((_, tally),) = run([row(one_more, alone=True)], done, release=True, tick=ticks.append)
    assert ticks == ["x"] * 3
    assert tally.checked == 1_021
    assert len(Done(path, "s").parts) == 4


def test_parts_done_with_other_sources_are_done_again(tmp_path: Path) -> None:
    Done(tmp_path / "done", "before").add("x", 1, Tally(1_000))
    assert Done(tmp_path / "done", "after").parts == {}


def test_a_complete_row_is_forgotten_and_an_unfinished_one_is_not(tmp_path: Path) -> None:
    done = Done(tmp_path / "done", "s")
    done.add("x", 0, Tally(1))
    done.add("y", 0, Tally(2))
    done.forget(["x"])
    assert Done(tmp_path / "done", "s").parts == {("y", 0): Tally(2)}
    done.forget(["y"])
    assert not (tmp_path / "done").exists()


def test_the_digest_of_the_sources_changes_with_any_of_them(tmp_path: Path) -> None:
    (tmp_path / "firmware_model").mkdir()
    file = tmp_path / "firmware_model" / "a.py"
    file.write_text("1")
    before = digest_of_sources(tmp_path)
    file.write_text("2")
    assert digest_of_sources(tmp_path) != before


def test_results_are_kept_by_row_and_kind(tmp_path: Path) -> None:
    path = tmp_path / "results.json"
    kept = result_row(row(one_more), Tally(3, ("bad",), {"share": "9 %"}), release=True)
    keep_result("x", "release", kept, path)
    keep_result("x", "change", result_row(row(one_more), Tally(1), release=False), path)
    found = read_results(path)["x"]
    assert found["release"] == kept
    assert found["release"]["command"] == "python -m benchmarks.figures x --release"
    assert found["change"]["checked"] == 1


def test_a_result_in_words() -> None:
    good = {"checked": 1_000, "failures": [], "facts": {"most": 2_000, "on": "3.11"}}
    bad = {"checked": 9, "failures": ["a", "b"], "facts": {}}
    assert showing.result_text(good, "keys") == "1,000 keys, all pass; most 2,000; on 3.11"
    assert showing.result_text(bad, "keys") == "9 keys, **2 times not so**"


def command(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "benchmarks.figures", *arguments],
        cwd=Path(__file__).parent.parent,
        capture_output=True,
        text=True,
        check=False,
    )


def test_the_command_lists_and_runs_rows_and_refuses_unknown_ones() -> None:
    listed = command("--list")
    assert listed.returncode == 0
    head, *rows = listed.stdout.splitlines()
    assert head.startswith("row ")
    assert [line.split()[0] for line in rows] == [f.name for f in FIGURES]
    done = command("--no-keep", "--json", "--cores", "1", "reload")
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    assert (found["figure"], found["failures"], found["seed"]) == ("reload", [], 7)
    unknown = command("nosuch")
    assert unknown.returncode == 2
    assert "unknown figure nosuch" in unknown.stderr
