"""What the serial port says: reports, and the bytes a dialect makes of them.

A report is what happened; :mod:`firmware_model.dialects` tells how each model writes it. Layouts:
move, game and board lines are a real Citrine's (A); Video Mode's are what a driver's author
measured of a Sapphire II (B); book and search lines are our own (D).

>>> to_bytes(Words("New Game"), DIALECTS["sapphire2"])
b'New Game\\r\\n'
>>> board = chess.Board()
>>> to_bytes(move_report(board, chess.Move.from_uci("e2e4")), DIALECTS["sapphire2"])
b'M   1   e2-e4\\r\\n'
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import assert_never

import chess

from firmware_model.dialects import DIALECTS, Dialect

# -- reports ---------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Words:
    """A fixed line such as ``New Game`` or ``Xmit on``."""

    text: str


@dataclass(frozen=True, slots=True)
class Identify:
    """The answer to ``I``: every dialect has its own line."""


@dataclass(frozen=True, slots=True)
class MoveReport:
    """One half-move made (letter M) or taken back (letter T)."""

    number: int
    white: bool
    uci: str
    piece: str
    capture: bool
    en_passant: bool
    castling: str
    letter: str = "M"
    video: bool = False


@dataclass(frozen=True, slots=True)
class GameReport:
    """The moves from the first one on (``Print Games``)."""

    moves: tuple[MoveReport, ...]


@dataclass(frozen=True, slots=True)
class BoardReport:
    """A position (``Print Board``): piece placement of a FEN, side to move."""

    placement: str
    white_to_move: bool
    video: bool = False


@dataclass(frozen=True, slots=True)
class ClockReport:
    """Both clocks, in whole seconds used."""

    white_s: int
    black_s: int


@dataclass(frozen=True, slots=True)
class LevelReport:
    """The levels of both sides, as LCD codes such as ``tr 1``."""

    white: str
    black: str


@dataclass(frozen=True, slots=True)
class BookReport:
    """The programmed opening lines: UCI moves and whether the line has priority."""

    lines: tuple[tuple[tuple[str, ...], bool], ...]


@dataclass(frozen=True, slots=True)
class SearchReport:
    """What the machine sees while it thinks: plies, centipawns, positions, the line."""

    depth: int
    score_cp: int
    nodes: int
    line: tuple[MoveReport, ...]


Report = (
    Words
    | Identify
    | MoveReport
    | GameReport
    | BoardReport
    | ClockReport
    | LevelReport
    | BookReport
    | SearchReport
)

# -- bytes -----------------------------------------------------------------------------------

_WITH_LETTERS = DIALECTS["sapphire2"].with_switches(piece_letters=True)
"""Lines of search have piece letters in every dialect, as a Novag programmer told (C)."""

BOARD_HEAD = "Position Board"
FILES_LINE = ".  aa bb cc dd ee ff gg hh"


def move_report(
    board: chess.Board, move: chess.Move, *, letter: str = "M", video: bool = False
) -> MoveReport:
    """The report of a legal move about to be made on ``board``."""
    piece = board.piece_at(move.from_square)
    castling = ""
    if board.is_castling(move):
        castling = "O-O" if chess.square_file(move.to_square) > 4 else "O-O-O"
    return MoveReport(
        number=board.fullmove_number,
        white=board.turn,
        uci=move.uci(),
        piece=piece.symbol().upper() if piece else "P",
        capture=board.is_capture(move),
        en_passant=board.is_en_passant(move),
        castling=castling,
        letter=letter,
        video=video,
    )


def move_text(move: MoveReport, dialect: Dialect) -> str:
    """A move in long algebraic notation: ``g1-f3``, ``e7xd8/Q``, ``O-O``."""
    if move.castling:
        return move.castling if dialect.castling_sign else f"{move.uci[:2]}-{move.uci[2:4]}"
    origin, target, promotion = move.uci[:2], move.uci[2:4], move.uci[4:].upper()
    letter = move.piece if dialect.piece_letters and move.piece != "P" else ""
    text = f"{letter}{origin}{'x' if move.capture else '-'}{target}"
    if promotion:
        text += f"/{promotion}"
    if move.en_passant and dialect.ep_suffix:
        text += "ep"
    return text


def _move_line(move: MoveReport, dialect: Dialect) -> str:
    if move.video or dialect.video:
        text = f"{move.uci[:2]}-{move.uci[2:4]}"
        return f"{move.letter}{text}" + (f"/{move.uci[4:].upper()}" if move.uci[4:] else "")
    line = f"{move.letter}{move.number:4d}{' ' if move.white else ','}  {move_text(move, dialect)}"
    return f"{line} |" if dialect.bar else line


def _board_lines(report: BoardReport, dialect: Dialect) -> list[str]:
    board = chess.BaseBoard(report.placement)
    side = "+" if report.white_to_move else "-"
    compact = report.video or dialect.video
    lines = [BOARD_HEAD] if compact else [BOARD_HEAD, FILES_LINE]
    for rank in range(7, -1, -1):
        end = side if rank == 0 else ""
        pieces = [board.piece_at(chess.square(file, rank)) for file in range(8)]
        if compact:
            row = "".join(piece.symbol() if piece else " " for piece in pieces)
            lines.append(f".{rank + 1}{row}{end}")
            continue
        cells = [_cell(piece, dark=(file + rank) % 2 == 0) for file, piece in enumerate(pieces)]
        lines.append(f".{rank + 1} {' '.join(cells)} {rank + 1}{end}")
    return lines if compact else [*lines, FILES_LINE]


def _cell(piece: chess.Piece | None, *, dark: bool) -> str:
    if piece is None:
        return "::" if dark else "  "
    symbol = piece.symbol()
    return f"W{symbol}" if piece.color else f"b{symbol}"


def _game_lines(report: GameReport, dialect: Dialect) -> list[str]:
    rows: dict[int, list[str]] = {}
    for move in report.moves:
        row = rows.setdefault(move.number, ["", ""])
        row[0 if move.white else 1] = move_text(move, dialect)
    lines = [f"Game{len(rows):4d}", f".      {'white':<12}black"]
    lines += [f".{number:4d}  {white:<12}{black}" for number, (white, black) in rows.items()]
    return lines


def _book_lines(report: BookReport, dialect: Dialect) -> list[str]:
    """Own layout (D): a count, then each line's moves as a game list would number them."""
    lines = [f"Book{len(report.lines):4d}"]
    for number, (moves, priority) in enumerate(report.lines, start=1):
        board = chess.Board()
        reports = []
        for uci in moves:
            move = chess.Move.from_uci(uci)
            reports.append(move_report(board, move))
            board.push(move)
        lines.append(f".Line{number:3d}{' prior' if priority else ''}")
        lines += _game_lines(GameReport(tuple(reports)), dialect)[2:]
    return lines


