"""The direction of imports, held by reading the source: the core never looks up."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
CORE_MAY_IMPORT = {
    "__future__", "chess", "collections", "dataclasses", "difflib", "enum", "firmware_model",
    "fractions", "functools", "hashlib", "json", "math", "numpy", "re", "typing",
}  # fmt: skip
SIBLINGS = {"window", "links", "opponent", "store", "scripts", "club", "tui"}


def imports_of(source: str) -> set[str]:
    found: set[str] = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            found.add(node.module)
    return found


def forbidden_in_core(source: str) -> set[str]:
    return {name for name in imports_of(source) if name.split(".")[0] not in CORE_MAY_IMPORT}


def forbidden_in_sibling(sibling: str, source: str) -> set[str]:
    upstairs = {"sapphire_emu.loop", "sapphire_emu.cli", "sapphire_emu.desk"}
    wrong = set()
    for name in imports_of(source):
        parts = name.split(".")
        if parts[0] != "sapphire_emu" or len(parts) < 2:
            continue
        other = parts[1] in SIBLINGS and parts[1] != sibling
        if other or parts[1] == "commands" or name in upstairs:
            wrong.add(name)
    return wrong


@pytest.mark.parametrize(
    "path", sorted((ROOT / "firmware_model").rglob("*.py")), ids=lambda path: path.name
)
def test_the_core_imports_nothing_but_the_core(path: Path) -> None:
    assert forbidden_in_core(path.read_text()) == set()


def test_the_rule_for_the_core_has_teeth() -> None:
    assert forbidden_in_core("import random\nfrom sapphire_emu import loop") == {
        "random",
        "sapphire_emu",
    }


@pytest.mark.parametrize("sibling", sorted(SIBLINGS))
def test_siblings_do_not_import_each_other(sibling: str) -> None:
    for path in sorted((ROOT / "sapphire_emu" / sibling).rglob("*.py")):
        assert forbidden_in_sibling(sibling, path.read_text()) == set(), path


def test_the_rule_for_siblings_has_teeth() -> None:
    assert forbidden_in_sibling("window", "from sapphire_emu.store import memory")
    assert forbidden_in_sibling("window", "from sapphire_emu.loop import Session")
    assert not forbidden_in_sibling("window", "from sapphire_emu.errors import UserError")


def test_importing_the_core_loads_neither_window_nor_port() -> None:
    code = (
        "import sys, firmware_model;"
        "print(sorted({'pygame', 'serial', 'sqlite3', 'numpy', 'socket'} & set(sys.modules)))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == "[]"


def test_the_top_level_holds_the_six_entries() -> None:
    entries = {"pyproject.toml", "sapphire_emu", "firmware_model", "assets", "tests", "README.md"}
    assert entries <= {path.name for path in ROOT.iterdir()}


def test_files_hold_one_idea() -> None:
    long = {
        str(path.relative_to(ROOT)): lines
        for folder in ("firmware_model", "sapphire_emu")
        for path in (ROOT / folder).rglob("*.py")
        if (lines := len(path.read_text().splitlines())) > 420
    }
    assert long == {}
