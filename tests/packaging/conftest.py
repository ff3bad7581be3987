"""The distributions, built once for a run of the tests, and the wheel in an empty environment."""

from __future__ import annotations

import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest
from filelock import FileLock

ROOT = Path(__file__).parents[2]


@dataclass(frozen=True, slots=True)
class Distributions:
    """Where the built files are: the wheel made from the checkout, the sdist, the wheel made from
    that.
    """

    folder: Path

    @property
    def wheel(self) -> Path:
        return next((self.folder / "direct").glob("*.whl"))

    @property
    def sdist(self) -> Path:
        return next((self.folder / "source").glob("*.tar.gz"))

    @property
    def wheel_of_sdist(self) -> Path:
        return next((self.folder / "source").glob("*.whl"))


@dataclass(frozen=True, slots=True)
class Installed:
    """An environment with nothing but the wheel, what it needs, and pytest."""

    prefix: Path

    def run(
        self, folder: Path, *words: str, **environment: str
    ) -> subprocess.CompletedProcess[str]:
        """Run one of its programs in another folder, as somebody who has no display."""
        return subprocess.run(
            [str(self.prefix / "bin" / words[0]), *words[1:]],
            cwd=folder,
            env={"HOME": str(folder), "PATH": "/usr/bin:/bin", **environment},
            capture_output=True,
            text=True,
            check=False,
        )


def quietly(*command: object) -> None:
    done = subprocess.run(
        [str(word) for word in command], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.fixture(scope="session")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder that all the processes of this run share."""
    base = tmp_path_factory.getbasetemp()
    return base.parent if os.environ.get("PYTEST_XDIST_WORKER") else base


@pytest.fixture(scope="session")
def distributions(shared: Path) -> Distributions:
    """Wheel and sdist, built with what the environment has: no network is needed."""
    folder = shared / "distributions"
    with FileLock(f"{folder}.lock"):
        if not folder.exists():
            build = (sys.executable, "-m", "build", "--no-isolation", ROOT, "--outdir")
            quietly(*build, folder / "direct", "--wheel")
            quietly(*build, folder / "source")
    return Distributions(folder)


@pytest.fixture(scope="session")
def installed(shared: Path, distributions: Distributions) -> Installed:
    """The wheel in an environment of its own, with the packages that the index has for it."""
    prefix = shared / "installed"
    with FileLock(f"{prefix}.lock"):
        if not prefix.exists():
            quietly(sys.executable, "-m", "venv", "--without-pip", prefix)
            pip = (sys.executable, "-m", "pip", "--python", prefix / "bin" / "python", "install")
            quietly(*pip, "-q", "--disable-pip-version-check", distributions.wheel, "pytest>=8.3")
    return Installed(prefix)
