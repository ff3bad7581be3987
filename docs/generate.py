"""Writes the generated parts and pictures of the documentation from the machine's own tables.

    python docs/generate.py           write them
    python docs/generate.py --check   exit 1 if one is not what would be written

Between ``<!-- generated: NAME -->`` and ``<!-- end -->`` stands what a function here returns.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

import diagrams
from benchmarks.figures import showing
from editor_grammar import files as editor_files
from firmware_model.dialects import DIALECTS
from firmware_model.functions import FUNCTIONS, RATING_STATEMENTS
from firmware_model.keys import CAP_LEGEND, KEYPAD_ROWS
from firmware_model.layers import setting_key
from firmware_model.levels import LEVELS
from firmware_model.mode import Mode
from firmware_model.modes import ROWS
from firmware_model.options import OPTIONS
from firmware_model.screens import SCREENS
from quirks_table import QUIRKS
from sapphire_emu.club.picture import Picture, to_svg
from sapphire_emu.commands.keys import keypad, meaning
from sapphire_emu.scripts.control import COMMANDS
from sapphire_emu.scripts.grammar import VERBS

DOCS = Path(__file__).parent
ROOT = DOCS.parent


def _table(head: tuple[str, ...], rows: Sequence[tuple[str, ...]]) -> str:
    def line(cells: tuple[str, ...]) -> str:
        return "| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |"

    return "\n".join([line(head), line(("---",) * len(head)), *(line(row) for row in rows)])


def coverage() -> str:
    """Every function of the manual."""
    rows = [
        (
            str(row.section),
            row.title,
            f"`{row.keys}`",
            f"[{row.script}](../assets/scripts/{row.script}.keys)",
            row.known,
        )
        for row in FUNCTIONS
    ]
    return _table(("section", "function", "keys", "script", "known, or our choice (P)"), rows)


def rating_statements() -> str:
    """Every statement of the rating section and the script that shows it."""
    return _table(
        ("statement of section 35", "script"),
        [
            (text, f"[{script}](../assets/scripts/{script}.keys)")
            for text, script in RATING_STATEMENTS
        ],
    )


def cheat_sheet() -> str:
    """The keypad in each mode a person meets most."""
    modes = (Mode.PLAY, Mode.OPTION1, Mode.OPTION2, Mode.LEVEL, Mode.RATING)
    return "\n\n".join(f"```text\n{keypad(mode)}\n```" for mode in modes)


def all_modes() -> str:
    """One table: every key in every mode."""
    keys = [key for row in KEYPAD_ROWS for key in row if key is not None]
    rows = []
    for mode in Mode:
        done = [f"**{CAP_LEGEND[key]}** {meaning(mode, key)}" for key in keys]
        done = [text for text in done if not text.endswith(" -")]
        rows.append((f"`{mode.name.lower()}`", "; ".join(done)))
    return _table(("mode", "keys; all others are refused"), rows)


def words() -> str:
    """The statements of the script language."""
    rows = [(f"`{verb.usage}`", verb.meaning) for verb in VERBS.values()]
    return _table(("statement", "meaning"), rows)


def protocol() -> str:
    """The commands of the control protocol."""
    rows = [(f"`{command.usage}`", command.answers) for command in COMMANDS.values()]
    return _table(("command", "the OK line brings"), rows)


def screens() -> str:
    """Everything the LCD can say."""
    rows = [(row.when, f"`{row.text}`", row.mark) for row in SCREENS.values()]
    rows += [
        (f"setting {row.title}, {row.name}", f"`{row.cells.strip()} ≡≡≡≡`", row.mark)
        for row in OPTIONS.values()
    ]
    return _table(("when", "text", "mark"), rows)


def settings() -> str:
    """The settings and who heeds them."""
    layer = {1: "OPTION I", 2: "OPTION II", 3: "LEVEL"}
    rows = [
        (layer[row.layer], CAP_LEGEND[row.key], row.title, row.acts) for row in OPTIONS.values()
    ]
    return _table(("layer", "key", "setting", "who heeds it"), rows)


def levels() -> str:
    """The level table."""
    rows = [
        (
            row.code,
            row.meaning,
            row.limit,
            str(row.oelo) if row.oelo else "not rateable",
            row.oelo.how if row.oelo else "",
        )
        for row in LEVELS.values()
    ]
    return _table(("level", "clock", "limit", "OELO", "how found"), rows)


def dialects() -> str:
    """The dialects of the wire."""
    rows = [
        (f"`{row.name}`", f"`{row.ident}`", row.confidence, str(row.baud), row.lacks, row.note)
        for row in DIALECTS.values()
    ]
    return _table(("dialect", "answers I with", "confidence", "baud", "lacks", "what it is"), rows)


def quirks() -> str:
    """The quirks, each with the mark of its source."""
    rows = [
        (quirk.what, quirk.mark, f"[{quirk.place.rsplit('/')[-1]}](../{quirk.place})")
        for quirk in QUIRKS
    ]
    return _table(("quirk", "known by", "shown or kept in"), rows)


def figures() -> str:
    """The published figures, as their last runs found them."""
    return _table(showing.HEAD, showing.table_rows())


def provenance() -> str:
    """How many keys, screens and settings rest on which source."""
    counted = {
        "keys, all modes together, without settings": [
            row.mark for row in ROWS if row.handler is not setting_key for _ in row.keys
        ],
        "screens": [row.mark for row in SCREENS.values()],
        "names of settings on the display": [row.mark for row in OPTIONS.values()],
    }
    rows = [(what, *(str(marks.count(mark)) for mark in "MHSP")) for what, marks in counted.items()]
    return _table(("", "M manual", "H hardware", "S sibling", "P our choice"), rows)


def chosen() -> str:
    """The keys whose function is this project's choice, by mode."""
    rows = []
    for mode in Mode:
        of_mode = [
            row
            for row in ROWS
            if row.mode is mode and row.mark == "P" and row.handler is not setting_key
        ]
        words = "; ".join(
            f"**{', '.join(CAP_LEGEND[key] for key in row.keys)}** {row.what}"
            for row in of_mode
            if len(row.keys) < len(CAP_LEGEND) - 1
        )
        if words:
            rows.append((f"`{mode.name.lower()}`", words))
    return _table(("mode", "keys"), rows)


