"""A pair of files, ``.CBF`` with the games and ``.CBI`` with their places."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from sapphire_emu.club.openings.cbf import MOST_GAMES, ciphers
from sapphire_emu.club.openings.cbf.model import CbfGame, Damaged
from sapphire_emu.club.openings.cbf.record import read_record, record_bytes, size_of
from sapphire_emu.errors import InputError
from sapphire_emu.reading import read_bytes
from sapphire_emu.saving import save

_MOST_BYTES = 512 * 2**20
_KIND = "an old ChessBase file, NAME.CBF with its NAME.CBI"


def index_of(sizes: Sequence[int]) -> bytes:
    """The index for records of these lengths.

    >>> [int.from_bytes(index_of([48, 39, 35])[at : at + 4], "big") for at in range(0, 20, 4)]
    [4, 2, 51, 91, 127]
    """
    numbers, offset = [len(sizes) + 1], 0
    for number, size in enumerate(sizes, start=1):
        numbers.append(offset + number + 1)
        offset += size
    numbers.append(offset + len(sizes) + 2)
    return b"".join(number.to_bytes(4, "big") for number in numbers)


def index_path(path: Path) -> Path:
    """The index beside a file of games, its ending in the same case."""
    return path.with_suffix(".CBI" if path.suffix.isupper() else ".cbi")


def offsets_of(data: bytes, index: bytes | None, path: Path) -> list[int]:
    """Where each record begins, from the index or, without one, by their lengths.

    :raises InputError: the index is damaged or belongs to another file.
    """
    if index is None:
        offsets, at = [], 0
        while at + ciphers.HEADER <= len(data):
            offsets.append(at)
            at += size_of(data[at : at + ciphers.HEADER])
        return offsets if offsets or not data else [0]
    beside = index_path(path)
    numbers = [int.from_bytes(index[at : at + 4], "big") for at in range(0, len(index) - 3, 4)]
    games = numbers[0] - 1 if numbers else -1
    if not 0 <= games <= MOST_GAMES:
        raise InputError(f"an index of {games} games", path=beside, expected="a .CBI file")
    if len(numbers) < games + 1:
        text = f"ends after {len(numbers) - 1} of {games} games"
        raise InputError(text, path=beside, expected=f"{4 * (games + 2)} bytes")
    return [number - game - 1 for game, number in enumerate(numbers[1 : games + 1], start=1)]


def _plausible(data: bytes, index: bytes | None, offsets: list[int]) -> bool:
    """Whether a file can be of the format: its index ends where it does, or a header is whole."""
    if index is not None and int.from_bytes(index[-4:], "big") == len(data) + len(offsets) + 2:
        return True
    heads = (data[at : at + ciphers.HEADER] for at in offsets if at >= 0)
    return any(
        len(head) == ciphers.HEADER and ciphers.checked(ciphers.header(head)) for head in heads
    )


def read_cbf(path: Path) -> Iterator[tuple[int, CbfGame | InputError]]:
    """Each game's number with the game, or with what is damaged, game number and byte named.

    :raises InputError: a file cannot be read, or the index is damaged.
    """
    data = read_bytes(path, most=_MOST_BYTES)
    if not data:
        raise InputError("an empty file", path=path, expected=_KIND)
    beside = index_path(path)
    index = read_bytes(beside, most=_MOST_BYTES) if beside.exists() else None
    offsets = offsets_of(data, index, path)
    if not _plausible(data, index, offsets):
        raise InputError("not a file of games", path=path, expected=_KIND)
    for number, offset in enumerate(offsets, start=1):
        try:
            if not 0 <= offset <= len(data) - ciphers.HEADER:
                raise Damaged(0, f"begins outside the file of {len(data)} bytes")
            size = size_of(data[offset : offset + ciphers.HEADER])
            yield number, read_record(data[offset : offset + size])
        except Damaged as fault:
            place = f"game {number}, byte {offset + fault.byte}"
            yield number, InputError(f"{place}: {fault}", path=path)


def refuse_existing(path: Path) -> None:
    """Refuse a pair of which one file exists.

    :raises InputError: it does.
    """
    for one in (path, index_path(path)):
        if one.exists():
            text = "this file exists and is never overwritten"
            raise InputError(text, path=one, expected="a new name")


def write_cbf(path: Path, games: Sequence[CbfGame]) -> None:
    """Write both files, never over existing ones.

    :raises InputError: one exists or cannot be written, or a game does not fit.
    """
    write_records(path, [record_bytes(game) for game in games])


def write_records(path: Path, records: Sequence[bytes]) -> None:
    """Write both files from finished records, never over existing files.

    :raises InputError: one exists or cannot be written.
    """
    refuse_existing(path)
    beside = index_path(path)
    save(path, b"".join(records), replace=False)
    try:
        save(beside, index_of([len(record) for record in records]), replace=False)
    except InputError:
        path.unlink(missing_ok=True)
        raise
