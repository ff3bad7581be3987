"""Reading what a Novag sends, in every layout, and following its game through gaps."""

from __future__ import annotations

import random

import chess
import pytest

from firmware_model import Machine
from firmware_model.dialects import DIALECTS
from firmware_model.events import Output, SerialBytes, SerialOut
from firmware_model.printing import to_bytes
from sapphire_emu.links.following import Began, Follower, InStep, Made, OutOfStep
from sapphire_emu.links.replies import (
    BoardBlock,
    GameBlock,
    MoveLine,
    NewGameLine,
    OtherLine,
    Reader,
    Reply,
    resolve,
)


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("M   7   g1-f3", MoveLine("M", "g1-f3", 7, white=True)),
        ("M   7,  c5xd4", MoveLine("M", "c5xd4", 7, white=False)),
        ("M  1   e2-e4 |", MoveLine("M", "e2-e4", 1, white=True)),
        ("M 121   b7xc8/Q", MoveLine("M", "b7xc8/Q", 121, white=True)),
        ("M   7   e5xd6ep", MoveLine("M", "e5xd6ep", 7, white=True)),
        ("M   5,  O-O-O", MoveLine("M", "O-O-O", 5, white=False)),
        ("M   3,  Qd8xd5 |", MoveLine("M", "Qd8xd5", 3, white=False)),
        ("T   1,  e7-e5", MoveLine("T", "e7-e5", 1, white=False)),
        ("Me2-e4", MoveLine("M", "e2-e4")),
        ("Mb7-c8/Q", MoveLine("M", "b7-c8/Q")),
        ("New Game", NewGameLine()),
        ("new game", NewGameLine()),
        ("Xmit on", OtherLine("Xmit on")),
        ("M   7   z9-f3", OtherLine("M   7   z9-f3")),
        ("Mate", OtherLine("Mate")),
        ("M", OtherLine("M")),
    ],
)
def test_single_lines(line: str, expected: Reply) -> None:
    assert Reader().feed(line.encode() + b"\r\n") == [expected]


def test_a_real_citrines_game_list_and_board_are_read() -> None:
    log = (
        "Game   3\r\n.      white       black\r\n.   1  e2-e4       e7-e5\r\n"
        ".   2  f2-f4       f8-c5\r\n.   3  f4xe5       d8-h4\r\n"
        "Position Board\r\n.  aa bb cc dd ee ff gg hh\r\n"
        ".8 br bn bb bq bk bb bn br 8\r\n.7 bp bp bp bp bp bp bp bp 7\r\n"
        ".6    ::    ::    ::    :: 6\r\n.5 ::    ::    ::    ::    5\r\n"
        ".4    ::    ::    ::    :: 4\r\n.3 ::    ::    ::    ::    3\r\n"
        ".2 WP WP WP WP WP WP WP WP 2\r\n.1 WR WN WB WQ WK WB WN WR 1+\r\n"
        ".  aa bb cc dd ee ff gg hh\r\n"
    )
    game, board = Reader().feed(log.encode())
    assert game == GameBlock(1, True, ("e2-e4", "e7-e5", "f2-f4", "f8-c5", "f4xe5", "d8-h4"))
    assert board == BoardBlock(chess.STARTING_BOARD_FEN, white_to_move=True)


def test_a_compact_board_is_read_though_its_blanks_are_lost() -> None:
    lines = [
        "Position Board",
        ".8    k",
        ".7",
        ".6",
        ".5  p",
        ".4",
        ".3",
        ".2       ",
        ".1    K  R-",
    ]
    (board,) = Reader().feed("".join(f"{line}\n" for line in lines).encode())
    assert board == BoardBlock("4k3/8/8/2p5/8/8/8/4K2R", white_to_move=False)


def test_a_list_that_ends_early_is_over_after_a_pause_or_another_line() -> None:
    cut = b"Game   9\r\n.      white       black\r\n.   1              e7-e5\r\n"
    reader = Reader()
    assert reader.feed(cut) == []
    assert reader.pause() == [GameBlock(1, False, ("e7-e5",))]
    assert reader.feed(cut + b"Xmit on\r\n") == [
        GameBlock(1, False, ("e7-e5",)),
        OtherLine("Xmit on"),
    ]
    assert reader.pause() == []


@pytest.mark.parametrize(
    ("fen", "text", "uci"),
    [
        (chess.STARTING_FEN, "e2-e4", "e2e4"),
        (chess.STARTING_FEN, "Ng1-f3", "g1f3"),
        (chess.STARTING_FEN, "e2-e5", None),
        ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "O-O-O", "e1c1"),
        ("r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1", "e8-g8", "e8g8"),
        ("7k/P7/8/8/8/8/8/K7 w - - 0 1", "a7-a8", "a7a8q"),
        ("7k/P7/8/8/8/8/8/K7 w - - 0 1", "a7-a8/N", "a7a8n"),
        ("7k/8/8/3pP3/8/8/8/K7 w - - 0 1", "e5xd6ep", "e5d6"),
        ("7k/8/8/3pP3/8/8/8/K7 w - - 0 1", "e5xf6ep", None),
    ],
)
def test_moves_are_resolved_on_a_board(fen: str, text: str, uci: str | None) -> None:
    move = resolve(chess.Board(fen), text)
    assert (move.uci() if move else None) == uci


