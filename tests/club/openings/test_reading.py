"""PGN as people write it: cut into games exactly, main lines read, faults placed."""

from __future__ import annotations

import io
import random
from pathlib import Path

import chess
import chess.pgn
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sapphire_emu.club.openings import pgn_games, rules
from sapphire_emu.club.openings.movetext import BadGame, places_of, words_of
from sapphire_emu.club.openings.pgn_games import blocks_of, spans_of
from sapphire_emu.club.openings.prefix import WHOLE_GAME, Line, Walker
from sapphire_emu.club.openings.reading_games import Problem, games_in
from sapphire_emu.errors import InputError
from tests.club.openings.games import RUY, game, random_moves, san_text


def cut(text: str) -> list[str]:
    data = text.encode("latin-1")
    return [data[span.start : span.end].decode("latin-1") for span in spans_of(data)]


ONE, TWO = game("1. e4 e5"), game("1. d4 d5", result="1/2-1/2")


@pytest.mark.parametrize(
    "games",
    [
        [ONE, TWO],
        [ONE.replace("\n", "\r\n"), TWO.replace("\n", "\r\n")],
        ["1. e4 e5 *\n\n", ONE],  # moves before the first tag
        [ONE.replace("e5", "e5 {\n[White \"in a comment\"]\n}"), TWO],
        [ONE.replace("e5", "e5 {[%clk 0:01]\n[%csl Ra1]}"), TWO],
        [ONE.replace("e5", "e5 ; { opens nothing"), TWO],
        [ONE.replace("e5", "e5 {\n\n[Event \"quoted\"]\n[Site \"?\"]\n\n}"), TWO],
        [ONE.replace("e5", "e5 { never closed"), TWO],  # the second game is saved
        [ONE.replace('"White"', '"{ White"'), TWO],
        ['[Event "a"]\n[White "cut off here"]\n\n', TWO],
    ],
)  # fmt: skip
def test_games_are_cut_where_they_begin(games: list[str]) -> None:
    assert [text.lstrip("\n") for text in cut("".join(games))] == games


def test_a_byte_order_mark_is_no_game() -> None:
    data = "\ufeff".encode() + ONE.encode() + TWO.encode()
    assert [span.start for span in spans_of(data)] == [3, 3 + len(ONE)]


@given(seed=st.integers(0, 10**6), size=st.integers(7, 900))
def test_blocks_of_any_size_cut_the_same_games(seed: int, size: int) -> None:
    source = random.Random(seed)
    pool = [ONE, TWO, ONE.replace("e5", "e5 {\n[White \"x\"]\n}"), ONE.replace("e5", "e5 {open"),
            ONE.replace("\n", "\r\n"), ONE.replace("e5", "e5 {\n\n[Event \"q\"]\n}")]  # fmt: skip
    data = "".join(source.choices(pool, k=source.randint(0, 9))).encode()
    stream, found, line = io.BytesIO(data), [], 1
    for block in pgn_games._blocks(stream.read, 0, 1, size):
        assert data[block.offset : block.offset + len(block.data)] == block.data
        assert block.line == line
        line += block.data.count(b"\n")
        found += [block.data[span.start : span.end] for span in block.spans]
    assert found == [data[span.start : span.end] for span in spans_of(data)]


def test_a_game_too_long_to_keep_is_passed_by(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pgn_games, "MOST_BYTES", 10_000)
    path = tmp_path / "a.pgn"
    long = game("1. e4 {" + "very long\n" * 5_000 + "} e5")
    path.write_text(ONE + long + TWO)
    read, whole = [], b""
    for block in blocks_of(path, size=1_000):
        assert len(block.data) < 13_000
        read += list(games_in(block, Walker(40)))
        whole += block.data
    assert whole == path.read_bytes()
    assert [one.line is None for one in read] == [False, True, False]
    problem = read[1].problem
    assert problem is not None
    assert problem.line == 11
    assert "longer than" in problem.reason


def read_one(moves: str, depth: int = 40) -> Line:
    return Walker(depth).line(words_of(moves))


@pytest.mark.parametrize(
    "moves",
    [
        RUY + " *",
        RUY.replace(". ", ".") + " *",
        RUY.replace("9.", "9. {why not} ;e6 is\n") + " *",
        RUY.replace("e5", "e5 (1... c5 2. Nf3 (2. c3 $1 {Alapin)}) 2... d6) $14 !?") + " *",
        RUY.replace("O-O", "0-0") + "!! *",
        RUY.replace("Nf3", "N1f3").replace("e4 e5", "e2-e4 e7e5") + "\n%an escaped 1.d4\n*",
        RUY + " 1/2",
    ],
)
def test_ways_of_writing_the_same_game(moves: str) -> None:
    assert read_one(moves).hashes == read_one(RUY + " *").hashes


def test_en_passant_and_promotion() -> None:
    line = "1. e4 a6 2. e5 d5 3. exd6 e.p. a5 4. dxc7 a4 5. cxb8=Q a3 6. Qxa8 axb2 7. h3 bxa1(N) *"
    with pytest.raises(BadGame, match=r"move 7\.\.\. 'bxa1\(N\)|never closed|not a move"):
        read_one(line.replace("(N)", "=X"))
    assert len(read_one(line.replace("(N)", "=N")).hashes) == 15


