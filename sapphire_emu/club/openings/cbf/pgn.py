"""Games of the format as PGN, and PGN games as the format has them."""

from __future__ import annotations

import re

import chess
import chess.pgn

from sapphire_emu.club.openings.cbf.model import (
    BLACK_WON,
    DRAW,
    MOVE_MARKS,
    UNKNOWN,
    WHITE_WON,
    Annotation,
    CbfGame,
    Ply,
)
from sapphire_emu.club.openings.cbf.record import MOST_NAME
from sapphire_emu.club.openings.codes import code_text, key_text, parse_key

_MOVE_NAGS = {1: 1, 2: 2, 3: 5, 4: 6, 5: 3, 6: 4, 8: 140, 9: 142}
_POSITION_NAGS = {1: 18, 2: 16, 3: 14, 4: 10, 5: 13, 6: 15, 7: 17, 8: 19, 9: 44, 10: 45,
                  11: 132, 12: 36, 13: 40, 14: 138, 15: 7}  # fmt: skip
_MOVES_BY_NAG = {nag: mark for mark, nag in _MOVE_NAGS.items()}
_POSITIONS_BY_NAG = {nag: mark for mark, nag in _POSITION_NAGS.items()} | {
    11: 4, 12: 5, 133: 11, 37: 12, 41: 13, 139: 14, 8: 15,
}  # fmt: skip
_OWN = re.compile(r"\[%cbf (mate|remark ([1-7]))\]\s?")
"""Marks that PGN has no number for stand in the comment."""
_RESULTS = {WHITE_WON: "1-0", DRAW: "1/2-1/2", BLACK_WON: "0-1", UNKNOWN: "*"}
RESULTS = {text: number for number, text in _RESULTS.items()}
"""The format's number of a result by its PGN."""
_ROUND = re.compile(r"\s*\((\d+)(?:/(\d+))?\)")
_ANNOTATOR = re.compile(r"\s*\[([^\]]*)\]")


def to_pgn(game: CbfGame) -> str:
    """The game as PGN text."""
    out = chess.pgn.Game()
    source = game.source
    annotator, found = _ANNOTATOR.search(source), _ROUND.search(source)
    bare = _ROUND.sub("", _ANNOTATOR.sub("", source)).strip()
    out.headers["Event"] = _tag(bare)
    out.headers["Date"] = f"{game.year}.??.??" if game.year else "????.??.??"
    out.headers["Round"] = (found[2] or found[1]) if found else "?"
    out.headers["White"], out.headers["Black"] = _tag(game.white), _tag(game.black)
    out.headers["Result"] = _RESULTS[game.result]
    if game.white_elo:
        out.headers["WhiteElo"] = str(game.white_elo)
    if game.black_elo:
        out.headers["BlackElo"] = str(game.black_elo)
    if game.eco:
        suffix = game.suffix if 0 < game.suffix < 100 else -1
        out.headers["ECO"] = key_text(game.eco - 1, suffix)
    if annotator:
        out.headers["Annotator"] = _tag(annotator[1])
    if game.start:
        out.setup(game.start)
    _grow(out, game.line)
    exporter = chess.pgn.StringExporter(headers=True, variations=True, comments=True)
    return out.accept(exporter) + "\n\n"


def _tag(text: str) -> str:
    return " ".join(text.split()) or "?"


def _grow(node: chess.pgn.GameNode, line: tuple[Ply, ...]) -> None:
    for ply in line:
        child = node.add_variation(ply.move)
        _annotate(child, ply.annotation)
        for other in ply.instead:
            _grow(node, other)
        node = child


def _annotate(node: chess.pgn.GameNode, note: Annotation) -> None:
    if note.move in _MOVE_NAGS:
        node.nags.add(_MOVE_NAGS[note.move])
    if note.position:
        node.nags.add(_POSITION_NAGS[note.position])
    marks = ["[%cbf mate]"] if MOVE_MARKS[note.move] == "mate" else []
    if note.remark:
        marks.append(f"[%cbf remark {note.remark}]")
    text = note.text.replace("}", ")").replace("{", "(")
    node.comment = " ".join([*marks, *([text] if text else [])])


