"""Two files: what an unfinished run has done already, and what the last runs have found.

Every finished part is a line of the first, so that a run that was broken off goes on there. Parts
that were done with other sources than today's do not count. The second is what the README shows.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from benchmarks.figures.figure import Tally

ROOT = Path(__file__).parents[2]
RESULTS = Path(__file__).with_name("results.json")
UNFINISHED = ROOT / ".figures"
SOURCES = ("firmware_model", "sapphire_emu", "benchmarks", "tests", "assets")

WRITTEN = ("results.json", "mutation.md")
"""What the figures themselves write among them."""

Row = dict[str, Any]


def digest_of_sources(root: Path = ROOT) -> str:
    """Sixteen hex digits that change when the program, its tests or the checks do."""
    whole = hashlib.sha256()
    for folder in SOURCES:
        for path in sorted((root / folder).rglob("*")):
            if path.is_file() and path.suffix != ".pyc" and path.name not in WRITTEN:
                whole.update(f"{path.relative_to(root)}\0".encode() + path.read_bytes())
    return whole.hexdigest()[:16]


class Done:
    """The finished parts of an unfinished run, by row and part number."""

    def __init__(self, path: Path, sources: str) -> None:
        self.path = path
        self.sources = sources
        self.parts: dict[tuple[str, int], Tally] = {}
        kept = path.read_text(encoding="utf-8") if path.exists() else ""
        for line in kept.splitlines():
            try:
                entry = json.loads(line)
            except ValueError:  # a line cut off when the run was broken off
                continue
            if entry["sources"] == sources:
                tally = Tally(entry["checked"], tuple(entry["failures"]), entry["facts"])
                self.parts[entry["figure"], entry["part"]] = tally
        if kept:
            self._write()

    def _write(self) -> None:
        lines = [self._line(name, number, tally) for (name, number), tally in self.parts.items()]
        self.path.write_text("".join(lines), encoding="utf-8")

    def add(self, name: str, number: int, tally: Tally) -> None:
        """Keep one finished part."""
        self.parts[name, number] = tally
        self.path.parent.mkdir(parents=True, exist_ok=True)
        with self.path.open("a", encoding="utf-8") as file:
            file.write(self._line(name, number, tally))

    def _line(self, name: str, number: int, tally: Tally) -> str:
        entry = {"figure": name, "part": number, "sources": self.sources, **tally._asdict()}
        return json.dumps(entry) + "\n"

    def forget(self, names: Iterable[str]) -> None:
        """Drop rows whose run is complete: the next run measures them anew."""
        for key in [key for key in self.parts if key[0] in set(names)]:
            del self.parts[key]
        if self.parts:
            self._write()
        else:
            self.path.unlink(missing_ok=True)


def read_results(path: Path = RESULTS) -> dict[str, dict[str, Row]]:
    """The last result of each row: name -> ``change`` or ``release`` -> what was found."""
    if not path.exists():
        return {}
    found: dict[str, dict[str, Row]] = json.loads(path.read_text(encoding="utf-8"))
    return found


def keep_result(name: str, kind: str, row: Row, path: Path = RESULTS) -> None:
    """Put one result in the place of the row's last one of that kind."""
    results = read_results(path)
    results.setdefault(name, {})[kind] = row
    text = json.dumps(results, indent=1, sort_keys=True, ensure_ascii=False)
    path.write_text(text + "\n", encoding="utf-8")
