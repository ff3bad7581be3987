"""The CBF format: known numbers, quirks, a round trip of anything it can hold, damage placed."""

from __future__ import annotations

import random
from collections.abc import Sequence
from pathlib import Path

import chess
import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from sapphire_emu.club.openings.cbf import ciphers
from sapphire_emu.club.openings.cbf.files import index_of, read_cbf, write_cbf
from sapphire_emu.club.openings.cbf.lines import line_bytes, read_line
from sapphire_emu.club.openings.cbf.model import Annotation, CbfGame, Damaged, Ply
from sapphire_emu.club.openings.cbf.move_list import move_list, passing_after
from sapphire_emu.club.openings.cbf.pgn import to_pgn
from sapphire_emu.club.openings.cbf.record import read_record, record_bytes
from sapphire_emu.errors import InputError
from tests.club.command import refused, run
from tests.club.openings.games import game as pgn_game


def test_the_key_stream_of_the_header() -> None:
    assert ciphers._run(bytes(14), 101, 3).hex(" ") == "3f 15 07 ad 8f 85 d7 9d df f5 a7 8d 2f 65"


def test_the_first_move_list() -> None:
    entries = move_list(chess.Board(), None)
    assert len(entries) == 20
    assert entries[11 - 1] == chess.Move.from_uci("e2e4")
    # a1 has no move, then the a-pawn: two steps before one; then the knight from b1.
    assert [str(move) for move in entries[:4]] == ["a2a4", "a2a3", "b1a3", "b1c3"]


def played(*sans: str) -> tuple[chess.Board, int | None]:
    board, passing = chess.Board(), None
    for san in sans:
        move = board.parse_san(san)
        passing = passing_after(board, move, passing)
        board.push(move)
    return board, passing


def test_quirk_1_a_white_pawn_on_a5_counts_an_entry_that_is_no_move() -> None:
    board, passing = played("a4", "h6", "a5", "h5", "h3", "Nf6")
    assert passing is None
    entries = move_list(board, passing)
    assert entries.count(None) == 1
    assert entries[:3] == [chess.Move.from_uci("a1a2"), chess.Move.from_uci("a1a3"),
                           chess.Move.from_uci("a1a4")]  # fmt: skip
    assert entries[3:6] == [chess.Move.from_uci("a5a6"), None, chess.Move.from_uci("b1a3")]
    # After a double step there is a right, and no such entry unless it can be used.
    board, passing = played("a4", "h6", "a5", "g5")
    assert None not in move_list(board, passing)
    board, passing = played("a4", "h6", "a5", "b5")
    assert chess.Move.from_uci("a5b6") in move_list(board, passing)


def test_quirk_1_for_black_is_on_a4() -> None:
    board, passing = played("h3", "a5", "h4", "a4", "Nf3")
    entries = move_list(board, passing)
    at = entries.index(None)
    assert entries[at - 1] == chess.Move.from_uci("a4a3")


def test_quirk_2_castling_keeps_an_en_passant_right_for_one_more_ply() -> None:
    start = ("Nf3", "Nf6", "e4", "g6", "e5", "Bg7", "Nd4", "h6")
    board, passing = played(*start, "f4", "O-O")
    assert passing == 5  # White's own double step, and White is to move
    with_right, without = move_list(board, passing), move_list(board, None)
    assert with_right.count(None) == 1
    assert [move for move in with_right if move] == without
    assert with_right[with_right.index(None) - 1] == chess.Move.from_uci("e5f6")
    # One ply later it has ended.
    move = chess.Move.from_uci("a2a3")
    assert passing_after(board, move, passing) is None
    # It is counted although White's own piece stands on the square of the capture.
    board.set_piece_at(chess.F6, chess.Piece(chess.KNIGHT, chess.WHITE))
    assert move_list(board, passing).count(None) == 1


def test_castling_needs_neither_right_nor_safety() -> None:
    board = chess.Board("4kr2/8/8/8/8/8/8/4K2R w - - 0 1")
    assert chess.Move.from_uci("e1g1") in move_list(board, None)


@pytest.mark.parametrize("seed", range(12))
def test_every_legal_move_has_one_place(seed: int) -> None:
    source, board, passing = random.Random(seed), chess.Board(), None
    for _ in range(120):
        entries = [move for move in move_list(board, passing) if move]
        assert len(set(entries)) == len(entries)
        assert set(board.legal_moves) <= set(entries)
        if board.is_game_over():
            break
        move = source.choice(sorted(board.legal_moves, key=str))
        passing = passing_after(board, move, passing)
        board.push(move)


