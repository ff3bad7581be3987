"""The move generator counts exactly what is published, and agrees with python-chess everywhere."""

from __future__ import annotations

import random

import chess
import pytest

from sapphire_emu.opponent.engine.movegen import legal_moves, perft
from sapphire_emu.opponent.engine.position import from_fen, make, move_text, refresh

# The six standard positions (chessprogramming wiki, "Perft Results"), nodes at depth 1, 2, …
STANDARD = {
    "start": (chess.STARTING_FEN, [20, 400, 8902, 197281]),
    "kiwipete": (
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        [48, 2039, 97862, 4085603],
    ),
    "rook ending": ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", [14, 191, 2812, 43238]),
    "promotions": (
        "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
        [6, 264, 9467, 422333],
    ),
    "discovered": (
        "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
        [44, 1486, 62379, 2103487],
    ),
    "symmetric": (
        "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
        [46, 2079, 89890, 3894594],
    ),
}


@pytest.mark.parametrize("name", STANDARD)
def test_perft_is_exact_to_depth_four(name: str) -> None:
    fen, counts = STANDARD[name]
    position = from_fen(fen)
    assert [perft(position, depth) for depth in (1, 2, 3, 4)] == counts


def test_legal_moves_and_incremental_fields_agree_with_python_chess_in_random_games() -> None:
    dice = random.Random(7)
    for _ in range(40):
        board, position = chess.Board(), from_fen(chess.STARTING_FEN)
        while not board.is_game_over() and board.ply() < 160:
            expected = sorted(move.uci() for move in board.legal_moves)
            found = {move_text(move): move for move in legal_moves(position)}
            assert sorted(found) == expected, board.fen()
            choice = dice.choice(expected)
            board.push_uci(choice)
            position = make(position, found[choice])
            fresh = position[:]
            refresh(fresh)
            assert fresh == position, board.fen()
            again = from_fen(board.fen(en_passant="fen"))
            assert again == position, board.fen()
