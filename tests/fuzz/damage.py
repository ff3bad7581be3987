"""Damage done to a file's bytes, the same for the same seed."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from typing import Any

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


VALUES: tuple[Any, ...] = (
    *(None, True, False, 0, -1, 1, 7, 63, 64, 9_999, 10_000, 10**9, -(10**18), 10**30, 0.5),
    *("", "x", "e2e4", "e7e8q", "play", "rating", "fd1", "\0", "½", [], [[]], {}, [0], {"a": 1}),
)


def damaged_json(data: Any, source: random.Random) -> Any:
    """A copy of JSON data with one to three places changed, gone or doubled."""
    copy = json.loads(json.dumps(data))
    for _ in range(source.choice((1, 1, 1, 2, 3))):
        places = list(_places(copy))
        if not places:
            break
        holder, key = source.choice(places)
        kind = source.random()
        if kind < 0.15:
            del holder[key]
        elif kind < 0.25 and isinstance(holder, list):
            holder.insert(key, holder[key])
        elif kind < 0.4:
            other, at = source.choice(places)
            holder[key] = json.loads(json.dumps(other[at] if _has(other, at) else None))
        elif isinstance(holder[key], int) and kind < 0.6:
            holder[key] += source.choice((-1, 1, 10, 1_000))
        else:
            holder[key] = source.choice(VALUES)
    return copy


def _has(holder: Any, key: Any) -> bool:
    return key in holder if isinstance(holder, dict) else key < len(holder)


def _places(data: Any) -> Iterator[tuple[Any, Any]]:
    keys = list(data) if isinstance(data, dict) else range(len(data))
    for key in keys:
        yield data, key
        if isinstance(data[key], dict | list):
            yield from _places(data[key])