def _hms(seconds: int) -> str:
    return f"{seconds // 3600:02}:{seconds // 60 % 60:02}:{seconds % 60:02}"


def to_lines(report: Report, dialect: Dialect) -> list[str]:
    """The lines of a report in a dialect, without line ends."""
    match report:
        case Words(text):
            return [text]
        case Identify():
            return [dialect.ident]
        case MoveReport():
            return [_move_line(report, dialect)]
        case BoardReport():
            return _board_lines(report, dialect)
        case GameReport():
            return _game_lines(report, dialect)
        case BookReport():
            return _book_lines(report, dialect)
        case SearchReport(depth, score_cp, nodes, line):
            moves = " ".join(move_text(move, _WITH_LETTERS) for move in line)
            return [f"S{depth:4d}  {score_cp / 100:+.2f} {nodes} {moves}".rstrip()]
        case ClockReport(white_s, black_s):
            return [f"Clock {_hms(white_s)} {_hms(black_s)}"]
        case LevelReport(white, black):
            return [f"Level {white}", f"Level {black}"]
        case _ as never:
            assert_never(never)


def to_bytes(report: Report, dialect: Dialect) -> bytes:
    """A report as it goes out on the wire, ASCII, every line with the dialect's line end."""
    return b"".join(line.encode("ascii") + dialect.line_end for line in to_lines(report, dialect))
