"""What the window remembers between two starts: a small JSON file in the configuration folder.

Nothing in it is precious: a damaged or unwritable file means the window forgets, and says so once.
"""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from sapphire_emu.errors import UserError
from sapphire_emu.parsing import parse_json
from sapphire_emu.reading import MIB, read_bytes
from sapphire_emu.window.layout import DEFAULT_SIZE, OPEN_AT_FIRST, PANELS

LARGEST_PX = 16_384


@dataclass(slots=True)
class Prefs:
    """The window's own settings; ``open_panels`` in any order."""

    hint_seen: bool = False
    light: bool = False
    muted: bool = False
    size: tuple[int, int] = DEFAULT_SIZE
    open_panels: list[str] = field(default_factory=lambda: sorted(OPEN_AT_FIRST))


def _read(data: Any) -> Prefs:
    prefs = Prefs()
    if not isinstance(data, dict):
        raise ValueError("expected an object")
    for name in ("hint_seen", "light", "muted"):
        setattr(prefs, name, bool(data.get(name, False)))
    width, height = (int(value) for value in data.get("size", DEFAULT_SIZE))
    if not (0 < width <= LARGEST_PX and 0 < height <= LARGEST_PX):
        raise ValueError(f"impossible size {width} x {height}")
    prefs.size = (width, height)
    opened = data.get("open_panels", prefs.open_panels)
    prefs.open_panels = [name for name in PANELS if name in opened]
    return prefs


def load_prefs(path: Path | None) -> tuple[Prefs, str]:
    """The settings, and a note when they could not be read; defaults without a file."""
    if path is None or not path.exists():
        return Prefs(), ""
    try:
        return _read(parse_json(read_bytes(path, most=MIB))), ""
    except (UserError, ValueError, TypeError) as error:
        said = str(error).removeprefix(f"{path}: ")
        return Prefs(hint_seen=True), f"{path}: the window's settings are forgotten: {said}"


def save_prefs(prefs: Prefs, path: Path | None) -> str:
    """Keep the settings; a note when they cannot be kept. Without a path nothing is kept."""
    if path is None:
        return ""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        fresh = path.with_suffix(".new")
        fresh.write_text(json.dumps(asdict(prefs)), encoding="utf-8")
        fresh.replace(path)
    except OSError as error:
        return f"{path}: the window's settings cannot be kept: {error.strerror}"
    return ""
