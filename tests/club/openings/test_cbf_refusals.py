"""CBF: one game that does not fit costs that game; what is no CBF file is refused."""

from __future__ import annotations

import random
import subprocess
import sys
from pathlib import Path

import pytest

from sapphire_emu.club.openings.cbf.files import read_cbf
from tests.club.command import refused, run
from tests.club.openings.games import game

KIND = "(expected an old ChessBase file, NAME.CBF with its NAME.CBI)"
NULL = game("1. e4 e5 2. -- Nc6")
LONG = game("1. e4 {" + "x y " * 20_000 + "}")


def test_a_game_that_does_not_fit_is_told_with_its_line_and_the_others_are_kept(
    tmp_path: Path,
) -> None:
    source, out = tmp_path / "in.pgn", tmp_path / "OUT.CBF"
    source.write_text(game("1. d4") + NULL + LONG + game("1. e4 e4") + game("1. c4"))
    command = [sys.executable, "-m", "sapphire_emu", "cbf", "from-pgn", source, "-o", out]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    told = done.stderr.splitlines()
    assert len(told) == 3, told  # nothing from the library that reads PGN
    assert told[0] == f"{source}:11: skipped: move 2. is a null move"
    assert told[1].startswith(f"{source}:21: skipped: ")
    assert "too long for the format" in told[1]
    assert told[2].startswith(f"{source}:31: skipped: e4 is not legal")
    assert done.stdout.startswith("2 games, 3 skipped\n")
    assert "too long" in refused(run("cbf", "from-pgn", _only(LONG, source), "-o",
                                     tmp_path / "X.CBF", "--strict"))  # fmt: skip


MOVES_AFTER_A_FAULT = game("1. e5 e5) e4 {x} (1. d4) $1")


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (MOVES_AFTER_A_FAULT, "e5 is not legal"),
        (game("1. e4 {never closed e5"), "a comment is never closed"),
        (game("1. e4 (1. d4"), "a variation is never closed"),
        (game("1. e4 hello e5"), "'hello' is not a move"),
        (game("1. e4 1-0 2. d4"), "the moves go on after 1-0"),
        (game("1. Nd2"), "Nd2 is not legal"),
        (game("1. e4", more='[FEN "zzz"]\n'), "no start position: 'zzz'"),
        (game("1. e4", more='[FEN "8/8/8/8/8/8/8/4K3 w - - 0 1"]\n'), "a start position without "
         "one king a side: '8/8/8/8/8/8/8/4K3 w - - 0 1'"),
        (game("1. e4", more='[Variant "Hexapawn"]\n'), "a game of another variant"),
        (game("1. e4", white="a\0b"), "a NUL byte"),
        (game("1. e4 \x01"), "a byte 0x01, which is no text"),
        ("my notes\n", "'my' is not a move"),
    ],
)  # fmt: skip
def test_what_cannot_be_read_has_a_plain_reason(tmp_path: Path, text: str, reason: str) -> None:
    source = tmp_path / "in.pgn"
    source.write_text(text + game("1. c4"))
    done = run("cbf", "from-pgn", source, "-o", tmp_path / "OUT.CBF")
    assert (done.status, done.err) == (0, f"{source}:1: skipped: {reason}\n")
    assert done.lines[0] == "1 game, 1 skipped"


def test_what_is_no_pgn_at_all_gives_no_game_and_no_traceback(tmp_path: Path) -> None:
    noise, out = tmp_path / "noise.pgn", tmp_path / "OUT.CBF"
    source = random.Random(3)
    for _ in range(5):
        data = source.randbytes(20_000)
        for text in (data, bytes(byte or 32 for byte in data), data.hex(" ").encode()):
            noise.write_bytes(text)
            done = run("cbf", "from-pgn", noise, "-o", out)
            assert (done.status, done.out, out.exists()) == (1, "", False)
    good = tmp_path / "good.pgn"
    good.write_text(game("1. e4") * 3)
    assert run("cbf", "from-pgn", good, "-o", tmp_path / "GOOD.CBF").status == 0
    noise.write_bytes((tmp_path / "GOOD.CBF").read_bytes())
    assert run("cbf", "from-pgn", noise, "-o", out).status == 1


