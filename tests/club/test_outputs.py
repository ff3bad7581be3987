"""Pictures and tables made from a file: an existing one is replaced with --force only."""

from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest

from tests.club.command import refused, run
from tests.club.frbe.examples import CLOSED
from tests.club.openings.games import RUY, game

OLD = b"worth keeping"
EVENT = "white,black,result\nAda,Bo,1-0\n"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    Path("event.csv").write_text(EVENT)
    Path("a.618").write_bytes(CLOSED.read_bytes())
    Path("games.pgn").write_text(game(RUY) * 2 + game(RUY + " Nxd5") * 2)
    return tmp_path


COMMANDS = [
    ("zchess chart --svg", "out.svg"),
    ("zchess chart --png", "out.png"),
    ("zchess event event.csv -o", "out.txt"),
    ("frbe fictive a.618 --explain", "out.svg"),
    ("eco tree my.book --eco C89 --svg", "out.svg"),
]


@pytest.mark.parametrize(("words", "name"), COMMANDS)
def test_an_existing_output_is_replaced_with_force_only(
    folder: Path, words: str, name: str
) -> None:
    if words.startswith("eco"):
        assert run("eco", "build", "games.pgn", "-o", "my.book").status == 0
        assert run("eco", "refine", "my.book", "--min-games", 1, "--min-branches", 1).status == 0
    out = folder / name
    out.write_bytes(OLD)
    line = refused(run(*words.split(), name))
    assert line == f"{name}: this file exists (expected a new name, or --force)"
    assert out.read_bytes() == OLD
    done = run(*words.split(), name, "--force")
    assert done.status == 0, done
    assert out.read_bytes() != OLD
    out.unlink()
    assert run(*words.split(), name).status == 0
    assert out.stat().st_size > len(OLD)


@pytest.mark.usefixtures("folder")
def test_nothing_is_written_when_one_of_several_outputs_is_refused() -> None:
    Path("b.png").write_bytes(OLD)
    refused(run("zchess", "chart", "--svg", "a.svg", "--png", "b.png"))
    refused(run("frbe", "fictive", "a.618", "--write", "b.618", "--explain", "b.png"))
    assert "unknown kind of picture" in refused(
        run("frbe", "fictive", "a.618", "--write", "b.618", "--explain", "b.gif")
    )
    assert not Path("a.svg").exists()
    assert not Path("b.618").exists()
    assert Path("b.png").read_bytes() == OLD


def test_a_device_holds_nothing_to_lose(folder: Path) -> None:
    made = folder / "null"
    try:
        os.mknod(made, 0o600 | stat.S_IFCHR, os.makedev(1, 3))
    except (AttributeError, PermissionError):
        pytest.skip("only the administrator makes devices")
    assert run("zchess", "event", "event.csv", "-o", made).out == f"saved {made}\n"
    assert stat.S_ISCHR(made.stat().st_mode)