PICTURES: dict[str, Callable[[], Picture]] = {
    "modes.svg": diagrams.modes,
    "data-flow.svg": diagrams.flow,
}
"""Generated files in ``docs/pictures``."""

PARTS: dict[str, Callable[[], str]] = {
    "coverage": coverage,
    "rating statements": rating_statements,
    "cheat sheet": cheat_sheet,
    "all modes": all_modes,
    "words": words,
    "protocol": protocol,
    "screens": screens,
    "settings": settings,
    "levels": levels,
    "dialects": dialects,
    "quirks": quirks,
    "provenance": provenance,
    "chosen": chosen,
    "figures": figures,
}

_PART = re.compile(r"(<!-- generated: ([a-z ]+) -->\n).*?(<!-- end -->)", re.DOTALL)


def written(text: str) -> str:
    """A page with its generated parts as they should be."""
    return _PART.sub(lambda found: f"{found[1]}\n{PARTS[found[2]]()}\n\n{found[3]}", text)


def main(arguments: list[str]) -> int:
    """Write or check every page."""
    pages = [ROOT / "README.md", *sorted(DOCS.glob("*.md"))]
    wanted = {page: written(page.read_text(encoding="utf-8")) for page in pages}
    wanted |= {DOCS / "pictures" / name: to_svg(draw()) for name, draw in PICTURES.items()}
    wanted |= editor_files(ROOT)
    stale = []
    for page, text in wanted.items():
        if page.exists() and page.read_text(encoding="utf-8") == text:
            continue
        stale.append(page.name)
        if "--check" not in arguments:
            page.parent.mkdir(parents=True, exist_ok=True)
            page.write_text(text, encoding="utf-8")
    verb = "not as generated" if "--check" in arguments else "written"
    for name in stale:
        print(f"{name}: {verb}")
    return 1 if stale and "--check" in arguments else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