def from_pgn(game: chess.pgn.Game) -> CbfGame:
    """A game of python-chess as the format has it; what it has no place for is lost."""
    heads = game.headers
    key = parse_key(heads.get("ECO", "")[:6]) or parse_key(heads.get("ECO", "")[:3])
    board = game.board()
    own = board.fen() != chess.STARTING_FEN
    return CbfGame(
        white=_name(heads.get("White", "")),
        black=_name(heads.get("Black", "")),
        source=_source(heads),
        result=RESULTS.get(heads.get("Result", "*"), UNKNOWN),
        year=number_of(heads.get("Date", "")[:4]) or None,
        white_elo=_elo(heads.get("WhiteElo", "")),
        black_elo=_elo(heads.get("BlackElo", "")),
        eco=key[0] + 1 if key and not own else 0,
        suffix=max(key[1], 0) if key and not own else 0,
        start=board.fen(en_passant="fen") if own else None,
        line=_line(game),
    )


def _name(text: str) -> str:
    return "" if text == "?" else " ".join(text.replace("-", " ").split())


def number_of(text: str) -> int:
    """What digits say, 0 for anything else."""
    return int(text) if text.isascii() and text.isdigit() else 0


def _elo(text: str) -> int:
    """The rating as the format keeps it: steps of five from 1605 to 2875."""
    elo = number_of(text)
    return 1600 + 5 * min((elo - 1600) // 5, 255) if elo >= 1605 else 0


def _source(heads: chess.pgn.Headers) -> str:
    text, more = event_of(heads)
    return text[: MOST_NAME - len(more)].rstrip() + more


def event_of(heads: chess.pgn.Headers) -> tuple[str, str]:
    """Event and site at any length; round and annotator."""
    words = [heads.get(name, "") for name in ("Event", "Site")]
    words = [" ".join(word.split()) for word in words if word not in ("", "?")]
    text = ", ".join(dict.fromkeys(words))
    round_, annotator = heads.get("Round", ""), heads.get("Annotator", "")
    more = f" ({round_})" if round_.isascii() and round_.isdigit() else ""
    more += f" [{annotator}]" if annotator not in ("", "?") else ""
    return text, more


def _line(node: chess.pgn.GameNode) -> tuple[Ply, ...]:
    line = []
    while node.variations:
        main, *others = node.variations
        if not main.move:  # a variation ends before a null move: the format has none
            break
        instead = tuple((_ply(other), *_line(other)) for other in others if other.move)
        line.append(_ply(main, instead))
        node = main
    return tuple(line)


def _ply(node: chess.pgn.ChildNode, instead: tuple[tuple[Ply, ...], ...] = ()) -> Ply:
    return Ply(node.move, note_of(node), instead)


def note_of(node: chess.pgn.ChildNode) -> Annotation:
    """What stands beside a move, as the format has it."""
    own = list(_OWN.finditer(node.comment))
    text = _OWN.sub("", node.comment)
    if node.starting_comment:
        text = f"{node.starting_comment} {text}".strip()
    move = next((_MOVES_BY_NAG[nag] for nag in sorted(node.nags) if nag in _MOVES_BY_NAG), 0)
    if any(mark[1] == "mate" for mark in own):
        move = MOVE_MARKS.index("mate")
    position = next(
        (_POSITIONS_BY_NAG[nag] for nag in sorted(node.nags) if nag in _POSITIONS_BY_NAG), 0
    )
    remark = next((int(mark[2]) for mark in own if mark[2]), 0)
    return Annotation(move, position, remark, text.strip().replace("\t", " "))


def says_the_same(nag: int, note: Annotation) -> bool:
    """Whether a mark of PGN is one of those that the format has room for beside this move."""
    return (nag in _MOVES_BY_NAG and _MOVES_BY_NAG[nag] == note.move) or (
        nag in _POSITIONS_BY_NAG and _POSITIONS_BY_NAG[nag] == note.position
    )


def in_words(game: CbfGame) -> str:
    """One line about a game, for a list."""
    plies = len(game.line)
    code = code_text(game.eco - 1) if game.eco else "---"
    return (
        f"{game.white or '?'} - {game.black or '?'}  {_RESULTS[game.result]}  "
        f"{game.year or '????'}  {code}  {(plies + 1) // 2} moves  {game.source}"
    )
