"""The README's table of figures, made of the kept results alone."""

from __future__ import annotations

from benchmarks.figures.figure import Fact
from benchmarks.figures.keeping import Row, read_results
from benchmarks.figures.table import FIGURES


def result_text(row: Row, unit: str) -> str:
    """A result in words: ``1,000,000 presses, all pass``, and the facts beside it."""
    failures = len(row["failures"])
    verdict = f"**{failures} times not so**" if failures else "all pass"
    counted = f"{row['checked']:,} {unit}, {verdict}" if unit else verdict
    return "; ".join([counted, *(_fact(name, value) for name, value in row["facts"].items())])


def _fact(name: str, value: Fact) -> str:
    return f"{name} {value:,}" if isinstance(value, int) else f"{name} {value}"


def table_rows() -> list[tuple[str, ...]]:
    """One row for each figure: the release's result where there is one, else the last change's."""
    results = read_results()
    rows: list[tuple[str, ...]] = []
    for figure in FIGURES:
        kept = results.get(figure.name, {})
        row = kept.get("release") or kept.get("change")
        if row is None:
            rows.append((figure.title, "not measured yet", f"`{figure.name}`", "", "", ""))
            continue
        release = " --release" if "release" in kept else ""
        rows.append(
            (
                f"{figure.title}: {figure.passes}",
                result_text(row, figure.unit),
                f"`{figure.name}{release}`",
                str(row["seed"]),
                row["date"],
                row["machine"],
            )
        )
    return rows


HEAD = ("figure", "result", "row", "seed", "date", "machine")
