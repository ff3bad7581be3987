"""The games of a PGN file, read with variations and remarks, or why one cannot be."""

from __future__ import annotations

import io
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import chess
import chess.pgn

from sapphire_emu.club.openings.cbf.losses import losses
from sapphire_emu.club.openings.cbf.model import CbfGame
from sapphire_emu.club.openings.cbf.pgn import from_pgn
from sapphire_emu.club.openings.movetext import (
    RESULTS,
    BadGame,
    refuse_nul,
    without_marks,
    words_of,
)
from sapphire_emu.club.openings.pgn_games import Block, Span, blocks_of
from sapphire_emu.errors import InputError, shown

_NO_TEXT = re.compile(r"[\x01-\x08\x0e-\x19\x1b-\x1f]")
_REMARK = r"\{[^}]*\}|;[^\n]*|^%[^\n]*"
_REMARKS = re.compile(_REMARK, re.MULTILINE)
_BLANK_LINES = re.compile(rf"({_REMARK})|\n\s*\n", re.MULTILINE)
_BETWEEN = re.compile(r"[()]|\$\d+")
_NUMBER = re.compile(r"\d*\.")
_QUOTED = re.compile(r"'([^']*)'")


class _Builder(chess.pgn.GameBuilder[chess.pgn.Game]):
    """Stops at the first fault, where the library would stumble on."""

    def __init__(self) -> None:
        super().__init__(Game=chess.pgn.Game)

    def handle_error(self, error: Exception) -> None:
        raise error


def games_from_pgn(
    path: Path, lost: Counter[str] | None = None
) -> Iterator[tuple[int, CbfGame | InputError]]:
    """Each PGN game with the line it begins at; what cannot be read comes as the error it is.

    :param lost: counts what the format cannot hold of the games that are read.

    :raises InputError: the file cannot be read.
    """
    for block in blocks_of(path):
        for span in block.spans:
            data = block.data[span.start : span.end]
            blank = len(data) - len(data.lstrip())
            line = block.line + block.data.count(b"\n", 0, span.start + blank)
            try:
                game = _read(block, span)
                if game is not None:
                    found = from_pgn(game)
                    if lost is not None:
                        lost.update(losses(game, found))
                    yield line, found
            except BadGame as fault:
                yield line, InputError(str(fault), path=path, line=line)
            except RecursionError:
                yield line, InputError("variations nested too deep", path=path, line=line)


def _read(block: Block, span: Span) -> chess.pgn.Game | None:
    """One game; None for remarks that belong to no game.

    :raises BadGame: it cannot be read.
    """
    head = _text(block.data[span.start : span.movetext]).strip()
    moves = _text(block.data[span.movetext : span.end]).rstrip("\x1a\n ")
    refuse_nul(head + moves)
    odd = _NO_TEXT.search(head + moves)
    if odd:
        raise BadGame(f"a byte 0x{ord(odd[0]):02X}, which is no text")
    heads = chess.pgn.read_headers(io.StringIO(head)) or chess.pgn.Headers({})
    _check_start(heads)
    _check_words(moves, heads.get("Result", "*"))
    # The library takes a blank line for the end of a game, which it need not be.
    moves = _BLANK_LINES.sub(lambda found: found[1] or "\n", moves).strip()
    try:
        game = chess.pgn.read_game(io.StringIO(f"{head}\n\n{moves}\n"), Visitor=_Builder)
    except ValueError as error:
        raise BadGame(_reason(error)) from None
    if game is not None:
        for node in game.mainline():
            if not node.move:
                ply = node.ply()
                number = f"{ply // 2 + ply % 2}{'.' if ply % 2 else '...'}"
                raise BadGame(f"move {number} is a null move")
    return game


def _text(data: bytes) -> str:
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        text = data.decode("latin-1")
    return text.replace("\r\n", "\n").replace("\r", "\n")


def _check_words(moves: str, result: str) -> None:
    """Refuse what the library would pass over without a word.

    :param result: by the tags; whatever it is, it may stand at the end of the moves.
    :raises BadGame: something is never closed, comes after the result, or is no move.
    """
    main = words_of(moves)
    for word in main[:-1]:
        if word in RESULTS:
            raise BadGame(f"the moves go on after {word}")
    words = _BETWEEN.sub(" ", _REMARKS.sub(" ", moves)).replace(".", ". ").split()
    for word in without_marks(words):
        known = word in RESULTS or word == result or _NUMBER.fullmatch(word)
        if not known and not chess.pgn.MOVETEXT_REGEX.search(word):
            raise BadGame(f"'{shown(word, 20)}' is not a move")


def _check_start(heads: chess.pgn.Headers) -> None:
    """Refuse other games than chess, and positions that no game can begin with.

    :raises BadGame: it is one of these.
    """
    if heads.get("Variant", "Standard").lower() not in ("standard", "chess"):
        raise BadGame("a game of another variant")
    fen = heads.get("FEN", chess.STARTING_FEN)
    try:
        board = chess.Board(fen)
    except ValueError:
        raise BadGame(f"no start position: '{shown(fen)}'") from None
    if any(len(board.pieces(chess.KING, side)) != 1 for side in chess.COLORS):
        raise BadGame(f"a start position without one king a side: '{shown(fen)}'")


def _reason(error: ValueError) -> str:
    """What the library says of a move, in our words.

    >>> _reason(chess.IllegalMoveError("illegal san: 'e5' in rnbqkbnr/..."))
    'e5 is not legal'
    """
    found = _QUOTED.search(str(error))
    word = shown(found[1], 20) if found else ""
    match error:
        case chess.IllegalMoveError():
            return f"{word} is not legal"
        case chess.AmbiguousMoveError():
            return f"'{word}' may mean two moves"
        case _:
            return f"'{word}' is not a move"
