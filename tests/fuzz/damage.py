"""Damage done to a file's bytes, the same for the same seed."""

from __future__ import annotations

import random

RUBBISH = bytes(range(256))


def damaged(data: bytes, source: random.Random) -> bytes:
    """One to three pieces of damage: cut, overwritten, inserted, removed, re-encoded, repeated."""
    for _ in range(source.choice((1, 1, 1, 2, 3))):
        data = _once(data, source)
    return data


def _once(data: bytes, source: random.Random) -> bytes:
    at = source.randrange(len(data) + 1)
    end = min(at + source.choice((1, 1, 2, 8, 60)), len(data))
    kind = source.randrange(11)
    if kind == 0:
        return data[:at]
    if kind == 1:
        return data[at:]
    if kind in (2, 3):
        return data[:at] + _junk(source, end - at) + data[end:]
    if kind == 4:
        return data[:at] + _junk(source, source.choice((1, 2, 9, 70))) + data[at:]
    if kind == 5:
        return data[:at] + data[end:]
    if kind == 6:
        return data[:end] + data[at:]
    if kind == 7:
        return _recoded(data, source)
    if kind == 8:
        return data.replace(*source.choice(((b"\r\n", b"\n"), (b"\n", b"\r"), (b"  ", b" "))))
    if kind == 9:
        old = source.choice(b'0158NB -="[].')
        return data.replace(
            bytes([old]), source.choice((b"", b"9", b"x", b"\0")), source.randrange(1, 9)
        )
    lines = data.split(b"\n")
    source.shuffle(lines)
    return b"\n".join(lines)


def _junk(source: random.Random, length: int) -> bytes:
    alphabet = source.choice((RUBBISH, b"0123456789", b" ", b"BN-105 ", "é½’…".encode(), b"\0"))
    return bytes(source.choices(alphabet, k=length))


def _recoded(data: bytes, source: random.Random) -> bytes:
    text = data.decode("latin-1")
    return text.encode(
        source.choice(("utf-8", "utf-16", "utf-16-be", "utf-32", "utf-7", "cp500")), "replace"
    )
