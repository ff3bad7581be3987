"""Two emulators and a cable between them: one is the device, the other listens."""

from __future__ import annotations

import io
import json
from pathlib import Path

import chess.pgn
import pytest

from firmware_model.dialects import DIALECTS
from tests.commands.conftest import Sapphire
from tests.links.fakes import until
from tests.links.running import Running, device, running
from tests.peers.game import GAME

HALF = 11


def moves_of(path: Path) -> list[list[str]]:
    """The moves of every game in a PGN file."""
    if not path.exists():
        return []
    stream, games = io.StringIO(path.read_text()), []
    while (game := chess.pgn.read_game(stream)) is not None:
        assert not game.errors
        games.append([move.uci() for move in game.mainline_moves()])
    return games


def until_said(listener: Running, start: str) -> None:
    while not listener.line().startswith(start):
        pass


@pytest.mark.parametrize("dialect", DIALECTS)
def test_both_ends_agree_on_a_whole_game(tmp_path: Path, dialect: str) -> None:
    """The listener comes in the middle of the game, hears it to the end, and the next one too."""
    pgn = tmp_path / "games.pgn"
    with running(*device(tmp_path, "--dialect", dialect)) as machine:
        machine.line()
        machine.type("press rook")
        for uci in GAME[:HALF]:
            machine.type(f"move {uci}")
        machine.type("position")
        until_said(machine, "position")
        with running("listen", tmp_path / "novag", "--pgn", pgn) as listener:
            until_said(listener, f"in step: {HALF} half-moves")
            until(lambda: moves_of(pgn) == [GAME[:HALF]])
            for uci in GAME[HALF:]:
                machine.type(f"move {uci}")
            until_said(listener, "14. Ne6#")
            until(lambda: moves_of(pgn) == [GAME])
            assert '[Result "1-0"]' in pgn.read_text()
            machine.type("press ng rook")
            until_said(listener, "new game")
            until_said(listener, "in step: 0")
            machine.type("move d2d4")
            machine.type("press left")
            machine.type("move c2c4")
            until_said(listener, "1. c4")
            until(lambda: moves_of(pgn) == [GAME, ["c2c4"]])
            assert listener.end() == 0
    assert DIALECTS[dialect].ident in pgn.read_text()


def test_the_game_and_the_position_are_read_back_on_demand(tmp_path: Path) -> None:
    with running(*device(tmp_path)) as machine:
        machine.line()
        machine.type("press rook")
        machine.type("move e2e4")
        machine.type("position")
        until_said(machine, "position")
        for what, expected in (
            ("game", "1. e4"),
            ("position", "position rnbqkbnr/pppppppp/8/8/4P"),
        ):
            with running("listen", tmp_path / "novag", "--read", what) as one:
                assert one.line().startswith(expected)
                assert one.wait() == 0
        with running("listen", tmp_path / "novag", "--json") as two:
            while json.loads(two.line())["event"] != "in step":
                pass
            two.type("send T")
            while (shown := json.loads(two.line()))["event"] != "taken back":
                pass
            assert (shown["san"], shown["uci"], shown["white"]) == ("e4", "e2e4", True)
            assert json.loads(two.ask("game")) == {"start": chess.STARTING_FEN, "moves": []}
            two.type("gmae")
            until(lambda: any("'gmae' means nothing here" in line for line in two.errors))
            two.type("quit")
            assert two.wait() == 0


def test_a_cable_that_was_pulled_is_made_good(tmp_path: Path) -> None:
    """The device goes away in the middle, plays on unheard, and comes back."""
    pgn = tmp_path / "games.pgn"
    with running(*device(tmp_path, fresh=False)) as machine:
        machine.line()
        machine.type("press rook")
        machine.type("move e2e4")
        machine.type("move e7e5")
        with running("listen", tmp_path / "novag", "--pgn", pgn) as listener:
            until_said(listener, "in step: 2 half-moves")
            assert machine.end() == 0
            until(lambda: any("gone" in line for line in listener.errors))
            with running(*device(tmp_path, fresh=False)) as again:
                again.type("press rook")
                again.type("move g1f3")
                until_said(listener, "in step: 3 half-moves")
                again.type("move b8c6")
                until_said(listener, "2... Nc6")
                until(lambda: moves_of(pgn) == [["e2e4", "e7e5", "g1f3", "b8c6"]])
                until(lambda: any("there again after" in line for line in listener.errors))
                assert listener.end() == 0


def test_a_pgn_file_keeps_what_was_in_it_and_its_last_game_goes_on(tmp_path: Path) -> None:
    pgn = tmp_path / "games.pgn"
    pgn.write_text('[Event "Old"]\n[White "Müller"]\n[Result "1-0"]\n\n1. d4 1-0\n')
    with running(*device(tmp_path)) as machine:
        machine.line()
        machine.type("press rook")
        for number, uci in enumerate(("e2e4", "e7e5", "g1f3"), start=1):
            machine.type(f"move {uci}")
            machine.type("position")
            until_said(machine, "position")
            with running("listen", tmp_path / "novag", "--pgn", pgn) as listener:
                until_said(listener, f"in step: {number} half-moves")
                assert listener.end() == 0
    assert moves_of(pgn) == [["d2d4"], ["e2e4", "e7e5", "g1f3"]]
    assert '[White "Müller"]' in pgn.read_text()


def test_nobody_there_is_said_once_and_read_back_gives_up(tmp_path: Path) -> None:
    with running("listen", "tcp-listen:0", "--read", "game") as one:
        assert one.line().startswith("port tcp-listen:127.0.0.1:")
        assert one.wait() == 1
        assert "no answer within 8 s" in one.errors[-1]


def test_what_cannot_be_is_one_line(sapphire: Sapphire, tmp_path: Path) -> None:
    binary = tmp_path / "binary"
    binary.write_bytes(b"\0\1")
    for arguments, message in (
        (("/dev/ttyNOSUCH", "--pgn", tmp_path / "left.pgn"), "/dev/ttyNOSUCH: no such port"),
        (("printer:cups:x",), "a printer only prints"),
        (("pty", "--pgn", tmp_path / "no" / "x.pgn"), "no: no such folder"),
        (("pty", "--pgn", binary), "is no PGN file"),
        (("pty", "--pgn", tmp_path), "is a directory"),
        (("pty", "--dialect", "x"), "unknown dialect 'x'"),
    ):
        done = sapphire("listen", *arguments)
        assert not (tmp_path / "left.pgn").exists()
        assert done.status == 2, arguments
        assert message in done.err
        assert done.err.count("\n") == 1


def test_a_file_that_is_no_pgn_is_refused_before_anything_is_written(
    sapphire: Sapphire, tmp_path: Path
) -> None:
    notes = tmp_path / "notes.txt"
    notes.write_text("my notes\nsecond line\n")
    done = sapphire("listen", "pty", "--pgn", notes)
    assert (done.status, done.out) == (2, "")
    assert done.err == (
        f"sapphire: {notes}:1:1: is no PGN file: this begins no game "
        "(expected games; name another file)\n"
    )
    assert notes.read_text() == "my notes\nsecond line\n"
