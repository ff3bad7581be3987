"""What the memory file looks like inside.

SQLite, WAL, ``synchronous = FULL``: a committed save survives ``kill -9`` and power loss. Two
tables: the present memory (one row) and the log of rated games and resets, one row each, in order.
Both carry a digest, so that a flipped bit in a row is found though SQLite itself would not mind.
"""

from __future__ import annotations

import hashlib
import sqlite3

APPLICATION_ID = 0x53415048  # "SAPH"
VERSION = 1

MAGIC = b"SQLite format 3\x00"
APPLICATION_ID_OFFSET = 68
"""Where an SQLite file keeps its application id, four bytes, big-endian."""

_CREATE = """
CREATE TABLE memory (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    saved_at TEXT NOT NULL,
    data TEXT NOT NULL,
    digest TEXT NOT NULL
) STRICT;
CREATE TABLE log (
    number INTEGER PRIMARY KEY,
    at TEXT NOT NULL,
    kind TEXT NOT NULL CHECK (kind IN ('game', 'reset')),
    sum TEXT NOT NULL,
    game TEXT NOT NULL,
    san TEXT NOT NULL,
    digest TEXT NOT NULL
) STRICT;
CREATE TABLE owner (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    pid INTEGER NOT NULL,
    command TEXT NOT NULL
) STRICT;
"""


def digest(*texts: str) -> str:
    """Checksum of a row's texts."""
    return hashlib.sha256("\n".join(texts).encode()).hexdigest()[:32]


def configure(connection: sqlite3.Connection) -> None:
    """Settings that every writing connection needs."""
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = FULL")


def create(connection: sqlite3.Connection) -> None:
    """Lay out an empty database, in one transaction."""
    connection.executescript(
        f"BEGIN IMMEDIATE; {_CREATE}"
        f"PRAGMA application_id = {APPLICATION_ID}; PRAGMA user_version = {VERSION}; COMMIT;"
    )


def version_of(connection: sqlite3.Connection) -> int:
    """The layout version of an open file; 0 for an empty one."""
    return int(connection.execute("PRAGMA user_version").fetchone()[0])
