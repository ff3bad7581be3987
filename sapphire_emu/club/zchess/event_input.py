"""Read an event from CSV or PGN. Every bad row is collected, so that all can be named at once."""

from __future__ import annotations

import io
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import Enum
from fractions import Fraction
from pathlib import Path

from sapphire_emu.club.csv_rows import Row, rows_of
from sapphire_emu.club.openings.movetext import open_comment
from sapphire_emu.club.openings.pgn_games import spans_of
from sapphire_emu.club.rounding import half_up
from sapphire_emu.club.zchess.chart import Outcome
from sapphire_emu.club.zchess.conversion import from_conventional
from sapphire_emu.club.zchess.event import Game, Start
from sapphire_emu.errors import InputError, closest, shown
from sapphire_emu.reading import read_bytes, read_utf8

MOST_POINTS = 9999
"""Highest rating taken from a file; above it is a slip of the keyboard."""

RESULTS = {
    "1-0": Outcome.WIN,
    "1": Outcome.WIN,
    "0-1": Outcome.LOSS,
    "0": Outcome.LOSS,
    "1/2-1/2": Outcome.DRAW,
    "1/2": Outcome.DRAW,
    "½-½": Outcome.DRAW,
    "½": Outcome.DRAW,
    "0.5": Outcome.DRAW,
    "0.5-0.5": Outcome.DRAW,
    "=": Outcome.DRAW,
    "win": Outcome.WIN,
    "draw": Outcome.DRAW,
    "loss": Outcome.LOSS,
}
"""White's outcome by the way people write it."""
UNFINISHED = "*"
_REQUIRED = ("white", "black", "result")
_OPTIONAL = ("date", "white_rating", "black_rating", "white_games", "black_games")


class EloTags(Enum):
    """What a PGN file's WhiteElo and BlackElo tags are."""

    IGNORE = "ignore"
    Z = "z"
    CONVENTIONAL = "conventional"


@dataclass(slots=True)
class EventInput:
    """Games in order, known players, games left out as unfinished, and every fault found."""

    games: list[Game] = field(default_factory=list)
    starts: dict[str, Start] = field(default_factory=dict)
    unfinished: int = 0
    faults: list[InputError] = field(default_factory=list)


def read_event(path: Path, elo: EloTags = EloTags.IGNORE) -> EventInput:
    """Read a ``.csv`` or ``.pgn`` file of games.

    :raises InputError: the file cannot be read at all, or is of another kind. Bad rows do not
        raise: they are in ``faults``.
    """
    kind = path.suffix.lower()
    if kind not in (".csv", ".pgn") and path.exists() and not path.is_dir():
        raise InputError(
            "unknown kind of file", path=path, expected="a name ending in .csv or .pgn"
        )
    if kind == ".csv":
        return _read_csv(path, read_utf8(path))
    return _read_pgn(path, _pgn_text(path), elo)


def read_starts(path: Path) -> dict[str, Start]:
    """Read known players from a CSV with the columns name, rating and, if known, games.

    :raises InputError: at the first bad row.
    """
    starts: dict[str, Start] = {}
    rows = rows_of(path, read_utf8(path))
    header = _header(path, rows, ("name", "rating"), ("games",))
    for row in rows:
        place = _Row(path, row, header)
        name = place.text("name")
        if not name:
            raise place.fault("name", "the name is empty")
        if name in starts:
            raise place.fault("name", f"'{name}' is listed twice")
        rating = place.rating("rating")
        if rating is None:
            raise place.fault("rating", "the rating is missing", f"0 to {MOST_POINTS}")
        starts[name] = Start(rating, place.count("games"))
    return starts


