"""Rows whose checksum fits but which say what the machine never writes: damage like any other."""

from __future__ import annotations

from pathlib import Path

import pytest

from sapphire_emu.errors import UserError
from sapphire_emu.store.health import examine
from sapphire_emu.store.memory import Memory
from sapphire_emu.store.schema import digest
from tests.club.command import refused, run
from tests.store.damage import open_damaged, whole_file

SUMS = {
    "null": "null",
    "a list": "[]",
    "no number": '{"a":NaN}',
    "an infinite number": '{"before":[1400,0],"after":[1400,1],"oelo":1e999}',
    "an endless number": f'{{"a":{"9" * 6000}}}',
    "deep nesting": "[" * 100_000,
    "no JSON": "{",
}


def put(path: Path, table: str, **texts: str) -> bytes:
    """Change texts of the one row of a table, with a checksum that fits them."""
    with Memory.open(path) as memory, memory._connection as connection:
        names = ("data",) if table == "memory" else ("at", "kind", "sum", "game", "san")
        (row,) = connection.execute(f"SELECT {', '.join(names)} FROM {table}")
        row = tuple(texts.get(name, old) for name, old in zip(names, row, strict=True))
        places = ", ".join(f"{name} = ?" for name in names)
        connection.execute(f"UPDATE {table} SET {places}, digest = ?", (*row, digest(*row)))
    return path.read_bytes()


@pytest.mark.parametrize("table", ["memory", "log"])
@pytest.mark.parametrize("text", SUMS.values(), ids=SUMS)
def test_an_impossible_row_is_set_aside_and_nobody_only_looking_crashes(
    tmp_path: Path, table: str, text: str
) -> None:
    path, _ = whole_file(tmp_path)
    content = put(path, table, **{"data" if table == "memory" else "sum": text})
    for words in ("rating", "rating plot -o p.svg", "memory export b.json"):
        line = refused(run(*words.split(), "--state", path))
        assert "damaged memory" in line
    assert examine(path).damage
    assert open_damaged(path, content) == "set aside"


@pytest.mark.parametrize(
    "change",
    [
        {"at": "yesterday"},
        {"sum": '{"before":[1400,0],"after":[1300,1],"oelo":-1,"result":"win","tier":1,'
                '"rules":"corrected","formula":"","level":"","user_is_white":true}'},
        {"sum": '{"before":[1400,0],"after":[1300,1],"oelo":2000,"result":"win","tier":3,'
                '"rules":"corrected","formula":"","level":"","user_is_white":true}'},
        {"sum": '{"before":[1400,0],"after":[1300,1],"oelo":2000,"result":"win","tier":1,'
                '"rules":"corrected","formula":"\\u001b[2J","level":"","user_is_white":true}'},
    ],
    ids=["date", "rating", "tier", "control characters"],
)  # fmt: skip
def test_a_value_that_cannot_be_is_damage_too(tmp_path: Path, change: dict[str, str]) -> None:
    path, _ = whole_file(tmp_path)
    content = put(path, "log", **change)
    assert open_damaged(path, content) == "set aside"


@pytest.mark.parametrize("text", ["", "null", '{"plies":[1]}', "[" * 5000])
def test_a_damaged_game_is_told_when_somebody_asks_for_it(tmp_path: Path, text: str) -> None:
    """It is not read before: ten thousand games would make every start slow."""
    path, _ = whole_file(tmp_path)
    put(path, "log", game=text)
    assert run("rating", "--state", path).status == 0
    for words in ("rating --json", "rating export --pgn", "memory export b.json"):
        line = refused(run(*words.split(), "--state", path))
        assert "a rated game in the memory is damaged: " in line, words
    with Memory.open(path) as memory, pytest.raises(UserError, match="is damaged"):
        _ = memory.log()[0].rated.game  # type: ignore[union-attr]
