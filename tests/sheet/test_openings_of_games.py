"""The user's own games carry the key of their opening, and can be chosen by it."""

from __future__ import annotations

import csv
import io
import json
import sqlite3
from dataclasses import replace
from pathlib import Path

import chess.pgn
import pytest

from firmware_model.game import By, Ending, Game, Ply
from firmware_model.rating import Record, Result, Rules, rate
from firmware_model.state import Nvram, RatedGame
from sapphire_emu.opening_keys import OpeningKeys
from sapphire_emu.store.memory import Memory
from sapphire_emu.store.saver import Saver
from tests.commands.conftest import Sapphire, sapphire

__all__ = ["sapphire"]

SPANISH = "e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 b5a4 g8f6 e1g1"
QUEENS = "d2d4 d7d5 c2c4 e7e6 b1c3 g8f6"
ODD = "a2a3 a7a6 a3a4 a6a5"


def game_of(moves: str) -> Game:
    plies = tuple(
        Ply(uci, By.MACHINE if number % 2 else By.USER, "tr7", 1500)
        for number, uci in enumerate(moves.split())
    )
    return Game(plies=plies, ending=Ending.MACHINE_RESIGNED, rated=True)


def rated(moves: str, result: Result = Result.WIN) -> RatedGame:
    found = rate(Record(), 1500, result)
    return RatedGame(
        *(Record(), found.record, 1500, result, found.tier, Rules.CORRECTED),
        *(found.formula, "tr7", True, game_of(moves)),
    )


def test_a_rated_game_is_classified_as_it_is_stored(tmp_path: Path) -> None:
    saver = Saver(
        Memory.open(tmp_path / "m"),
        note=pytest.fail,
        opening_of=OpeningKeys(None, note=pytest.fail).of_game,
    )
    for moves in (SPANISH, QUEENS, ODD):
        saver.save(Nvram(), rated(moves))
    saver.close()
    with Memory.open(tmp_path / "m", read_only=True) as memory:
        found = [(entry.rated.eco, entry.rated.opening) for entry in memory.log() if entry.rated]
    assert found[0] == ("C78", "Ruy Lopez: Morphy Defense")
    assert found[1] == ("D35", "Queen's Gambit Declined: Normal Defense")
    assert found[2][0] == "A00"


@pytest.fixture
def book(sapphire: Sapphire, tmp_path: Path) -> Path:
    """A refined book in which the Spanish game splits three ways."""
    games, path = tmp_path / "games.pgn", tmp_path / "my.book"
    text = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O"
    ends = ("Be7", "Be7", "b5", "b5", "d6", "Nxe4")
    games.write_text("".join(f'[Event "?"]\n\n{text} {end} *\n\n' for end in ends))
    assert sapphire("eco", "build", games, "-o", path).status == 0
    assert sapphire("eco", "refine", path, "--min-games", "2").status == 0
    return path


@pytest.fixture
def state(tmp_path: Path) -> Path:
    """Two games stored with a key, one stored before there were keys, and a reset."""
    path = tmp_path / "m"
    with Memory.open(path) as memory:
        memory.save(Nvram(), rated(SPANISH), opening=("C78", "Ruy Lopez: Morphy Defense"))
        memory.save(Nvram(), rated(QUEENS, Result.LOSS), opening=("D35", "Queen's Gambit"))
        memory.save(Nvram(), rated(SPANISH, Result.DRAW))
        memory.save_reset(Nvram(), Record(1500, 3))
    return path


def test_the_sheet_shows_the_games_of_one_opening(sapphire: Sapphire, state: Path) -> None:
    done = sapphire("rating", "--state", state, "--eco", "C78")
    lines = done.out.splitlines()
    assert "2 of 3 rated games" in lines
    assert any(line.startswith("results  1 won  1 drawn  0 lost") for line in lines)
    assert [line.split()[0] for line in lines if "OELO" in line and "C78" in line] == ["1", "3"]
    assert "reset" not in done.out
    log = json.loads(sapphire("rating", "--state", state, "--eco", "d35", "--json").out)["log"]
    assert [(entry["number"], entry["eco"]) for entry in log] == [(2, "D35")]
    assert "0 of 3 rated games" in sapphire("rating", "--state", state, "--eco", "E99").out


