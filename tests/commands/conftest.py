"""Running ``sapphire`` in this process, as a user would, with an own data folder."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from sapphire_emu.cli import main


@dataclass(frozen=True, slots=True)
class Done:
    """How a command ended."""

    status: int
    out: str
    err: str


Sapphire = Callable[..., Done]


@pytest.fixture
def sapphire(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Sapphire:
    """A function that runs one command line and tells how it ended."""
    home = tmp_path / "home"
    monkeypatch.setenv("HOME", str(home))
    monkeypatch.setenv("XDG_DATA_HOME", str(home / "data"))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(home / "config"))

    def run(*arguments: object) -> Done:
        capsys.readouterr()
        with pytest.raises(SystemExit) as caught:
            main([str(argument) for argument in arguments])
        captured = capsys.readouterr()
        status = caught.value.code
        assert isinstance(status, int)
        return Done(status, captured.out, captured.err)

    return run
