"""Damaged result files never give anything but problems with a place or one clear refusal."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from sapphire_emu.club.frbe.check import check
from sapphire_emu.club.frbe.convert import Request, convert_bytes
from sapphire_emu.club.frbe.fictive import fictive_ratings, with_fictive
from sapphire_emu.club.frbe.fictive_report import as_text as reasoning
from sapphire_emu.club.frbe.reader import parse
from sapphire_emu.club.frbe.report import as_text
from sapphire_emu.club.frbe.writer import for_sending, to_bytes
from sapphire_emu.errors import UserError
from tests.club.command import run
from tests.club.frbe.examples import CLOSED, made
from tests.fuzz.damage import damaged

BATCHES, PER_BATCH = 14, 4_500
SMALL = [
    to_bytes(made(4, 2, 2)),
    to_bytes(made(3, 2, 2, seed=2)),
    b"\r\n".join(CLOSED.read_bytes().split(b"\n")[4:12]),
    "Tournoi é\r\n\x0031  2 12020010120200109\r\nNr Nom\r\n"
    "  1 Ada                       10001 618 BEL 1500   2 B 1\0 02/01/2020 618XYZ\r\n"
    "  2 Zoé                       10002 618 *** 1400   1 N 0\0 02/01/2020 618XYZ\r\n".encode(
        "cp850"
    ),
]


def use(data: bytes, further: bool = True) -> bool:
    """What the commands do with a file (``further``: more than ``check``); whether it was clean."""
    for problem in check(data, "B18TST1B.618"):
        assert problem.line >= 1
        assert problem.column >= 1
        assert problem.text.isprintable()
    if not further:
        return False
    try:
        parsed = parse(data)
    except UserError as refusal:
        assert "\n" not in str(refusal)
        return False
    if parsed.file is None or any(problem.fatal for problem in parsed.problems):
        assert parsed.problems
        return False
    as_text(parsed.file)
    report = fictive_ratings(parsed.file)
    reasoning(report)
    try:
        again = to_bytes(for_sending(with_fictive(parsed.file, report)))
    except UserError as refusal:
        assert "cannot be written" in str(refusal)
        return True
    read = parse(again)
    assert read.file is not None
    assert len(read.file.rows) == len(parsed.file.rows)
    return True


@pytest.mark.parametrize("batch", range(BATCHES))
def test_damaged_files(batch: int) -> None:
    source = random.Random(f"result files {batch}")
    seen = {use(damaged(source.choice(SMALL), source), n % 3 == 0) for n in range(PER_BATCH)}
    assert seen == {True, False}  # both ways are taken


def test_truncated_at_every_byte() -> None:
    for data in SMALL:
        for end in range(len(data)):
            use(data[:end])


def test_the_command_never_writes_half_a_file(tmp_path: Path) -> None:
    source = random.Random("commands")
    path, out = tmp_path / "in.618", tmp_path / "out.618"
    for _ in range(150):
        path.write_bytes(damaged(SMALL[0], source))
        done = run("frbe", "fictive", path, "--write", out)
        if done.status == 0:
            assert parse(out.read_bytes()).problems == ()
            out.unlink()
        else:
            assert done.status == 2
            assert done.err.count("\n") == 1
        assert [entry.name for entry in tmp_path.iterdir()] == ["in.618"]


TARGETS = ("trf16", "swar", "frbe", "csv")


@pytest.mark.parametrize("batch", range(2))
def test_damaged_files_convert_or_are_refused(batch: int) -> None:
    source = random.Random(f"convert {batch}")
    for _ in range(1_500):
        data = damaged(source.choice(SMALL), source)
        try:
            convert_bytes(data, Request(source.choice(TARGETS)), Path("x"))
        except UserError as refusal:
            assert "\n" not in str(refusal)
