"""A book as one file.

The container is SQLite: it is in Python's own library, marks its files with an application's
number, and keeps facts and data together in one file that other tools can open. The positions are
not rows but columns, one compressed array each: a book of three million positions is read in a
second or two that way and in half a minute row by row, and everything done with a book (refining,
classifying, statistics) wants whole columns. Parquet would be the same idea with a library of
170 MB.

Each column and the facts about the book carry a digest, so a damaged book is refused, never half
used.
"""

from __future__ import annotations

import hashlib
import json
import sqlite3
import zlib
from contextlib import closing
from pathlib import Path

import numpy as np

from sapphire_emu.club.openings.book import COLUMNS, Book
from sapphire_emu.club.openings.counts import Array
from sapphire_emu.errors import InputError
from sapphire_emu.parsing import parse_json
from sapphire_emu.reading import open_to_read, unreadable
from sapphire_emu.saving import save

APPLICATION_ID = 0x53704F42
FORMAT = 1
_SCHEMA = """
CREATE TABLE about (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;
CREATE TABLE columns (
    name TEXT PRIMARY KEY, type TEXT NOT NULL, length INTEGER NOT NULL,
    sha256 TEXT NOT NULL, data BLOB NOT NULL
) STRICT;
"""
_NOT_A_BOOK = "not an opening book"
_MADE_BY = "a file made by sapphire eco build"


def save_book(book: Book, path: Path, probe: int, *, replace: bool = True) -> None:
    """Write the book, whole or not at all; the same book gives the same bytes.

    :param probe: the hash of a fixed position, by which a reader sees that its chess library
        numbers positions as the writer's did.
    :param replace: whether an existing file may be replaced.
    :raises InputError: the file cannot be written.
    """
    with closing(sqlite3.connect(":memory:")) as base:
        base.executescript(_SCHEMA)
        base.execute(f"PRAGMA application_id = {APPLICATION_ID}")
        base.execute(f"PRAGMA user_version = {FORMAT}")
        about = {
            "depth": book.depth,
            "games": book.all_games,
            "positions": len(book),
            "probe": f"{probe:016x}",
            "sources": list(book.sources),
            "refined_with": book.refined_with,
        }
        rows = [(name, json.dumps(value, ensure_ascii=False)) for name, value in about.items()]
        rows.append(("sha256", json.dumps(_digest(about))))
        base.executemany("INSERT INTO about VALUES (?, ?)", rows)
        for name, kind in COLUMNS.items():
            raw = np.ascontiguousarray(getattr(book, name), dtype=np.dtype(kind).newbyteorder("<"))
            data = raw.tobytes()
            row = (name, np.dtype(kind).name, len(raw), hashlib.sha256(data).hexdigest())
            base.execute(
                "INSERT INTO columns VALUES (?, ?, ?, ?, ?)", (*row, zlib.compress(data, 1))
            )
        base.commit()
        image = base.serialize()
    save(path, image, replace=replace)


def _digest(about: dict[str, object]) -> str:
    return hashlib.sha256(json.dumps(about, sort_keys=True).encode()).hexdigest()


def load_book(path: Path, probe: int) -> Book:
    """Read a book.

    :raises InputError: missing, not a book, made by a newer program, with other position numbers,
        or damaged.
    """
    _refuse_foreign(path)
    try:
        with closing(sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", uri=True)) as base:
            return _read(base, path, probe)
    except (sqlite3.Error, ValueError, KeyError, TypeError, zlib.error, OverflowError) as error:
        raise InputError(f"damaged: {_one_line(error)}", path=path, expected=_MADE_BY) from None


def _refuse_foreign(path: Path) -> None:
    try:
        with open_to_read(path) as stream:
            head = stream.read(100)
    except OSError as error:
        raise unreadable(path, error) from None
    if not head.startswith(b"SQLite format 3\0") or len(head) < 100:
        raise InputError(_NOT_A_BOOK, path=path, expected=_MADE_BY)
    if int.from_bytes(head[68:72], "big") != APPLICATION_ID:
        raise InputError(f"{_NOT_A_BOOK} but another database", path=path, expected=_MADE_BY)
    version = int.from_bytes(head[60:64], "big")
    if version != FORMAT:
        raise InputError(
            f"a book in form {version}", path=path, expected=f"form {FORMAT}; build it again"
        )


def _read(base: sqlite3.Connection, path: Path, probe: int) -> Book:
    about = {name: parse_json(value) for name, value in base.execute("SELECT * FROM about")}
    if about.pop("sha256") != _digest(about):
        raise ValueError("the facts about the book do not agree with their digest")
    if about["probe"] != f"{probe:016x}":
        raise InputError(
            "made with a version of rust-chess that numbers positions otherwise",
            path=path, expected="the version it was made with, or a book built again",
        )  # fmt: skip
    columns: dict[str, Array] = {}
    for name, kind, length, digest, packed in base.execute("SELECT * FROM columns"):
        data = _unpacked(packed, 8 * length)
        if hashlib.sha256(data).hexdigest() != digest:
            raise ValueError(f"column {name} does not agree with its digest")
        if name not in COLUMNS or kind != np.dtype(COLUMNS[name]).name:
            raise ValueError(f"unknown column {name}")
        column = np.frombuffer(data, dtype=np.dtype(kind).newbyteorder("<")).astype(kind)
        if len(column) != length:
            raise ValueError(f"column {name} has {len(column)} entries instead of {length}")
        columns[name] = column
    missing = sorted(set(COLUMNS) - set(columns))
    if missing:
        raise ValueError(f"column {missing[0]} is missing")
    _check(columns, int(about["positions"]))
    return Book(
        depth=int(about["depth"]),
        all_games=int(about["games"]),
        sources=tuple(str(source) for source in about["sources"]),
        refined_with=dict(about["refined_with"]),
        **columns,
    )


def _unpacked(packed: bytes, most: int) -> bytes:
    """A column's bytes, never more than its length allows, however small it was packed."""
    unpacking = zlib.decompressobj()
    data = unpacking.decompress(packed, max(1, most))
    if unpacking.unconsumed_tail or not unpacking.eof:
        raise ValueError("a column is longer than it says, or cut off")
    return data


def _check(columns: dict[str, Array], positions: int) -> None:
    """Numbers that point outside the book would otherwise surface far from here."""
    for name, column in columns.items():
        edge = name.startswith("move")
        if len(column) != (len(columns["move_from"]) if edge else positions):
            raise ValueError(f"column {name} has a wrong length")
    for name in ("parent", "move_from", "move_to"):
        column = columns[name]
        if len(column) and not 0 <= int(column.min()) <= int(column.max()) < positions:
            raise ValueError(f"column {name} points outside the book")
    for name, least, most in (("code", 0, 499), ("suffix", -1, 99)):
        column = columns[name]
        if len(column) and not least <= int(column.min()) <= int(column.max()) <= most:
            raise ValueError(f"column {name} holds an impossible value")


def _one_line(error: Exception) -> str:
    return " ".join(str(error).split()) or type(error).__name__
