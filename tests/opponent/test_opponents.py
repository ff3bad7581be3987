"""The one interface, with real engines behind it: ours and, where it is installed, Stockfish."""

from __future__ import annotations

import subprocess
import sys

import pytest

from sapphire_emu.errors import UserError
from sapphire_emu.opponent.external import find_engine, label_2019, open_opponent, stockfish_order
from sapphire_emu.opponent.interface import Answer, Info, Job, Opponent
from sapphire_emu.opponent.program import Offer

needs_stockfish = pytest.mark.skipif(
    find_engine("stockfish") is None, reason="stockfish is not installed"
)


def answer_of(opponent: Opponent) -> Answer:
    while True:
        events = opponent.wait(60)
        assert events, "no answer came"
        if isinstance(events[-1], Answer):
            return events[-1]


def test_the_same_job_gives_the_same_answer_whatever_came_before() -> None:
    job = Job(1, moves=("e2e4", "c7c5", "g1f3"), nodes=3000)
    opponent = open_opponent()
    opponent.start(job)
    first = answer_of(opponent)
    opponent.start(Job(2, moves=("d2d4",), nodes=2000))
    answer_of(opponent)
    opponent.start(job)
    again = answer_of(opponent)
    opponent.close()
    assert first == again
    assert first.nodes == 3000
    assert first.pv[0] == first.move


def test_next_best_is_another_move() -> None:
    opponent = open_opponent()
    played: list[str] = []
    for number in range(3):
        opponent.start(Job(number, moves=("e2e4",), nodes=500, exclude=tuple(played)))
        move = answer_of(opponent).move
        assert move is not None
        played.append(move)
    opponent.close()
    assert len(set(played)) == 3


def test_move_now_ends_an_endless_search_and_cancel_silences_it() -> None:
    opponent = open_opponent()
    opponent.start(Job(1, infinite=True))
    assert isinstance(opponent.wait(30)[0], Info)
    opponent.move_now()
    assert answer_of(opponent).move is not None
    opponent.start(Job(2, infinite=True))
    opponent.wait(30)
    opponent.cancel()
    opponent.start(Job(3, depth=1))
    events = []
    while not (events and isinstance(events[-1], Answer)):
        events += opponent.wait(30)
    assert {event.request_id for event in events} == {3}
    opponent.close()


def test_nothing_is_started_or_imported_before_the_first_job() -> None:
    code = (
        "import sys, threading; from sapphire_emu.opponent.external import open_opponent;"
        "o = open_opponent(); o.poll(); o.close();"
        "print(threading.active_count(), 'asyncio' in sys.modules, 'chess' in sys.modules)"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout.split() == ["1", "False", "False"]


@needs_stockfish
def test_stockfish_plays_at_the_elo_set_and_says_which() -> None:
    opponent = open_opponent("stockfish:1500")
    opponent.start(Job(1, moves=("e2e4",), nodes=30_000))
    answer = answer_of(opponent)
    opponent.close()
    assert answer.failure is None
    assert (answer.oelo, answer.depth) == (1500, 9)


@needs_stockfish
def test_stockfish_takes_the_elo_of_the_job_and_without_one_is_not_limited() -> None:
    opponent = open_opponent("stockfish")
    opponent.start(Job(1, nodes=500, elo=1700))
    assert answer_of(opponent).oelo == 1700
    opponent.start(Job(2, nodes=500))
    assert answer_of(opponent).oelo is None
    opponent.close()


@needs_stockfish
def test_a_named_command_is_split_and_run_without_a_shell() -> None:
    opponent = open_opponent("uci:stockfish")
    opponent.start(Job(1, fen_after("e2e4"), nodes=500))
    assert answer_of(opponent).failure is None
    opponent.close()


def fen_after(_: str) -> str:
    return "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"


@pytest.mark.parametrize(
    ("lowest", "label"),
    [(1350, 1801), (1320, 2000)],
    ids=["Stockfish 15 and older", "Stockfish 16 and newer"],
)
def test_the_label_is_remapped_for_the_old_scale_only(lowest: int, label: int) -> None:
    offered = {"UCI_Elo": Offer(lowest, 3190), "UCI_LimitStrength": Offer()}
    order = stockfish_order(2000, Job(1), offered)
    assert (order.options["UCI_Elo"], order.oelo) == (label, 2000)


def test_the_old_scale_never_goes_below_its_minimum_and_rises_with_the_elo() -> None:
    labels = [label_2019(elo) for elo in range(1320, 3191)]
    assert labels[0] == 1350
    assert labels == sorted(labels)


@pytest.mark.parametrize(
    ("spec", "line"),
    [
        ("stokfish", "unknown opponent 'stokfish'; did you mean stockfish? (expected embedded,"),
        ("stockfish:abc", "opponent stockfish:abc: expected an Elo from 1320 to 3190, got 'abc'"),
        ("stockfish:9999", "opponent stockfish:9999: expected an Elo from 1320 to 3190"),
        ("uci:", "opponent uci: needs a command"),
        ("uci:'", "opponent uci:': No closing quotation"),
        ("uci:no-such-engine -x", "no program 'no-such-engine' for --opponent"),
    ],
)
def test_a_wrong_opponent_is_one_line(spec: str, line: str) -> None:
    with pytest.raises(UserError) as caught:
        open_opponent(spec)
    assert str(caught.value).startswith(line)
