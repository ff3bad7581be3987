"""Asks an advisory service for known weaknesses of the packages in use: ``make audit``.

    python .ci/audit.py              exit 1: there are some; 2: the service could not be asked
    python .ci/audit.py --optional   exit 0 where the service cannot be asked

pip-audit does the asking, from an environment of its own, so that what it needs is not audited as
ours.
"""

from __future__ import annotations

import json
import os
import re
import socket
import subprocess
import sys
import sysconfig
from importlib import metadata
from pathlib import Path
from typing import Any, NamedTuple

HOME = Path(__file__).parents[1] / "build" / "audit"
SERVICE, HOST = "osv", "api.osv.dev"
TIMEOUT_S = 10
UNREACHABLE = "audit: the advisory service cannot be reached from here; nothing was checked"


class Verdict(NamedTuple):
    """The exit status, and what is said."""

    status: int
    text: str


def verdict(printed: str) -> Verdict | None:
    """What pip-audit's JSON means; None when the service did not answer."""
    try:
        packages: list[dict[str, Any]] = json.loads(printed)["dependencies"]
    except (ValueError, KeyError, TypeError):
        return None
    asked = [package for package in packages if "skip_reason" not in package]
    if not asked:
        return None
    weak = [
        f"{package['name']} {package['version']}: {found['id']}, mended in "
        f"{', '.join(found['fix_versions']) or 'no release yet'}"
        for package in asked
        for found in package["vulns"]
    ]
    if weak:
        return Verdict(1, "\n".join(f"audit: {line}" for line in weak))
    return Verdict(0, f"audit: {len(asked)} packages, no known weakness")


def installed() -> list[str]:
    """Name and version of every package of this environment but our own."""
    folder = sysconfig.get_path("purelib")
    found = {
        f"{distribution.name}=={distribution.version}"
        for distribution in metadata.distributions(path=[folder])
        if re.sub(r"[-_.]+", "-", distribution.name).lower() != "sapphire-emu"
    }
    return sorted(found)


def _may_answer() -> bool:
    """False when the service cannot answer: then nothing need be installed to find that out."""
    if os.environ.get("HTTPS_PROXY") or os.environ.get("https_proxy"):
        return True
    try:
        socket.create_connection((HOST, 443), timeout=TIMEOUT_S).close()
    except OSError:
        return False
    return True


def _prepared() -> Path | None:
    """The program pip-audit; None when it cannot be had."""
    if not _may_answer():
        return None
    python = HOME / "bin" / "python"
    program = HOME / "bin" / "pip-audit"
    if not program.exists():
        make = [sys.executable, "-m", "venv", str(HOME)]
        install = [str(python), "-m", "pip", "install", "-q", "pip-audit>=2.7,<3"]
        for command in (make, install):
            if subprocess.run(command, capture_output=True, check=False).returncode:
                return None
    return program


def main(arguments: list[str]) -> int:
    """Ask, and say what came back."""
    program = _prepared()
    found = None
    if program is not None:
        listed = HOME / "packages.txt"
        listed.write_text("\n".join(installed()) + "\n", encoding="utf-8")
        command = [str(program), "--no-deps", "--disable-pip", "-f", "json", "-s", SERVICE]
        command += ["--timeout", str(TIMEOUT_S), "-r", str(listed)]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        found = verdict(done.stdout)
    if found is None:
        found = Verdict(0 if "--optional" in arguments else 2, UNREACHABLE)
    print(found.text)
    return found.status


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
