"""A line that says what is wrong repeats no more of the user's text than can be read."""

from __future__ import annotations

from pathlib import Path

import pytest

from sapphire_emu.errors import MOST_SAID, InputError, UserError
from tests.club.command import refused, run

LONG = "x" * 3_000_000


@pytest.mark.parametrize("text", [LONG, f"press {LONG}", f'lcd "{LONG}"', f'cells "{LONG}"',
                                  f"wait {LONG}", f'"{LONG}"', f"nvram json {LONG}",
                                  f'position "{LONG}"', f"beeps 1 {LONG}"])  # fmt: skip
def test_a_script_line_of_three_megabytes_is_not_repeated(text: str, tmp_path: Path) -> None:
    path = tmp_path / "a.keys"
    path.write_text(text)
    line = refused(run("run", path))
    assert line.startswith(f"{path}:1:")
    assert len(line) < len(str(path)) + 400
    assert "xxx…" in line or "xxx" not in line


@pytest.mark.parametrize(
    "words",
    [
        ("rating", "--player", "x" * 300),
        ("press", "--fresh", "x" * 3000),
        ("x" * 3000,),
        ("rating", "calc", "--pelo", "9" * 3000),
        ("explain", "x" * 3000),
        ("levels", "--" + "x" * 3000),
        ("frbe", "check", "x" * 200),
    ],
)
def test_a_long_word_of_a_command_line_is_not_repeated(words: tuple[str, ...]) -> None:
    line = refused(run(*words))
    assert len(line) <= MOST_SAID


def test_of_a_long_quotation_the_beginning_and_the_end_are_said() -> None:
    assert str(UserError(f"no file '/home/{'a' * 99}/b.pgn', nor 'c'")) == (
        f"no file '/home/{'a' * 24}…{'a' * 23}/b.pgn', nor 'c'"
    )


def test_what_is_short_and_where_it_was_stay_whole() -> None:
    path = "/" + "deep/" * 300 + "a.keys"
    error = InputError("White's name is 'b' and Black's is 'c'", path=path, line=2, expected="two")
    assert str(error) == f"{path}:2: White's name is 'b' and Black's is 'c' (expected two)"


def test_a_message_that_quotes_without_marks_has_an_end() -> None:
    assert len(str(UserError("expected two clocks, got [" + "1, " * 9000 + "]"))) == MOST_SAID
