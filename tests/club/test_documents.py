"""The examples in the documents work, and their pictures are the program's own."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.club.command import run
from tests.club.frbe.examples import CLOSED, OPEN
from tests.docs.shown import blocks

DOCS = Path(__file__).parents[2] / "docs"


def block(document: str, language: str, containing: str) -> str:
    return next(
        text for found, text in blocks(DOCS / document) if found == language and containing in text
    )


def test_the_described_event_builds(tmp_path: Path) -> None:
    (tmp_path / "event.toml").write_text(block("frbe.md", "toml", "[event]"), encoding="utf-8")
    assert run("frbe", "build", tmp_path / "event.toml", "-o", tmp_path).status == 0
    assert run("frbe", "check", tmp_path / "B18TST1B.618") == (0, "", "")


def test_the_event_in_csv_is_rated(tmp_path: Path) -> None:
    (tmp_path / "e.csv").write_text(block("zchess.md", "text", "white,black"), encoding="utf-8")
    assert "800?" in run("zchess", "event", tmp_path / "e.csv").out


def test_what_the_documents_show_is_what_is_printed(tmp_path: Path) -> None:
    shown = block("zchess.md", "console", "$ sapphire zchess rate").splitlines()
    assert run(*shown[0].split()[2:]).lines == shown[1:]
    figures = block("frbe.md", "console", "$ sapphire frbe fictive").splitlines()[1:]
    assert set(figures) - {"…"} <= set(run("frbe", "fictive", CLOSED, "--kind", "closed").lines)
    steps = [line for line in block("frbe.md", "", "iteration  no").splitlines() if "…" not in line]
    assert set(steps) <= set(run("frbe", "fictive", OPEN, "--kind", "open").lines)


@pytest.mark.parametrize("name", ["frbe-closed", "frbe-open", "zchess-chart"])
def test_the_pictures_are_the_programs_own(name: str, tmp_path: Path) -> None:
    picture = tmp_path / f"{name}.svg"
    if name == "zchess-chart":
        run("zchess", "chart", "--pair", 900, 820, "--svg", picture)
    else:
        file = tmp_path / ("B18TST1B.618" if name == "frbe-closed" else "B19OPE$$.618")
        file.write_bytes((CLOSED if name == "frbe-closed" else OPEN).read_bytes())
        run("frbe", "fictive", file, "--explain", picture)
    assert picture.read_text() == (DOCS / "pictures" / picture.name).read_text()


@pytest.mark.parametrize("document", ["frbe.md", "zchess.md"])
def test_links_lead_somewhere(document: str) -> None:
    for target in re.findall(r"\]\(([^)#]+)\)", (DOCS / document).read_text(encoding="utf-8")):
        assert (DOCS / target).exists(), target
