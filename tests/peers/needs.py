"""Programs of others that a test needs; where one is missing the test says which package has it."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest


def program(name: str, package: str) -> str:
    """The path of a program.

    Skips the test where it is missing.
    """
    found = shutil.which(name) or shutil.which(name, path="/usr/sbin:/usr/games")
    if found is None:
        pytest.skip(f"needs {name} (Debian package {package})")
    return str(Path(found))
