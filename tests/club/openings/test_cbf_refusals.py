"""CBF: one game that does not fit costs that game; what is no CBF file is refused."""

from __future__ import annotations

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
    assert told[0] == f"skipped: {source}:11: move 2. is a null move"
    assert told[1].startswith(f"skipped: {source}:21: ")
    assert "too long for the format" in told[1]
    assert told[2].startswith(f"skipped: {source}:31: illegal san")
    assert done.stdout.startswith("2 games, 3 skipped\n")
    assert "too long" in refused(run("cbf", "from-pgn", _only(LONG, source), "-o",
                                     tmp_path / "X.CBF", "--strict"))  # fmt: skip


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
