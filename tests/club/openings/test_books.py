"""Books by the commands a user types: build, refine, classify, sort, stats, browse, tree."""

from __future__ import annotations

import io
import json
import random
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest

from sapphire_emu.club.openings import build as building
from sapphire_emu.club.openings import rules
from sapphire_emu.club.openings.book import Book
from sapphire_emu.club.openings.book_file import load_book
from sapphire_emu.club.openings.browse import Browser
from sapphire_emu.club.openings.build import build_book
from sapphire_emu.club.openings.classify import key_of
from sapphire_emu.club.openings.tags import eco_of
from sapphire_emu.errors import InputError
from tests.club.command import Run, refused, run
from tests.club.openings.games import game, random_database

SPANISH = "1. e4 e5 2. Nf3 Nc6 3. Bb5"
# Main nodes (N = 2, M = 2): after 3. Bb5 (6 games: a6 4, Nf6 2), and after 3... a6 4. Ba4 (3).
GAMES = (
    [game(f"{SPANISH} a6 4. Ba4 Nf6", white=f"A{n}") for n in range(2)]
    + [game(f"{SPANISH} a6 4. Ba4 d6", white="B", result="0-1")]
    + [game(f"{SPANISH} a6 4. Bxc6 dxc6", white="C", result="1/2-1/2")]
    + [game(f"{SPANISH} Nf6 4. O-O", white=f"D{n}") for n in range(2)]
    + [game("1. d4 d5", white="E", result="*")]
)


def load(path: Path) -> Book:
    return load_book(path, rules.probe())


def done(*words: object) -> Run:
    result = run("eco", *words)
    assert result.status == 0, result
    return result


@pytest.fixture
def games(tmp_path: Path) -> Path:
    path = tmp_path / "games.pgn"
    path.write_text("".join(GAMES))
    return path


@pytest.fixture
def book(games: Path, tmp_path: Path) -> Path:
    path = tmp_path / "my.book"
    done("build", games, "-o", path)
    return path


def written(path: Path) -> list[str]:
    """The White player and the key of each game of a file."""
    texts = path.read_text().split("[Event ")[1:]
    return [
        text.split('[White "')[1].split('"')[0] + " " + eco_of(f"[Event {text}".encode())
        for text in texts
    ]


def test_build_refine_classify_unrefine(games: Path, book: Path, tmp_path: Path) -> None:
    out = tmp_path / "keyed.pgn"
    plain = book.read_bytes()
    assert (
        "7 games counted, 0 skipped: 16 positions"
        in done("build", games, "-o", tmp_path / "b2").out
    )
    report = done("refine", book, "--min-games", "2", "--eco", "C60,C68,C70,C65", "-v").lines
    assert report[0] == "C60: 1 main node, 1 position"
    assert report[-1].endswith("codes refined, 3 main nodes")
    done("classify", games, "--book", book, "-o", out)
    assert written(out) == [
        "A0 C77", "A1 C77", "B C71", "C C68/99", "D0 C65/99", "D1 C65/99", "E D00",
    ]  # fmt: skip
    refined = book.read_bytes()
    done("classify", out, "--book", book, "-o", tmp_path / "again.pgn")
    assert (tmp_path / "again.pgn").read_bytes() == out.read_bytes()
    assert "positions set back" in done("unrefine", book).out
    assert book.read_bytes() == plain
    done("refine", book, "--min-games", "2", "--eco", "C60,C68,C70,C65")
    assert book.read_bytes() == refined
    done("unrefine", book)
    done("classify", out, "--book", book, "-o", tmp_path / "plain.pgn")
    assert written(tmp_path / "plain.pgn")[3] == "C C68"


