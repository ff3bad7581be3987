"""What the openings of the user's own games are called: wires the club's keys to the machine.

Codes and names come from the base table of the extra ``[openings]``; with a book of the user's, the
key is that book's ``XDD/DD``. Without the extra nothing has a name, and nothing fails.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from firmware_model.game import START_FEN, Game
from sapphire_emu.errors import UserError

if TYPE_CHECKING:
    from sapphire_emu.club.openings.key_server import KeyServer

NAMELESS = ("", "")
UNCOMMON = "A00"
"""The code of a game that has no named position."""


class OpeningKeys:
    """Finds key and name of games; slow the first time (table and book are read), then quick.

    Safe to use from several threads. Close it, or the program that reads the book stays.

    :param book_path: a book made by ``sapphire eco build`` and refined; None for plain codes.
    :param note: told once, in one line, when the book cannot be used; codes are plain then.
    """

    def __init__(self, book_path: Path | None, *, note: Callable[[str], None]) -> None:
        self._book_path = book_path
        self._note = note
        self._server: KeyServer | None = None
        self._asking = threading.Lock()

    def of_moves(self, moves: Sequence[str], start_fen: str = START_FEN) -> tuple[str, str]:
        """Key and name of a game given as squares; two empty texts where there is nothing to say.

        That is before the first half-move, after another start position, and without the extra.

        >>> OpeningKeys(None, note=print).of_moves(())
        ('', '')
        """
        from sapphire_emu.club.openings.extra import table_installed

        if not moves or start_fen != START_FEN or not table_installed():
            return NAMELESS
        from sapphire_emu.club.openings.one_game import code_of

        with self._asking:
            try:
                code, name = code_of(moves) or (UNCOMMON, "")
                return self._refined(moves) or code, name
            except UserError as error:
                self._note(f"openings are not named: {error}")
                return NAMELESS

    def of_game(self, game: Game) -> tuple[str, str]:
        """Key and name of a game of the machine."""
        return self.of_moves([ply.uci for ply in game.plies], game.start_fen)

    def close(self) -> None:
        """End the program that reads the book."""
        with self._asking:
            if self._server is not None:
                self._server.close()
                self._server = None
            self._book_path = None

    def _refined(self, moves: Sequence[str]) -> str | None:
        if self._book_path is None:
            return None
        try:
            if self._server is None:
                from sapphire_emu.club.openings.key_server import KeyServer

                self._server = KeyServer(self._book_path)
                if not self._server.refined:
                    path = self._book_path
                    self._note(f"{path}: this book is not refined (sapphire eco refine {path})")
            return self._server.key(moves)
        except UserError as error:
            self._note(f"{error}; plain codes are used")
            self._book_path = None
            return None
