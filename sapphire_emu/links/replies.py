"""Lines that a Novag sends, read in every dialect: moves, boards, game lists, the rest.

The other direction of :mod:`firmware_model.printing`, and more forgiving: layouts of notes and logs
of other models are read too (`` |`` at the end, piece letters, any width of blanks). A board or a
game list comes in several lines; it is complete when its last line is there, when another line
comes, or when :meth:`Reader.pause` says that nothing has come for a while.

>>> reader = Reader()
>>> reader.feed(b"M   7,  c5xd4\\r\\n")
[MoveLine(letter='M', text='c5xd4', number=7, white=False)]
"""

from __future__ import annotations

import re
from dataclasses import dataclass

import chess

from firmware_model.wire import Pending, feed


@dataclass(frozen=True, slots=True)
class MoveLine:
    """A half-move made (letter M) or taken back (T); without number and colour in Video Mode."""

    letter: str
    text: str
    number: int | None = None
    white: bool | None = None


@dataclass(frozen=True, slots=True)
class NewGameLine:
    """A game, or a position that was set up, begins."""


@dataclass(frozen=True, slots=True)
class BoardBlock:
    """A position: piece placement as in a FEN, and the side to move."""

    placement: str
    white_to_move: bool


@dataclass(frozen=True, slots=True)
class GameBlock:
    """The moves of a game as texts, from move ``first_number`` on."""

    first_number: int
    white_first: bool
    moves: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class OtherLine:
    """Anything else, such as ``Xmit on`` or the answer to ``I``."""

    text: str


Reply = MoveLine | NewGameLine | BoardBlock | GameBlock | OtherLine

_MOVE = (
    r"(?:[KQRBNP]?[a-h][1-8][-x:]?[a-h][1-8](?:/?[QRBNqrbn])?(?:ep)?|[O0]-[O0](?:-[O0])?)[+#]{0,2}"
)
_NUMBERED = re.compile(rf"([MT])\s*(\d{{1,4}})\s*(,?)\s+({_MOVE})(?:\s*\|)?")
_BARE = re.compile(rf"([MT])\s*({_MOVE})(?:\s*\|)?")
_GAME_HEAD = re.compile(r"Game\s+(\d{1,4})", re.IGNORECASE)
_GAME_ROW = re.compile(rf"\.\s*(\d{{1,4}})(\s+)({_MOVE})(?:\s+({_MOVE}))?(?:\s*\|)?")
_WIDE_RANK = re.compile(r"\.([1-8]) (.{23}) \1([+-]?)")
_COMPACT_RANK = re.compile(r"\.([1-8])([ KQRBNPkqrbnp]{0,8})([+-]?)")
_WHITE_FIELD = 9
"""A single move further right than this from its number is Black's (the field before is empty)."""

MOST_ROWS = 2000


