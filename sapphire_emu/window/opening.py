"""The name of the opening on the board, found by a thread and shown when it is known."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Executor, Future

from firmware_model.game import Game, Ply

Namer = Callable[[Game], str]
"""Names a game's opening; may take a second the first time."""


class OpeningWatch:
    """Follows the game on the board.

    :param namer: asked in the executor's thread, once for each new position.
    """

    def __init__(self, namer: Namer, errands: Executor) -> None:
        self._namer = namer
        self._errands = errands
        self._plies: tuple[Ply, ...] = ()
        self._asked: Future[str] | None = None
        self._name = ""

    def name_of(self, game: Game) -> str:
        """What is known by now; the name before the last half-move until the new one is found."""
        if game.plies is not self._plies:
            self._plies = game.plies
            if not game.plies:
                self._asked, self._name = None, ""
            else:
                self._asked = self._errands.submit(self._namer, game)
        if self._asked is not None and self._asked.done():
            self._name, self._asked = self._asked.result(), None
        return self._name
