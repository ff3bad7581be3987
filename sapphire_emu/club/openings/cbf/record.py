"""One game's record: header, names, moves, comments and, if any, its own start position."""

from __future__ import annotations

import chess

from sapphire_emu.club.openings.cbf import ciphers
from sapphire_emu.club.openings.cbf.lines import line_bytes, read_line
from sapphire_emu.club.openings.cbf.model import CbfGame, Damaged
from sapphire_emu.club.openings.cbf.texts import decoded, encoded
from sapphire_emu.errors import UserError

START_SIZE = 33
MOST_NAME = 63
FIRST_YEAR, LAST_YEAR = 1772, 2026
_NO_YEAR = 127
_PIECES = ".KQNBRP"
_LAST = 0x80
"""The plain byte after the moves."""


def size_of(head: bytes) -> int:
    """A record's length, from its first fourteen bytes."""
    plain = ciphers.header(head)
    moves, comments = int.from_bytes(plain[2:4], "big"), int.from_bytes(plain[6:8], "big")
    names = (plain[4] & 63) + (plain[5] & 63)
    start = START_SIZE if plain[10] & 1 else 0
    return ciphers.HEADER + names + moves + max(comments - 1, 0) + start


def read_record(data: bytes) -> CbfGame:
    """Read one record.

    :raises Damaged: it is cut off, its check byte is wrong, or a move or mark is impossible.
    """
    if len(data) < ciphers.HEADER:
        raise Damaged(len(data), "cut off in the header")
    plain = ciphers.header(data[: ciphers.HEADER])
    if not ciphers.checked(plain):
        raise Damaged(13, f"check byte {plain[13]} (expected {ciphers.checksum(plain)})")
    if len(data) < size_of(data[: ciphers.HEADER]):
        raise Damaged(len(data), f"cut off (expected {size_of(data[: ciphers.HEADER])} bytes)")
    players, source = plain[4] & 63, plain[5] & 63
    length, comments = int.from_bytes(plain[2:4], "big"), int.from_bytes(plain[6:8], "big")
    at = ciphers.HEADER
    text = ciphers.names(data[at : at + players + source])
    white, _, black = decoded(text[:players]).partition("-")
    at += players + source
    if not length or not comments:
        raise Damaged(2 if not length else 6, "a length that is impossible")
    notes = data[at + length : at + length + comments - 1]
    own = bool(plain[10] & 1)
    start, passing = None, None
    if own:
        start, passing = _read_start(data[at + length + comments - 1 :], plain, at + length)
    line = read_line(
        ciphers.moves(data[at : at + length])[:-1],
        notes,
        chess.Board(start) if start else chess.Board(),
        passing,
        offset=at,
    )
    year = plain[0] - 256 if plain[0] > _NO_YEAR else plain[0]
    eco = plain[4] >> 6 << 5 | plain[5] >> 6 << 7 | (0 if own else plain[10] >> 1 & 31)
    if eco > 500:
        raise Damaged(4, f"opening {eco} (expected 0 to 500)")
    return CbfGame(
        white=white.strip(),
        black=black.strip(),
        source=decoded(text[players:]),
        result=min(plain[1], 3),
        year=None if year == _NO_YEAR else 1900 + year,
        white_elo=_elo(plain[8]),
        black_elo=_elo(plain[9]),
        eco=eco,
        suffix=0 if own else plain[11],
        start=start,
        line=line,
    )


def _elo(value: int) -> int:
    return 1600 + 5 * value if value else 0


def _read_start(data: bytes, plain: bytes, offset: int) -> tuple[str, int | None]:
    board = chess.Board(None)
    for square in chess.SQUARES:
        nibble = data[square // 2] >> 4 if square % 2 == 0 else data[square // 2] & 15
        if nibble:
            kind = nibble & 7
            if not 1 <= kind <= 6:
                raise Damaged(offset + square // 2, f"piece {nibble} of the start position")
            letter = _PIECES[kind]
            symbol = letter.lower() if nibble & 8 else letter
            board.set_piece_at(square, chess.Piece.from_symbol(symbol))
    flags = plain[10]
    board.turn = not flags & 2
    rights = "".join(
        sign for sign, bit in (("K", 8), ("Q", 4), ("k", 32), ("q", 16)) if flags & bit
    )
    board.set_castling_fen(rights or "-")
    board.fullmove_number = data[32] + 1
    file = (plain[11] & 15) - 1
    if 0 <= file < 8:
        board.ep_square = chess.square(file, 5 if board.turn else 2)
    if len(board.pieces(chess.KING, True)) != 1 or len(board.pieces(chess.KING, False)) != 1:
        raise Damaged(offset, "a start position without one king a side")
    return board.fen(en_passant="fen"), file if 0 <= file < 8 else None


def record_bytes(game: CbfGame) -> bytes:
    """Write one record.

    :raises UserError: the game does not fit: too many moves or too much comment.
    """
    players = f"{game.white.replace('-', ' ')}-{game.black}" if game.white or game.black else ""
    names = encoded(players)[:MOST_NAME]
    source = encoded(game.source)[:MOST_NAME]
    board = game.board()
    passing = chess.square_file(board.ep_square) if board.ep_square is not None else None
    moves, comments = line_bytes(game.line, board.copy(), passing)
    length = len(moves) + 1
    if length > 0xFFFF or len(comments) + 1 > 0xFFFF:
        raise UserError(f"{game.white}-{game.black} is too long for the format (65535 bytes)")
    head = bytearray(ciphers.HEADER)
    year = (
        _NO_YEAR
        if game.year is None or not FIRST_YEAR <= game.year <= LAST_YEAR
        else game.year - 1900
    )
    head[0] = year & 255
    head[1] = game.result
    head[2:4] = length.to_bytes(2, "big")
    head[4] = len(names) | (game.eco >> 5 & 3) << 6
    head[5] = len(source) | (game.eco >> 7 & 3) << 6
    head[6:8] = (len(comments) + 1).to_bytes(2, "big")
    head[8], head[9] = _elo_byte(game.white_elo), _elo_byte(game.black_elo)
    tail = b""
    if game.start is None:
        head[10] = (game.eco & 31) << 1
        head[11] = game.suffix
    else:
        tail = _start_bytes(board, head)
    head[12] = min((len(game.line) + 1) // 2, 255)
    head[13] = ciphers.checksum(bytes(head))
    text = ciphers.names(names + source)
    return (
        ciphers.sealed_header(bytes(head)) + text
        + ciphers.moves(moves + bytes([_LAST])) + comments + tail
    )  # fmt: skip


def _elo_byte(elo: int) -> int:
    return min((elo - 1600) // 5, 255) if elo >= 1605 else 0


def _start_bytes(board: chess.Board, head: bytearray) -> bytes:
    tail = bytearray(START_SIZE)
    for square, piece in board.piece_map().items():
        nibble = _PIECES.index(piece.symbol().upper()) + (0 if piece.color else 8)
        tail[square // 2] |= nibble << 4 if square % 2 == 0 else nibble
    tail[32] = min(board.fullmove_number - 1, 255)
    rights = board.castling_xfen()
    head[10] = 1 | (0 if board.turn else 2)
    for sign, bit in (("K", 8), ("Q", 4), ("k", 32), ("q", 16)):
        head[10] |= bit if sign in rights else 0
    if board.ep_square is not None:
        head[11] = chess.square_file(board.ep_square) + 1
    # The low five bits of the opening have no room beside a start position of its own.
    head[4] &= 63
    head[5] &= 63
    return bytes(tail)
