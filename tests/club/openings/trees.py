"""Small position graphs written as lines of letters, for trees worked out by hand."""

from __future__ import annotations

import numpy as np

from sapphire_emu.club.openings.book import Book, book_of
from sapphire_emu.club.openings.codes import code_number
from sapphire_emu.club.openings.counts import Array, Counts, Path, count, merge


def hashed(position: str) -> int:
    return int.from_bytes(position.encode().rjust(8, b"."), "big")


def path(line: str, place: int, result: int = 3) -> Path:
    hashes = [hashed(position) for position in line.split()]
    return Path(place, hashes, [number % 4096 for number in hashes[1:]], result)


def counted(*lines: str, start: int = 0) -> Counts:
    """``"3 S a b"``: three games through the positions S, a, b, one after the other."""
    paths = []
    for line in lines:
        times, _, positions = line.partition(" ")
        paths += [path(positions, start + len(paths) + n) for n in range(int(times))]
    return count(paths)


def book(*lines: str, names: str = "S=C89") -> Book:
    """A book of these games; ``names`` are the positions of the base table with their codes."""
    table = {}
    for name in names.split():
        position, _, code = name.partition("=")
        number = code_number(code)
        assert number is not None
        table[hashed(position)] = number

    def codes_of(hashes: Array) -> Array:
        return np.array([table.get(int(one), -1) for one in hashes])

    return book_of(merge([counted(*lines)]), codes_of)


def keys(of: Book) -> dict[str, str]:
    """Every position with its key."""
    names = [int(one).to_bytes(8, "big").decode().lstrip(".") for one in of.hashes]
    return {name: of.key(number) for number, name in enumerate(names)}
