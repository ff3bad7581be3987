"""Every file is read through ``sapphire_emu.reading``, every JSON and TOML through ``parsing``.

A reader of its own would forget what those two never forget: that a file may have no end, and that
a text may nest a hundred thousand lists. Read from the source, so that no new one slips in.
"""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
SOURCES = sorted([*(ROOT / "sapphire_emu").rglob("*.py"), *(ROOT / "firmware_model").rglob("*.py")])
ALLOWED = {
    "reading.py": {"path.open('rb')"},
    "parsing.py": {
        "json.loads(text, parse_float=_finite, parse_constant=_no_number)",
        "tomllib.loads(text)",
    },
    # A regular file, of which the first hundred bytes are read.
    "header.py": {"path.open('rb')"},
    # Opened to be written.
    "classify_file.py": {"self.path.open('r+b' if self.offset else 'wb')"},
    # What a program of our own answers.
    "key_server.py": {"self._process.stdout.readline()"},
    "pytest_plugin.py": {"self._process.stdout.readline()", "json.loads(self._answer())"},
    # No file, in spite of the name.
    "reader.py": {"table.read()"},
    "printer_port.py": {"self._printer.open()"},
    "serial_port.py": {"self._serial.open()"},
    "step.py": {"state.matrix.open(key, at_ms=state.now_ms)"},
}
WHOLE = {"read", "readall", "readline", "readlines"}
PARSERS = {"json.load", "json.loads", "tomllib.load", "tomllib.loads", "zlib.decompress"}


def writes(call: ast.Call) -> bool:
    """Whether an ``open`` names a mode that only writes."""
    at = 1 if ast.unparse(call.func) in ("open", "io.open") else 0
    modes = [word.value for word in call.keywords if word.arg == "mode"] or call.args[at : at + 1]
    if not modes or not isinstance(modes[0], ast.Constant):
        return False
    mode = str(modes[0].value)
    return mode[:1] in ("w", "a", "x") and "+" not in mode


def own_ways(source: str) -> list[str]:
    """The places of a file that read or parse in a way of their own."""
    found = []
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, (ast.For, ast.comprehension)) and ast.unparse(node.iter) == "sys.stdin":
            found.append("for … in sys.stdin")
        if not isinstance(node, ast.Call):
            continue
        name = ast.unparse(node.func)
        holder, _, method = name.rpartition(".")
        unbounded = method in WHOLE and bool(holder) and not node.args
        opens = (method == "open" and holder not in ("os", "Memory")) and not writes(node)
        whole = method in ("read_text", "read_bytes") and bool(holder)
        if unbounded or opens or whole or name in PARSERS:
            found.append(ast.unparse(node))
    return found


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: str(path.relative_to(ROOT)))
def test_no_file_reads_in_a_way_of_its_own(path: Path) -> None:
    assert set(own_ways(path.read_text(encoding="utf-8"))) <= ALLOWED.get(path.name, set())


@pytest.mark.parametrize(
    "source",
    [
        "path.read_text()",
        "path.read_bytes()",
        "path.open()",
        "path.open('r+')",
        "open(name)",
        "open(name, 'rb')",
        "stream.read()",
        "sys.stdin.readline()",
        "for line in sys.stdin: pass",
        "json.loads(text)",
        "tomllib.load(stream)",
        "zlib.decompress(data)",
    ],
)
def test_the_reading_has_teeth(source: str) -> None:
    assert own_ways(source) != []


def test_what_is_bounded_or_only_written_is_allowed() -> None:
    assert own_ways("stream.read(100); path.open('wb'); open(name, 'a'); read_bytes(path)") == []


def test_every_exception_is_still_needed() -> None:
    used: dict[str, set[str]] = {}
    for path in SOURCES:
        used.setdefault(path.name, set()).update(own_ways(path.read_text(encoding="utf-8")))
    for name, allowed in ALLOWED.items():
        assert allowed <= used[name], name
