"""``sapphire eco classify``."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import click

from sapphire_emu.commands.eco.options import (
    FILE,
    Problems,
    goes_on,
    json_option,
    progress,
    say_unrefined,
    strict_option,
)
from sapphire_emu.counting import counted

if TYPE_CHECKING:
    from sapphire_emu.club.openings.classify_file import Summary


@click.command()
@click.argument("source", metavar="IN.pgn", type=FILE)
@click.option("-o", "--output", required=True, type=FILE, help="The file to write.")
@click.option("--book", type=FILE, help="Write this book's keys XDD/DD instead of codes.")
@click.option("--names", is_flag=True, help="Write Opening and Variation tags too.")
@click.option("--drop", is_flag=True, help="Leave out the games that cannot be classified.")
@click.option("--opening-only", is_flag=True, help="Look at no move after half-move 36.")
@click.option("--force", is_flag=True, help="Replace the output if it exists.")
@strict_option
@json_option
def classify(
    source: Path,
    output: Path,
    book: Path | None,
    names: bool,
    drop: bool,
    opening_only: bool,
    force: bool,
    strict: bool,
    as_json: bool,
) -> None:
    """Write the ECO code of every game, found by position: transpositions do not matter.

    A game's code is that of the deepest named position it passes through; with --book its key is
    that of the last of its positions that the book has. Only the ECO tag changes (and Opening and
    Variation, with --names); every other byte stays. Games that cannot be classified (an illegal
    move, no result, a variant, a start position of their own) are reported as FILE:LINE and copied
    as they are. Stopped with Ctrl-C, the same command goes on where it was.

    \b
    Examples:
      sapphire eco classify games.pgn -o coded.pgn
      sapphire eco classify games.pgn -o coded.pgn --names --strict
      sapphire eco classify games.pgn --book my.book -o keyed.pgn
    """
    from sapphire_emu.club.openings.classify import Job, reader
    from sapphire_emu.club.openings.classify_file import classify_file, size_of

    problems, job = Problems(), Job(book, names, drop, not opening_only)
    with progress(size_of(source), "classifying") as told, goes_on():
        summary = classify_file(
            source,
            output,
            job,
            strict=strict,
            force=force,
            told=told,
            problem=problems.of(source),
        )
    if book is not None:
        used = reader(job).book
        assert used is not None
        say_unrefined(used, book)
    click.echo(_as_json(summary) if as_json else _as_text(summary, output))


def _as_json(summary: Summary) -> str:
    tally = summary.tally
    return json.dumps(
        {
            "games": tally.games,
            "classified": tally.classified,
            "skipped": summary.problems,
            "as_own_tag": tally.agree,
            "other_than_own_tag": tally.differ,
            "had_no_tag": tally.fresh,
            "codes": dict(sorted(tally.codes.items())),
        }
    )


def _as_text(summary: Summary, output: Path) -> str:
    tally = summary.tally
    lines = [f"{counted(tally.classified, 'game')} classified, {summary.problems:,} skipped"]
    if summary.resumed:
        lines.append(f"{counted(summary.resumed, 'game')} of them by the run that was stopped")
    told = tally.agree + tally.differ
    if told:
        share = 100 * tally.agree / told
        lines.append(f"{counted(told, 'game')} had a code; {share:.1f} % of them the same one")
    lines.append(f"saved {output}")
    return "\n".join(lines)
