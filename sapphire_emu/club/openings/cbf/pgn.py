"""Games of the format as PGN, and PGN games as the format has them."""

from __future__ import annotations

import io
import logging
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

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
from sapphire_emu.club.openings.cbf.texts import decoded, encoded
from sapphire_emu.club.openings.codes import code_text, key_text, parse_key
from sapphire_emu.club.openings.pgn_games import blocks_of
from sapphire_emu.errors import InputError

# Its complaints are told as ours are; without a handler they would reach the terminal as well.
logging.getLogger("chess.pgn").addHandler(logging.NullHandler())

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
            game = chess.pgn.read_game(io.StringIO(_text(data)))
            if game is None:
                continue
            if game.errors:
                reason = " ".join(str(game.errors[0]).split())
                yield line, InputError(reason, path=path, line=line)
            elif game.headers.get("Variant", "Standard").lower() not in ("standard", "chess"):
                yield line, InputError("a game of another variant", path=path, line=line)
            else:
                yield line, _converted(game, path, line, lost)


def _converted(
    game: chess.pgn.Game, path: Path, line: int, lost: Counter[str] | None
) -> CbfGame | InputError:
    for node in game.mainline():
        if not node.move:
            move = f"{node.ply() // 2 + node.ply() % 2}{'.' if node.ply() % 2 else '...'}"
            return InputError(f"move {move} is a null move", path=path, line=line)
    try:
        found = from_pgn(game)
        if lost is not None:
            lost.update(losses(game, found))
        return found
    except RecursionError:
        return InputError("variations nested too deep", path=path, line=line)


def _text(data: bytes) -> str:
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return data.decode("latin-1")


def from_pgn(game: chess.pgn.Game) -> CbfGame:
    """A game of python-chess as the format has it; what it has no place for is lost."""
    heads = game.headers
    key = parse_key(heads.get("ECO", "")[:6]) or parse_key(heads.get("ECO", "")[:3])
    board = game.board()
    own = board.fen() != chess.STARTING_FEN
    results = {text: number for number, text in _RESULTS.items()}
    return CbfGame(
        white=_name(heads.get("White", "")),
        black=_name(heads.get("Black", "")),
        source=_source(heads),
        result=results.get(heads.get("Result", "*"), UNKNOWN),
        year=_number(heads.get("Date", "")[:4]) or None,
        white_elo=_elo(heads.get("WhiteElo", "")),
        black_elo=_elo(heads.get("BlackElo", "")),
        eco=key[0] + 1 if key and not own else 0,
        suffix=max(key[1], 0) if key and not own else 0,
        start=board.fen(en_passant="fen") if own else None,
        line=_line(game),
    )


def _name(text: str) -> str:
    return "" if text == "?" else " ".join(text.replace("-", " ").split())


def _number(text: str) -> int:
    return int(text) if text.isascii() and text.isdigit() else 0


def _elo(text: str) -> int:
    """The rating as the format keeps it: steps of five from 1605 to 2875."""
    elo = _number(text)
    return 1600 + 5 * min((elo - 1600) // 5, 255) if elo >= 1605 else 0


def _source(heads: chess.pgn.Headers) -> str:
    text, more = _event(heads)
    return text[: MOST_NAME - len(more)].rstrip() + more


def _event(heads: chess.pgn.Headers) -> tuple[str, str]:
    """Event and site at any length; round and annotator."""
    words = [heads.get(name, "") for name in ("Event", "Site")]
    words = [" ".join(word.split()) for word in words if word not in ("", "?")]
    text = ", ".join(dict.fromkeys(words))
    round_, annotator = heads.get("Round", ""), heads.get("Annotator", "")
    more = f" ({round_})" if round_.isascii() and round_.isdigit() else ""
    more += f" [{annotator}]" if annotator not in ("", "?") else ""
    return text, more


def losses(game: chess.pgn.Game, found: CbfGame) -> Counter[str]:
    """What of a game the format cannot hold, each kind with its number.

    >>> losses(chess.pgn.Game({"WhiteElo": "1500"}), CbfGame())
    Counter({'Elo dropped': 1})
    """
    heads = game.headers
    lost: Counter[str] = Counter()
    wanted = [" ".join(heads.get(side, "?").split()) for side in ("White", "Black")]
    wanted = ["" if name == "?" else name for name in wanted]
    kept = decoded(encoded(f"{found.white}-{found.black}")[:MOST_NAME]).partition("-")
    lost["names changed"] = sum(a != b.strip() for a, b in zip(wanted, kept[::2], strict=True))
    for name, elo in (("WhiteElo", found.white_elo), ("BlackElo", found.black_elo)):
        given = _number(heads.get(name, ""))
        lost["Elo dropped"] += bool(given and not elo)
        lost["Elo rounded"] += bool(elo and given != elo)
    site = heads.get("Site", "?")
    source = "".join(_event(heads))
    lost["Event changed"] = decoded(encoded(found.source)[:MOST_NAME]) != source
    lost["Site merged"] = site not in ("", "?", heads.get("Event", ""))
    lost["day or month dropped"] = any(
        part.isdigit() for part in heads.get("Date", "").split(".")[1:]
    )
    lost["first comments dropped"] = bool(game.comment)
    lost["ECO dropped"] = bool(found.start and parse_key(heads.get("ECO", "")[:3]))
    lost["variations cut at a null move"] = _null_moves(game)
    return +lost


def _null_moves(game: chess.pgn.Game) -> int:
    """Variations that end earlier, or are left out, because of a null move."""
    count, waiting = 0, list[chess.pgn.GameNode]([game])
    while waiting:
        moves = waiting.pop().variations
        count += sum(not child.move for child in moves)
        if moves and moves[0].move:
            waiting += [child for child in moves if child.move]
    return count


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
    return Ply(node.move, Annotation(move, position, remark, text.strip()), instead)


def in_words(game: CbfGame) -> str:
    """One line about a game, for a list."""
    plies = len(game.line)
    code = code_text(game.eco - 1) if game.eco else "---"
    return (
        f"{game.white or '?'} - {game.black or '?'}  {_RESULTS[game.result]}  "
        f"{game.year or '????'}  {code}  {(plies + 1) // 2} moves  {game.source}"
    )
