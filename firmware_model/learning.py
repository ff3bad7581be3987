"""Learn and the programmable book: what the machine knows of openings beyond the built-in book.

Everything is by moves from the normal first position. *Programmed lines* (Pro Save) are offered to
the opponent as book moves, those with priority first. *Learn* (P): when it is on and the machine
has lost a game, the last move it took from a book in that game is remembered and avoided.
"""

from __future__ import annotations

from dataclasses import replace

from firmware_model.game import START_FEN, By, Game
from firmware_model.rating import Result
from firmware_model.state import BookLine, Nvram

MAX_LINES = 64
"""How many lines the programmable book holds (P)."""
MAX_LEARNT = 128

BUILT_IN, PROGRAMMED, BOTH = 1, 2, 3
"""Values of Book Select; 0 is no book."""


def moves_of(game: Game) -> tuple[str, ...] | None:
    """The game's moves in UCI; None when it did not begin from the normal first position."""
    return tuple(ply.uci for ply in game.plies) if game.start_fen == START_FEN else None


def programmed_moves(nvram: Nvram) -> tuple[str, ...]:
    """What the programmed lines offer in the present position, priority first, each once."""
    played = moves_of(nvram.game)
    if played is None or not nvram.option("book_select") & PROGRAMMED:
        return ()
    if not nvram.option("book"):
        return ()
    length = len(played)
    fitting = [
        line for line in nvram.book if len(line.moves) > length and line.moves[:length] == played
    ]
    ordered = sorted(fitting, key=lambda line: not line.priority)
    found = dict.fromkeys(line.moves[length] for line in ordered)
    return tuple(move for move in found if move not in avoided_moves(nvram))


def avoided_moves(nvram: Nvram) -> tuple[str, ...]:
    """Book moves that the machine has learnt to avoid in the present position."""
    played = moves_of(nvram.game)
    if played is None:
        return ()
    return tuple(line[-1] for line in nvram.learnt if line[:-1] == played)


def learnt_from(nvram: Nvram) -> Nvram:
    """The memory after a finished game: with Learn on, a lost game's last book move is avoided."""
    played = moves_of(nvram.game)
    if not nvram.option("learn") or played is None:
        return nvram
    booked = [number for number, ply in enumerate(nvram.game.plies) if ply.from_book]
    if not booked or nvram.game.plies[booked[-1]].by is not By.MACHINE:
        return nvram
    user_is_white = booked[-1] % 2 == 1
    if nvram.game.result_for_user(user_is_white=user_is_white) is not Result.WIN:
        return nvram
    line = played[: booked[-1] + 1]
    kept = tuple(known for known in nvram.learnt if known != line)
    return replace(nvram, learnt=(*kept, line)[-MAX_LEARNT:])


def save_line(nvram: Nvram, moves: tuple[str, ...]) -> Nvram | None:
    """The memory with a line added (once); None when the book is full."""
    if any(line.moves == moves for line in nvram.book):
        return nvram
    if len(nvram.book) >= MAX_LINES:
        return None
    return replace(nvram, book=(*nvram.book, BookLine(moves)))


def prefer_line(nvram: Nvram, moves: tuple[str, ...]) -> Nvram | None:
    """The memory with a stored line given priority; None when it is not stored."""
    if not any(line.moves == moves for line in nvram.book):
        return None
    book = tuple(
        BookLine(line.moves, priority=line.priority or line.moves == moves) for line in nvram.book
    )
    return replace(nvram, book=book)


def delete_lines(nvram: Nvram, moves: tuple[str, ...]) -> Nvram | None:
    """The memory without the lines that begin with these moves; None when there is none."""
    kept = tuple(line for line in nvram.book if line.moves[: len(moves)] != moves)
    return None if len(kept) == len(nvram.book) else replace(nvram, book=kept)
