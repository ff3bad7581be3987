"""``python -m benchmarks.figures``: run the rows of the table, or those that are named."""

from __future__ import annotations

import json
import sys

import click

from benchmarks.figures.figure import Figure, Tally
from benchmarks.figures.keeping import UNFINISHED, Done, digest_of_sources, keep_result
from benchmarks.figures.running import result_row, run
from benchmarks.figures.showing import result_text
from benchmarks.figures.table import BY_NAME, FIGURES


def _listed(figures: list[Figure]) -> None:
    click.echo(f"{'row':12} {'a change':>14} a release (parts x size)")
    for figure in figures:
        change, release = figure.per_change, figure.per_release
        every = f"{change.parts} x {change.each:,}" if change else "-"
        click.echo(
            f"{figure.name:12} {every:>14} {release.parts} x {release.each:,}".ljust(48), nl=False
        )
        click.echo(f"{figure.title}: {figure.passes}")


def _measured(
    figures: list[Figure], done: Done, *, release: bool, cores: int | None
) -> list[tuple[Figure, Tally]]:
    """Do what an unfinished run has not done yet, with a bar of the parts."""
    total = sum(len(figure.parts(release=release)) for figure in figures)
    before = sum(
        (figure.name, part.number) in done.parts
        for figure in figures
        for part in figure.parts(release=release)
    )
    with click.progressbar(
        length=total, label="parts", file=sys.stderr, item_show_func=lambda name: name or ""
    ) as bar:
        bar.update(before)
        return list(
            run(
                figures,
                done,
                release=release,
                cores=cores,
                tick=lambda name: bar.update(1, name),
            )
        )


@click.command()
@click.argument("names", nargs=-1, metavar="[NAME]…")
@click.option("--release", is_flag=True, help="The long sizes.")
@click.option("--list", "listing", is_flag=True, help="Say what there is, and its sizes.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object for each row.")
@click.option("--cores", type=click.IntRange(1), help="Processes at once [default: all cores].")
@click.option("--keep/--no-keep", default=True, help="Keep the results for the README's table.")
def main(
    names: tuple[str, ...],
    release: bool,
    listing: bool,
    as_json: bool,
    cores: int | None,
    keep: bool,
) -> None:
    """Run the published figures; exit status 1 when one does not hold.

    A run that is broken off goes on where it was when it is started again in the same way.
    """
    unknown = [name for name in names if name not in BY_NAME]
    if unknown:
        raise click.UsageError(f"unknown figure {unknown[0]} (expected {', '.join(BY_NAME)})")
    figures = [BY_NAME[name] for name in names] or list(FIGURES)
    if listing:
        _listed(figures)
        return
    kind = "release" if release else "change"
    done = Done(UNFINISHED / f"{kind}.jsonl", digest_of_sources())
    try:
        found = _measured(figures, done, release=release, cores=cores)
    except KeyboardInterrupt:
        click.echo("\nstopped; the same command goes on from here", err=True)
        sys.exit(130)
    failed = 0
    for figure, tally in found:
        row = result_row(figure, tally, release=release)
        if keep:
            keep_result(figure.name, kind, row)
        failed += bool(tally.failures)
        if as_json:
            click.echo(json.dumps({"figure": figure.name, **row}, ensure_ascii=False))
            continue
        click.echo(f"{figure.name:12} {result_text(row, figure.unit)}")
        for failure in tally.failures[:5]:
            click.echo(f"    {failure}")
    done.forget(figure.name for figure in figures)
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
