"""Names and comments: the DOS code page 850 with six bytes taken by the figurines."""

from __future__ import annotations

import unicodedata

FIGURINES = "♔♕♘♗♖♙"
_IN_NAMES, _IN_COMMENTS = 0xA2, 0xB1
END, NEW_LINE = 0xFF, 0xFE


def decoded(data: bytes, *, comment: bool = False) -> str:
    """Text of a name, or of a comment, where 0xFE is a new line."""
    first = _IN_COMMENTS if comment else _IN_NAMES
    words = []
    for byte in data:
        if first <= byte < first + 6:
            words.append(FIGURINES[byte - first])
        elif comment and byte == NEW_LINE:
            words.append("\n")
        else:
            words.append(bytes([byte]).decode("cp850"))
    return "".join(words)


def encoded(text: str, *, comment: bool = False) -> bytes:
    """The reverse. A letter that has no byte loses its accent, any other sign becomes ``?``.

    >>> decoded(encoded("Jörg Ňž ♘", comment=True), comment=True)
    'Jörg Nz ♘'
    """
    first = _IN_COMMENTS if comment else _IN_NAMES
    out = bytearray()
    for sign in text:
        if sign in FIGURINES:
            out.append(first + FIGURINES.index(sign))
        elif comment and sign == "\n":
            out.append(NEW_LINE)
        else:
            out += _byte(sign, first)
    return bytes(out)


def _byte(sign: str, first: int) -> bytes:
    for form in (sign, unicodedata.normalize("NFKD", sign)[:1]):
        raw = form.encode("cp850", "ignore")
        if len(raw) == 1 and not first <= raw[0] < first + 6 and 32 <= raw[0] < NEW_LINE:
            return raw
    return b"?"
