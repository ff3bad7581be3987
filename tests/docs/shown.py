"""The commands that the documentation shows: in blocks to be typed, and inside sentences."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[2]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]

_BLOCK = re.compile(r"^( *)```([a-z]*)\n(.*?)^ *```$", re.DOTALL | re.MULTILINE)
_FILE = re.compile(r"^<!-- file: ([\w.-]+) -->\n\n```[a-z]*\n(.*?)^```$", re.DOTALL | re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Shown:
    """A command as a page shows it, and the output below it; None where none is shown."""

    page: str
    command: str
    output: str | None

    @property
    def words(self) -> list[str]:
        return self.command.split()


def blocks(page: Path) -> Iterator[tuple[str, str]]:
    """Language and text of each block of a page."""
    for indent, language, text in _BLOCK.findall(page.read_text(encoding="utf-8")):
        yield language, re.sub(f"^{indent}", "", text, flags=re.MULTILINE)


def commands(page: Path) -> list[Shown]:
    """Every command to be typed, in order."""
    found: list[Shown] = []
    for language, text in blocks(page):
        joined = text.replace("\\\n", "")
        if language == "sh":
            lines = (line.partition("  #")[0].strip() for line in joined.splitlines())
            found += [Shown(page.name, line, None) for line in lines if line and line[0] != "#"]
        elif language == "console":
            for part in re.split(r"^\$ ", joined, flags=re.MULTILINE)[1:]:
                command, _, output = part.partition("\n")
                found.append(Shown(page.name, command.strip(), output.rstrip("\n") or None))
    return found


def files(page: Path) -> dict[str, str]:
    """Files that a page shows: blocks below a comment that names them."""
    return dict(_FILE.findall(page.read_text(encoding="utf-8")))


def inline(page: Path) -> list[str]:
    """Commands inside sentences and tables."""
    text = _BLOCK.sub("", page.read_text(encoding="utf-8"))
    spans = re.findall(r"`(sapphire [^`]+)`", text)
    return [" ".join(span.split()) for span in spans]


def fits(shown: str, printed: str) -> bool:
    """Whether output is as shown; ``…`` in what is shown stands for anything.

    >>> fits("port …", "port /dev/pts/3"), fits("rt 1400", "rt 1401")
    (True, False)
    """
    pattern = ".*".join(re.escape(part) for part in shown.split("…"))
    return re.fullmatch(pattern, printed.rstrip("\n"), re.DOTALL) is not None
