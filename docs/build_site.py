"""Builds the documentation as a site: ``make docs``, or ``python docs/build_site.py``.

The pages are plain Markdown that is read on a code host as it stands. Here they are put side by
side, with README as the first one, their links are set right, and Sphinx makes HTML of them. A
warning, such as a link or an anchor that leads nowhere, is an error.
"""

from __future__ import annotations

import re
import shutil
import sys
from pathlib import Path

DOCS = Path(__file__).parent
ROOT = DOCS.parent
BUILD = ROOT / "build" / "docs"

CHAPTERS: dict[str, tuple[str, ...]] = {
    "Using it": ("start", "keypad", "rating-mode", "window", "serial"),
    "Programming it": ("scripting", "control", "api"),
    "For clubs": ("zchess", "frbe", "eco"),
    "How true it is": ("manual-coverage", "quirks", "architecture"),
    "The project": ("CHANGELOG", "CONTRIBUTING", "SECURITY"),
}
"""Every page of the site but the first, by chapter."""

_LINK = re.compile(r"(!?\[[^\]]*\]\()([^)#\s]+)((?:#[^)\s]*)?\))")


def source_of(page: str) -> Path:
    """The file of a page."""
    return ROOT / f"{page}.md" if page.isupper() else DOCS / f"{page}.md"


def moved(text: str, origin: Path, folder: Path) -> str:
    """A page's text with its links leading from the folder of the sources; files come along."""

    def link(found: re.Match[str]) -> str:
        target = found[2]
        if "://" in target:
            return found[0]
        file = (origin.parent / target).resolve()
        if file == ROOT / "README.md":
            return f"{found[1]}index.md{found[3]}"
        if file.suffix == ".md":
            return f"{found[1]}{file.name}{found[3]}"
        copy = folder / file.relative_to(ROOT)
        if not copy.exists():
            copy.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(file, copy)
        return f"{found[1]}{copy.relative_to(folder)}{found[3]}"

    return _LINK.sub(link, text)


def contents() -> str:
    """The table of contents, which Sphinx shows beside every page."""
    blocks = []
    for chapter, pages in CHAPTERS.items():
        lines = ["```{toctree}", ":hidden:", f":caption: {chapter}", "", *pages, "```"]
        blocks.append("\n".join(lines))
    return "\n\n".join(blocks)


def gather(folder: Path) -> None:
    """Put all pages into one folder."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    shutil.copyfile(DOCS / "conf.py", folder / "conf.py")
    shutil.copyfile(ROOT / "desktop" / "icons" / "sapphire.svg", folder / "sapphire.svg")
    readme = ROOT / "README.md"
    first = moved(readme.read_text(encoding="utf-8"), readme, folder)
    (folder / "index.md").write_text(f"{first}\n{contents()}\n", encoding="utf-8")
    for pages in CHAPTERS.values():
        for page in pages:
            file = source_of(page)
            text = moved(file.read_text(encoding="utf-8"), file, folder)
            (folder / file.name).write_text(text, encoding="utf-8")


def main(build: Path = BUILD) -> int:
    """Build the site; the exit status of Sphinx."""
    try:
        from sphinx.cmd.build import build_main
    except ImportError:
        print("the site needs an extra: pip install '.[docs]', or make docs", file=sys.stderr)
        return 2
    gather(build / "source")
    status: int = build_main(
        ["-q", "-W", "--keep-going", "-E", str(build / "source"), str(build / "html")]
    )
    if status == 0:
        print(build / "html" / "index.html")
    return status


if __name__ == "__main__":
    sys.exit(main(*map(Path, sys.argv[1:])))
