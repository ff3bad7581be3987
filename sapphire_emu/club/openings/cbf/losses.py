"""What of a PGN game the format cannot hold."""

from __future__ import annotations

from collections import Counter

import chess.pgn

from sapphire_emu.club.openings.cbf.model import CbfGame
from sapphire_emu.club.openings.cbf.pgn import (
    RESULTS,
    event_of,
    note_of,
    number_of,
    says_the_same,
)
from sapphire_emu.club.openings.cbf.record import FIRST_YEAR, LAST_YEAR, MOST_NAME
from sapphire_emu.club.openings.cbf.texts import decoded, encoded

_NOTHING = ("", "?", "-")
_ROOM = {"Event", "Site", "Date", "Round", "White", "Black", "Result", "WhiteElo", "BlackElo"} | {
    "ECO", "Annotator", "FEN", "SetUp", "Variant",
}  # fmt: skip


def losses(game: chess.pgn.Game, found: CbfGame) -> Counter[str]:
    """Each kind of loss with its number.

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
        given = number_of(heads.get(name, ""))
        lost["Elo dropped"] += bool(given and not elo)
        lost["Elo rounded"] += bool(elo and given != elo)
    site = heads.get("Site", "?")
    source = "".join(event_of(heads))
    lost["Event changed"] = decoded(encoded(found.source)[:MOST_NAME]) != source
    lost["Site merged"] = site not in ("", "?", heads.get("Event", ""))
    lost["Round dropped"] = _given(heads, "Round") and not heads["Round"].isdigit()
    year = found.year
    lost["year dropped"] = year is not None and not FIRST_YEAR <= year <= LAST_YEAR
    lost["day or month dropped"] = any(
        part.isdigit() for part in heads.get("Date", "").split(".")[1:]
    )
    lost["unknown results dropped"] = _given(heads, "Result") and heads["Result"] not in RESULTS
    lost["ECO dropped"] = _given(heads, "ECO") and not found.eco
    lost["other tags dropped"] = sum(_given(heads, tag) for tag in heads if tag not in _ROOM)
    lost["first comments dropped"] = bool(game.comment)
    lost["variations cut at a null move"] = 0
    lost["marks dropped"] = sum(map(bool, game.nags))
    waiting = list[chess.pgn.GameNode]([game])
    while waiting:
        _after(waiting.pop(), lost, waiting)
    return +lost


def _given(heads: chess.pgn.Headers, tag: str) -> bool:
    return heads.get(tag, "").strip() not in _NOTHING


def _after(node: chess.pgn.GameNode, lost: Counter[str], waiting: list[chess.pgn.GameNode]) -> None:
    """Count what the moves after a node lose; a line ends before a null move."""
    moves = node.variations
    lost["variations cut at a null move"] += sum(not child.move for child in moves)
    if not moves or not moves[0].move:
        return
    for child in moves:
        if not child.move:
            continue
        waiting.append(child)
        note = note_of(child)
        text = decoded(encoded(note.text, comment=True), comment=True)
        lost["comments changed"] += text != note.text
        lost["marks dropped"] += sum(not says_the_same(nag, note) for nag in child.nags if nag)
