"""What a program reads: with --json a command prints objects, one a line, and nothing else."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.commands.conftest import Sapphire

CALC = ("--pelo", "1400", "--games", "10", "--oelo", "2000", "--result", "draw")


@pytest.fixture
def folder(sapphire: Sapphire, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    sapphire("press", "option", "ver")
    journal = Path(sapphire("journal", "last").out.strip())
    (tmp_path / "a.journal").write_bytes(journal.read_bytes())
    (tmp_path / "good.keys").write_text('power on\npress option ver\nlcd "rt 1400"\n')
    (tmp_path / "bad.keys").write_text('power on\npress option\nlcd "rt 1400"\n')
    return tmp_path


@pytest.mark.parametrize(
    ("words", "status", "expected"),
    [
        ("run good.keys", 0, {"script": "good.keys", "statements": 3, "holds": True}),
        (
            "run bad.keys",
            1,
            {"holds": False, "line": 3, "expected": 'lcd "rt 1400"', "text": "oPt 1"},
        ),
        ("journal list", 0, {}),
        ("journal verify a.journal", 0, {"agrees": True, "differs": None}),
        ("rating why", 0, {"rateable": "no", "why": "no move has been played", "oelo": None}),
        (" ".join(("rating calc", *CALC)), 0, {"tier": 1, "rating": 1455, "games": 11}),
        ("rating", 0, {"rating": 1400, "games": 0}),
        ("keys", 0, {}),
        ("levels", 0, {}),
        ("press --fresh option", 0, {"key": "option", "text": "oPt 1"}),
        ("explain option", 0, {}),
        ("doctor", 0, {}),
        ("skin info", 0, {}),
        ("link test pty", 1, {"answered": False}),
    ],
)
def test_objects_and_nothing_else(
    sapphire: Sapphire, folder: Path, words: str, status: int, expected: dict[str, Any]
) -> None:
    done = sapphire(*words.split(), "--json")
    assert done.status == status
    objects = [json.loads(line) for line in done.out.splitlines()]
    assert objects
    whole = objects[-1]
    assert expected.items() <= (whole.items() if isinstance(whole, dict) else {}.items())