@pytest.mark.parametrize(
    ("moves", "reason", "word"),
    [
        ("1. e4 e5 2. Nf6 *", "move 2. Nf6 is not legal", "Nf6"),
        ("1. e4 e5 2. Nf3 Nc6 3. Hi *", "move 3. 'Hi' is not a move", "Hi"),
        ("1. Nf3 d5 2. d3 d4 3. Nd2 *", "move 3. 'Nd2' may mean two moves", "Nd2"),
        ("1. e4 -- *", "move 1... -- is a null move", "--"),
        ("1. e4 e5 2. Nf3", "no result at the end: truncated?", "Nf3"),
        ("1. e4 1-0 e5 *", "move 1... '1-0' is not a move", "1-0"),
    ],
)
def test_what_is_wrong_and_with_which_word(moves: str, reason: str, word: str) -> None:
    with pytest.raises(BadGame) as caught:
        read_one(moves)
    assert str(caught.value) == reason
    assert caught.value.word is not None
    assert list(places_of(moves))[caught.value.word].text == word


@pytest.mark.parametrize(
    ("text", "line", "reason"),
    [
        (game("1. e4 e5\n2. Nf3 Nc6\n{x}\n3. Bb9 a6"), 12, "move 3. 'Bb9' is not a move"),
        (game("1. e4 e5\n2. Nf3 {never"), 1, "a comment is never closed"),
        (game("1. e4 (1. d4"), 1, "a variation is never closed"),
        (game("1. e4\ne5\0"), 10, "a NUL byte"),
        (game("1. e4 e5", white="a\0b"), 5, "a NUL byte"),
        (game("1. e4", more='[FEN "8/8/8/4k3/8/8/4K3/8 w - - 0 1"]\n'), 1, "its own start"),
        (game("1. e4", more='[Variant "Atomic"]\n'), 1, "it is a game of Atomic"),
        ('[Event "a"]\n\n', 1, "no result at the end"),
    ],
)
def test_the_line_of_a_fault(tmp_path: Path, text: str, line: int, reason: str) -> None:
    path = tmp_path / "a.pgn"
    path.write_text(ONE + text + TWO)
    read = [one for block in blocks_of(path) for one in games_in(block, Walker(40))]
    problems = [one.problem for one in read if one.problem]
    assert [isinstance(one, Problem) for one in problems] == [True]
    assert reason in problems[0].reason
    assert problems[0].line == ONE.count("\n") + line


def test_the_usual_start_position_as_fen_is_no_fault() -> None:
    fen = f'[SetUp "1"]\n[FEN "{chess.STARTING_FEN}"]\n[Variant "Standard"]\n'
    data = game("1. e4 e5", more=fen).encode()
    block = pgn_games.Block(data, spans_of(data), 0, 1)
    assert next(games_in(block, Walker(4))).problem is None


def test_missing_file(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no such file"):
        list(blocks_of(tmp_path / "none"))
    with pytest.raises(InputError, match="it is a folder"):
        list(blocks_of(tmp_path))


@pytest.mark.parametrize("seed", range(60))
def test_python_chess_is_the_referee(seed: int) -> None:
    """Every position of random games has one number, by whichever way the move was written."""
    moves = random_moves(seed, 120)
    walker = Walker(500, with_moves=True)
    line = walker.line(words_of(san_text(moves) + " *"))
    assert [rules.unpacked(move) for move in line.moves] == [move.uci() for move in moves]
    board, squares = chess.Board(), rules.start()
    for move, hashed in zip(moves, line.hashes[1:], strict=True):
        board.push(move)
        squares.make_move(rules.move_of_uci(squares, move.uci()), False)
        assert squares.get_fen().split()[:3] == board.fen().split()[:3]
        assert squares.zobrist_hash == hashed
    shallow = Walker(6).line(words_of(san_text(moves) + " *"))  # checks the rest without hashes
    assert shallow.hashes == line.hashes[:7]


@given(seed=st.integers(0, 10**6), at=st.integers(0, 10**6))
def test_only_legal_moves_are_taken(seed: int, at: int) -> None:
    """A game with two of its words swapped is read exactly when python-chess can read it."""
    words = words_of(san_text(random_moves(seed, 30)))
    one = at % (len(words) - 1)
    words[one], words[one + 1] = words[one + 1], words[one]
    board, legal = chess.Board(), True
    for word in words:
        try:
            board.push_san(word)
        except ValueError:
            legal = False
            break
    try:
        assert len(Walker(10).line([*words, "*"]).hashes) == 11
        read = True
    except BadGame:
        read = False
    assert read == legal


@pytest.mark.parametrize("room", [0, 3, 1000])
def test_a_full_tree_gives_the_same_lines(room: int) -> None:
    texts = [words_of(san_text(random_moves(seed % 7, 20 + seed)) + " 1-0") for seed in range(25)]
    small, large = Walker(30, most_nodes=room), Walker(30)
    for words in texts:
        assert small.line(words) == large.line(words)


@pytest.mark.parametrize("depth", [1, 4, 20, WHOLE_GAME])
def test_games_that_lie_in_the_tree_as_deep_as_it_goes(depth: int) -> None:
    games = [words_of(san_text(random_moves(seed % 3, 40)) + " *") for seed in range(90)]
    walker, alone = Walker(depth), Walker(100, most_nodes=0)
    for words in games:
        assert walker.line(words).hashes == alone.line(words).hashes[: depth + 1]
