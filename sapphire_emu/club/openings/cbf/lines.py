"""The move area and the comment area of a record."""

from __future__ import annotations

from dataclasses import replace

import chess

from sapphire_emu.club.openings.cbf.model import MOST_REMARK, Annotation, Damaged, Ply
from sapphire_emu.club.openings.cbf.move_list import move_list, passing_after
from sapphire_emu.club.openings.cbf.texts import END, decoded, encoded
from sapphire_emu.errors import UserError

_INSTEAD, _CLOSE, _NOTED, _MOST = 0xFF, 0x80, 0x80, 126
_MOST_NESTED = 100


class _Comments:
    """Reads the annotations one after the other."""

    def __init__(self, data: bytes, offset: int) -> None:
        self.data = data
        self.offset = offset
        self.at = 0

    def take(self) -> Annotation:
        """The next annotation.

        :raises Damaged: there is none, or a mark is out of its range.
        """
        end = self.data.find(END, self.at)
        if end < 0:
            raise Damaged(self.offset + self.at, "a move has an annotation that is not there")
        raw = self.data[self.at : end]
        marks = raw[:3].ljust(3, b"\0")
        for number, (mark, most) in enumerate(zip(marks, (9, 15, MOST_REMARK), strict=True)):
            if mark > most:
                place = self.offset + self.at + number
                raise Damaged(place, f"mark {mark} of an annotation (expected 0 to {most})")
        self.at = end + 1
        return Annotation(marks[0], marks[1], marks[2], decoded(raw[3:], comment=True))


def read_line(
    moves: bytes, comments: bytes, board: chess.Board, passing: int | None, *, offset: int
) -> tuple[Ply, ...]:
    """The game's tree from its decrypted move bytes (without the last) and comments.

    :param offset: of the move area in the record; the comments follow it and its last byte.
    :raises Damaged: a byte that is no move, or an annotation that is missing.
    """
    notes = _Comments(comments, offset + len(moves) + 1)
    open_lines: list[tuple[list[Ply], chess.Board, int | None]] = []
    line: list[Ply] = []
    before: list[tuple[chess.Board, int | None]] = []
    befores: list[list[tuple[chess.Board, int | None]]] = []
    for at, byte in enumerate(moves):
        if byte == _INSTEAD:
            if not line:
                raise Damaged(offset + at, "a variation without a move to replace")
            if len(open_lines) == _MOST_NESTED:
                raise Damaged(offset + at, f"variations nested deeper than {_MOST_NESTED}")
            open_lines.append((line, board, passing))
            befores.append(before)
            board, passing = before[-1][0].copy(stack=False), before[-1][1]
            line, before = [], []
        elif byte == _CLOSE:
            if not open_lines:
                break
            parent, board, passing = open_lines.pop()
            before = befores.pop()
            parent[-1] = replace(parent[-1], instead=(*parent[-1].instead, tuple(line)))
            line = parent
        elif not byte & 127:
            break
        else:
            move = _move(board, passing, byte & 127, offset + at)
            before.append((board.copy(stack=False), passing))
            passing = passing_after(board, move, passing)
            board.push(move)
            line.append(Ply(move, notes.take() if byte & _NOTED else Annotation()))
    if open_lines:
        raise Damaged(offset + len(moves), "a variation is never closed")
    return tuple(line)


def _move(board: chess.Board, passing: int | None, index: int, at: int) -> chess.Move:
    entries = move_list(board, passing)
    if index > len(entries):
        raise Damaged(at, f"move {index} of a list of {len(entries)}")
    move = entries[index - 1]
    if move is None or not board.is_legal(move):
        raise Damaged(at, f"move {index} of the list is not legal")
    return move


def line_bytes(
    line: tuple[Ply, ...], board: chess.Board, passing: int | None
) -> tuple[bytes, bytes]:
    """The reverse of :func:`read_line`: move bytes and comments.

    :raises UserError: a position has more moves than the format can count.
    """
    moves, comments = bytearray(), bytearray()
    for ply in line:
        entries = move_list(board, passing)
        if ply.move not in entries:
            raise UserError(f"move {ply.move} in {board.fen()} has no place in the format")
        index = entries.index(ply.move) + 1
        if index > _MOST:
            raise UserError(f"{board.fen()} has more moves than the format counts (126)")
        moves.append(index | (_NOTED if ply.annotation else 0))
        comments += annotation_bytes(ply.annotation)
        for other in ply.instead:
            more, notes = line_bytes(other, board.copy(stack=False), passing)
            moves += bytes([_INSTEAD]) + more + bytes([_CLOSE])
            comments += notes
        passing = passing_after(board, ply.move, passing)
        board.push(ply.move)
    return bytes(moves), bytes(comments)


def annotation_bytes(note: Annotation) -> bytes:
    """One annotation with its end; nothing for none."""
    if not note:
        return b""
    raw = bytes([note.move, note.position, note.remark]) + encoded(note.text, comment=True)
    return raw.rstrip(b"\0") + bytes([END])