def _header(
    path: Path, rows: Iterator[Row], required: tuple[str, ...], optional: tuple[str, ...]
) -> dict[str, int]:
    """Place of each column by its name."""
    line = next(rows, None)
    expected = ",".join(required) + "".join(f"[,{name}]" for name in optional)
    if line is None:
        raise InputError("the file is empty", path=path, line=1, column=1, expected=expected)
    names = [cell.strip().lower().replace(" ", "_") for cell in line.cells]
    known = required + optional
    for place, name in enumerate(names):
        if name not in known or name in names[:place]:
            word = "column given twice" if name in names[:place] else "unknown column"
            near = closest(name, known)
            raise InputError(
                f"{word} '{shown(name)}'"
                + (f"; did you mean {near}?" if near and near != name else ""),
                path=path,
                line=line.number,
                column=line.columns[place],
                expected=expected,
            )
    for name in required:
        if name not in names:
            raise InputError(
                f"no column '{name}'", path=path, line=line.number, column=1, expected=expected
            )
    return {name: place for place, name in enumerate(names)}


class _Row:
    """One CSV row's cells by column name, each with its place."""

    def __init__(self, path: Path, line: Row, header: dict[str, int]) -> None:
        self.path, self.line, self.header = path, line, header

    def text(self, name: str) -> str:
        place = self.header.get(name)
        cells = self.line.cells
        return cells[place].strip() if place is not None and place < len(cells) else ""

    def fault(self, name: str, message: str, expected: str = "") -> InputError:
        place = self.header.get(name, 0)
        columns = self.line.columns
        column = columns[place] if place < len(columns) else columns[-1]
        return InputError(
            message, path=self.path, line=self.line.number, column=column, expected=expected
        )

    def rating(self, name: str) -> Fraction | None:
        text = self.text(name)
        if not text:
            return None
        if not re.fullmatch(r"\d{1,5}(\.\d{1,6})?", text, re.ASCII) or Fraction(text) > MOST_POINTS:
            raise self.fault(name, f"'{shown(text)}' is not a rating", f"0 to {MOST_POINTS}")
        return Fraction(text)

    def count(self, name: str) -> int | None:
        text = self.text(name)
        if not text:
            return None
        if not re.fullmatch(r"\d{1,6}", text, re.ASCII):
            raise self.fault(name, f"'{shown(text)}' is not a number of games", "0 to 999999")
        return int(text)


def _read_csv(path: Path, text: str) -> EventInput:
    event = EventInput()
    rows = rows_of(path, text)
    header = _header(path, rows, _REQUIRED, _OPTIONAL)
    width = len(header)
    seen: set[str] = set()
    for line in rows:
        row = _Row(path, line, header)
        try:
            if len(line.cells) > width:
                raise InputError(
                    f"{len(line.cells)} cells",
                    path=path,
                    line=line.number,
                    column=line.columns[width],
                    expected=f"{width}",
                )
            _csv_game(row, event, seen)
        except InputError as fault:
            event.faults.append(fault)
    return event


def _csv_game(row: _Row, event: EventInput, seen: set[str]) -> None:
    names = row.text("white"), row.text("black")
    for side, name in zip(("white", "black"), names, strict=True):
        if not name:
            raise row.fault(side, f"{side.capitalize()}'s name is empty")
    if names[0] == names[1]:
        raise row.fault("black", f"'{shown(names[0])}' cannot play himself")
    starts = [(row.rating(f"{side}_rating"), row.count(f"{side}_games")) for side in _REQUIRED[:2]]
    result = row.text("result").lower()
    if result != UNFINISHED and result not in RESULTS:
        raise row.fault("result", f"unknown result '{shown(result)}'", "1-0, 0-1, 1/2-1/2 or *")
    for name, (rating, games) in zip(names, starts, strict=True):
        if name not in seen and rating is not None:
            event.starts[name] = Start(rating, games)
        seen.add(name)
    if result == UNFINISHED:
        event.unfinished += 1
    else:
        game = Game(*names, RESULTS[result], row.line.number, row.text("date"))
        event.games.append(game)


