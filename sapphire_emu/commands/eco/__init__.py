"""``sapphire eco``: ECO codes, opening books and refined keys."""

from __future__ import annotations

import click

from sapphire_emu.commands.eco.books import build, refine, sort, stats, unrefine
from sapphire_emu.commands.eco.browse import browse, tree
from sapphire_emu.commands.eco.classify import classify


@click.group(
    context_settings={"help_option_names": ["-h", "--help"]},
    epilog="See docs/eco.md for the keys, the files and the measurements.",
)
def eco() -> None:
    """ECO codes for games, opening books from game files, and refined keys XDD/DD.

    \b
    Examples:
      sapphire eco classify games.pgn -o coded.pgn
      sapphire eco build games.pgn -o my.book
      sapphire eco refine my.book --min-games 10
      sapphire eco classify games.pgn --book my.book -o keyed.pgn
      sapphire eco sort keyed.pgn --book my.book --key C89/90-99 -o c89.pgn
      sapphire eco browse my.book
    """


for command in (classify, build, refine, unrefine, sort, stats, browse, tree):
    eco.add_command(command)
