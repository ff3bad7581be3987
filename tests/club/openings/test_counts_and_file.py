"""Counting in pieces is counting at once; a book file is read back, or refused with one line."""

from __future__ import annotations

import random
import sqlite3
from contextlib import closing
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sapphire_emu.club.openings.book import COLUMNS, Book, book_of
from sapphire_emu.club.openings.book_file import APPLICATION_ID, load_book, save_book
from sapphire_emu.club.openings.counts import Array, Counts, count, merge
from sapphire_emu.club.openings.refine import Options, refine
from sapphire_emu.errors import InputError
from tests.club.openings.trees import book, counted, keys, path

PROBE = 0x0123456789ABCDEF


def nameless(hashes: Array) -> Array:
    return np.full(len(hashes), -1)


def test_what_is_counted() -> None:
    games = [path("S a b", 5, 0), path("S a c", 6, 1), path("S a S a", 7, 2), path("S", 8, 3)]
    of = book_of(count(games), nameless, depth=3)
    names = [int(one).to_bytes(8, "big").decode().lstrip(".") for one in of.hashes]
    assert names == ["S", "a", "b", "c"]
    assert of.games.tolist() == [4, 3, 1, 1]
    assert of.white.tolist() == [1, 1, 1, 0]
    assert of.draws.tolist() == [1, 1, 0, 1]
    assert of.black.tolist() == [1, 1, 0, 0]
    assert of.ends.tolist() == [1, 1, 1, 1]
    assert of.parent.tolist() == [0, 0, 1, 1]
    assert list(zip(of.move_from.tolist(), of.move_to.tolist(), of.move_games, strict=True)) == [
        (0, 1, 3), (1, 2, 1), (1, 3, 1), (1, 0, 1),
    ]  # fmt: skip
    assert of.all_games == 4
    assert of.key(0) == "A00"  # nothing has a name


def test_codes_come_from_the_deepest_named_position_on_the_first_path() -> None:
    of = book("1 S a b c", "1 S d c", "1 S d e", names="S=A00 a=B20 d=C50 c=B90")
    assert keys(of) == {"S": "A00", "a": "B20", "b": "B20", "c": "B90", "d": "C50", "e": "C50"}
    of = book("1 S a b t", "2 S d t", names="S=A00 a=B20 d=C50")
    assert keys(of)["t"] == "B20"  # reached through a first


LETTERS = st.sampled_from("abcdef")
GAMES = st.lists(
    st.tuples(st.lists(LETTERS, max_size=7), st.integers(0, 3)), min_size=1, max_size=25
)


@given(games=GAMES, seed=st.integers(0, 999))
def test_any_split_in_any_order_gives_the_same_book(
    games: list[tuple[list[str], int]], seed: int
) -> None:
    source = random.Random(seed)
    paths = [path(" ".join(["S", *g]), place, result) for place, (g, result) in enumerate(games)]
    at_once = book_of(count(paths), nameless)
    cuts = sorted(source.choices(range(len(paths) + 1), k=source.randint(0, 6)))
    parts: list[Counts] = [
        count(paths[a:b]) for a, b in zip([0, *cuts], [*cuts, len(paths)], strict=True)
    ]
    source.shuffle(parts)
    while len(parts) > 1:  # merged in any grouping, too
        taken = [parts.pop() for _ in range(min(len(parts), source.randint(2, 3)))]
        parts.insert(source.randint(0, len(parts)), merge(taken))
    again = book_of(parts[0], nameless)
    assert again.fingerprint() == at_once.fingerprint()


def test_the_order_of_the_database_does_matter() -> None:
    """The control of the property above: places, not chance, decide."""
    one = book("1 S a", "1 S b")
    other = book("1 S b", "1 S a")
    assert one.fingerprint() != other.fingerprint()


@pytest.fixture
def saved(tmp_path: Path) -> tuple[Path, Book]:
    of, _ = refine(book("2 S a b", "2 S a c", "1 S d"), Options(2, 2))
    file = tmp_path / "my.book"
    save_book(of, file, PROBE)
    return file, of


def test_a_book_is_read_back(saved: tuple[Path, Book]) -> None:
    file, of = saved
    again = load_book(file, PROBE)
    assert again.fingerprint() == of.fingerprint()
    assert (again.depth, again.all_games, again.refined_with) == (40, 5, of.refined_with)
    before = file.read_bytes()
    save_book(again, file, PROBE)
    assert file.read_bytes() == before


def refusal(file: Path, probe: int = PROBE) -> str:
    with pytest.raises(InputError) as caught:
        load_book(file, probe)
    assert "\n" not in str(caught.value)
    return str(caught.value)


def test_foreign_files_are_refused(tmp_path: Path, saved: tuple[Path, Book]) -> None:
    file, _ = saved
    assert "no such file" in refusal(tmp_path / "none")
    assert "it is a folder" in refusal(tmp_path)
    text = tmp_path / "a.pgn"
    text.write_text('[Event "?"]\n')
    assert "not an opening book (expected a file made by" in refusal(text)
    other = tmp_path / "other.db"
    with closing(sqlite3.connect(other)) as base:
        base.execute("CREATE TABLE t (x)")
    assert "another database" in refusal(other)
    assert "numbers positions otherwise" in refusal(file, PROBE + 1)
    with closing(sqlite3.connect(file)) as base:
        base.execute("PRAGMA user_version = 9")
    assert "a book in form 9 (expected form 1" in refusal(file)


@pytest.mark.parametrize("column", COLUMNS)
def test_a_changed_or_missing_column_is_refused(saved: tuple[Path, Book], column: str) -> None:
    file, _ = saved
    with closing(sqlite3.connect(file)) as base:
        base.execute("UPDATE columns SET sha256 = 'x' WHERE name = ?", (column,))
        base.commit()
    assert f"column {column} does not agree with its digest" in refusal(file)
    with closing(sqlite3.connect(file)) as base:
        base.execute("DELETE FROM columns WHERE name = ?", (column,))
        base.commit()
    assert f"column {column} is missing" in refusal(file)


def test_every_cut_and_many_changed_bytes_are_refused_or_harmless(
    saved: tuple[Path, Book], tmp_path: Path
) -> None:
    file, of = saved
    whole = file.read_bytes()
    source, broken = random.Random(1), tmp_path / "broken"
    refused = 0
    for _ in range(300):
        data = bytearray(whole)
        if source.random() < 0.3:
            del data[source.randrange(len(data)) :]
        else:
            data[source.randrange(len(data))] ^= 1 << source.randrange(8)
        broken.write_bytes(data)
        try:
            again = load_book(broken, PROBE)
        except InputError:
            refused += 1
        else:  # the byte was in the unused part of a page
            assert (again.fingerprint(), again.depth) == (of.fingerprint(), 40)
    assert 60 < refused < 300


def test_the_mark_of_our_files(saved: tuple[Path, Book]) -> None:
    with closing(sqlite3.connect(saved[0])) as base:
        assert base.execute("PRAGMA application_id").fetchone() == (APPLICATION_ID,)
        assert base.execute("PRAGMA integrity_check").fetchone() == ("ok",)


def test_nothing_counted_merges_to_nothing() -> None:
    assert merge([]).games == 0
    empty = book_of(merge([counted(), counted()]), nameless)
    assert len(empty) == 0
    assert refine(empty)[1] == []
