"""What Windows lacks is not needed to import the program. Nothing here replaces a real Windows."""

from __future__ import annotations

import subprocess
import sys

AS_ON_WINDOWS = """
import importlib, pkgutil, signal, sys, types

import chess.engine, click, distributed, filelock, glicko2, numpy, platformdirs, pygame
import multiprocessing.pool, serial, serial.tools.list_ports, sqlite3, textual.app, asyncio
import concurrent.futures, escpos.printer, rust_chess, subprocess, pytest, socket

class Lacking:
    NAMES = {"fcntl", "termios", "tty", "pty", "pwd", "grp", "resource", "readline", "curses"}
    def find_spec(self, name, path=None, target=None):
        if name in self.NAMES:
            raise ModuleNotFoundError(f"no module named {name} on Windows", name=name)

for name in Lacking.NAMES:
    sys.modules.pop(name, None)
sys.meta_path.insert(0, Lacking())
sys.platform = "win32"
sys.modules["msvcrt"] = types.ModuleType("msvcrt")
for name in ("SIGHUP", "SIGTTIN", "SIGTTOU", "SIGPIPE", "SIGUSR1", "SIGKILL", "SIGALRM"):
    delattr(signal, name)

import firmware_model, sapphire_emu
count = 0
for package in (firmware_model, sapphire_emu):
    for found in pkgutil.walk_packages(package.__path__, package.__name__ + "."):
        if not found.name.endswith("__main__"):
            importlib.import_module(found.name)
            count += 1
from sapphire_emu.cli import main
try:
    main(sys.argv[1:])
except SystemExit as end:
    print("imported", count > 150, "status", end.code)
"""


def on_windows(*words: str) -> str:
    done = subprocess.run(
        [sys.executable, "-c", AS_ON_WINDOWS, *words], capture_output=True, text=True, check=False
    )
    assert "Traceback" not in done.stderr, done.stderr
    return done.stdout + done.stderr


def test_every_module_is_imported_and_a_key_pressed_without_posix() -> None:
    said = on_windows("explain", "option", "ver")
    assert 'shows "rt 1400"' in said
    assert said.endswith("imported True status 0\n")


def test_a_pty_is_refused_with_what_takes_its_place() -> None:
    said = on_windows("device", "--fresh", "--serial", "pty")
    assert "pty: this system has no pseudo-terminals (use tcp-listen:PORT" in said
    assert "imported True status 2" in said


def test_a_terminal_without_a_character_shows_a_question_mark() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "sapphire_emu", "press", "--help"],
        env={"PYTHONIOENCODING": "latin-1", "PATH": "/usr/bin:/bin"},
        capture_output=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, b"")
    assert b"Usage: sapphire press [OPTIONS] KEY?\n" in done.stdout