def test_junk_raises_nothing_and_stays_bounded() -> None:
    rng = random.Random(4)
    words = [
        *(b"M   1   e2-e4", b"M   1,  O-O-O", b"Me2-e4", b"T", b"O-O", b"New Game"),
        *(b"Game  99", b"Game 9999", b".   1  e2-e4", b".9 x", b"Position Board"),
        *(b".8rnbqkbnr", b".7", b".8 br bn bb bq bk bb bn br 8", b".1RNBQKBNR+"),
        *(b"\xff\0", b"." * 300),
    ]
    reader, follower = Reader(), Follower()
    for _ in range(20_000):
        data = rng.choice(words) + rng.choice([b"\r\n", b"\n", b"\r", b""])
        for reply in reader.feed(data):
            follower.feed(reply)
        if rng.random() < 0.05:
            for reply in reader.pause():
                follower.feed(reply)
        follower.asks.clear()
        follower.finished.clear()
        assert len(follower.board.move_stack) <= 1000


# -- following a machine ---------------------------------------------------------------------


class Pair:
    """A machine and a follower, connected without wires."""

    def __init__(self, dialect: str) -> None:
        self.dialect = DIALECTS[dialect]
        self.reader, self.follower = Reader(), Follower()
        self.events: list[object] = []
        self.connected = True
        self.machine = Machine(listener=self._listen)

    def _listen(self, event: Output) -> None:
        if isinstance(event, SerialOut) and self.connected:
            for reply in self.reader.feed(to_bytes(event.report, self.dialect)):
                self.events += self.follower.feed(reply)

    def talk(self) -> None:
        """Pass on what the follower asks, until it asks no more."""
        while self.follower.asks:
            line = self.follower.asks.pop(0)
            data = line.encode() + b"\r\n"
            self.machine.feed(SerialBytes(data, dialect=self.dialect.name))

    def begin(self) -> None:
        self.follower.sync()
        self.talk()

    def agrees(self) -> bool:
        theirs, ours = self.machine.state.board, self.follower.board
        return (theirs.board_fen(), theirs.turn, [m.uci() for m in theirs.move_stack]) == (
            ours.board_fen(),
            ours.turn,
            [m.uci() for m in ours.move_stack],
        )


@pytest.mark.parametrize("dialect", DIALECTS)
@pytest.mark.parametrize("seed", range(3))
def test_random_games_with_gaps_are_followed(dialect: str, seed: int) -> None:
    """Moves, take-backs, new games, set-up positions, and cables pulled for a while."""
    rng = random.Random(seed)
    pair = Pair(dialect)
    pair.begin()
    for _ in range(400):
        what = rng.random()
        if what < 0.03:
            pair.machine.send("N")
            pair.machine.send("U ON")
        elif what < 0.05:
            pair.machine.send("pcra1ke1rh1pe2pb7bra8bke8brh8+")
            pair.machine.send("U ON")
        elif what < 0.12:
            pair.machine.send("T")
        elif what < 0.16:
            pair.connected = not pair.connected
            if pair.connected:
                pair.begin()
        else:
            moves = list(pair.machine.state.board.legal_moves)
            if moves and not pair.machine.state.game.over:
                pair.machine.send("U ON")
                pair.machine.send(f"M {rng.choice(moves).uci()}")
        pair.talk()
        if pair.connected and pair.machine.state.board.root().fen() == chess.STARTING_FEN:
            assert pair.agrees()
        elif pair.connected:
            assert pair.machine.state.board.board_fen() == pair.follower.board.board_fen()


def test_a_repeated_move_line_is_no_second_move() -> None:
    """A real Citrine sent ``M   3,  e8xf7`` twice."""
    follower = Follower()
    follower.in_step = True
    for text in ("M   1   e2-e4", "M   1   e2-e4", "M   1,  e7-e5", "M   1,  e7-e5"):
        (reply,) = Reader().feed(text.encode() + b"\r\n")
        follower.feed(reply)
    assert [move.uci() for move in follower.board.move_stack] == ["e2e4", "e7e5"]
    assert follower.asks == []


def test_a_line_that_does_not_fit_makes_it_ask_again() -> None:
    follower = Follower()
    follower.in_step = True
    (event,) = follower.feed(MoveLine("M", "d7-d5", 5, white=False))
    assert event == OutOfStep("M d7-d5")
    assert follower.asks == ["X ON", "G", "P"]
    assert not follower.in_step


def test_the_events_tell_what_a_person_wants_to_know() -> None:
    pair = Pair("sapphire2")
    pair.begin()
    assert pair.events[-1] == InStep(0)
    pair.machine.send("U ON")
    pair.machine.send("M e2e4")
    assert pair.events[-1] == Made("e4", "e2e4", 1, white=True)
    pair.machine.send("T")
    assert pair.events[-1] == Made("e4", "e2e4", 1, white=True, taken_back=True)
    pair.machine.send("N")
    assert Began(chess.STARTING_FEN) in pair.events
