"""The tag lines of one game, read and changed as bytes, so that nothing else of them changes."""

from __future__ import annotations

import re

_TAG = re.compile(rb'^[ \t]*\[([A-Za-z0-9_]+)[ \t]+"((?:[^"\\\n]|\\.)*)"', re.MULTILINE)
_ECO = re.compile(rb'^[ \t]*\[ECO[ \t]+"([^"\n]*)"', re.MULTILINE)
_OWN_START = re.compile(rb'^[ \t]*\[(?:FEN|Variant)[ \t]+"([^"\n]*)"', re.MULTILINE)
_STANDARD = {b"standard", b"chess", b"normal", b"", b"?", b"from position"}
_START_FEN = b"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -"


def tags_of(header: bytes) -> dict[str, str]:
    """All tags, as text in UTF-8 where that is possible and Latin-1 otherwise."""
    text = _TAG.findall(header)
    return {name.decode(): _decoded(value).replace('\\"', '"') for name, value in text}


def _decoded(value: bytes) -> str:
    try:
        return value.decode("utf-8")
    except UnicodeDecodeError:
        return value.decode("latin-1")


def eco_of(header: bytes) -> str:
    """The value of the ECO tag, empty without one."""
    found = _ECO.search(header)
    return found[1].decode("latin-1") if found else ""


def odd_start(header: bytes) -> str:
    """Why the game does not begin like others: a position of its own or a variant; else empty."""
    if b"[FEN" not in header and b"[Variant" not in header:
        return ""
    for found in _OWN_START.finditer(header):
        if b"[FEN" in found[0]:
            if not found[1].startswith(_START_FEN):
                return "it has its own start position"
        elif found[1].lower() not in _STANDARD:
            return f"it is a game of {found[1].decode('latin-1')[:30]}"
    return ""


def with_tag(header: bytes, name: str, value: str) -> bytes:
    """The tag lines with one tag set: its value replaced, or a line added after the last one.

    >>> with_tag(b'[White "A"]\\r\\n[ECO  "C57"] \\r', "ECO", "C58")
    b'[White "A"]\\r\\n[ECO  "C58"] \\r'
    >>> with_tag(b'[White "A"]\\r', "ECO", "C58")
    b'[White "A"]\\r\\n[ECO "C58"]\\r'
    """
    raw = _encoded(value.replace("\\", "\\\\").replace('"', '\\"'), header)
    pattern = rb"(?m)^([ \t]*\[" + name.encode() + rb'[ \t]+")((?:[^"\\\n]|\\.)*)(?=")'
    found = re.search(pattern, header)
    if found:
        return header[: found.start(2)] + raw + header[found.end(2) :]
    line = b"[" + name.encode() + b' "' + raw + b'"]'
    return header + b"\n" + line + (b"\r" if header.endswith(b"\r") else b"")


def without_tag(header: bytes, name: str) -> bytes:
    """The tag lines without one tag."""
    return re.sub(rb"\n[ \t]*\[" + name.encode() + rb'[ \t]+"[^\n]*(?=\n|\Z)', b"", header)


def _encoded(value: str, header: bytes) -> bytes:
    """In the encoding that the other tags have: UTF-8 unless they are something else."""
    try:
        header.decode("utf-8")
    except UnicodeDecodeError:
        return value.encode("latin-1", "replace")
    return value.encode("utf-8")
