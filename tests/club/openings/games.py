"""Small PGN files for the tests."""

from __future__ import annotations

import random
from pathlib import Path

import chess

RUY = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 O-O 8. c3 d5 9. exd5"


def game(moves: str, *, white: str = "White", result: str = "1-0", more: str = "") -> str:
    """One game as text, with the seven usual tags."""
    return (
        f'[Event "?"]\n[Site "?"]\n[Date "????.??.??"]\n[Round "?"]\n[White "{white}"]\n'
        f'[Black "Black"]\n[Result "{result}"]\n{more}\n{moves} {result}\n\n'
    )


def random_moves(seed: int, plies: int) -> list[chess.Move]:
    """Legal moves from the start, with a liking for castling, promoting and en passant."""
    source = random.Random(seed)
    board, moves = chess.Board(), []
    while len(moves) < plies and not board.is_game_over():
        legal = list(board.legal_moves)
        odd = [m for m in legal if m.promotion or board.is_castling(m) or board.is_en_passant(m)]
        moves.append(source.choice(odd if odd and source.random() < 0.7 else legal))
        board.push(moves[-1])
    return moves


def san_text(moves: list[chess.Move]) -> str:
    """The moves as movetext with numbers."""
    board, words = chess.Board(), []
    for ply, move in enumerate(moves):
        words.append(f"{ply // 2 + 1}. {board.san(move)}" if ply % 2 == 0 else board.san(move))
        board.push(move)
    return " ".join(words)


def random_database(path: Path, games: int, *, seed: int = 0, plies: int = 24) -> None:
    """Games that share their beginnings: each takes up another one at a random ply."""
    source = random.Random(seed)
    lines: list[list[chess.Move]] = []
    texts = []
    for number in range(games):
        board, moves = chess.Board(), list[chess.Move]()
        if lines and source.random() < 0.8:
            old = source.choice(lines)
            moves = old[: source.randrange(len(old) + 1)]
        for move in moves:
            board.push(move)
        while len(moves) < plies and not board.is_game_over():
            moves.append(source.choice(sorted(board.legal_moves, key=str)[:6]))
            board.push(moves[-1])
        lines.append(moves)
        result = source.choice(("1-0", "0-1", "1/2-1/2", "*"))
        texts.append(game(san_text(moves), white=f"W{number}", result=result))
    path.write_text("".join(texts))
