"""Where the commands may write: never over what they read, never two runs into one file."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from sapphire_emu.club.openings import classify_file as whole_file
from sapphire_emu.club.openings.classify import Job
from sapphire_emu.club.openings.outputs import alone
from tests.club.command import Run, refused, run
from tests.club.openings.games import RUY, game

Name = Callable[[Path], Path]


def itself(path: Path) -> Path:
    return path


def by_symlink(path: Path) -> Path:
    link = path.with_name("soft.cbf")
    link.symlink_to(path)
    return link


def by_hard_link(path: Path) -> Path:
    link = path.with_name("hard.cbf")
    os.link(path, link)
    return link


@pytest.fixture
def games(tmp_path: Path) -> Path:
    path = tmp_path / "in.pgn"
    path.write_text(game(RUY) + game("1. d4"))
    return path


@pytest.fixture
def book(games: Path) -> Path:
    path = games.with_name("my.book")
    assert run("eco", "build", games, "-o", path).status == 0
    return path


@pytest.mark.parametrize("name", [itself, by_symlink, by_hard_link])
@pytest.mark.parametrize(
    ("words", "read"),
    [
        ("eco build {games} -o {other} --force", "games"),
        ("eco classify {games} -o {other} --force", "games"),
        ("eco classify {games} --book {book} -o {other} --force", "book"),
        ("eco sort {games} --book {book} -o {other} --force", "games"),
        ("eco sort {games} --book {book} -o {other} --force", "book"),
    ],
)
def test_an_input_is_never_the_output(
    games: Path, book: Path, name: Name, words: str, read: str
) -> None:
    files = {"games": games, "book": book}
    before = {path: path.read_bytes() for path in files.values()}
    other = name(files[read])
    line = refused(run(*words.format(**files, other=other).split()))
    assert line == (
        f"{other}: this file is read, so nothing can be written there "
        "(expected another name for the output)"
    )
    assert {path: path.read_bytes() for path in files.values()} == before


def test_the_unfinished_output_is_no_input_either(games: Path) -> None:
    part = games.rename(games.with_name("out.pgn.part"))
    before = part.read_bytes()
    line = refused(run("eco", "classify", part, "-o", part.with_name("out.pgn")))
    assert line.startswith(f"{part}: this file is read")
    assert part.read_bytes() == before


def test_cbf_and_tree_do_not_write_over_what_they_read(games: Path, book: Path) -> None:
    pair = games.with_name("a.cbf")
    assert run("cbf", "from-pgn", games, "-o", pair).status == 0
    for place in (pair, pair.with_suffix(".cbi"), by_symlink(pair)):
        assert "this file is read" in refused(run("cbf", "to-pgn", pair, "-o", place))
    picture = book.rename(book.with_name("book.svg"))
    tree = run("eco", "tree", picture, "--eco", "C89", "--svg", picture)
    assert "this file is read" in refused(tree)


@pytest.mark.parametrize("command", ["classify", "build", "sort"])
def test_only_one_run_at_a_time_writes_a_file(games: Path, book: Path, command: str) -> None:
    out = games.with_name("out")
    words = ["eco", command, games, "-o", out, *(["--book", book] if command == "sort" else [])]
    with alone(out):
        assert refused(run(*words)) == f"{out} is being written by another run"
    assert run(*words).status == 0
    assert sorted(path.name for path in out.parent.iterdir()) == ["in.pgn", "my.book", "out"]


def test_sort_replaces_with_force_only(games: Path, book: Path) -> None:
    out = games.with_name("out.pgn")
    out.write_text("mine")

    def sort(*words: str) -> Run:
        return run("eco", "sort", games, "--book", book, "-o", out, *words)

    assert refused(sort()) == f"{out}: this file exists (expected a new name, or --force)"
    assert out.read_text() == "mine"
    assert sort("--force").status == 0
    assert out.read_text().count("[Event ") == 2


def test_a_file_that_comes_meanwhile_stays(games: Path) -> None:
    out = games.with_name("out.pgn")

    def told(_bytes: int, _games: int) -> None:
        out.write_text("mine")

    with pytest.raises(Exception, match="this file exists"):
        whole_file.classify_file(games, out, Job(), told=told)
    assert out.read_text() == "mine"
    whole_file.classify_file(games, out, Job(), told=told, force=True)
    assert "[ECO" in out.read_text()


@pytest.mark.parametrize(
    "words",
    [
        "eco build {games} -o {other} --force",
        "eco classify {games} -o {other} --force",
        "eco sort {games} --book {book} -o {other} --force",
    ],
)
def test_a_pipe_or_a_folder_is_never_replaced(games: Path, book: Path, words: str) -> None:
    pipe, folder = games.with_name("pipe"), games.with_name("folder")
    os.mkfifo(pipe)
    folder.mkdir()
    for other, told in ((pipe, "not a regular file"), (folder, "it is a folder")):
        line = refused(run(*words.format(games=games, book=book, other=other).split()))
        assert line == f"{other}: {told} (expected the name of a file)"
        assert {path.name for path in games.parent.iterdir()} == {
            "in.pgn", "my.book", "pipe", "folder",
        }  # fmt: skip
    assert pipe.is_fifo()
    here = refused(run(*words.format(games=games, book=book, other=".").split()))
    assert here == ".: it is a folder (expected the name of a file)"


@pytest.mark.parametrize(
    "words",
    [
        "eco build {games} -o {other} --force",
        "eco classify {games} -o {other} --force",
        "eco sort {games} --book {book} -o {other} --force",
    ],
)
def test_a_link_stays_a_link_and_its_file_is_replaced(games: Path, book: Path, words: str) -> None:
    old, link = games.with_name("old"), games.with_name("link")
    old.write_text("old")
    link.symlink_to(old)
    assert run(*words.format(games=games, book=book, other=link).split()).status == 0
    assert link.is_symlink()
    assert old.read_bytes() != b"old"


def test_a_pipe_cannot_be_sorted(games: Path, book: Path) -> None:
    pipe = games.with_name("pipe")
    os.mkfifo(pipe)
    line = refused(run("eco", "sort", pipe, "--book", book, "-o", games.with_name("out")))
    assert line == (
        f"{pipe}: cannot be sorted: a pipe is read once, sorting reads twice (expected a file)"
    )
