"""The engine's conversation: a process of its own, lines in and lines out."""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Iterator

import pytest

COMMAND = [sys.executable, "-m", "sapphire_emu.opponent.engine"]


class Talk:
    """One engine process."""

    def __init__(self) -> None:
        self.process = subprocess.Popen(
            COMMAND,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            bufsize=1,
            encoding="utf-8",
            errors="surrogateescape",
        )

    def send(self, *lines: str) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write("".join(line + "\n" for line in lines))
        self.process.stdin.flush()

    def until(self, start: str) -> list[str]:
        """The lines up to and including the first that begins with ``start``."""
        assert self.process.stdout is not None
        lines = []
        for line in self.process.stdout:
            lines.append(line.rstrip("\n"))
            if line.startswith(start):
                return lines
        raise AssertionError(f"the engine ended before {start!r}: {lines}")

    def best(self, *lines: str) -> str:
        self.send(*lines)
        return self.until("bestmove")[-1].split()[1]


@pytest.fixture
def talk() -> Iterator[Talk]:
    talk = Talk()
    yield talk
    talk.send("quit")
    assert talk.process.wait(10) == 0


def test_it_names_itself_and_its_options(talk: Talk) -> None:
    talk.send("uci")
    lines = talk.until("uciok")
    assert lines[0] == "id name Sapphire embedded"
    names = {line.split(" type ")[0] for line in lines if line.startswith("option ")}
    assert names == {
        f"option name {name}" for name in ("Hash", "Clear Hash", "OwnBook", "Weakness", "Seed")
    }


def test_a_report_holds_depth_score_nodes_rate_time_and_line(talk: Talk) -> None:
    talk.send("position startpos moves e2e4", "go nodes 2000")
    lines = talk.until("bestmove")
    words = lines[-2].split()
    for name in ("depth", "seldepth", "score", "nodes", "nps", "hashfull", "time", "pv"):
        assert name in words
    assert words[words.index("nodes") + 1] == "2000"
    assert words[words.index("pv") + 1] == lines[-1].split()[1]


def test_after_a_new_game_the_same_question_has_the_same_answer(talk: Talk) -> None:
    fen = "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3"
    answers = {talk.best("ucinewgame", f"position fen {fen}", "go nodes 1500") for _ in range(3)}
    assert len(answers) == 1


def test_stop_ends_an_endless_search_and_isready_is_answered_meanwhile(talk: Talk) -> None:
    talk.send("position startpos", "go infinite", "isready")
    assert talk.until("readyok")
    talk.send("stop")
    assert talk.until("bestmove")


def test_stop_is_not_lost_however_close_it_follows(talk: Talk) -> None:
    for _ in range(20):
        talk.send("position startpos", "go infinite", "stop")
        assert talk.until("bestmove")


def test_an_endless_search_of_a_mated_position_waits_for_stop(talk: Talk) -> None:
    talk.send("position fen 7k/6Q1/6K1/8/8/8/8/8 b - - 0 1", "go infinite")
    time.sleep(0.2)
    talk.send("isready")
    assert talk.until("readyok") == ["readyok"]
    talk.send("stop")
    assert talk.until("bestmove") == ["bestmove 0000"]


@pytest.mark.parametrize(
    "line",
    [
        "hello",
        "position",
        "position fen rubbish",
        "position startpos moves e2e5",
        "go depth",
        "go nodes many",
        "go nodes \u00b2",
        "setoption",
        "setoption name Nothing value 1",
        "setoption name Hash value big",
        "setoption name OwnBook value maybe",
        "\x00\x01",
        "\udcff\udcfe",
    ],
)
def test_a_bad_line_is_answered_and_changes_nothing(talk: Talk, line: str) -> None:
    before = talk.best("ucinewgame", "position startpos moves e2e4 e7e5", "go nodes 300")
    talk.send(line)
    assert len(talk.until("info string ")) == 1
    assert talk.best("ucinewgame", "go nodes 300") == before


def test_searchmoves_movetime_and_clocks_are_obeyed(talk: Talk) -> None:
    assert talk.best("position startpos", "go nodes 500 searchmoves a2a3") == "a2a3"
    talk.send("go movetime 100")
    assert talk.until("bestmove")
    talk.send("go wtime 2000 btime 2000 winc 0 binc 0")
    assert talk.until("bestmove")


def test_the_book_is_off_until_it_is_switched_on(talk: Talk) -> None:
    talk.send("position startpos", "go nodes 200")
    assert any(" nodes 200 " in line for line in talk.until("bestmove"))
    talk.send("setoption name OwnBook value true", "go nodes 200")
    assert any(" nodes 0 " in line for line in talk.until("bestmove"))


def test_it_ends_with_its_input_and_starts_without_the_heavy_libraries() -> None:
    code = (
        "import sys; from sapphire_emu.opponent.engine import uci; uci.main();"
        "print(sorted({'chess', 'numpy', 'asyncio', 'click'} & set(sys.modules)))"
    )
    run = subprocess.run(
        [sys.executable, "-c", code], input="isready\n", capture_output=True, text=True, check=True
    )
    assert run.stdout.split("\n")[:2] == ["readyok", "[]"]
