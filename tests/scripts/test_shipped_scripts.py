"""The manual's own sequences, as shipped, hold: the same scripts that a user runs."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from firmware_model.functions import FUNCTIONS
from firmware_model.modes import ROWS
from sapphire_emu.desk import Desk
from sapphire_emu.opponent.external import open_opponent
from sapphire_emu.resources import asset
from sapphire_emu.scripts.parser import parse_file
from sapphire_emu.scripts.runner import Runner

SCRIPTS = sorted(asset("scripts").glob("*.keys"))


@pytest.fixture(scope="module")
def desk() -> Iterator[Desk]:
    """The embedded opponent, for the scripts that look at a position under analysis."""
    notes: list[str] = []
    desk = Desk(open_opponent(None), note=notes.append)
    yield desk
    desk.close()
    assert notes == []


@pytest.mark.parametrize("path", SCRIPTS, ids=lambda path: path.stem)
def test_script(path: Path, desk: Desk) -> None:
    failure = Runner(path, desk.consult).run(parse_file(path))
    assert failure is None, f"\n{failure}"


def test_every_function_of_the_manual_has_a_script() -> None:
    assert [row.section for row in FUNCTIONS] == list(range(1, 44))
    assert {row.script for row in FUNCTIONS} <= {path.stem for path in SCRIPTS}


def test_every_row_of_the_transition_table_names_its_section() -> None:
    sections = {str(row.section) for row in FUNCTIONS} | {"play"}
    assert {row.section for row in ROWS} <= sections
