"""Memory as data: older schemas open, what is no possible memory is refused."""

from __future__ import annotations

from dataclasses import replace

import pytest

from firmware_model.codec import DamagedMemory, decode, encode
from firmware_model.state import Nvram


def test_memory_of_the_first_schema_opens() -> None:
    """What the previous version stored: no saved games, no book, no learnt lines, fewer options."""
    old = encode(replace(Nvram(), sound=2))
    old["schema"] = 1
    for name in ("saves", "book", "learnt"):
        del old[name]
    for name in ("random", "easy", "book_select"):
        del old["options"][name]
    assert decode(old) == replace(Nvram(), sound=2)


DAMAGE: list[tuple[tuple[str, ...], object]] = [
    (("schema",), 99),
    (("elo",), 10_000),
    (("elo",), True),
    (("games",), -1),
    (("rules",), "other"),
    (("levels",), ["at3"]),
    (("levels",), ["at3", "zz9"]),
    (("options",), []),
    (("options", "hash"), 7),
    (("sound",), 5),
    (("saves",), [None]),
    (("book",), [[["e2e5"], False]]),
    (("book",), [["e2e4"]]),
    (("learnt",), [[]]),
    (("game",), None),
    (("game", "start_fen"), "8/8 w"),
    (("game", "start_fen"), 5),
    (("game", "plies"), [["e2e5", "u", "", 0]]),
    (("game", "plies"), [["e2e4", "u", ""]]),
    (("game", "plies"), [["e2e4", "x", "", 0]]),
    (("game", "plies"), [["e2e4", "m", "zz", 0]]),
    (("game", "clocks_ms"), [0]),
    (("game", "ending"), "flagged"),
    (("game", "rated"), 1),
    (("game", "flaws"), [3]),
]


@pytest.mark.parametrize(("place", "value"), DAMAGE, ids=str)
def test_what_is_no_possible_memory_is_refused(place: tuple[str, ...], value: object) -> None:
    data = encode(Nvram())
    inner = data
    for name in place[:-1]:
        inner = inner[name]
    inner[place[-1]] = value
    with pytest.raises(DamagedMemory):
        decode(data)


@pytest.mark.parametrize("data", [None, [], "x", {}])
def test_rubbish_is_refused(data: object) -> None:
    with pytest.raises(DamagedMemory):
        decode(data)
