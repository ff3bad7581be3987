"""A number that cannot be is told in one line with what was expected."""

from __future__ import annotations

import pytest

from tests.commands.conftest import Sapphire, sapphire

__all__ = ["sapphire"]

CALC = "rating calc --games 1 --oelo 2000 --result win --pelo"


@pytest.mark.parametrize(
    ("words", "line"),
    [
        (f"{CALC} x", "Invalid value for '--pelo': 'x' is no whole number (expected 0 to 9999)"),
        (f"{CALC} 1e3", "Invalid value for '--pelo': '1e3' is no whole number "
                        "(expected 0 to 9999)"),
        (f"{CALC} 10000", "Invalid value for '--pelo': 10000 is not in the range 0<=x<=9999."),
        ("rating explain x", "Invalid value for 'NUMBER': 'x' is no whole number "
                             "(expected 1 or more)"),
        ("zchess rate -5 820 win", "-5: no number here is below zero (expected 0 or more)"),
    ],
)  # fmt: skip
def test_one_line_says_what_was_expected(sapphire: Sapphire, words: str, line: str) -> None:
    done = sapphire(*words.split())
    assert (done.status, done.out, done.err) == (2, "", f"sapphire: {line}\n")
