"""Saves the memory as things happen, in a thread of its own, so that a slow disk stops nothing.

States that follow each other faster than the disk are merged into the newest; a rated game or a
reset is never merged away. What :meth:`Saver.flush` has returned from is on disk.
"""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Callable
from dataclasses import dataclass

from firmware_model.game import Game
from firmware_model.rating import Record
from firmware_model.state import Nvram, RatedGame
from sapphire_emu.errors import UserError
from sapphire_emu.store.memory import Memory, now

RETRY_S = 1.0

Namer = Callable[[Game], tuple[str, str]]
"""Finds the key and the name of a game's opening, two empty texts when it has none."""


@dataclass(frozen=True, slots=True)
class _Save:
    nvram: Nvram
    rated: RatedGame | None
    reset_from: Record | None
    at: str

    @property
    def plain(self) -> bool:
        return self.rated is None and self.reset_from is None


class Saver:
    """The one writer of an open memory.

    :param note: told one line when a save fails, and again when it has succeeded after all.
    :param opening_of: asked in the saver's thread about each rated game.
    """

    def __init__(
        self,
        memory: Memory,
        *,
        note: Callable[[str], None],
        opening_of: Namer = lambda game: ("", ""),
    ) -> None:
        self._memory = memory
        self._note = note
        self._opening_of = opening_of
        self._waiting: list[_Save] = []
        self._changed = threading.Condition()
        self._busy = False
        self._closing = False
        self._failure = ""
        self._record = memory.load().record
        self._thread = threading.Thread(target=self._run, name="saver", daemon=True)
        self._thread.start()

    def save(self, nvram: Nvram, rated: RatedGame | None = None) -> None:
        """Queue a memory to be made durable; returns at once."""
        reset = nvram.record != self._record and rated is None
        save = _Save(nvram, rated, self._record if reset else None, now())
        self._record = nvram.record
        with self._changed:
            if save.plain and self._waiting and self._waiting[-1].plain:
                self._waiting[-1] = save
            else:
                self._waiting.append(save)
            self._changed.notify_all()

    def flush(self, timeout_s: float = 10.0) -> None:
        """Wait until everything queued is on disk.

        :raises UserError: it could not be saved in time.
        """
        with self._changed:
            done = self._changed.wait_for(
                lambda: not self._waiting and not self._busy, timeout_s if not self._failure else 0
            )
        if not done:
            reason = self._failure or "the disk does not answer"
            raise UserError(f"{self._memory.path}: the last changes are not saved: {reason}")

    def close(self) -> None:
        """Flush, end the thread, close the memory.

        :raises UserError: as :meth:`flush`.
        """
        try:
            self.flush()
        finally:
            with self._changed:
                self._closing = True
                self._changed.notify_all()
            self._thread.join(RETRY_S * 2)
            self._memory.close()

    def _run(self) -> None:
        while True:
            with self._changed:
                self._changed.wait_for(lambda: self._waiting or self._closing)
                if self._closing:
                    return
                save = self._waiting.pop(0)
                self._busy = True
            failure = self._write(save)
            with self._changed:
                self._busy = False
                if failure:
                    self._waiting.insert(0, save)
                    if not self._failure:
                        self._note(f"the memory cannot be saved: {failure}; trying again")
                    self._failure = failure
                    self._changed.wait_for(lambda: self._closing, RETRY_S)
                elif self._failure:
                    self._note("the memory is saved again")
                    self._failure = ""
                self._changed.notify_all()

    def _write(self, save: _Save) -> str:
        try:
            if save.reset_from is not None:
                self._memory.save_reset(save.nvram, save.reset_from, at=save.at)
            else:
                rated = save.rated
                opening = ("", "") if rated is None else self._opening_of(rated.game)
                self._memory.save(save.nvram, rated, at=save.at, opening=opening)
        except sqlite3.Error as error:
            return str(error)
        return ""