def test_sorting_marks_one_game_of_each_last_position(
    games: Path, book: Path, tmp_path: Path
) -> None:
    done("refine", book, "--min-games", "2")
    out = tmp_path / "sorted.pgn"
    result = done("sort", games, "--book", book, "-o", out, "--mark-tag")
    assert result.lines[0] == (
        "7 games, 5 marked; 2 last positions are shared by 4 games, so 2 are not marked: "
        "a book deeper than 40 half-moves would mark more"
    )
    whites = [line.split()[0] for line in written(out)]
    assert whites == ["D0", "C", "B", "A0", "E", "A1", "D1"]
    marked = ['[Marked "1"]' in text for text in out.read_text().split("[Event ")[1:]]
    assert marked == [True] * 5 + [False] * 2
    again = tmp_path / "again.pgn"
    done("sort", out, "--book", book, "-o", again, "--mark-tag")
    assert sorted(again.read_text()) == sorted(out.read_text())
    one = tmp_path / "one.pgn"
    result = done("sort", games, "--book", book, "--key", "C65/90-99", "-o", one, "--json")
    assert json.loads(result.out)["games"] == 2
    assert [line.split()[0] for line in written(one)] == ["D0", "D1"]
    only = tmp_path / "only.pgn"
    done("sort", games, "--book", book, "--key", "C65", "--marked-only", "-o", only)
    assert [line.split()[0] for line in written(only)] == ["D0"]


def test_keys_are_sorted_from_99_down(tmp_path: Path) -> None:
    source, book, out = tmp_path / "in.pgn", tmp_path / "b", tmp_path / "out.pgn"
    random_database(source, 120, seed=3, plies=10)
    done("build", source, "-o", book)
    done("refine", book, "--min-games", "3")
    keyed = tmp_path / "keyed.pgn"
    done("classify", source, "--book", book, "-o", keyed)
    result = done("sort", keyed, "--book", book, "-o", out, "--json")
    told = json.loads(result.out)
    keys = [line.split()[1] for line in written(out)]
    assert len(keys) == 120
    considered = keys[: told["marked"]]
    order = [(key[:3], -int(key[4:])) for key in considered]
    assert order == sorted(order)
    assert len(set(order)) > 10
    assert sorted(written(keyed)) == sorted(written(out))


def test_a_shared_leaf_goes_away_with_depth(tmp_path: Path) -> None:
    source = tmp_path / "in.pgn"
    source.write_text(game("1. e4 e5 2. Nf3") + game("1. e4 e5 2. Nc3"))
    for depth, marked in ((2, 1), (3, 2)):
        book = tmp_path / f"{depth}.book"
        done("build", source, "-o", book, "--depth", depth)
        told = done("sort", source, "--book", book, "-o", tmp_path / f"{depth}.pgn", "--json")
        assert json.loads(told.out)["marked"] == marked


def test_trusted_tags(tmp_path: Path) -> None:
    source, out = tmp_path / "in.pgn", tmp_path / "out.pgn"
    source.write_text(game("1. e4 e5", more='[ECO "E99"]\n') + game("1. d4"))
    done("build", source, "-o", tmp_path / "b", "--trust-tags")
    done("classify", source, "--book", tmp_path / "b", "-o", out)
    assert [line.split()[1] for line in written(out)] == ["E99", "A40"]


def test_stats(book: Path) -> None:
    found = json.loads(done("stats", book, "--json", "--min-games", "2").out)
    assert (found["games"], found["positions"], found["largest_fan_out"]) == (7, 16, 2)
    assert (found["shared_leaves"], found["games_sharing"], found["last_positions"]) == (2, 4, 5)
    assert found["codes"]["C60"]["main_nodes"] == 1
    assert found["refined_with"] is None
    done("refine", book, "--min-games", "2")
    text = done("stats", book).out
    assert "refined with N = 2, M = 2, deepest" in text
    assert "2 last positions are shared by 4 games; 5 games can be marked" in text


def browsed(book: Path, words: str, monkeypatch: pytest.MonkeyPatch) -> Run:
    monkeypatch.setattr(sys, "stdin", io.StringIO(words))
    return run("eco", "browse", book)