def test_exports_carry_the_opening(sapphire: Sapphire, state: Path) -> None:
    pgn = sapphire("rating", "export", "--pgn", "--state", state, "--eco", "C78").out
    game = chess.pgn.read_game(io.StringIO(pgn))
    assert game is not None
    assert (game.headers["ECO"], game.headers["Opening"]) == ("C78", "Ruy Lopez: Morphy Defense")
    assert pgn.count("[Event ") == 2
    rows = list(csv.DictReader(io.StringIO(sapphire("rating", "export", "--csv", "--state",
                                                    state).out)))  # fmt: skip
    assert [row["eco"] for row in rows] == ["C78", "D35", "", ""]
    shown = sapphire("rating", "explain", "1", "--state", state).out
    assert "opening: C78 Ruy Lopez: Morphy Defense" in shown


def test_a_faulty_range_is_one_line(sapphire: Sapphire, state: Path) -> None:
    done = sapphire("rating", "--state", state, "--eco", "Z12")
    assert done.status == 2
    assert done.err.endswith("'Z12' selects no keys (expected C89, C89/07 or C89/90-99)\n")


def test_a_book_refines_the_keys(
    sapphire: Sapphire, state: Path, book: Path, tmp_path: Path
) -> None:
    log = json.loads(sapphire("rating", "--state", state, "--eco-book", book, "--json").out)["log"]
    assert log[0]["eco"].startswith("C78/")
    suffix = log[0]["eco"][4:]
    chosen = sapphire("rating", "--state", state, "--eco-book", book, "--eco",
                      f"C78/{suffix}-99")  # fmt: skip
    assert "2 of 3 rated games" in chosen.out
    missing = sapphire("rating", "--state", state, "--eco-book", tmp_path / "no", "--eco", "C78")
    assert missing.status == 2
    assert "no" in missing.err


def test_a_book_that_is_none_gives_plain_codes_and_says_so(tmp_path: Path) -> None:
    path = tmp_path / "b"
    path.write_text("no book")
    notes: list[str] = []
    names = OpeningKeys(path, note=notes.append)
    assert names.of_moves(SPANISH.split()) == ("C78", "Ruy Lopez: Morphy Defense")
    assert names.of_moves(QUEENS.split())[0] == "D35"
    assert notes == [
        f"{path}: not an opening book (expected a file made by sapphire eco build); "
        "plain codes are used"
    ]


def test_a_book_reader_that_dies_is_told_and_codes_go_on(book: Path) -> None:
    notes: list[str] = []
    names = OpeningKeys(book, note=notes.append)
    assert names.of_moves(SPANISH.split())[0].startswith("C78/")
    assert names._server is not None
    names._server._process.kill()
    assert names.of_moves(SPANISH.split()) == ("C78", "Ruy Lopez: Morphy Defense")
    assert notes == [f"{book}: the program that reads the book has ended; plain codes are used"]
    names.close()


def test_the_book_reader_ends_with_its_asker(book: Path) -> None:
    names = OpeningKeys(book, note=pytest.fail)
    assert names.of_moves(SPANISH.split())[0].startswith("C78/")
    server = names._server
    assert server is not None
    names.close()
    assert server._process.poll() == 0


def test_without_the_extra_nothing_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sapphire_emu.club.openings.extra.table_installed", lambda: False)
    assert OpeningKeys(None, note=pytest.fail).of_moves(SPANISH.split()) == ("", "")


def test_another_start_position_has_no_opening() -> None:
    names = OpeningKeys(None, note=pytest.fail)
    game = replace(game_of(SPANISH), start_fen="8/8/8/8/8/4k3/4p3/4K3 w - - 0 1", plies=())
    assert names.of_game(game) == ("", "")


def test_the_key_is_under_the_rows_checksum(state: Path) -> None:
    with sqlite3.connect(state) as base:
        base.execute("UPDATE log SET sum = replace(sum, 'C78', 'C79')")
    base.close()
    with Memory.open(state) as memory:
        assert memory.set_aside is not None
