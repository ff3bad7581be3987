"""Damaged TOML, TRF, CSV and PGN are read or refused in one line, with a place."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path

import pytest

from sapphire_emu.club.frbe.convert import Request, convert_bytes
from sapphire_emu.club.frbe.event import to_result_file
from sapphire_emu.club.frbe.event_toml import read_event as read_description
from sapphire_emu.club.frbe.trf_write import Sender, to_swar, to_trf16
from sapphire_emu.club.frbe.writer import to_bytes
from sapphire_emu.club.zchess.event import rate_event
from sapphire_emu.club.zchess.event_input import read_event, read_starts
from sapphire_emu.club.zchess.event_report import as_text
from sapphire_emu.errors import UserError
from tests.club.frbe.examples import made
from tests.club.frbe.test_build_and_convert import EVENT
from tests.fuzz.damage import damaged


def build(path: Path) -> None:
    to_bytes(to_result_file(read_description(path)))


def convert_trf(path: Path) -> None:
    convert_bytes(path.read_bytes(), Request("frbe", club=618), path)


def rate(path: Path) -> None:
    event = read_event(path)
    for fault in event.faults:
        assert fault.line >= 1
        assert str(fault).isprintable()
    as_text(rate_event(event.games, event.starts))
    if event.faults:
        raise event.faults[0]


def starts(path: Path) -> None:
    read_starts(path)


SMALL = made(4, 3, 1)
CSV = (
    b'white,black,result,white_rating,white_games\nAda,Bo,1-0,900,120\n"C, y",Ada,=,,\nBo,Ada,*,,\n'
)
PGN = (
    b'[White "Ada"]\n[Black "Bo"]\n[Result "1-0"]\n[WhiteElo "1500"]\n\n1. e4 {x} e5 1-0\n\n'
    b'[White "Bo"]\n[Black "Ada"]\n[Result "*"]\n\n*\n'
)
CASES: dict[str, tuple[Callable[[Path], None], str, bytes, int]] = {
    "toml": (build, "e.toml", EVENT.encode(), 5_000),
    "trf16": (convert_trf, "e.trf", to_trf16(SMALL).text.encode(), 6_000),
    "swar": (convert_trf, "e.541", to_swar(SMALL, Sender(618)).text.encode(), 4_000),
    "csv": (rate, "e.csv", CSV, 12_000),
    "pgn": (rate, "e.pgn", PGN, 4_000),
    "ratings": (starts, "r.csv", b"name,rating,games\nAda,900,3\nBo,816.5,\n", 6_000),
}


@pytest.mark.parametrize("case", CASES)
def test_damaged_input(case: str, tmp_path: Path) -> None:
    use, name, data, count = CASES[case]
    path = tmp_path / name
    source = random.Random(case)
    taken = 0
    for _ in range(count):
        path.write_bytes(damaged(data, source))
        try:
            use(path)
            taken += 1
        except UserError as refusal:
            assert "\n" not in str(refusal)
            assert str(refusal).isprintable()
    assert 0 < taken < count
