"""What the commands say of a book that is not refined, partly refined, or built elsewhere."""

from __future__ import annotations

from pathlib import Path

import pytest

from sapphire_emu.club.openings import rules
from sapphire_emu.club.openings.book_file import load_book
from sapphire_emu.club.openings.browse import Browser
from sapphire_emu.errors import UserError
from sapphire_emu.opening_keys import OpeningKeys
from tests.club.command import run
from tests.club.openings.games import RUY, game


@pytest.fixture
def games(tmp_path: Path) -> Path:
    path = tmp_path / "in.pgn"
    path.write_text(game(RUY) * 2 + game("1. d4 d5 2. c4") + game("1. d4 d5 2. Nf3"))
    return path


@pytest.fixture
def book(games: Path) -> Path:
    path = games.with_name("my.book")
    assert run("eco", "build", games, "-o", path).status == 0
    return path


def hint(book: Path) -> str:
    return f"{book}: this book is not refined (sapphire eco refine {book})"


@pytest.mark.parametrize("command", ["classify", "sort"])
def test_an_unrefined_book_is_told_in_one_line(games: Path, book: Path, command: str) -> None:
    words = ("eco", command, games, "--book", book, "--force", "-o", games.with_name("out.pgn"))
    done = run(*words)
    assert (done.status, done.err) == (0, hint(book) + "\n")
    assert run("eco", "refine", book, "--min-games", "1", "--min-branches", "1").status == 0
    assert run(*words).err == ""


def test_the_machine_is_told_once_of_an_unrefined_book(book: Path) -> None:
    notes: list[str] = []
    names = OpeningKeys(book, note=notes.append)
    for _ in range(2):
        assert names.of_moves(["d2d4", "d7d5"])[0] == "D00"
    names.close()
    assert notes == [hint(book)]


@pytest.mark.parametrize("keys", ["D06/90-99", "D06/99-90"])
def test_a_range_may_be_given_backwards(games: Path, book: Path, keys: str) -> None:
    assert run("eco", "refine", book, "--min-games", "1", "--min-branches", "0").status == 0
    out = games.with_name(f"{keys[-5:]}.pgn")
    assert run("eco", "sort", games, "--book", book, "--key", keys, "-o", out).status == 0
    assert out.read_text().count("[Event ") == 1


def test_stats_says_for_which_codes_n_holds(book: Path) -> None:
    assert run("eco", "refine", book, "--eco", "D00,D06", "--min-games", "2").status == 0
    assert "D00, D06 last refined with N = 2, M = 2" in run("eco", "stats", book).out
    assert run("eco", "refine", book, "--min-games", "2").status == 0
    assert "\nrefined with N = 2, M = 2" in run("eco", "stats", book).out


@pytest.fixture
def browser(book: Path) -> Browser:
    return Browser(load_book(book, rules.probe()), folder=book.parent)


@pytest.mark.parametrize("words", ["e4 e5", "1. e4 e5", "1.e4 1...e5", "1. e4 1... e5", "e2e4 1"])
def test_several_moves_of_one_line_are_all_played(browser: Browser, words: str) -> None:
    browser.obey(words)
    assert browser.line() == "1. e4 e5"


def test_of_several_moves_all_or_none_are_played(browser: Browser) -> None:
    browser.obey("d4")
    with pytest.raises(UserError, match="'c5' was not played here"):
        browser.obey("d5 c5")
    assert browser.line() == "1. d4"


def test_games_that_moved_are_found_beside_the_book(
    browser: Browser, games: Path, book: Path, tmp_path: Path
) -> None:
    browser.obey("d4")
    folder = tmp_path / "elsewhere"
    folder.mkdir()
    games.rename(folder / games.name)
    with pytest.raises(UserError, match="name them with --games FILE"):
        browser.games()
    browser.folder = folder
    assert len(browser.games()) == 2
    given = Browser(browser.book, [folder / games.name])
    assert len(given.games()) == 4
