"""What SECURITY.md promises, read from the source: no code made of data, no shell; packages."""

from __future__ import annotations

import ast
import importlib.util
import json
import re
import tomllib
from importlib import metadata
from pathlib import Path
from types import ModuleType

import pytest
from packaging.requirements import Requirement

ROOT = Path(__file__).parent.parent
SOURCES = [
    path
    for folder in (
        "firmware_model",
        "sapphire_emu",
        "assets",
        "docs",
        "desktop",
        "benchmarks",
        ".ci",
    )
    for path in sorted((ROOT / folder).rglob("*.py"))
]
FORBIDDEN_MODULES = {
    "pickle", "marshal", "shelve", "dill", "cloudpickle", "imp", "ftplib", "smtplib", "telnetlib",
    "urllib.request", "http.client", "http.server", "requests", "webbrowser", "xml.etree",
    "xml.dom", "xml.sax.handler",
}  # fmt: skip
FORBIDDEN_CALLS = {
    "eval", "exec", "compile", "__import__", "os.system", "os.popen", "os.execv", "os.execvp",
    "os.spawnl", "subprocess.getoutput", "subprocess.getstatusoutput",
    "asyncio.create_subprocess_shell", "tempfile.mktemp", "yaml.load",
}  # fmt: skip
EVERYWHERE = {"", "0.0.0.0", "::"}
BINDING = {"bind", "create_server", "TCPServer"}


def called(node: ast.Call) -> str:
    return ast.unparse(node.func)


def imported(node: ast.AST) -> list[str]:
    if isinstance(node, ast.Import):
        return [alias.name for alias in node.names]
    if isinstance(node, ast.ImportFrom) and node.module:
        return [node.module, *(f"{node.module}.{alias.name}" for alias in node.names)]
    return []


def faults(source: str) -> list[str]:
    """What of a file breaks a promise."""
    found = []
    for node in ast.walk(ast.parse(source)):
        found += [f"import {name}" for name in imported(node) if name in FORBIDDEN_MODULES]
        if not isinstance(node, ast.Call):
            continue
        name = called(node)
        if name in FORBIDDEN_CALLS:
            found.append(name)
        found += [
            f"{keyword.arg}={ast.unparse(keyword.value)}"
            for keyword in node.keywords
            if keyword.arg in ("shell", "allow_pickle")
            and not (isinstance(keyword.value, ast.Constant) and keyword.value.value is False)
        ]
        if name in ("subprocess.run", "subprocess.Popen") and isinstance(
            node.args[0], (ast.JoinedStr, ast.Constant)
        ):
            found.append(f"{name} with a text")
        if name.rpartition(".")[2] in BINDING:
            texts = {part.value for part in ast.walk(node) if isinstance(part, ast.Constant)}
            found += [f"binds to {text!r}" for text in texts & EVERYWHERE]
    return found


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: str(path.relative_to(ROOT)))
def test_no_file_makes_code_of_data_or_a_shell_of_a_text(path: Path) -> None:
    assert faults(path.read_text(encoding="utf-8")) == []


@pytest.mark.parametrize(
    "source",
    [
        "import pickle",
        "from urllib.request import urlopen",
        "from urllib import request",
        "eval('1')",
        "import os; os.system('ls')",
        "import subprocess; subprocess.run(['ls'], shell=True)",
        "import subprocess; subprocess.run(f'ls {x}')",
        "import numpy; numpy.load(f, allow_pickle=yes)",
        "import socket; socket.create_server(('', 1))",
        "server.bind(('0.0.0.0', 1))",
    ],
)
def test_the_reading_has_teeth(source: str) -> None:
    assert faults(source) != []


def test_what_is_allowed_is_no_fault() -> None:
    allowed = "import subprocess, socket; subprocess.run(['ls']); socket.create_server((host, 1))"
    assert faults(allowed) == []


# -- packages --------------------------------------------------------------------------------------


def requirements() -> list[Requirement]:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())
    lines = [*project["build-system"]["requires"], *project["project"]["dependencies"]]
    for extra in project["project"]["optional-dependencies"].values():
        lines += extra
    found = [Requirement(line) for line in lines]
    return [requirement for requirement in found if requirement.name != "sapphire-emu"]


@pytest.mark.parametrize("requirement", requirements(), ids=str)
def test_every_package_is_bounded_below_and_above(requirement: Requirement) -> None:
    operators = {specifier.operator for specifier in requirement.specifier}
    assert operators == {">=", "<"}
    assert requirement.url is None


NOT_FOR_TESTS = {"mutmut"}
"""What only ``make mutation`` installs."""


@pytest.mark.parametrize(
    "requirement", [one for one in requirements() if one.name not in NOT_FOR_TESTS], ids=str
)
def test_what_is_installed_here_lies_within_the_bounds(requirement: Requirement) -> None:
    if requirement.marker is None or requirement.marker.evaluate():
        assert requirement.specifier.contains(metadata.version(requirement.name))


def test_of_the_two_pygames_each_python_has_one() -> None:
    markers = [one.marker for one in requirements() if one.name.startswith("pygame")]
    for python in ("3.11", "3.12", "3.13", "3.14", "3.15"):
        fitting = [
            marker is None or marker.evaluate({"python_version": python}) for marker in markers
        ]
        assert fitting.count(True) == 1, python


def test_security_names_every_option_that_reaches_out() -> None:
    text = (ROOT / "SECURITY.md").read_text()
    for promise in ("control --listen", "--opponent uci:COMMAND", "--scheduler", "doctor"):
        assert promise in text, promise


# -- the audit -------------------------------------------------------------------------------------


def audit() -> ModuleType:
    spec = importlib.util.spec_from_file_location("audit", ROOT / ".ci" / "audit.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_audit_tells_weakness_and_silence_apart() -> None:
    def report(*packages: dict[str, object]) -> str:
        return json.dumps({"dependencies": packages})

    sound = {"name": "chess", "version": "1.11.2", "vulns": []}
    weak = {
        "name": "x",
        "version": "1",
        "vulns": [{"id": "CVE-1", "fix_versions": ["2"], "aliases": []}],
    }
    verdict = audit().verdict
    assert verdict(report(sound)) == (0, "audit: 1 packages, no known weakness")
    assert verdict(report(sound, weak)) == (1, "audit: x 1: CVE-1, mended in 2")
    assert verdict(report({"name": "chess", "skip_reason": "not found"})) is None
    assert verdict("Traceback (most recent call last)") is None


def test_the_audit_asks_about_everything_but_ourselves() -> None:
    names = {re.split("==", line)[0].lower() for line in audit().installed()}
    assert {"chess", "click", "numpy"} <= names
    assert "sapphire-emu" not in names
