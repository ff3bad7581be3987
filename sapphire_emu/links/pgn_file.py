"""The games heard, as a PGN file that is whole after every half-move.

What is in the file already stays, byte for byte. One thing is written anew: an unfinished last game
that this program wrote itself, that nobody has changed since, and that goes on at the port. Any
other game gets the heard one appended after it.
"""

from __future__ import annotations

import datetime
import io
import re
from pathlib import Path
from typing import NamedTuple

import chess
import chess.pgn

from sapphire_emu.errors import InputError, printable
from sapphire_emu.reading import MIB, read_bytes
from sapphire_emu.saving import save, try_to_write

LARGEST_BYTES = 64 * MIB
_EVENT = "Heard at the serial port"
_OTHER = "games; name another file"
_REMARK = rb"\{[^}]*+\}|;[^\r\n]*+|(?<![^\r\n])%[^\r\n]*+"
_LEAD = re.compile(rb"(?:\xef\xbb\xbf)?+(?:\s|" + _REMARK + rb")*+")
_GAME = re.compile(rb"\d{1,3}\s*\.|[KQRBN]?[a-h1-8x]{0,3}[a-h][1-8]\b|[O0]-[O0]|\*|1-0|0-1|1/2|\Z")
"""How a game without tags begins: a move number, a move, a result; or no game, nothing."""
_TAG = re.compile(rb'^(?:\xef\xbb\xbf)?[ \t]*\[[ \t]*[A-Za-z0-9_]+[ \t]+"', re.MULTILINE)
_OPENED = re.compile(rb'"(?:[^"\\\r\n]|\\.)*+"|' + _REMARK + rb"|(\{)")
"""Values of tags and remarks; the group is a comment that is never closed."""


class PgnFile:
    """Games appended to a file.

    :param path: where; the file may exist.
    :raises InputError: it exists and is no file of games, or cannot be read or written.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._dates: list[str] = []
        self._past = 0
        """Heard games that stand in ``_before`` since somebody else has changed the file."""
        self._finished = 0
        """Heard games that were over when they were last written."""
        if path.exists():
            self._take_in(_read(path))
        else:
            try_to_write(path.parent)
            self._take_in(b"")
        self._mark = _mark_of(path)

    def _take_in(self, data: bytes) -> None:
        """Begin with these bytes in the file."""
        _check(self._path, data)
        self._before = self._written = data
        self._line_end = _line_end_of(data)
        self._own = _own_game_at_the_end(data)

    def write(self, boards: list[chess.Board], device: str) -> bool:
        """Make the file hold what was in it and these games; True when that changed anything.

        :param boards: every game heard so far, the present one last.
        :param device: what the machine calls itself, for the headers.
        :raises InputError: it cannot be written; the old file is intact.
        """
        self._look_again()
        while len(self._dates) < len(boards):
            self._dates.append(datetime.datetime.now().astimezone().strftime("%Y.%m.%d"))
        heard = [at for at in range(self._past, len(boards)) if boards[at].move_stack]
        head, games = self._before, list[str]()
        for at in heard:
            date, source = self._dates[at], device
            if self._own is not None and not games and _goes_on(self._own.board, boards[at]):
                head = self._own.before
                date, source = self._own.date, self._own.device or device
            games.append(_game_text(boards[at], source, date))
        if not games:
            return False
        text = "\n".join(f"{game}\n" for game in games).replace("\n", self._line_end)
        data = head + _gap(head, self._line_end.encode()) + text.encode("utf-8")
        if data == self._written:
            return False
        save(self._path, data)
        self._written, self._mark = data, _mark_of(self._path)
        self._finished = len(boards) - 1
        return True

    def _look_again(self) -> None:
        """Take in what somebody else has written meanwhile, so that it stays too."""
        mark = _mark_of(self._path)
        if mark is None or mark == self._mark:
            return
        data = _read(self._path)
        if data != self._written:
            self._take_in(data)
            self._past = self._finished
        self._mark = mark


class _Own(NamedTuple):
    """A game of this program's at the end of a file, unfinished, and what stands before it."""

    before: bytes
    board: chess.Board
    date: str
    device: str


