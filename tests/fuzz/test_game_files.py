"""Damaged PGN, book and CBF files: every game is read or told with its place, nothing is lost."""

from __future__ import annotations

import random
from pathlib import Path

import chess
import pytest

from sapphire_emu.club.openings.cbf.files import read_cbf, write_cbf
from sapphire_emu.club.openings.cbf.model import Annotation, CbfGame, Ply
from sapphire_emu.club.openings.classify import Job, classify_block
from sapphire_emu.club.openings.pgn_games import Block, spans_of
from sapphire_emu.errors import InputError
from tests.club.command import run
from tests.club.openings.games import RUY, game
from tests.fuzz.damage import damaged

PGN = (
    game(RUY)
    + game("1. d4 {a [comment]\n[White \"x\"]\n} d5 (1... f5 2. c4) 2. c4 $1", more='[ECO "D06"]\n')
    + game("1. e4 c5 2. Nf3 d6 3. d4 cxd4 4. Nxd4 Nf6 5. Nc3 a6").replace("\n", "\r\n")
).encode()  # fmt: skip


@pytest.mark.parametrize("batch", range(3))
def test_damaged_game_files(batch: int) -> None:
    source = random.Random(f"games {batch}")
    good = bad = 0
    for _ in range(1_200):
        data = damaged(PGN, source)
        spans = spans_of(data)
        done = classify_block(Block(data, spans, 0, 1), Job())
        assert done.tally.games == len(spans)
        assert done.tally.classified + len(done.problems) == len(spans)
        for problem in done.problems:
            assert 1 <= problem.line <= data.count(b"\n") + 1
            assert problem.reason.isprintable()
        if not done.problems:  # and classifying again changes nothing more
            again = classify_block(Block(done.data, spans_of(done.data), 0, 1), Job())
            assert again.data == done.data
        untouched = classify_block(Block(data, spans, 0, 1), Job(drop=True)).data
        assert len(untouched) <= len(done.data)
        good += done.tally.classified
        bad += len(done.problems)
    assert good > 1_000
    assert bad > 300


def test_the_command_tells_damage_in_one_line_each(tmp_path: Path) -> None:
    source = random.Random("eco commands")
    path, out = tmp_path / "in.pgn", tmp_path / "out.pgn"
    for _ in range(60):
        path.write_bytes(damaged(PGN, source))
        done = run("eco", "classify", path, "-o", out, "--strict")
        if done.status == 0:
            out.unlink()
        else:
            assert done.status == 2
            assert done.err.count("\n") == 1
        assert [entry.name for entry in tmp_path.iterdir()] == ["in.pgn"]


def test_damaged_cbf_files(tmp_path: Path) -> None:
    line = tuple(
        Ply(chess.Move.from_uci(move), Annotation(1, 2, 3, "text"))
        for move in ("e2e4", "e7e5", "g1f3", "b8c6")
    )
    path, beside = tmp_path / "a.cbf", tmp_path / "a.cbi"
    write_cbf(path, [CbfGame(f"W{n}", "B", "S", line=line) for n in range(4)])
    whole, index = path.read_bytes(), beside.read_bytes()
    source = random.Random("cbf")
    good = bad = refused = 0
    for number in range(800):
        path.write_bytes(damaged(whole, source) if number % 3 else whole)
        beside.write_bytes(index if number % 3 else damaged(index, source))
        try:
            found = list(read_cbf(path))
        except InputError as error:
            assert "\n" not in str(error)
            refused += 1
            continue
        for number_, one in found:
            if isinstance(one, InputError):
                assert f"game {number_}, byte " in str(one)
                assert str(one).isprintable()
                bad += 1
            else:
                good += 1
    assert good > 500
    assert bad > 150
    assert refused > 10