STARTS = (
    None,
    "r3k2r/pP3ppp/8/2pPp3/8/8/PPP2PPP/R3K2R w KQkq c6 0 12",
    "8/P6k/8/8/8/8/p6K/8 b - - 0 50",
)
LETTERS = "abcXYZ äöüé ♔♘♙ 12\n!?"
MARKS = st.builds(
    Annotation,
    st.integers(0, 9),
    st.integers(0, 15),
    st.integers(0, 7),
    st.text(LETTERS, max_size=30),
)


def tree(source: random.Random, board: chess.Board, plies: int, notes: Sequence[Annotation],
         depth: int = 0) -> tuple[Ply, ...]:  # fmt: skip
    """A random line with variations within variations."""
    line = []
    for _ in range(plies):
        legal = sorted(board.legal_moves, key=str)
        if not legal:
            break
        odd = [m for m in legal if m.promotion or board.is_castling(m) or board.is_en_passant(m)]
        move = source.choice(odd or legal)
        instead = []
        while len(legal) > 1 and depth < 3 and source.random() < 0.1:
            other = source.choice([one for one in legal if one != move])
            after = board.copy(stack=False)
            after.push(other)
            more = tree(source, after, source.randint(0, 6), notes, depth + 1)
            instead.append((Ply(other, source.choice(notes)), *more))
        note = source.choice(notes) if source.random() < 0.4 else Annotation()
        line.append(Ply(move, note, tuple(instead)))
        board.push(move)
    return tuple(line)


NAMES = st.text("abcde XYZéü♘", max_size=25).map(str.strip)


@st.composite
def games(draw: st.DrawFn) -> CbfGame:
    """Any game that the format can hold, in the form in which it holds it."""
    start = draw(st.sampled_from(STARTS))
    board = chess.Board(start) if start else chess.Board()
    source = random.Random(draw(st.integers(0, 10**6)))
    notes = draw(st.lists(MARKS, min_size=1, max_size=6))
    elos = [1600 + 5 * n if n else 0 for n in draw(st.tuples(st.integers(0, 255), st.just(0)))]
    return CbfGame(
        white=draw(NAMES),
        black=draw(NAMES),
        source=draw(NAMES),
        result=draw(st.integers(0, 3)),
        year=draw(st.none() | st.integers(1772, 2026)),
        white_elo=elos[0],
        black_elo=elos[1],
        eco=0 if start else draw(st.integers(0, 500)),
        suffix=0 if start else draw(st.integers(0, 99)),
        start=start,
        line=tree(source, board, source.randint(0, 25), notes),
    )


@settings(deadline=None, max_examples=50, phases=[Phase.explicit, Phase.generate])
@given(game=games())
def test_anything_comes_back(game: CbfGame) -> None:
    record = record_bytes(game)
    after = read_record(record)
    assert after == game
    assert record_bytes(after) == record


def test_the_last_byte_and_the_first_are_plain() -> None:
    line = (Ply(chess.Move.from_uci("e2e4")), Ply(chess.Move.from_uci("e7e5")))
    record = record_bytes(CbfGame("A", "B", "C", line=line))
    area = record[14 + 3 + 1 :]
    assert (area[0], area[-1]) == (11, 0x80)
    assert ciphers.moves(ciphers.moves(area)) == area


def test_the_index_of_the_specification() -> None:
    numbers = index_of([48, 39, 35])
    assert [int.from_bytes(numbers[n : n + 4], "big") for n in range(0, 20, 4)] == [
        4, 2, 51, 91, 127,
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("moves", "byte", "reason"),
    [
        (b"\xff\x0b\x80", 100, "without a move"),
        (b"\x0b\xff\x0a", 103, "never closed"),
        (b"\x0b\x60", 101, "move 96 of a list of 20"),
        (b"\x8b", 102, "annotation that is not there"),
        (b"\x0b\xff" * 101, 301, "nested deeper than 100"),
    ],
)
def test_damaged_moves(moves: bytes, byte: int, reason: str) -> None:
    with pytest.raises(Damaged, match=reason) as caught:
        read_line(moves, b"", chess.Board(), None, offset=100)
    assert caught.value.byte == byte


def test_a_zero_or_a_close_ends_the_game() -> None:
    for end in (b"\0", b"\x80"):
        line = read_line(b"\x0b" + end + b"\x0b", b"", chess.Board(), None, offset=0)
        assert [str(ply.move) for ply in line] == ["e2e4"]
    assert line_bytes(line, chess.Board(), None) == (b"\x0b", b"")


PGN = pgn_game(
    "1. e4 $1 {best} e5 (1... c5 {Sicilian} 2. Nf3 (2. c3)) 2. Nf3 $13 Nc6 {[%cbf remark 3] x}",
    white="Müller-Ňuk", more='[WhiteElo "2412"]\n[ECO "C44/07"]\n[Annotator "Me"]\n',
).replace('[Round "?"]', '[Round "4"]').replace("????", "1987").replace(
    '[Event "?"]', '[Event "Club"]'
)  # fmt: skip


