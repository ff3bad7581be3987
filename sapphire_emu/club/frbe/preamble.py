"""What the free lines before the code line say, as far as other forms have a place for it."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from sapphire_emu.club.frbe.model import ResultFile
from sapphire_emu.errors import printable

_LABELS = {
    "tournoi": "title",
    "toernooi": "title",
    "envoyé par": "sender",
    "envoye par": "sender",
    "tempo": "tempo",
    "nombre de participants": "known",
    "date fin de tournoi": "known",
    "type": "known",
    "club": "club",
}
_TIMING = re.compile(r"\btiming\s*:\s*(.+)", re.IGNORECASE)
_OF_A_CLUB = re.compile(r"(?:cercle\s*)?(\d{3})\b(.*)", re.IGNORECASE)
_INTERNAL_NAME = re.compile(r"\(\d\d[A-Z0-9]{3}[1-9$][A-Z$]\)", re.IGNORECASE)
_TYPE = re.compile(r"\s*tournoi\s+(?:open|complet)\s*(?:-|$)", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Preamble:
    """The tournament's title, its sender, his club (0: not said) and the time control.

    ``left`` are the lines, by number, that say something else.
    """

    title: str = ""
    sender: str = ""
    club: int = 0
    tempo: str = ""
    left: tuple[tuple[int, str], ...] = ()


def preamble_of(file: ResultFile) -> Preamble:
    """Read the lines with the labels that the federation's programs write, and Chess Manager's."""
    said: dict[str, str] = {}
    club, left = 0, list[tuple[int, str]]()
    for number, line in enumerate(file.preamble, start=1):
        text = printable(line).strip()
        label, colon, rest = text.partition(":")
        what = _LABELS.get(label.strip().lower(), "") if colon else ""
        timing = _TIMING.search(text)
        if timing:
            said.setdefault("tempo", timing[1].strip())
        if what == "club" and (found := _OF_A_CLUB.match(rest.strip())):
            club = club or int(found[1])
            if found[2].strip():
                left.append((number, text))
        elif what in ("title", "sender", "tempo") and what not in said:
            said[what] = rest.strip() if rest.strip() != "-" else ""
        elif what != "known" and not _TYPE.match(text) and text:
            left.append((number, text))
    if "title" not in said:
        said["title"] = _take(left, lambda text: bool(_INTERNAL_NAME.search(text))) or _take(
            left, lambda text: True
        )
    if "sender" not in said:
        said["sender"] = _take(left, lambda text: "@" in text)
    by_club = _OF_A_CLUB.fullmatch(said["sender"])
    return Preamble(
        title=said["title"] or "-",
        sender=said["sender"],
        club=club or (int(by_club[1]) if by_club else 0),
        tempo=said.get("tempo", ""),
        left=tuple(left),
    )


def _take(left: list[tuple[int, str]], wanted: Callable[[str], bool]) -> str:
    """Take the first line that fits out of those that are left; nothing if none does."""
    for place, (_, text) in enumerate(left):
        if wanted(text):
            del left[place]
            return text
    return ""
