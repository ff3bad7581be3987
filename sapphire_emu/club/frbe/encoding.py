"""Bytes to text: UTF-8 is recognised first, then CP850 (DOS) and Latin-1 (Windows) are told apart.

The two old encodings are both complete, so reading and writing again gives the same bytes whichever
is chosen; only the accents shown would differ. The choice: whichever makes more letters of the
country's languages (and degree signs) of the bytes above 127, CP850 when neither does better.
"""

from __future__ import annotations

import codecs
import unicodedata
from dataclasses import dataclass
from pathlib import Path

from sapphire_emu.errors import InputError, printable

ENCODINGS = ("utf-8", "cp850", "latin-1")
"""Names taken by ``--encoding``."""

_LIKELY = frozenset("àâäáçéèêëíîïñóôöúùûüÿÀÂÄÁÇÉÈÊËÎÏÔÖÙÛÜßœŒæ°«»²½§’")

_PLAIN = str.maketrans(
    {
        "’": "'",
        "‘": "'",
        "“": '"',
        "”": '"',
        "„": '"',
        "…": "...",
        "–": "-",
        "—": "-",
        "œ": "oe",
        "Œ": "OE",
        "\u00a0": " ",
        "\u202f": " ",
    }
)


@dataclass(frozen=True, slots=True)
class Decoded:
    """The text, the encoding it was read in, and whether a byte-order mark was dropped."""

    text: str
    encoding: str
    byte_order_mark: bool = False


def decode(data: bytes, encoding: str | None = None, path: Path | None = None) -> Decoded:
    """Turn a file's bytes into text; ``encoding`` forces one of ENCODINGS.

    :raises InputError: UTF-8 was asked for and a byte is not, or the file is UTF-16.
    """
    if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        raise InputError(
            "this is UTF-16", path=path, line=1, column=1, expected="UTF-8, CP850 or Latin-1"
        )
    mark = data.startswith(codecs.BOM_UTF8) and encoding in (None, "utf-8")
    body = data[len(codecs.BOM_UTF8) :] if mark else data
    if encoding is not None and encoding != "utf-8":
        return Decoded(body.decode(encoding), encoding)
    if encoding is None and body.isascii():
        return Decoded(body.decode("ascii"), "utf-8" if mark else "cp850", mark)
    try:
        return Decoded(body.decode("utf-8"), "utf-8", mark)
    except UnicodeDecodeError as error:
        if encoding == "utf-8" or mark:
            before = body[: error.start]
            raise InputError(
                f"byte 0x{body[error.start]:02X} is not UTF-8",
                path=path,
                line=before.count(b"\n") + 1,
                column=error.start - before.rfind(b"\n"),
                expected="another --encoding",
            ) from None
    high = bytes(byte for byte in body if byte > 127)
    best = max(("cp850", "latin-1"), key=lambda name: _likely_letters(high.decode(name)))
    return Decoded(body.decode(best), best)


def _likely_letters(text: str) -> int:
    return sum(1 if char in _LIKELY else -1 for char in text)


def encode(
    text: str, encoding: str, byte_order_mark: bool = False, path: Path | None = None
) -> bytes:
    """Turn text into a file's bytes, as it is.

    :raises InputError: a character has no place in the encoding (with its line and column).
    """
    try:
        data = text.encode(encoding)
    except UnicodeEncodeError as error:
        before, char = text[: error.start], text[error.start]
        raise InputError(
            f"'{printable(char)}' ({_character_name(char)}) cannot be written in {encoding}",
            path=path,
            line=before.count("\n") + 1,
            column=error.start - before.rfind("\n"),
            expected="another encoding, such as utf-8",
        ) from None
    return codecs.BOM_UTF8 + data if byte_order_mark else data


def _character_name(char: str) -> str:
    return unicodedata.name(char, f"U+{ord(char):04X}").lower()


def plain(text: str, encoding: str) -> str:
    """``text`` with what ``encoding`` lacks replaced by its plain form, if it has one.

    Typographic quotes, dashes and the ellipsis become ASCII, letters lose accents that the
    encoding has no place for. What has no plain form is left, and :func:`encode` will name it.

    >>> plain("d’été … Łódź", "cp850")
    "d'été ... Łódz"
    """
    if _fits(text, encoding):
        return text
    return "".join(char if _fits(char, encoding) else _plain_char(char) for char in text)


def _plain_char(char: str) -> str:
    swapped = char.translate(_PLAIN)
    if swapped != char:
        return swapped
    base = "".join(c for c in unicodedata.normalize("NFKD", char) if not unicodedata.combining(c))
    return base if base and base.isascii() else char


def _fits(text: str, encoding: str) -> bool:
    try:
        text.encode(encoding)
    except UnicodeEncodeError:
        return False
    return True