def test_there_and_back_by_the_commands(tmp_path: Path) -> None:
    source, file, back = tmp_path / "a.pgn", tmp_path / "A.CBF", tmp_path / "b.pgn"
    fen = '[SetUp "1"]\n[FEN "4k3/8/8/8/8/8/4P3/4K3 b - - 0 9"]\n'
    source.write_text(PGN + pgn_game("9... Kd7 10. e4", more=fen) + pgn_game("1. e5"))
    done = run("cbf", "from-pgn", source, "-o", file)
    assert done.status == 0
    assert done.lines[-1] == (
        f"saved {file} and {tmp_path / 'A.CBI'}: not verified against ChessBase"
    )
    assert done.err.startswith(f"{source}:26: skipped: e5 is not legal")
    assert done.err.count("\n") == 1
    assert run("cbf", "to-pgn", file, "-o", back).status == 0
    text = back.read_text()
    for part in (
        '[White "Müller Nuk"]', '[Event "Club"]', '[Round "4"]',
        '[Date "1987.??.??"]', '[WhiteElo "2410"]', '[ECO "C44/07"]', '[Annotator "Me"]',
        "1. e4 $1 { best } 1... e5 ( 1... c5 { Sicilian } 2. Nf3 ( 2. c3 ) ) 2. Nf3 $13 "
        "Nc6", "{ [%cbf remark 3] x }", "9... Kd7 10. e4",
    ):  # fmt: skip
        assert part in " ".join(text.split()), part
    done = run("cbf", "info", file)
    assert done.lines[-1] == "2 games, 0 damaged"
    assert "C44  2 moves" in done.lines[0]
    again = tmp_path / "C.CBF"
    assert run("cbf", "from-pgn", back, "-o", again).status == 0
    assert again.read_bytes() == file.read_bytes()
    (tmp_path / "A.CBI").unlink()  # without the index the lengths lead through the file
    assert run("cbf", "info", file).lines[-1] == "2 games, 0 damaged"


@pytest.fixture
def pair(tmp_path: Path) -> Path:
    path = tmp_path / "a.cbf"
    line = tuple(Ply(chess.Move.from_uci(move)) for move in ("e2e4", "e7e5", "g1f3"))
    write_cbf(path, [CbfGame(f"White{n}", "Black", "Here", line=line) for n in range(5)])
    return path


def test_damage_is_told_with_game_and_byte(pair: Path, tmp_path: Path) -> None:
    data = bytearray(pair.read_bytes())
    size = len(data) // 5
    data[2 * size + 13] ^= 1  # the check byte of game 3
    pair.write_bytes(data)
    done = run("cbf", "info", pair)
    assert done.status == 1
    assert done.err.startswith(f"{pair}: game 3, byte {2 * size + 13}: check byte")
    assert done.lines[-1] == "5 games, 1 damaged"
    out = tmp_path / "out.pgn"
    line = refused(run("cbf", "to-pgn", pair, "-o", out, "--strict"))
    assert "game 3, byte" in line
    assert not out.exists()
    assert run("cbf", "to-pgn", pair, "-o", out).status == 0
    assert out.read_text().count("[Event ") == 4


def test_cut_files_and_foreign_indexes(pair: Path) -> None:
    whole, beside = pair.read_bytes(), pair.with_suffix(".cbi")
    pair.write_bytes(whole[:-3])
    found = list(read_cbf(pair))
    assert isinstance(found[-1][1], InputError)
    assert "game 5, byte" in str(found[-1][1])
    assert "cut off" in str(found[-1][1])
    pair.write_bytes(whole)
    index = beside.read_bytes()
    beside.write_bytes(index[:10])
    assert "ends after 1 of 5 games" in refused(run("cbf", "info", pair))
    beside.write_bytes(b"\xff" * 40)
    assert "an index of 4294967294 games" in refused(run("cbf", "info", pair))
    beside.write_bytes(index[:8] + b"\xff" * 4 + index[12:])
    assert "game 2, byte" in run("cbf", "info", pair).err


def test_nothing_is_overwritten(pair: Path, tmp_path: Path) -> None:
    source = tmp_path / "a.pgn"
    source.write_text(PGN)
    assert "never overwritten" in refused(run("cbf", "from-pgn", source, "-o", pair))
    assert "a name ending in .cbf" in refused(run("cbf", "from-pgn", source, "-o", "x.pgn"))
    assert "never overwritten" in refused(run("cbf", "to-pgn", pair, "-o", source))


def test_marks_without_a_number_of_their_own_survive_pgn() -> None:
    line = (Ply(chess.Move.from_uci("e2e4"), Annotation(7, 15, 5, "so {it} is")),)
    text = to_pgn(CbfGame("A", "B", line=line))
    assert "[%cbf mate] [%cbf remark 5] so (it) is" in text
    assert "$7" in text