def test_browse(book: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    out = tmp_path / "line.pgn"
    result = browsed(book, f"1\ne5\ng1f3\nNc6\nBb5\na6\nline\ngames {out}\nup\ntop\n", monkeypatch)
    assert result.status == 0
    lines = result.lines
    assert lines[0] == "start position   A00   7 games   +67% =17% -17%"
    assert lines[1] == "  1  e4               6   +67% =17% -17%   B00"
    assert lines[2] == "  2  d4               1   D00" or lines[2].startswith("  2  d4")
    assert "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6" in lines
    assert f"4 games saved to {out}" in lines
    assert [line.split()[0] for line in written(out)] == ["A0", "A1", "B", "C"]
    assert lines[-3] == lines[0]  # top
    err = browsed(book, "e4\nQh5\n", monkeypatch).err
    assert err == "sapphire: standard input:2: 'Qh5' was not played here\n"
    assert browsed(book, "quit\ne4\n", monkeypatch).lines[-1].startswith("  2  d4")
    assert "expected games FILE" in browsed(book, "games\n", monkeypatch).err
    assert "go back one move" in browsed(book, "help\n", monkeypatch).out


def test_the_number_of_games_of_a_line_is_the_books(book: Path) -> None:
    browser = Browser(load(book))
    for word in ("e4", "e5", "Nf3", "Nc6", "Bb5", "1", "1"):
        assert len(browser.games()) == int(browser.book.games[browser.position])
        browser.down(word)


def test_tree(book: Path, tmp_path: Path) -> None:
    picture = tmp_path / "c60.svg"
    assert "not refined" in refused(run("eco", "tree", book, "--eco", "C60", "--svg", picture))
    done("refine", book, "--min-games", "2")
    done("tree", book, "--eco", "C60", "--svg", picture)
    root = ElementTree.fromstring(picture.read_text())
    texts = [element.text for element in root.iter("{http://www.w3.org/2000/svg}text")]
    assert "Refined keys of C60" in texts
    assert "C60/99" in texts
    assert any(text and "1. e4 e5 2. Nf3 Nc6 3. Bb5" in text for text in texts)
    line = refused(run("eco", "tree", book, "--eco", "A99", "--svg", picture.with_name("b.svg")))
    assert line == "no game of this book is A99"
    assert "no ECO code" in refused(run("eco", "tree", book, "--eco", "F1", "--svg", picture))


def test_one_games_key(book: Path) -> None:
    done("refine", book, "--min-games", "2")
    moves = ["e2e4", "e7e5", "g1f3", "b8c6", "f1b5", "g8f6", "e1g1"]
    assert key_of(moves, load(book)) == "C65/99"
    assert key_of([*moves, "h7h6"], load(book)) == "C65/99"  # not in the book any more
    assert key_of(["e2e5"], load(book)) is None


def test_shards_in_any_order_and_number_give_the_same_book(tmp_path: Path) -> None:
    whole = tmp_path / "all.pgn"
    random_database(whole, 90, seed=7)
    texts = [f"[Event {text}" for text in whole.read_text().split("[Event ")[1:]]
    expected = build_book([whole], depth=20).book.fingerprint()
    source = random.Random(5)
    for shards in (2, 12):
        cuts = [0, *sorted(source.sample(range(1, 90), shards - 1)), 90]
        paths = []
        for number in range(shards):
            paths.append(tmp_path / f"part-{shards}-{number}.pgn")
            paths[-1].write_text("".join(texts[cuts[number] : cuts[number + 1]]))
        for _ in range(2):
            source.shuffle(paths)
            assert build_book(paths, depth=20).book.fingerprint() == expected
    one, other = tmp_path / "1.book", tmp_path / "2.book"
    done("build", *paths, "-o", one)
    done("build", *reversed(paths), "-o", other)
    assert one.read_bytes() == other.read_bytes()


def test_the_control_other_names_are_another_database(tmp_path: Path) -> None:
    texts = [game("1. e4"), game("1. d4")]
    books = []
    for names in (("1", "2"), ("2", "1")):
        for name, text in zip(names, texts, strict=True):
            (tmp_path / f"{name}.pgn").write_text(text)
        paths = [tmp_path / "1.pgn", tmp_path / "2.pgn"]
        books.append(build_book(paths, depth=5).book.fingerprint())
    assert books[0] != books[1]


def refused_after(games: Path, folder: Path) -> str:
    """The last line of a refused build, after those about single games."""
    result = run("eco", "build", games, "-o", folder / "x")
    assert (result.status, result.out) == (2, "")
    return result.err.splitlines()[-1].removeprefix("sapphire: ")


def test_refusals(games: Path, book: Path, tmp_path: Path) -> None:
    assert "given twice" in refused(run("eco", "build", games, games, "-o", tmp_path / "x"))
    assert "a new name, or --force" in refused(run("eco", "build", games, "-o", book))
    assert "no such file" in refused(run("eco", "build", tmp_path / "no", "-o", tmp_path / "x"))
    assert "not an opening book" in refused(run("eco", "refine", games))
    assert "selects no keys" in refused(
        run("eco", "sort", games, "--book", book, "-o", tmp_path / "x", "--key", "C8")
    )
    games.write_text(game("1. e4 e4"))
    line = refused_after(games, tmp_path)
    assert line == f"{games}: no game that can be counted (expected PGN)"
    games.write_text(GAMES[0] + game("1. e4 e4"))
    line = refused(run("eco", "build", games, "-o", tmp_path / "x", "--strict"))
    assert line == f"{games}:19: move 1... e4 is not legal"
    assert not (tmp_path / "x").exists()


def test_a_stopped_build_is_taken_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first, second = tmp_path / "a.pgn", tmp_path / "b.pgn"
    random_database(first, 60, seed=1)
    random_database(second, 60, seed=2)
    paths, unfinished = [first, second], tmp_path / "x.part"
    expected = build_book(paths, depth=20).book.fingerprint()
    blocks = building.blocks_of
    monkeypatch.setattr(
        building, "blocks_of", lambda path, **place: blocks(path, **place, size=3_000)
    )
    for stop_at in (2, 9):
        seen = 0

        def stop(_bytes: int, _games: int, stop_at: int = stop_at) -> None:
            nonlocal seen
            seen += 1
            if seen == stop_at:
                raise KeyboardInterrupt

        with pytest.raises(KeyboardInterrupt):
            build_book(paths, depth=20, unfinished=unfinished, told=stop)
    built = build_book(paths, depth=20, unfinished=unfinished)
    assert built.resumed > 0
    assert built.games == 120
    assert built.book.fingerprint() == expected
    other = build_book(paths, depth=19, unfinished=unfinished)  # another command: from the start
    assert other.resumed == 0


def test_a_cluster_of_two_workers_gives_the_same_book(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    distributed = pytest.importorskip("distributed")
    source = tmp_path / "in.pgn"
    random_database(source, 80, seed=9)
    expected = build_book([source], depth=20).book.fingerprint()
    blocks = building.blocks_of
    monkeypatch.setattr(
        building, "blocks_of", lambda path, **place: blocks(path, **place, size=5_000)
    )
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None
    ) as cluster:
        book = tmp_path / "c.book"
        done("build", source, "-o", book, "--depth", 20, "--scheduler", cluster.scheduler_address)
    assert load(book).fingerprint() == expected


def test_no_cluster_there(tmp_path: Path, games: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(InputError, match="no such file"):
        build_book([tmp_path / "none"], depth=3)
    line = refused(run("eco", "build", games, "-o", tmp_path / "x", "--scheduler", "nowhere://x"))
    assert line.startswith("no Dask scheduler at nowhere://x: ")
