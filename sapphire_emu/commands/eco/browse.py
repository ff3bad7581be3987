"""``sapphire eco browse`` and ``sapphire eco tree``."""

from __future__ import annotations

import itertools
import sys
from pathlib import Path

import click

from sapphire_emu.commands.eco.books import load
from sapphire_emu.commands.eco.options import FILE, Codes
from sapphire_emu.errors import UserError
from sapphire_emu.reading import typed_line


@click.command()
@click.argument("book", metavar="BOOK", type=FILE)
@click.option(
    "--games", "sources", multiple=True, type=FILE,
    help="Game files to load from, instead of those the book was built from.",
)  # fmt: skip
def browse(book: Path, sources: tuple[Path, ...]) -> None:
    """Go up and down in a book: moves, games, results, keys; save the games of a line as PGN.

    Commands, one a line: moves or a number go down, up goes back, top to the start, line shows
    the moves, games FILE saves the games that pass the position, quit leaves. They may come from a
    pipe; then the first that cannot be done ends the program with exit status 2.

    \b
    Examples:
      sapphire eco browse my.book
      printf 'e4\\ne5\\nNf3\\ngames kings-knight.pgn\\n' | sapphire eco browse my.book
    """
    from sapphire_emu.club.openings.browse import Browser

    browser = Browser(load(book), sources, book.parent)
    asks = sys.stdin.isatty()
    click.echo("\n".join(browser.lines()))
    for number in itertools.count(1):
        if asks:
            click.echo("> ", nl=False)
        words = typed_line(number)
        if not words:
            return
        try:
            lines = browser.obey(words)
        except UserError as error:
            if not asks:
                raise UserError(f"standard input:{number}: {error}") from None
            lines = [str(error)]
        if lines is None:
            return
        click.echo("\n".join(lines))


@click.command()
@click.argument("book", metavar="BOOK", type=FILE)
@click.option("--eco", required=True, type=Codes(), help="The code to draw, such as C89.")
@click.option("--svg", "picture", required=True, type=FILE, metavar="FILE",
              help="Picture to write, .svg or .png.")  # fmt: skip
@click.option("--force", is_flag=True, help="Replace the picture if it exists.")
def tree(book: Path, eco: frozenset[int], picture: Path, *, force: bool) -> None:
    """Draw the main nodes of one code with their keys, each under the one it comes from.

    \b
    Examples:
      sapphire eco tree my.book --eco C89 --svg c89.svg
    """
    from sapphire_emu.club.openings.tree_picture import tree_picture
    from sapphire_emu.club.picture import draw
    from sapphire_emu.outputs import may_replace

    replace = may_replace(picture, [book], force=force)
    if len(eco) != 1:
        raise UserError("--eco: one code (expected one such as C89)")
    draw(tree_picture(load(book), next(iter(eco))), picture, replace=replace)
    click.echo(f"saved {picture}")
