"""The documentation's table of keys has every row of the transition table, word by word."""

from __future__ import annotations

from pathlib import Path

from firmware_model.modes import ROWS

PAGE = Path(__file__).parents[2] / "docs" / "manual-coverage.md"


def test_every_row_is_told_in_the_line_of_its_mode() -> None:
    text = PAGE.read_text(encoding="utf-8")
    lines = {line.split("`")[1]: line for line in text.splitlines() if line.startswith("| `")}
    for row in ROWS:
        line = lines[row.mode.name.lower()]
        assert line.count(f"** {row.what};") + line.count(f"** {row.what} |") >= len(row.keys)