def test_a_blank_line_between_moves_ends_no_game(tmp_path: Path) -> None:
    source, out, back = tmp_path / "in.pgn", tmp_path / "OUT.CBF", tmp_path / "back.pgn"
    text = game("1. e4 {so\n\nit is}\n\n; aside\n\n1... e5\n\n2. Nf3").replace("\n", "\r\n")
    source.write_bytes(text.encode())
    assert run("cbf", "from-pgn", source, "-o", out).lines[0] == "1 game, 0 skipped"
    assert run("cbf", "to-pgn", out, "-o", back).status == 0
    assert "1. e4 { so\n\nit is } 1... e5 2. Nf3 1-0" in back.read_text()


def _only(text: str, path: Path) -> Path:
    path.write_text(text)
    return path


def test_a_variation_ends_before_a_null_move_and_the_report_says_so(tmp_path: Path) -> None:
    source, out, back = tmp_path / "in.pgn", tmp_path / "OUT.CBF", tmp_path / "back.pgn"
    source.write_text(game("1. e4 e5 (1... -- 2. d4) (1... c5 2. -- Nc6) 2. Nf3"))
    done = run("cbf", "from-pgn", source, "-o", out)
    assert "variations cut at a null move: 2" in done.lines[1]
    assert run("cbf", "to-pgn", out, "-o", back).status == 0
    assert "1. e4 e5 ( 1... c5 ) 2. Nf3" in back.read_text()


def test_the_report_counts_what_was_lost(tmp_path: Path) -> None:
    source = tmp_path / "in.pgn"
    text = game("1. e4", white="Jean-Paul", more='[WhiteElo "1400"]\n[BlackElo "2001"]\n')
    source.write_text(
        text.replace('[Site "?"]', '[Site "Gent"]').replace("????.??.??", "1999.05.??")
    )
    done = run("cbf", "from-pgn", source, "-o", tmp_path / "OUT.CBF")
    assert done.lines[1] == (
        "what the format has no room for; names changed: 1, Elo dropped: 1, Elo rounded: 1, "
        "Site merged: 1, day or month dropped: 1"
    )
    source.write_text(game("1. e4").replace('[Event "?"]', f'[Event "{"long " * 20}"]'))
    done = run("cbf", "from-pgn", source, "-o", tmp_path / "A.CBF")
    assert done.lines[1].endswith("; Event changed: 1")
    moves = "1. e4 $146 {\u2013 \u017d} e5 $1 $3 $14 (1... c5 $44 {so}) 2. Nf3 {\ta \u265e}"
    text = game(moves, result="2-0", more='[ECO "new"]\n[Opening "Open"]\n')
    source.write_text(
        text.replace("????.", "1700.").replace('[Round "?"]', '[Round "4.1"]'), "utf-8"
    )
    done = run("cbf", "from-pgn", source, "-o", tmp_path / "D.CBF")
    assert done.lines[1] == (
        "what the format has no room for; Round dropped: 1, year dropped: 1, unknown results "
        "dropped: 1, ECO dropped: 1, other tags dropped: 1, marks dropped: 2, comments changed: 2"
    )
    source.write_text(game("1. e4"))
    assert "no room" not in run("cbf", "from-pgn", source, "-o", tmp_path / "B.CBF").out


@pytest.mark.parametrize("words", [("info",), ("to-pgn", "-o", "out.pgn")])
def test_an_empty_and_a_foreign_file_are_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...]
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("a.cbf").write_bytes(b"")
    assert refused(run("cbf", words[0], "a.cbf", *words[1:])) == f"a.cbf: an empty file {KIND}"
    Path("a.cbf").write_text(game("1. e4") * 3)
    line = refused(run("cbf", words[0], "a.cbf", *words[1:]))
    assert line == f"a.cbf: not a file of games {KIND}"
    assert not Path("out.pgn").exists()


def test_without_one_good_game_nothing_is_written(tmp_path: Path) -> None:
    source, file, out = tmp_path / "in.pgn", tmp_path / "A.CBF", tmp_path / "out.pgn"
    source.write_text(game("1. e4"))
    assert run("cbf", "from-pgn", source, "-o", file).status == 0
    data = bytearray(file.read_bytes())
    data[13] ^= 1
    file.write_bytes(data)
    assert len(list(read_cbf(file))) == 1
    done = run("cbf", "to-pgn", file, "-o", out)
    assert (done.status, done.out, out.exists()) == (1, "", False)
    assert done.err.endswith("no game to write, 1 damaged: nothing is saved\n")
    source.write_text(NULL)
    done = run("cbf", "from-pgn", source, "-o", tmp_path / "B.CBF")
    assert (done.status, done.out, (tmp_path / "B.CBF").exists()) == (1, "", False)