def _read(path: Path) -> bytes:
    if path.is_fifo():
        raise InputError("is no ordinary file", path=path, expected="a PGN file or a new name")
    return read_bytes(path, most=LARGEST_BYTES, expected="a smaller file to add to")


def _mark_of(path: Path) -> tuple[int, int, int] | None:
    """What changes when somebody writes the file; None if it is not there."""
    try:
        status = path.stat()
    except OSError:
        return None
    return status.st_ino, status.st_mtime_ns, status.st_size


def _check(path: Path, data: bytes) -> None:
    """Refuse what is no PGN, and what would swallow a game that is appended.

    :raises InputError: it is one of these.
    """
    nul = data.find(b"\0")
    if nul >= 0:
        raise _fault("is no PGN file: a NUL", path, data, nul, _OTHER)
    lead = _LEAD.match(data)
    first = lead.end() if lead else 0
    if not _GAME.match(data, first) and not _TAG.search(data):
        raise _fault("is no PGN file: this begins no game", path, data, first, _OTHER)
    for found in _OPENED.finditer(data):
        if found[1]:
            text = "a comment is never closed, and would swallow what is added"
            raise _fault(text, path, data, found.start(), "a }, or another file")


def _fault(text: str, path: Path, data: bytes, at: int, expected: str) -> InputError:
    line = data.count(b"\n", 0, at) + 1
    column = at - data.rfind(b"\n", 0, at)
    return InputError(text, path=path, line=line, column=column, expected=expected)


def _line_end_of(data: bytes) -> str:
    """The line end that the file has."""
    found = re.search(rb"\r\n|\n|\r", data)
    return found[0].decode() if found else "\n"


def _gap(before: bytes, line_end: bytes) -> bytes:
    """What is missing for one blank line at least after what stands before."""
    text = before.rstrip(b" \t\r\n")
    if not text.removeprefix(b"\xef\xbb\xbf"):
        return b""
    after = before[len(text) :].replace(b"\r\n", b"\n").replace(b"\r", b"\n")
    ends = after.count(b"\n") if after.endswith(b"\n") else 0
    return line_end * max(2 - ends, 0)


def _own_game_at_the_end(data: bytes) -> _Own | None:
    """The last game if this program wrote it, it is unfinished, and nobody has changed it."""
    start = data.rfind(f'[Event "{_EVENT}"]'.encode())
    if start < 0 or (start and data[start - 1 : start] not in (b"\n", b"\r")):
        return None
    try:
        text = data[start:].decode("utf-8").replace("\r\n", "\n").replace("\r", "\n")
    except UnicodeDecodeError:
        return None
    game = chess.pgn.read_game(io.StringIO(text))
    if game is None or game.errors or game.headers.get("Result") != "*":
        return None
    board, heads = game.end().board(), game.headers
    own = _Own(data[:start], board, heads.get("Date", ""), heads.get("Source", ""))
    return own if text == f"{_game_text(board, own.device, own.date)}\n" else None


def _goes_on(known: chess.Board, heard: chess.Board) -> bool:
    """Whether the heard game begins with the whole of the known one."""
    moves = known.move_stack
    return known.root().fen() == heard.root().fen() and heard.move_stack[: len(moves)] == moves


def _game_text(board: chess.Board, device: str, date: str) -> str:
    game = chess.pgn.Game.from_board(board)
    outcome = board.outcome(claim_draw=True)
    game.headers["Event"] = _EVENT
    game.headers["Date"] = date
    game.headers["Result"] = outcome.result() if outcome is not None else "*"
    if device:
        game.headers["Source"] = printable(device).translate({ord('"'): "'", ord("\\"): "/"})
    return str(game)