def _pgn_text(path: Path) -> str:
    """A PGN's text: UTF-8, or else Latin-1, which the PGN standard prescribes."""
    data = read_bytes(path)
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return data.decode("latin-1")


def _read_pgn(path: Path, text: str, elo: EloTags) -> EventInput:
    """Read the tags of every game; a comment that is never closed costs its game and no other."""
    event = EventInput()
    data = text.encode("utf-8", "surrogatepass")
    line, before = 1, 0
    for span in spans_of(data):
        line += data.count(b"\n", before, span.start)
        before = span.start
        head = data[span.start : span.movetext].decode("utf-8", "surrogatepass")
        moves = data[span.movetext : span.end].decode("utf-8", "surrogatepass")
        try:
            _pgn_game(_Tags(path, head, line), event, elo)
        except InputError as fault:
            event.faults.append(fault)
        opened = open_comment(moves)
        if opened >= 0:
            place = line + (head + moves[:opened]).count("\n")
            column = opened - moves.rfind("\n", 0, opened)
            text = "a comment is never closed"
            event.faults.append(InputError(text, path=path, line=place, column=column))
    if not event.games and not event.faults and not event.unfinished:
        event.faults.append(InputError("no game", path=path, line=1, expected="PGN games"))
    return event


class _Tags:
    """A PGN game's tags, each with its place."""

    def __init__(self, path: Path, text: str, line: int) -> None:
        import chess.pgn

        self.path, self.text, self.line = path, text, line
        whole = "\n".join(row for row in text.split("\n") if row.strip())
        self.headers = dict(chess.pgn.read_headers(io.StringIO(whole)) or {})

    def value(self, tag: str) -> str:
        return str(self.headers.get(tag, "")).strip()

    def place(self, tag: str) -> tuple[int, int]:
        found = re.search(rf'^[ \t]*\[[ \t]*{tag}[ \t]+"', self.text, re.MULTILINE)
        if found is None:
            skipped = len(self.text) - len(self.text.lstrip())
            return self.line + self.text.count("\n", 0, skipped), 1
        start = found.start()
        column = found.end() - start
        return self.line + self.text.count("\n", 0, start), column + 1

    def fault(self, tag: str, message: str, expected: str = "") -> InputError:
        line, column = self.place(tag)
        return InputError(message, path=self.path, line=line, column=column, expected=expected)


def _pgn_game(tags: _Tags, event: EventInput, elo: EloTags) -> None:
    names = tags.value("White"), tags.value("Black")
    for side, name in zip(("White", "Black"), names, strict=True):
        if name in ("", "?"):
            raise tags.fault(side, f"{side}'s name is missing", f'[{side} "name"]')
    if names[0] == names[1]:
        raise tags.fault("Black", f"'{shown(names[0])}' cannot play himself")
    result = tags.value("Result")
    if result in ("", UNFINISHED):
        event.unfinished += 1
        return
    if result not in ("1-0", "0-1", "1/2-1/2"):
        raise tags.fault("Result", f"unknown result '{shown(result)}'", "1-0, 0-1, 1/2-1/2 or *")
    for side, name in zip(("White", "Black"), names, strict=True):
        start = _elo_tag(tags, f"{side}Elo", elo)
        if start is not None:
            event.starts.setdefault(name, start)
    line = tags.place("White")[0]
    event.games.append(Game(*names, RESULTS[result], line, tags.value("Date")))


def _elo_tag(tags: _Tags, tag: str, elo: EloTags) -> Start | None:
    text = tags.value(tag)
    if elo is EloTags.IGNORE or text in ("", "?", "-", "0"):
        return None
    if not re.fullmatch(r"\d{1,4}", text, re.ASCII):
        raise tags.fault(tag, f"'{shown(text)}' is not a rating", f"0 to {MOST_POINTS}")
    if elo is EloTags.Z:
        return Start(Fraction(int(text)))
    return Start(Fraction(half_up(from_conventional(int(text)))))
