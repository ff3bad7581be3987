"""A file of games to which a heard game is added: nothing that was in it is lost."""

from __future__ import annotations

import os
import random
import stat
from pathlib import Path

import chess
import chess.pgn
import pytest

from sapphire_emu.errors import InputError
from sapphire_emu.links.pgn_file import PgnFile

OPENED = '[Event "notes"]\n[White "Anna"]\n[Black "Me"]\n\n'
FOREIGN = {
    "a finished game and an unreadable one": b'[Result "1-0"]\n\n1. d4 1-0\n\n1. e4 Qxe9 $$ *\n',
    "a game with remarks": f"{OPENED}1. e4 {{good}} (1. d4) *\n".encode(),
    "a game without tags": b"; mine\n{by hand} 1. e4 e5 *",
    "a preamble": b'From: a friend\n\n[Event "x"]\n\n1. e4 *\n',
    "Latin-1": b'[White "M\xfcller"]\n\n1. e4 *\n\n\n',
    "a brace in a tag": b'[Event "a { b"]\n\n1. e4 *\n',
    "a byte-order mark and line ends of DOS": b'\xef\xbb\xbf[Event "x"]\r\n\r\n1. e4 *\r\n',
    "line ends of DOS and of Unix": b'[Event "x"]\r\n\r\n1. d4 1-0\r\n\r\n[Event "y"]\n\n1. c4 *\n',
    "no line end": b"1. e4 e5",
    "a blank file": b"\n \n",
}


def board(*ucis: str) -> chess.Board:
    made = chess.Board()
    for uci in ucis:
        made.push_uci(uci)
    return made


def moves_of(path: Path) -> list[list[str]]:
    with path.open(encoding="latin-1") as stream:
        games = iter(lambda: chess.pgn.read_game(stream), None)
        return [[move.uci() for move in game.mainline_moves()] for game in games]


@pytest.mark.parametrize("before", FOREIGN.values(), ids=FOREIGN)
def test_every_byte_stays_and_the_heard_game_comes_after_them(
    tmp_path: Path, before: bytes
) -> None:
    path = tmp_path / "a.pgn"
    path.write_bytes(before)
    for moves in (["e2e4"], ["e2e4", "e7e5"]):
        paper = PgnFile(path)
        assert not paper.write([board()], "")
        assert path.read_bytes() == before or moves[1:]
        assert paper.write([board(*moves)], "ID")
        after = path.read_bytes()
        assert after.startswith(before)
        assert after.count(b"Heard at the serial port") == 1
        assert moves_of(path)[-1] == moves
        added = after[len(before) :]
        ends = {b"\r\n", b""} if b"\r" in before else {b"\n", b""}
        assert {line[len(line.rstrip()) :] for line in added.splitlines(keepends=True)} <= ends


def test_an_own_game_goes_on_with_its_date_and_the_name_of_its_machine(tmp_path: Path) -> None:
    path = tmp_path / "a.pgn"
    PgnFile(path).write([board("e2e4")], 'ID "one"\x07')
    text = path.read_text()
    assert "[Source \"ID 'one'?\"]" in text
    date = text.partition('[Date "')[2][:10]
    path.write_text(text.replace(date, "1997.05.11"))
    PgnFile(path).write([board("e2e4", "c7c5")], "two")
    assert path.read_text() == text.replace(date, "1997.05.11").replace("1. e4 *", "1. e4 c5 *")


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('[White "?"]', '[White "Anna"]'),
        ("1. e4 *", "1. e4 {good} *"),
        ("1. e4 *", "1. e4 (1. d4) *"),
        ("1. e4 *", "1. e4! *"),
        ("1. e4 *\n", "1. e4 *\n; to be continued\n"),
        ("1. e4 *\n", "1. e4 *"),
    ],
)
def test_an_own_game_that_somebody_has_touched_is_left_alone(
    tmp_path: Path, old: str, new: str
) -> None:
    path = tmp_path / "a.pgn"
    PgnFile(path).write([board("e2e4")], "")
    touched = path.read_text().replace(old, new)
    path.write_text(touched)
    PgnFile(path).write([board("e2e4", "c7c5")], "")
    assert path.read_text().startswith(touched)
    assert moves_of(path) == [["e2e4"], ["e2e4", "c7c5"]]


def test_what_is_written_to_the_file_meanwhile_stays_too(tmp_path: Path) -> None:
    path = tmp_path / "a.pgn"
    paper = PgnFile(path)
    done, present = board("d2d4"), board("e2e4")
    paper.write([done, present], "")
    noted = path.read_text() + '\n[Event "by hand"]\n\n1. c4 *\n'
    path.write_text(noted)
    present.push_uci("c7c5")
    paper.write([done, present], "")
    assert path.read_text().startswith(noted)
    assert moves_of(path) == [["d2d4"], ["e2e4"], ["c2c4"], ["e2e4", "c7c5"]]
    present.push_uci("g1f3")
    paper.write([done, present], "")
    assert moves_of(path)[2:] == [["c2c4"], ["e2e4", "c7c5", "g1f3"]]
    path.unlink()
    paper.write([done, present, board("a2a3")], "")
    assert moves_of(path)[2:] == [["c2c4"], ["e2e4", "c7c5", "g1f3"], ["a2a3"]]


NOISE = bytes(byte or 1 for byte in random.Random(1).randbytes(300))


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"my notes\nsecond line\n", ":1:1: is no PGN file: this begins no game"),
        (NOISE, ":1:1: is no PGN file"),
        (b"; " * 5000 + b"\nnotes", ":2:1: is no PGN file"),
        (b"1. e4 *\n\0", ":2:1: is no PGN file: a NUL"),
        (b'[A "x"]\n\n1. d4 {a} *\n\n1. e4 {b *\n\n1. c4 *\n', ":5:7: a comment is never closed"),
    ],
)
def test_what_is_no_pgn_is_refused_with_its_place_and_left_alone(
    tmp_path: Path, data: bytes, message: str
) -> None:
    path = tmp_path / "a.pgn"
    path.write_bytes(data)
    with pytest.raises(InputError) as caught:
        PgnFile(path)
    assert f"{path}{message}" in str(caught.value)
    assert path.read_bytes() == data


def test_what_is_no_ordinary_file_is_refused_unread(tmp_path: Path) -> None:
    pipe, endless = tmp_path / "pipe", tmp_path / "endless"
    os.mkfifo(pipe)
    places = [pipe]
    try:
        os.mknod(endless, 0o600 | stat.S_IFCHR, os.makedev(1, 5))
        places.append(endless)
    except PermissionError:
        pass  # only the administrator makes devices
    for place in places:
        with pytest.raises(InputError, match=r"is no ordinary file|is a device"):
            PgnFile(place)
