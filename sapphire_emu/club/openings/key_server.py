"""Keys of a refined book for the machine: a program of its own, asked line by line.

    python -m sapphire_emu.club.openings.key_server my.book

It says ``ready`` (``ready unrefined`` of a book without refined keys), or ``error`` and why. Then
each line of moves (``e2e4 e7e5``) is answered with a key, or ``-`` when the book does not know the
game. It ends with its input. A program of its own, because the book wants ``rust-chess``, which
must not meet the machine's threads (:mod:`sapphire_emu.club.openings.one_game`).
"""

from __future__ import annotations

import contextlib
import signal
import subprocess
import sys
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from sapphire_emu.club.openings import rules
from sapphire_emu.club.openings.book_file import load_book
from sapphire_emu.club.openings.classify import key_of
from sapphire_emu.errors import UserError

UNKNOWN = "-"
READY, UNREFINED = "ready", "ready unrefined"


def answers(book_path: Path, questions: Iterable[str]) -> Iterator[str]:
    """What the program says to its input."""
    try:
        book = load_book(book_path, rules.probe())
    except UserError as error:
        yield f"error {error}"
        return
    yield READY if book.refined else UNREFINED
    for line in questions:
        yield key_of(line.split(), book) or UNKNOWN


class KeyServer:
    """The program, running. Use it from one thread at a time.

    :raises UserError: the book cannot be used, or the program does not start.
    """

    def __init__(self, book_path: Path) -> None:
        self._path = book_path
        command = [sys.executable, "-m", __name__, str(book_path)]
        self._process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        first = self._line()
        if first not in (READY, UNREFINED):
            self.close()
            raise UserError(first.removeprefix("error "))
        self.refined = first == READY
        """Whether the book has refined keys at all."""

    def key(self, moves: Sequence[str]) -> str | None:
        """The key of one game; None when the book does not know it.

        :raises UserError: the program has died.
        """
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(" ".join(moves) + "\n")
            self._process.stdin.flush()
        except OSError as error:
            raise self._died() from error
        answer = self._line()
        return None if answer == UNKNOWN else answer

    def close(self) -> None:
        """End the program."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        with contextlib.suppress(OSError):  # it has died, with a question in the pipe
            self._process.stdin.close()
        self._process.wait()
        self._process.stdout.close()

    def _line(self) -> str:
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        if not line.endswith("\n"):
            raise self._died()
        return line[:-1]

    def _died(self) -> UserError:
        return UserError(f"{self._path}: the program that reads the book has ended")


def main() -> None:
    """Serve one book on standard input and output; a stop from the keyboard is the asker's."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    for answer in answers(Path(sys.argv[1]), sys.stdin):
        print(answer, flush=True)


if __name__ == "__main__":
    main()
