"""The three simple ciphers of the format: a running key, multiplied on, from the last byte back."""

from __future__ import annotations

HEADER = 14
_HEADER_SALT = 0x0E


def _run(data: bytes, key: int, factor: int) -> bytes:
    out = bytearray(data)
    for at in range(len(out) - 1, -1, -1):
        out[at] ^= key
        key = key * factor & 255
    return bytes(out)


def header(data: bytes) -> bytes:
    """Fourteen bytes decrypted, byte 11 with the salt that depends on the lengths of the names."""
    plain = bytearray(_run(data, 101, 3))
    plain[11] ^= _HEADER_SALT + (plain[4] & 63) + (plain[5] & 63) & 255
    return bytes(plain)


def sealed_header(plain: bytes) -> bytes:
    """The reverse of :func:`header`.

    >>> sealed_header(bytes(14)).hex()
    '3f1507ad8f85d79ddff5a7832f65'
    """
    salted = bytearray(plain)
    salted[11] ^= _HEADER_SALT + (plain[4] & 63) + (plain[5] & 63) & 255
    return _run(bytes(salted), 101, 3)


def names(data: bytes) -> bytes:
    """Players and source together; its own reverse."""
    return _run(data, 3 * len(data) & 255, 3)


def moves(data: bytes) -> bytes:
    """The move area; the first and the last byte are plain; its own reverse."""
    if len(data) < 3:
        return data
    return data[:1] + _run(data[1:-1], 49 * len(data) & 255, 7) + data[-1:]


def checksum(plain: bytes) -> int:
    """What byte 13 of a decrypted header has to be."""
    return plain[0] * 0x25 + plain[5] + plain[9] & 255


def checked(plain: bytes) -> bool:
    """Whether byte 13 agrees by one of the two sums that readers accept."""
    other = plain[3] * 0x1EC1 * (plain[8] + 1) * plain[0] & 255
    return plain[13] in (checksum(plain), other)
