"""The games heard, as a PGN file that is whole after every half-move.

What is in the file already stays. If its last game is unfinished and goes on at the port, it is
continued in place instead of being written twice.
"""

from __future__ import annotations

import datetime
import io
from pathlib import Path

import chess
import chess.pgn

from sapphire_emu.errors import InputError
from sapphire_emu.reading import MIB, read_bytes
from sapphire_emu.saving import save

LARGEST_BYTES = 64 * MIB


class PgnFile:
    """Games appended to a file.

    :param path: where; the file may exist.
    :raises InputError: it exists and cannot be read as text, or cannot be written.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._before = ""
        self._unfinished: tuple[str, chess.Board] | None = None
        self._written = ""
        self._dates: list[str] = []
        if path.exists():
            self._read()
        else:
            save(path, b"")  # so that a place that cannot be written is found before the game

    def _read(self) -> None:
        data = read_bytes(self._path, most=LARGEST_BYTES, expected="a smaller file to add to")
        text = data.decode("utf-8", "surrogateescape").replace("\r\n", "\n")
        if "\0" in text:
            raise InputError("is no PGN file", path=self._path, expected="text")
        self._before = self._written = text
        stream, last, start = io.StringIO(text), None, 0
        while True:
            offset = stream.tell()
            headers = chess.pgn.read_headers(stream)
            if headers is None:
                break
            last, start = headers, offset
        if last is not None and last.get("Result", "*") == "*":
            game = chess.pgn.read_game(io.StringIO(text[start:]))
            if game is not None and not game.errors:
                self._unfinished = (text[:start], game.end().board())

    def write(self, boards: list[chess.Board], device: str) -> bool:
        """Make the file hold what was in it and these games; True when that changed anything.

        :param device: what the machine calls itself, for the headers.
        :raises InputError: it cannot be written; the old file is intact.
        """
        boards = [board for board in boards if board.move_stack]
        head = self._before
        if self._unfinished is not None and boards:
            earlier, known = self._unfinished
            first = boards[0]
            same_start = known.root().fen() == first.root().fen()
            if same_start and first.move_stack[: len(known.move_stack)] == known.move_stack:
                head = earlier
        while len(self._dates) < len(boards):
            self._dates.append(datetime.datetime.now().astimezone().strftime("%Y.%m.%d"))
        games = [
            _game_text(board, device, date)
            for board, date in zip(boards, self._dates, strict=False)
        ]
        parts = [part for part in (head.rstrip("\n"), *games) if part]
        text = "\n\n".join(parts) + "\n" if parts else ""
        if not games or text == self._written:
            return False
        save(self._path, text.encode("utf-8", errors="surrogateescape"))
        self._written = text
        return True


def _game_text(board: chess.Board, device: str, date: str) -> str:
    game = chess.pgn.Game.from_board(board)
    outcome = board.outcome(claim_draw=True)
    game.headers["Event"] = "Heard at the serial port"
    game.headers["Date"] = date
    game.headers["Result"] = outcome.result() if outcome is not None else "*"
    if device:
        game.headers["Source"] = device
    return str(game)
