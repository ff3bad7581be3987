"""``sapphire doctor``: one finding a thing, nothing changed, the exit status says the base."""

from __future__ import annotations

import importlib
import json
import os
import re
import subprocess
import sys
from importlib import metadata
from pathlib import Path
from typing import NamedTuple

import pytest

from sapphire_emu.doctor import engines, folders, installation, surroundings
from sapphire_emu.doctor.finding import Finding, Verdict, fine, looked
from sapphire_emu.extras import install_line
from sapphire_emu.opponent.identify import Identity, identify
from sapphire_emu.store.health import examine, is_locked
from sapphire_emu.store.memory import Memory


def doctor(home: Path, *words: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """The command in a process of its own, on a computer without a display."""
    return subprocess.run(
        [sys.executable, "-m", "sapphire_emu", "doctor", *words],
        env={"HOME": str(home), "PATH": "/usr/bin:/bin", **environment},
        capture_output=True,
        text=True,
        check=False,
    )


def everything_in(folder: Path) -> dict[str, tuple[bytes, int]]:
    return {
        str(path): (path.read_bytes() if path.is_file() else b"", path.stat().st_mtime_ns)
        for path in folder.rglob("*")
    }


# -- the command ------------------------------------------------------------------------------


def test_a_bare_computer_without_display_works_and_nothing_is_written(tmp_path: Path) -> None:
    done = doctor(tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    lines = done.stdout.splitlines()
    assert lines[0].startswith("ok python ")
    assert lines[-1] == "the base works"
    shown = [line for line in lines if line.startswith("-- display")]
    assert shown == ["-- display     none; neither DISPLAY nor WAYLAND_DISPLAY works"]
    assert list(tmp_path.iterdir()) == []


def test_json_names_every_thing_and_a_mend_for_whatever_is_not_fine(tmp_path: Path) -> None:
    done = doctor(tmp_path, "--json", SDL_VIDEODRIVER="dummy", SDL_AUDIODRIVER="dummy")
    found = {line["thing"]: line for line in map(json.loads, done.stdout.splitlines())}
    assert {
        *("python", "packages", "files", "memory", "states", "journals", "settings", "opponent"),
        *("stockfish", "display", "sound", "serial", "pty"),
        *("[openings]", "[printer]", "[ratings]", "[tui]"),
    } <= set(found)
    assert all(line["mend"] for line in found.values() if line["verdict"] != "ok")
    assert found["display"]["mend"] == "unset SDL_VIDEODRIVER"
    assert found["sound"]["mend"] == "unset SDL_AUDIODRIVER"


def test_a_damaged_memory_is_a_fault_and_is_left_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "a.memory"
    Memory.open(path).close()
    data = bytearray(path.read_bytes())
    data[4096:8192] = b"\xff" * 4096
    path.write_bytes(data)
    before = everything_in(tmp_path)
    done = doctor(tmp_path, "--state", str(path))
    assert done.returncode == 1
    assert "!! memory" in done.stdout
    assert "the next start sets it aside" in done.stdout
    assert done.stdout.endswith("the base does not work: see !!\n")
    assert everything_in(tmp_path) == before


def test_a_file_that_is_no_memory_is_a_fault(tmp_path: Path) -> None:
    path = tmp_path / "letter.txt"
    path.write_text("Dear Anna" * 40)
    done = doctor(tmp_path, "--state", str(path))
    assert done.returncode == 1
    assert "is not a Sapphire memory" in done.stdout


def test_a_package_that_cannot_be_imported_is_a_fault_and_no_traceback(tmp_path: Path) -> None:
    (tmp_path / "numpy.py").write_text("raise OSError('libblas.so: cannot open')\n")
    done = doctor(tmp_path, PYTHONPATH=str(tmp_path))
    assert done.returncode == 1
    assert "!! packages    numpy: libblas.so: cannot open" in done.stdout
    assert "Traceback" not in done.stdout + done.stderr


# -- the memory, looked at ---------------------------------------------------------------------


def test_a_memory_in_use_is_named_with_its_holder_and_not_touched(tmp_path: Path) -> None:
    path = tmp_path / "a.memory"
    with Memory.open(path) as opened:
        opened.save(opened.load())
        before = everything_in(tmp_path)
        health = examine(path)
        assert health.holder.startswith(f"process {os.getpid()} (")
        assert (health.rating, health.games, health.damage) == (1400, 0, "")
        assert everything_in(tmp_path) == before
    assert examine(path).holder == ""


def test_what_was_saved_before_a_crash_is_seen_though_it_is_only_in_the_wal(
    tmp_path: Path,
) -> None:
    path, copy = tmp_path / "a.memory", tmp_path / "crashed.memory"
    with Memory.open(path) as opened:
        opened.save(opened.load())
        for suffix in ("", "-wal"):
            part = path.with_name(path.name + suffix)
            copy.with_name(copy.name + suffix).write_bytes(part.read_bytes())
    before = everything_in(tmp_path)
    assert examine(copy).damage == ""
    assert everything_in(tmp_path) == before


def test_a_lock_file_left_behind_is_no_lock(tmp_path: Path) -> None:
    lock = tmp_path / "a.memory.lock"
    assert not is_locked(lock)
    lock.touch()
    assert not is_locked(lock)


def test_a_folder_that_cannot_be_made_is_a_fault(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    found = next(iter(folders.memory(tmp_path / "file" / "a.memory")))
    assert found.verdict is Verdict.FAULT
    assert found.mend == f"make {tmp_path / 'file'} writable, or name another file with --state"


# -- engines -----------------------------------------------------------------------------------


def script(path: Path, *lines: str) -> str:
    said = "\\n".join(lines)
    path.write_text(f"#!{sys.executable}\nprint('{said}')\n")
    path.chmod(0o755)
    return str(path)


@pytest.mark.parametrize(
    ("lowest", "words"), [(1350, "release 15 and older"), (1320, "release 16 and newer")]
)
def test_old_and_new_stockfish_are_told_apart(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, lowest: int, words: str
) -> None:
    option = f"option name UCI_Elo type spin default {lowest} min {lowest} max 3000"
    script(tmp_path / "stockfish", "id name Stockfish X", option, "uciok")
    monkeypatch.setenv("PATH", str(tmp_path))
    found = {finding.thing: finding for finding in engines.engines()}
    assert found["stockfish"].verdict is Verdict.FINE
    assert words in found["stockfish"].found
    assert found["opponent"].found == "embedded: Sapphire embedded"


def test_a_program_that_is_no_engine_has_no_identity(tmp_path: Path) -> None:
    assert identify((script(tmp_path / "x", "hello"),)) is None
    assert identify((str(tmp_path / "none"),)) is None
    sleeper = (sys.executable, "-c", "import time; time.sleep(60)")
    assert identify(sleeper, timeout_s=0.2) is None
    assert Identity("x", None).scale == ""


# -- surroundings --------------------------------------------------------------------------------


def test_sdl_that_never_answers_is_a_finding(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("SDL_VIDEODRIVER", "DISPLAY", "WAYLAND_DISPLAY"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(surroundings, "PROBE_S", 0.01)
    found = list(surroundings.display_and_sound())
    assert [finding.verdict for finding in found] == [Verdict.LACKS] * 2
    assert found[0].found == "no window can open: SDL gave no answer"


def test_a_sound_library_that_keeps_files_keeps_them_elsewhere(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("XDG_RUNTIME_DIR", raising=False)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    aside = surroundings.probe_environment("/aside")
    assert (aside["XDG_CONFIG_HOME"], aside["XDG_RUNTIME_DIR"]) == ("/aside", "/aside")
    (tmp_path / "pulse").mkdir()  # of somebody who uses it: his settings hold
    monkeypatch.setenv("XDG_RUNTIME_DIR", "/run/user/1")
    kept = surroundings.probe_environment("/aside")
    assert (kept["XDG_CONFIG_HOME"], kept["XDG_RUNTIME_DIR"]) == (str(tmp_path), "/run/user/1")


def test_windows_is_told_what_takes_the_place_of_a_pty(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "win32")
    (found,) = surroundings.pseudo_terminals()
    assert "com0com" in found.mend


class Port(NamedTuple):
    device: str
    description: str = "a USB adapter"


def test_a_port_of_others_is_mended_by_joining_its_group(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    port = tmp_path / "ttyUSB0"
    port.touch()
    monkeypatch.setattr("serial.tools.list_ports.comports", lambda: [Port(str(port))])
    (mine,) = surroundings.serial_ports()
    assert (mine.verdict, mine.found) == (Verdict.FINE, f"{port} (a USB adapter)")
    monkeypatch.setattr(os, "access", lambda path, mode: False)
    (others,) = surroundings.serial_ports()
    assert others.verdict is Verdict.LACKS
    assert others.mend == f"sudo usermod -aG {port.group()} $USER, then log in again"


def test_a_computer_without_ports_says_what_an_adapter_is_called(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("serial.tools.list_ports.comports", list)
    (found,) = surroundings.serial_ports()
    assert found.found == "no ports seen"
    assert "/dev/ttyUSB0" in found.mend


# -- the installation -----------------------------------------------------------------------------


def declared() -> dict[str, set[str]]:
    """Packages by extra, the base under an empty name, as the distribution itself declares them."""
    found: dict[str, set[str]] = {}
    for line in metadata.requires("sapphire-emu") or []:
        extra = re.search(r"extra == ['\"]([a-z]+)['\"]", line)
        name = re.match(r"[A-Za-z0-9-]+", line)
        assert name is not None
        found.setdefault(extra[1] if extra else "", set()).add(name[0].lower())
    return found


def test_the_base_and_the_extras_are_those_of_the_distribution() -> None:
    assert set(installation.BASE) == declared()[""] - {"pygame-ce"}
    for extra, (packages, _) in installation.EXTRAS.items():
        assert set(packages) <= declared()[extra]


def test_an_extra_that_is_missing_says_the_line_that_installs_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(installation, "find_spec", lambda module: None)
    mends = {finding.thing: finding.mend for finding in installation.extras()}
    assert mends["[tui]"] == install_line("tui")


def test_a_look_that_fails_is_a_fault_not_a_traceback() -> None:
    def look() -> list[Finding]:
        importlib.import_module("no_such_module")
        return [fine("x", "y")]

    (found,) = looked("x", look)
    assert (found.thing, found.verdict) == ("x", Verdict.FAULT)
    assert "no_such_module" in found.found
