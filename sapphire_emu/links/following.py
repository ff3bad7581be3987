"""Following a game from outside, by the lines of a machine's port.

What is known of the machine is a start position and the moves since. It is set right whenever it
may be wrong (at the start, after a gap, at a line that does not fit) by asking for the game list
and the position and taking the first of these that agrees with the position:

1. the game list, played from the usual start or from the start already known;
2. what is already known;
3. the position alone, as a game that begins there.

Facts (serial 2.2, 2.3): ``New Game`` may come at any time and cancels transmission; a line about
the move just made may come twice and must do no harm.
"""

from __future__ import annotations

from dataclasses import dataclass

import chess

from sapphire_emu.links.replies import (
    BoardBlock,
    GameBlock,
    MoveLine,
    NewGameLine,
    OtherLine,
    Reply,
    resolve,
)

SYNC = ("X ON", "G", "P")
"""What is asked to be in step."""


@dataclass(frozen=True, slots=True)
class Made:
    """A half-move was made, or taken back."""

    san: str
    uci: str
    number: int
    white: bool
    taken_back: bool = False


@dataclass(frozen=True, slots=True)
class Began:
    """Another game is on the board."""

    start_fen: str


@dataclass(frozen=True, slots=True)
class InStep:
    """The whole game is known, as far as the machine can tell it."""

    half_moves: int


@dataclass(frozen=True, slots=True)
class OutOfStep:
    """A line did not fit; the machine is asked again."""

    line: str


@dataclass(frozen=True, slots=True)
class Said:
    """A line that has nothing to do with the game."""

    text: str


Event = Made | Began | InStep | OutOfStep | Said


class Follower:
    """Replies in, events out; ``asks`` collects what is to be sent.

    ``finished`` holds the boards of the games before the present one that had moves.
    """

    def __init__(self) -> None:
        self.board = chess.Board()
        self.finished: list[chess.Board] = []
        self.asks: list[str] = []
        self.in_step = False
        self._candidate: chess.Board | None = None
        self._listed = False

    def sync(self) -> None:
        """Ask for everything; for the beginning and after a gap."""
        self.in_step = False
        self._candidate = None
        self._listed = False
        self.asks = [ask for ask in self.asks if ask not in SYNC] + list(SYNC)

    def feed(self, reply: Reply) -> list[Event]:
        """Take in one reply."""
        match reply:
            case MoveLine():
                return self._move(reply)
            case NewGameLine():
                self._keep()
                self.board = chess.Board()
                self.sync()
                return [Began(self.board.fen())]
            case GameBlock():
                self._candidate = self._played(reply)
                self._listed = True
                return []
            case BoardBlock():
                return self._position(reply)
            case OtherLine(text):
                return [Said(text)]

    def _keep(self) -> None:
        if self.board.move_stack:
            self.finished.append(self.board)

    # -- moves -----------------------------------------------------------------------------

    def _move(self, line: MoveLine) -> list[Event]:
        if self._candidate is not None:
            _applied(self._candidate, line)
        if line.letter == "M" and self._repeats(line):
            return []
        if not self.in_step and line.number is None:
            return []  # without its number a move may fit by chance
        made = _applied(self.board, line)
        if made is not None:
            return [made]
        if not self.in_step:
            return []
        self.sync()
        return [OutOfStep(f"{line.letter} {line.text}")]

    def _repeats(self, line: MoveLine) -> bool:
        """Whether a line tells the last half-move once more."""
        if not self.board.move_stack:
            return False
        before = self.board.copy()
        last = before.pop()
        if line.number is not None:
            return (line.number, line.white) == _turn(before) and resolve(before, line.text) == last
        return resolve(self.board, line.text) is None and resolve(before, line.text) == last

    # -- being in step ---------------------------------------------------------------------

    def _played(self, game: GameBlock) -> chess.Board | None:
        """The game of a list, from the usual start or the known one; None when neither fits."""
        for start in dict.fromkeys((chess.STARTING_FEN, self.board.root().fen())):
            board = chess.Board(start)
            if game.moves and (game.first_number, game.white_first) != _turn(board):
                continue
            for text in game.moves:
                move = resolve(board, text)
                if move is None:
                    break
                _push(board, move)
            else:
                return board
        return None

    def _position(self, block: BoardBlock) -> list[Event]:
        if self.in_step and _agrees(self.board, block):
            return []
        if self.in_step and not self._listed:
            self.sync()
            return [OutOfStep("Position Board")]
        known, events = self.board, list[Event]()
        for board in (self._candidate, known):
            if board is not None and _agrees(board, block):
                self.board = board
                break
        else:
            self.board = _set_up(block)
        if not _continues(known, self.board):
            if known.move_stack:
                self.finished.append(known)
            events.append(Began(self.board.root().fen()))
        self._candidate, self._listed = None, False
        self.in_step = True
        return [*events, InStep(len(self.board.move_stack))]


def _turn(board: chess.Board) -> tuple[int, bool]:
    return board.fullmove_number, board.turn


def _applied(board: chess.Board, line: MoveLine) -> Made | None:
    """Make or take back the half-move of a line; None, and nothing done, if it does not fit."""
    if line.letter == "T":
        if not board.move_stack:
            return None
        before = board.copy()
        move = before.pop()
        fits = line.number is None or (line.number, line.white) == _turn(before)
        if not fits or resolve(before, line.text) != move:
            return None
        board.pop()
        return _made(board, move, taken_back=True)
    if line.number is not None and (line.number, line.white) != _turn(board):
        return None
    move_or_none = resolve(board, line.text)
    if move_or_none is None:
        return None
    made = _made(board, move_or_none)
    _push(board, move_or_none)
    return made


def _made(board: chess.Board, move: chess.Move, *, taken_back: bool = False) -> Made:
    number, white = _turn(board)
    _believe_en_passant(board, move)
    return Made(board.san(move), move.uci(), number, white, taken_back)


def _push(board: chess.Board, move: chess.Move) -> None:
    _believe_en_passant(board, move)
    board.push(move)


def _believe_en_passant(board: chess.Board, move: chess.Move) -> None:
    if not board.is_legal(move):
        board.ep_square = move.to_square


def _agrees(board: chess.Board, block: BoardBlock) -> bool:
    return (board.board_fen(), board.turn) == (block.placement, block.white_to_move)


def _set_up(block: BoardBlock) -> chess.Board:
    """A game that begins at a position; castling where king and rook stand at home."""
    board = chess.Board(None)
    board.set_board_fen(block.placement)
    board.turn = block.white_to_move
    board.set_castling_fen("KQkq")
    board.castling_rights = board.clean_castling_rights()
    return board


def _continues(old: chess.Board, new: chess.Board) -> bool:
    """Whether two boards are stages of one game, one a beginning of the other."""
    if old is new:
        return True
    if old.root().fen() != new.root().fen():
        return False
    shorter = min(len(old.move_stack), len(new.move_stack))
    return old.move_stack[:shorter] == new.move_stack[:shorter] and (
        shorter > 0 or not old.move_stack
    )
