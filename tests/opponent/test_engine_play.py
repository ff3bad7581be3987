"""What the engine must find, must not do, and must do again."""

from __future__ import annotations

import chess
import pytest

from sapphire_emu.opponent.engine.evaluation import evaluate
from sapphire_emu.opponent.engine.movegen import legal_moves
from sapphire_emu.opponent.engine.position import FenError, from_fen, make, move_text
from sapphire_emu.opponent.engine.root import Engine, Limits, Report
from sapphire_emu.opponent.engine.search import MATE


def think(fen: str, moves: str = "", **limits: int) -> tuple[str, list[Report]]:
    """Best move and reports for a position reached by ``moves`` from ``fen``."""
    position, keys = from_fen(fen), []
    for text in moves.split():
        keys.append(position[84])
        move = next(m for m in legal_moves(position) if move_text(m) == text)
        position = make(position, move)
    reports: list[Report] = []
    best, _ = Engine(4).think(position, keys, Limits(**limits), reports.append)
    return (move_text(best) if best else ""), reports


@pytest.mark.parametrize(
    ("fen", "best", "number"),
    [
        ("r1bq2r1/b4pk1/p1pp1p2/1p2pP2/1P2P1PB/3P4/1PPQ2P1/R3K2R w KQ - 0 1", "d2h6", 2),
        ("2r3k1/p4p2/3Rp2p/1p2P1pK/8/1P4P1/P3Q2P/1q6 b - - 0 1", "b1g6", 3),
        ("1r3r1k/6p1/p6p/2bpNBP1/1p2n3/1P5Q/PBP1q2P/1K5R w - - 0 1", "h3h6", 3),
        ("7k/8/5K2/8/8/8/8/6Q1 w - - 0 1", "g1g7", 1),
        ("8/8/8/8/8/1k6/8/K2r4 w - - 0 1", "", 0),
    ],
)
def test_mates_are_found_by_mate_search_and_by_normal_search(
    fen: str, best: str, number: int
) -> None:
    for limits in ({"mate": 3}, {"nodes": 20_000}):
        move, reports = think(fen, **limits)
        assert move == best
        if best:
            assert reports[-1].score == MATE - 2 * number + 1


def test_mate_search_says_no_by_playing_a_normal_move() -> None:
    move, reports = think(chess.STARTING_FEN, mate=1)
    assert chess.Move.from_uci(move) in chess.Board().legal_moves
    assert abs(reports[-1].score) < 200


def test_a_won_ending_is_won_with_few_nodes() -> None:
    for fen in ("8/8/8/3k4/8/8/8/KQ6 w - - 0 1", "8/8/8/3k4/8/8/8/KR6 w - - 0 1"):
        board = chess.Board(fen)
        while not board.is_game_over(claim_draw=True):
            moves = " ".join(move.uci() for move in board.move_stack)
            board.push_uci(think(fen, moves, nodes=3000)[0])
        assert board.is_checkmate()


def test_a_repetition_of_the_game_counts_as_a_draw() -> None:
    # White is a queen down and may go back to g1, where the same position stood before.
    fen = "6k1/8/8/8/8/q7/8/6K1 w - - 0 1"
    position, keys = from_fen(fen), []
    for text in ["g1f2", "g8f7"]:
        keys.append(position[84])
        move = next(m for m in legal_moves(position) if move_text(m) == text)
        position = make(position, move)
    keys.append(position[84])
    for text in ["f2g1", "f7g8", "g1f2", "g8f7"]:
        move = next(m for m in legal_moves(position) if move_text(m) == text)
        position = make(position, move)
        keys.append(position[84])
    back = [m for m in legal_moves(position) if move_text(m) == "f2g1"]
    scores = {}
    for history in (tuple(keys[:-1]), ()):
        reports: list[Report] = []
        Engine(1).think(position, list(history), Limits(depth=1, only=back), reports.append)
        scores[bool(history)] = reports[-1].score
    assert scores[True] == 0
    assert scores[False] < -500


def test_fifty_moves_and_bare_material_are_draws() -> None:
    assert think("7k/8/8/8/8/8/R7/K7 w - - 99 80", depth=3)[1][-1].score == 0
    assert think("7k/8/8/8/8/8/R7/K7 w - - 0 80", depth=3)[1][-1].score > 300
    assert think("7k/8/8/8/8/8/B7/K7 w - - 0 1", depth=3)[1][-1].score == 0


def test_the_same_question_has_the_same_answer_and_the_node_limit_is_exact() -> None:
    fen = "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10"
    engine = Engine(4)
    answers = []
    for _ in range(2):
        engine.search.forget()
        reports: list[Report] = []
        engine.think(from_fen(fen), [], Limits(nodes=4000), reports.append)
        answers.append([(r.depth, r.score, r.nodes, r.pv) for r in reports])
    assert answers[0] == answers[1]
    assert answers[0][-1][2] == 4000


def test_a_larger_limit_looks_deeper() -> None:
    fen = chess.STARTING_FEN
    assert think(fen, nodes=10_000)[1][-1].depth > think(fen, nodes=500)[1][-1].depth


def test_the_value_of_a_position_is_the_same_with_colours_changed() -> None:
    board = chess.Board()
    line = "e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6 Nc3 a6 Be3 e5 Nb3 Be6 f3 Be7 Qd2 O-O O-O-O"
    for san in line.split(" "):
        board.push_san(san)
        if not board.is_check():
            mirrored = from_fen(board.mirror().fen())
            assert evaluate(from_fen(board.fen())) == evaluate(mirrored)


@pytest.mark.parametrize(
    ("fen", "reason"),
    [
        ("8/8/8/8/8/8/8/8 w - - 0 1", "expected one king a side"),
        ("kk6/8/8/8/8/8/8/K7 w - - 0 1", "expected one king a side"),
        ("k7/8/8/8/8/8/8/K8 w - - 0 1", "bad rank 'K8'"),
        ("k7/8/8/8/8/8/K7 w - - 0 1", "expected 8 ranks, got 7"),
        ("k6P/8/8/8/8/8/8/K7 w - - 0 1", "a pawn stands on the first or last rank"),
        ("k7/8/8/8/8/8/8/K6r b - - 0 1", "the side not to move is in check"),
        ("k7/8/8/8/8/8/8/K7 x - - 0 1", "side to move must be w or b, got 'x'"),
        ("nonsense", "not a FEN: 'nonsense'"),
    ],
)
def test_a_position_that_cannot_be_played_is_refused_with_the_reason(fen: str, reason: str) -> None:
    with pytest.raises(FenError) as caught:
        from_fen(fen)
    assert str(caught.value) == reason