class Reader:
    """Bytes in, replies out; bounded, and silent about rubbish."""

    def __init__(self) -> None:
        self._pending = Pending()
        self._board: list[str] | None = None
        self._rows: list[tuple[int, str, str]] | None = None
        self._rows_due = 0

    def feed(self, data: bytes) -> list[Reply]:
        """Add what has arrived; every reply that is complete now."""
        self._pending, lines = feed(self._pending, data)
        found: list[Reply] = []
        for line in lines:
            found += self._line(line)
        return found

    def pause(self) -> list[Reply]:
        """Nothing has come for a while: a list shorter than it promised is over."""
        return self._end_block()

    def _line(self, line: str) -> list[Reply]:
        if line.startswith("."):
            return self._block_line(line)
        found = self._end_block()
        head = _GAME_HEAD.fullmatch(line)
        if line.lower() == "new game":
            found.append(NewGameLine())
        elif line.lower() == "position board":
            self._board = []
        elif head is not None:
            self._rows, self._rows_due = [], min(int(head[1]), MOST_ROWS)
        elif (move := move_line(line)) is not None:
            found.append(move)
        else:
            found.append(OtherLine(line))
        return found

    def _block_line(self, line: str) -> list[Reply]:
        if self._board is not None:
            return self._rank(line)
        if self._rows is None:
            return []
        row = _GAME_ROW.fullmatch(line)
        if row is not None and len(self._rows) < MOST_ROWS:
            number, gap, first, second = row.groups()
            blacks = second is None and len(gap) > _WHITE_FIELD
            self._rows.append((int(number), "" if blacks else first, first if blacks else second))
        headed = row is None and not self._rows_due
        return self._end_block() if headed or len(self._rows) == self._rows_due else []

    def _rank(self, line: str) -> list[Reply]:
        """A rank of a board: wide, or compact with trailing blanks lost."""
        assert self._board is not None
        wide = _WIDE_RANK.fullmatch(line)
        found = wide or _COMPACT_RANK.fullmatch(line)
        if found is None or int(found[1]) != 8 - len(self._board):
            return []
        squares = _wide_squares(found[2]) if wide else found[2].ljust(8)
        self._board.append(squares)
        if len(self._board) < 8:
            return []
        placement, self._board = _placement(self._board), None
        try:
            chess.BaseBoard(placement)
        except ValueError:
            return []
        return [BoardBlock(placement, white_to_move=found[3] != "-")]

    def _end_block(self) -> list[Reply]:
        self._board = None
        rows, self._rows = self._rows, None
        if rows is None:
            return []
        moves = tuple(text for row in rows for text in row[1:] if text)
        first = rows[0] if rows else (1, "-", "")
        return [GameBlock(first[0], bool(first[1]), moves)]


def move_line(line: str) -> MoveLine | None:
    """A line about a half-move; None for any other.

    >>> move_line("Me7-e8/Q")
    MoveLine(letter='M', text='e7-e8/Q', number=None, white=None)
    """
    found = _NUMBERED.fullmatch(line)
    if found is not None:
        return MoveLine(found[1], found[4], int(found[2]), white=not found[3])
    found = _BARE.fullmatch(line)
    return MoveLine(found[1], found[2]) if found is not None else None


def _wide_squares(text: str) -> str:
    """``br bn    ::`` to one sign a square; White is ``W`` and a capital."""
    signs = []
    for index in range(0, 24, 3):
        colour, kind = text[index], text[index + 1]
        signs.append(kind.upper() if colour == "W" else kind.lower() if colour in "bB" else " ")
    return "".join(signs)


def _placement(ranks: list[str]) -> str:
    joined = "/".join(ranks)
    return re.sub(" +", lambda gap: str(len(gap[0])), joined)


_PARTS = re.compile(r"[KQRBNP]?([a-h][1-8])[-x:]?([a-h][1-8])(?:/?([QRBNqrbn]))?(?:ep)?[+#]{0,2}")


def resolve(board: chess.Board, text: str) -> chess.Move | None:
    """The legal move on ``board`` that a text means; None when there is none.

    En passant is believed even where the board does not know it is possible, as after a position
    that was read back.
    """
    if text[0] in "O0":
        san = text.replace("0", "O").rstrip("+#")
        try:
            return board.parse_san(san)
        except ValueError:
            return None
    found = _PARTS.fullmatch(text)
    if found is None:
        return None
    promotion = found[3].lower() if found[3] else ""
    try:
        move = chess.Move.from_uci(f"{found[1]}{found[2]}{promotion}")
    except chess.InvalidMoveError:
        return None
    for candidate in (move, chess.Move(move.from_square, move.to_square, chess.QUEEN)):
        if board.is_legal(candidate):
            return candidate
    sideways = chess.square_file(move.from_square) != chess.square_file(move.to_square)
    if board.piece_type_at(move.from_square) == chess.PAWN and sideways:
        board = board.copy(stack=False)
        board.ep_square = move.to_square
        if board.is_legal(move):
            return move
    return None
