"""Write an event's description as TOML that people can read and edit."""

from __future__ import annotations

import json

from sapphire_emu.club.frbe.event import Event, EventKind, Pairing
from sapphire_emu.club.frbe.model import Result

_HALVES = {Result.WIN: "1", Result.LOSS: "0", Result.DRAW: "1/2"}


def format_event(event: Event) -> str:
    """The description that :func:`~sapphire_emu.club.frbe.event_toml.parse_event` reads back."""
    head: list[tuple[str, str]] = [
        ("title", _quoted(event.title)),
        ("kind", _quoted(event.kind.label)),
        *([("id", _quoted(event.id))] if event.id else []),
        ("division", _quoted(event.division)),
        ("series", _quoted(event.series)),
        ("club", str(event.club)),
        *([("sender", _quoted(event.sender))] if event.sender else []),
        ("start", event.start.isoformat()),
        ("end", event.end.isoformat()),
        *([("time_control", _quoted(event.time_control))] if event.time_control else []),
    ]
    parts = [_table("[event]", head)]
    for player in event.players:
        entries = [("name", _quoted(player.name)), ("matricule", str(player.matricule))]
        entries += [("club", str(player.club))] if player.club else []
        entries.append(("nationality", _quoted(player.nationality)))
        entries += [("rating", str(player.rating))] if player.rating else []
        parts.append(_table("[[players]]", entries))
    for round_ in event.rounds:
        if event.kind is EventKind.LINES:
            parts += [_table("[[games]]", _single(game)) for game in round_.games]
            continue
        day = [("date", round_.day.isoformat())] if round_.day else []
        games = "".join(f"\n  {_quoted(_pairing(game))}," for game in round_.games)
        parts.append(_table("[[rounds]]", [*day, ("games", f"[{games}\n]")]))
    return "\n".join(parts)


def _table(header: str, entries: list[tuple[str, str]]) -> str:
    return "\n".join([header, *(f"{key} = {value}" for key, value in entries), ""])


def _single(game: Pairing) -> list[tuple[str, str]]:
    entries = [("game", _quoted(_pairing(game)))]
    entries += [("date", game.day.isoformat())] if game.day else []
    return entries + ([("tournament", _quoted(game.tournament))] if game.tournament else [])


def _pairing(game: Pairing) -> str:
    if Result.UNPLAYED in (game.white_result, game.black_result):
        return f"{game.white}-{game.black} --"
    result = f"{_HALVES[game.white_result]}-{_HALVES[game.black_result]}"
    return f"{game.white}-{game.black} {result}"


def _quoted(text: str) -> str:
    """A TOML basic string; JSON's escapes are a subset of TOML's."""
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")
