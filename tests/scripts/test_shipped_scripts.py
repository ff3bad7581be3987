"""The manual's own sequences, as shipped, hold: the same scripts that a user runs."""

from __future__ import annotations

from pathlib import Path

import pytest

from sapphire_emu.resources import asset
from sapphire_emu.scripts.parser import parse_file
from sapphire_emu.scripts.runner import Runner

SCRIPTS = sorted(asset("scripts").glob("*.keys"))


def test_there_are_scripts() -> None:
    assert len(SCRIPTS) >= 29


@pytest.mark.parametrize("path", SCRIPTS, ids=lambda path: path.stem)
def test_script(path: Path) -> None:
    failure = Runner(path).run(parse_file(path))
    assert failure is None, f"\n{failure}"
