"""record, replay, journal, explain, control slots: through the command a user types."""

from __future__ import annotations

import io
import json
from pathlib import Path

import pytest

from tests.commands.conftest import Sapphire

OPENING = ["e5", "b2", "e5", "d4"]


def test_a_recording_runs_and_holds(sapphire: Sapphire, tmp_path: Path) -> None:
    script = tmp_path / "demo.keys"
    done = sapphire("record", script, "--fresh", "--headless", "option", "ver", "go", *OPENING)
    assert done.status == 0, done.err
    text = script.read_text()
    assert 'lcd "rt 1400"' in text
    assert "reply " in text
    assert sapphire("run", script).status == 0
    again = sapphire("record", script, "--fresh", "--headless", "option")
    assert (again.status, ": this file exists (expected a new name, or --force)" in again.err) == (
        2,
        True,
    )
    assert script.read_text() == text


def test_a_recording_of_ones_own_machine_carries_its_memory(
    sapphire: Sapphire, tmp_path: Path
) -> None:
    state, script = tmp_path / "m", tmp_path / "demo.keys"
    sapphire("press", "--state", state, "--level", "fd1", *OPENING)
    assert sapphire("record", script, "--state", state, "left", "left", "go").status == 0
    assert "nvram json {" in script.read_text()
    assert sapphire("run", script).status == 0


def test_keys_are_read_from_standard_input(
    sapphire: Sapphire, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    script = tmp_path / "demo.keys"
    monkeypatch.setattr("sys.stdin", io.StringIO("option ver\npress go\n"))
    assert sapphire("record", script, "--fresh", "--headless").status == 0
    assert script.read_text().count("press ") == 3
    monkeypatch.setattr("sys.stdin", io.StringIO("option\noptoin\nver\n"))
    bad = sapphire("record", tmp_path / "bad.keys", "--fresh", "--headless")
    assert bad.status == 2
    assert "unknown key 'optoin'; did you mean option?; the line is left out" in bad.err
    assert sapphire("run", tmp_path / "bad.keys").status == 0
    assert "ver" in (tmp_path / "bad.keys").read_text()


def test_the_last_journal_becomes_a_script(sapphire: Sapphire, tmp_path: Path) -> None:
    assert sapphire("journal", "last").status == 2
    sapphire("press", "--fresh", "--level", "fd1", "option", "ver", "go", *OPENING)
    script = tmp_path / "bug.keys"
    assert sapphire("journal", "last", "--to-script", "-o", script).status == 0
    assert sapphire("run", script).status == 0
    path = Path(sapphire("journal", "last").out.strip())
    verified = sapphire("journal", "verify", path)
    assert verified.status == 0
    assert "steps, all agree" in verified.out
    lines = path.read_text().splitlines()
    entry = json.loads(lines[5])
    entry[0] += 1
    lines[5] = json.dumps(entry)
    path.write_text("\n".join(lines) + "\n")
    broken = sapphire("journal", "verify", path)
    assert broken.status == 1
    assert "step 5 of" in broken.out


def test_replay_shows_every_text(sapphire: Sapphire, tmp_path: Path) -> None:
    script = tmp_path / "demo.keys"
    script.write_text('nvram rating 1500\npower on\npress option ver\nlcd "rt 1500"\n')
    done = sapphire("replay", script, "--speed", "max")
    assert done.status == 0
    assert [line.split('"')[1] for line in done.out.splitlines()] == [
        "0:00:00",
        "oPt 1",
        "rt 1500",
    ]
    assert sapphire("replay", script, "--speed", "fast").status == 2
    script.write_text('press option\nsave a\npress go\nload a\npress ver\nlcd "rt 1400"\n')
    assert sapphire("replay", script, "--speed", "100x").status == 0
    script.write_text('press option\nlcd "wrong"\n')
    failed = sapphire("replay", script, "--speed", "max")
    assert (failed.status, "FAILED" in failed.out) == (1, True)


def test_explain_says_what_each_key_does(sapphire: Sapphire) -> None:
    done = sapphire("explain", "option", "ver", "hint")
    assert "play -> option1: open OPTION I" in done.out
    assert "option1 -> rating: Game Rating (the manual says so)" in done.out
    assert "refused: this key has no function here" in done.out
    shown = [json.loads(line) for line in sapphire("explain", "--json", "option").out.splitlines()]
    assert shown[0]["mode_after"] == "option1"
