"""Brackets, comments and tag lines by the hundred thousand: read in one pass, whatever their order.

A reader that looks again at what it has read needs hours for each of these games; here each is a
matter of a second, and the answer is what a small game of the same form gets.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from sapphire_emu.club.openings.movetext import BadGame, places_of, words_of
from sapphire_emu.club.openings.pgn_games import blocks_of
from tests.club.command import run

MANY = 200_000


@pytest.mark.parametrize("count", [1, MANY])
@pytest.mark.parametrize(
    "movetext",
    [
        lambda n: "1. e4 " + "( 1. d4 " * n + ") " * n + "e5 1-0",
        lambda n: "1. e4 " + "( {a} d4 ; ) {\n" * n + ") " * n + "e5 1-0",
        lambda n: "1. e4 " + "( 1. d4 ) " * n + "e5 1-0",
        lambda n: "1. e4 " + "{ ( } " * n + "e5 1-0",
    ],
    ids=["nested", "nested with comments", "one after the other", "comments"],
)
def test_the_main_line_is_found_among_any_number_of_variations(
    movetext: Callable[[int], str], count: int
) -> None:
    assert words_of(movetext(count)) == ["e4", "e5", "1-0"]


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("( 1. d4 " * MANY, "a variation is never closed"),
        ("{ " * MANY, "a comment is never closed"),
    ],
)
def test_what_is_never_closed_is_told(text: str, reason: str) -> None:
    with pytest.raises(BadGame, match=reason):
        words_of("1. e4 " + text)
    assert [word.text for word in places_of("1. e4 " + text)] == ["e4"]


def test_a_bracket_that_nobody_opened_is_a_word() -> None:
    assert words_of("1. e4 ) e5 (1... c5) *") == ["e4", ")", "e5", "*"]


@pytest.mark.parametrize(
    ("text", "games"),
    [
        ('[Event "b"]\n\n' * 5_000, 5_000),
        ('[Event "a"]\n\n1. e4 {' + '\n[A "b"]\n' * MANY + "} 1-0\n", 1),
        ('[Event "a"]\n\n1. e4 {' + '\n[A "b"]\n{' * MANY + "} 1-0\n", MANY + 1),
    ],
    ids=["games without moves", "tags in a comment", "comments never closed"],
)
def test_any_number_of_tag_lines_is_cut_into_games(tmp_path: Path, text: str, games: int) -> None:
    path = tmp_path / "g.pgn"
    path.write_text(text)
    assert sum(len(block.spans) for block in blocks_of(path)) == games


def test_a_game_with_fifty_thousand_levels_is_classified_and_counted(tmp_path: Path) -> None:
    path = tmp_path / "deep.pgn"
    deep = "( 1. d4 " * 50_000 + ") " * 50_000
    path.write_text(f'[Event "a"]\n\n1. e4 {deep}e5 1-0\n')
    assert run("eco", "classify", path, "-o", tmp_path / "o.pgn").status == 0
    assert (tmp_path / "o.pgn").read_text().startswith('[Event "a"]\n[ECO "C20"]')
    assert run("eco", "build", path, "-o", tmp_path / "o.book").status == 0
