"""An engine that crashes, hangs or answers nonsense costs one job and one line, no more.

Each fault is shown by the first process of a scripted engine; the control is the same engine
without the fault, which must give a plain answer, and the second job, which a fresh process serves.
"""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from sapphire_emu.opponent.interface import Answer, Info, Job
from sapphire_emu.opponent.program import EngineProgram, Patience
from sapphire_emu.opponent.uci import UciOpponent

SCRIPT = Path(__file__).with_name("scripted_engine.py")
PATIENCE = Patience(start_s=2, silence_s=1, stop_s=0.5)
FAULTS = {
    "none": None,
    "noise": None,
    "crash at start": "Scripted ended unexpectedly (exit status 3)",
    "crash in search": "Scripted ended unexpectedly (exit status 5)",
    "hang at start": "Scripted did not say uciok within 2 s",
    "hang in search": "Scripted has fallen silent while thinking",
    "illegal move": "Scripted gave a wrong answer: illegal uci: 'e2e4' in ",
    "garbage": "Scripted gave a wrong answer: ",
    "no move": "Scripted gave no playable move: none",
    "null move": "Scripted gave no playable move: none",
}


def scripted(fault: str, counter: Path) -> UciOpponent:
    command = (sys.executable, str(SCRIPT), fault, str(counter))
    return UciOpponent(EngineProgram("Scripted", command), PATIENCE)


def answer_of(opponent: UciOpponent) -> tuple[list[Info], Answer]:
    """Everything up to the answer; fails if none comes."""
    infos: list[Info] = []
    while True:
        events = opponent.wait(20)
        assert events, "no answer came"
        for event in events:
            if isinstance(event, Answer):
                return infos, event
            infos.append(event)


@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_is_one_line_and_the_next_job_is_served_by_a_fresh_engine(
    fault: str, tmp_path: Path
) -> None:
    opponent = scripted(fault, tmp_path / "starts")
    opponent.start(Job(1, moves=("e2e4",), nodes=100))
    first = answer_of(opponent)[1]
    expected = FAULTS[fault]
    if expected is None:
        assert (first.move, first.failure) == ("e7e5", None)
    else:
        assert first.move is None
        assert first.failure is not None
        assert first.failure.startswith(expected)
        assert "\n" not in first.failure
    opponent.start(Job(2, moves=("e2e4",), nodes=100))
    infos, second = answer_of(opponent)
    assert second == Answer(2, "e7e5", 20, None, 1, 1, ("e7e5",))
    assert infos == [Info(2, 1, 20, None, 1, ("e7e5",))]
    starts = (tmp_path / "starts").read_text()
    assert starts == ("1" if expected is None else "2")
    opponent.close()


def test_an_engine_that_does_not_answer_stop_is_given_up(tmp_path: Path) -> None:
    opponent = scripted("hang in search", tmp_path / "starts")
    opponent.start(Job(1, moves=("e2e4",), infinite=True))
    opponent.wait(10)
    opponent.move_now()
    answer = answer_of(opponent)[1]
    assert answer.failure == "Scripted did not answer stop within 0.5 s"
    opponent.close()


@pytest.mark.parametrize("hash_mb", [0, 1, 64, 100_000])
def test_an_option_is_brought_within_the_engines_range(hash_mb: int, tmp_path: Path) -> None:
    opponent = scripted("none", tmp_path / "starts")
    opponent.start(Job(1, moves=("e2e4",), nodes=1, hash_mb=hash_mb))
    assert answer_of(opponent)[1].move == "e7e5"
    opponent.close()


def test_a_program_that_is_no_program_is_one_line(tmp_path: Path) -> None:
    missing = UciOpponent(EngineProgram("Missing", (str(tmp_path / "nothing"),)), PATIENCE)
    missing.start(Job(1, nodes=1))
    assert answer_of(missing)[1].failure == "Missing cannot be started: No such file or directory"
    missing.close()


def test_an_excluded_move_counts_as_a_wrong_answer_and_without_moves_there_is_none(
    tmp_path: Path,
) -> None:
    opponent = scripted("none", tmp_path / "starts")
    opponent.start(Job(1, moves=("e2e4",), nodes=1, exclude=("e7e5",)))
    assert answer_of(opponent)[1].failure == "Scripted gave no playable move: e7e5"
    opponent.start(Job(2, moves=("f2f3", "e7e5", "g2g4", "d8h4"), nodes=1))
    assert answer_of(opponent)[1] == Answer(2, None)
    opponent.close()


def test_an_engine_that_overlooks_its_time_is_stopped(tmp_path: Path) -> None:
    opponent = scripted("hang in search", tmp_path / "starts")
    opponent.start(Job(1, moves=("e2e4",), infinite=True, movetime_ms=1))
    assert answer_of(opponent)[1].failure == "Scripted did not answer stop within 0.5 s"
    opponent.close()
