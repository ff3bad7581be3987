"""Code and name of a single game, as the machine plays it, by python-chess.

The commands for whole files use ``rust-chess``, which crashes when a second thread comes to use it
after a first has ended; a machine saves in one thread and draws in another, so it stays away from
it.
"""

from __future__ import annotations

from collections.abc import Sequence

import chess

from sapphire_emu.club.openings.base_table import named_positions
from sapphire_emu.club.openings.codes import code_text
from sapphire_emu.club.openings.extra import table_installed


def code_of(moves: Sequence[str]) -> tuple[str, str] | None:
    """ECO code and name of a game, given its moves as squares from the start position.

    :return: None when the optional package is missing, when no position of the game has a name,
        or when a move is not legal.

    >>> code_of(("e2e4", "e7e5", "g1f3")) in (None, ("C40", "King's Knight Opening"))
    True
    """
    if not table_installed():
        return None
    names, board, found = named_positions(), chess.Board(), None
    try:
        for uci in moves:
            board.push_uci(uci)
            found = names.get(board.epd()) or found
    except ValueError:
        return None
    return (code_text(found.code), found.name) if found else None
