"""``sapphire eco build``, ``refine``, ``unrefine``, ``stats`` and ``sort``."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import click

from sapphire_emu.commands.eco.options import (
    FILE,
    Codes,
    KeyRange,
    Problems,
    goes_on,
    json_option,
    progress,
    say_unrefined,
    strict_option,
)
from sapphire_emu.counting import counted

if TYPE_CHECKING:
    from sapphire_emu.club.openings.book import Book

_BOOK = click.argument("book", metavar="BOOK", type=FILE)
_eco = click.option("--eco", type=Codes(), help="Only these codes, such as C89 or C88,C89.")


def load(path: Path) -> Book:
    """Read a book for a command."""
    from sapphire_emu.club.openings import rules
    from sapphire_emu.club.openings.book_file import load_book

    return load_book(path, rules.probe())


def _save(book: Book, path: Path, *, replace: bool = True) -> None:
    from sapphire_emu.club.openings import rules
    from sapphire_emu.club.openings.book_file import save_book

    save_book(book, path, rules.probe(), replace=replace)


@click.command()
@click.argument("files", metavar="IN.pgn...", nargs=-1, required=True, type=FILE)
@click.option("-o", "--output", required=True, type=FILE, help="The book to write.")
@click.option("--depth", type=click.IntRange(1, 200), default=40, show_default=True,
              help="Half-moves.")  # fmt: skip
@click.option("--trust-tags", is_flag=True, help="Codes from the games' own ECO tags.")
@click.option("--scheduler", metavar="ADDRESS", help="Count on this Dask cluster.")
@click.option("--force", is_flag=True, help="Replace the output if it exists.")
@strict_option
@json_option
def build(
    files: tuple[Path, ...],
    output: Path,
    depth: int,
    trust_tags: bool,
    scheduler: str | None,
    force: bool,
    strict: bool,
    as_json: bool,
) -> None:
    """Make a book of all positions of the games, transpositions merged.

    The database is the files in the order of their names, whatever the order given here, so the
    same files always give the same book. Stopped with Ctrl-C, the same command goes on where it
    was. With --scheduler the same work runs on a cluster, whose workers need this program.

    \b
    Examples:
      sapphire eco build games.pgn -o my.book
      sapphire eco build c89-*.pgn -o c89.book --depth 60
      sapphire eco build big-*.pgn -o big.book --scheduler tcp://10.0.0.5:8786
    """
    from sapphire_emu.club.openings.build import build_book
    from sapphire_emu.club.openings.classify_file import size_of
    from sapphire_emu.club.openings.outputs import alone, may_write
    from sapphire_emu.outputs import exists

    may_write(output, files, force=force)
    problems = Problems()
    unfinished = output.with_name(f"{output.name}.part")
    with alone(output):
        with progress(sum(size_of(path) for path in files), "counting") as told, goes_on():
            built = build_book(
                files, depth=depth, trust_tags=trust_tags, strict=strict, scheduler=scheduler,
                unfinished=unfinished, told=told,
                problem=lambda path, one: problems.of(path)(one),
            )  # fmt: skip
        if output.exists() and not force:  # it came meanwhile
            raise exists(output)
        _save(built.book, output, replace=force)
        unfinished.unlink(missing_ok=True)
    book = built.book
    if as_json:
        click.echo(json.dumps({"games": built.games, "skipped": built.problems,
                               "positions": len(book), "depth": depth,
                               "shared_leaves": book.shared_leaves}))  # fmt: skip
        return
    click.echo(
        f"{counted(built.games - built.problems, 'game')} counted, {built.problems:,} skipped: "
        f"{counted(len(book), 'position')}\nsaved {output}"
    )


@click.command()
@_BOOK
@_eco
@click.option("--min-games", type=click.IntRange(1), default=10, show_default=True,
              help="N: games a main node has at least.")  # fmt: skip
@click.option("--min-branches", type=click.IntRange(0), default=2, show_default=True,
              help="M: different moves played in a main node at least.")  # fmt: skip
@click.option("--max-branches", type=click.IntRange(1),
              help="Count no more moves of a position than this (ChessVU: 8).")  # fmt: skip
@click.option("--order", type=click.Choice(["deepest", "by-frequency"]), default="deepest",
              show_default=True, help="How main nodes are numbered.")  # fmt: skip
@click.option("-v", "--verbose", is_flag=True, help="One line for every code.")
def refine(
    book: Path,
    eco: frozenset[int] | None,
    min_games: int,
    min_branches: int,
    max_branches: int | None,
    order: str,
    verbose: bool,
) -> None:
    """Number the important positions of each code from /99 down.

    A main node has at least N games and M different moves. deepest: /99 is the deepest main node of
    the most frequent line, and numbering goes back from there, so that neighbours in the tree are
    neighbours by number. by-frequency: main nodes ranked by games. Where more than 100 keys would
    be needed, N is raised for that code until they suffice, and the report says so.

    \b
    Examples:
      sapphire eco refine my.book
      sapphire eco refine my.book --eco C89 --min-games 3 --order by-frequency
    """
    from sapphire_emu.club.openings.refine import Options, Order
    from sapphire_emu.club.openings.refine import refine as number

    options = Options(min_games, min_branches, Order(order), max_branches)
    refined, reports = number(load(book), options, eco)
    _save(refined, book)
    for report in reports:
        if verbose or report.overflow:
            click.echo(str(report))
    mains = sum(report.main_nodes for report in reports)
    over = sum(report.overflow for report in reports)
    click.echo(f"{counted(len(reports), 'code')} refined, {counted(mains, 'main node')}"
               + (f", N raised in {counted(over, 'code')}" if over else ""))  # fmt: skip


@click.command()
@_BOOK
@_eco
def unrefine(book: Path, eco: frozenset[int] | None) -> None:
    """Take the suffixes off again: every position back to plain XDD.

    \b
    Examples:
      sapphire eco unrefine my.book
      sapphire eco unrefine my.book --eco C89
    """
    before = load(book)
    after = before.unrefined(eco)
    _save(after, book)
    changed = int((before.suffix != after.suffix).sum())
    click.echo(f"{counted(changed, 'position')} set back")


@click.command()
@_BOOK
@_eco
@click.option("--min-games", type=click.IntRange(1), help="Count main nodes with this N.")
@click.option("--min-branches", type=click.IntRange(0), help="Count main nodes with this M.")
@click.option("--all", "every", is_flag=True, help="Every code, not only the twenty largest.")
@json_option
def stats(
    book: Path,
    eco: frozenset[int] | None,
    min_games: int | None,
    min_branches: int | None,
    every: bool,
    as_json: bool,
) -> None:
    """Positions, fan-out, shared leaves, main nodes per code, and codes with too many of them.

    \b
    Examples:
      sapphire eco stats my.book
      sapphire eco stats my.book --eco C89 --min-games 3 --json
    """
    from dataclasses import replace

    from sapphire_emu.club.openings.statistics import as_dict, as_text, options_of

    read = load(book)
    options = options_of(read)
    if min_games is not None:
        options = replace(options, min_games=min_games)
    if min_branches is not None:
        options = replace(options, min_branches=min_branches)
    found = as_dict(read, eco, options)
    click.echo(json.dumps(found) if as_json else as_text(found, None if every else 20))


@click.command()
@click.argument("source", metavar="IN.pgn", type=FILE)
@click.option("--book", required=True, type=FILE, help="The refined book that gives the keys.")
@click.option("-o", "--output", required=True, type=FILE, help="The file to write.")
@click.option("--key", type=KeyRange(), metavar="KEYS",
              help="Only these: C89, C89/07 or C89/90-99.")  # fmt: skip
@click.option("--mark-tag", is_flag=True, help='Write [Marked "1"] into the games considered.')
@click.option("--marked-only", is_flag=True, help="Leave the other games out.")
@click.option("--force", is_flag=True, help="Replace the output if it exists.")
@json_option
def sort(
    source: Path,
    book: Path,
    output: Path,
    key: tuple[int, int, int] | None,
    mark_tag: bool,
    marked_only: bool,
    force: bool,
    as_json: bool,
) -> None:
    """Sort games by their keys, /99 first inside a code.

    Where several games end in the same position of the book, only the first of them is considered
    (marked); the others follow all marked games as they were. The report says how many; a book of
    greater depth would mark more. Games that cannot be read are reported and left out.

    \b
    Examples:
      sapphire eco sort c89.pgn --book c89.book -o sorted.pgn --mark-tag
      sapphire eco sort games.pgn --book my.book --key C89/90-99 -o main.pgn
    """
    from dataclasses import asdict

    from sapphire_emu.club.openings.classify_file import size_of
    from sapphire_emu.club.openings.outputs import alone, may_write
    from sapphire_emu.club.openings.sort import sort_games

    may_write(output, [source, book], force=force)
    read = load(book)
    problems = Problems()
    with alone(output), progress(size_of(source), "sorting") as told:
        found = sort_games(
            source, output, read, select=key, mark_tag=mark_tag, marked_only=marked_only,
            force=force, told=told, problem=problems.of(source),
        )  # fmt: skip
    say_unrefined(read, book)
    if as_json:
        click.echo(json.dumps(asdict(found)))
    else:
        click.echo(f"{found}\nsaved {output}")
