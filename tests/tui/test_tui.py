"""The terminal application: by Textual's own pilot, and once in a real terminal."""

from __future__ import annotations

import asyncio
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot
from textual.widgets import RichLog, Static

from firmware_model.keys import Key
from sapphire_emu.extras import install_line
from sapphire_emu.loop import Session
from sapphire_emu.tui.app import KEYS_OF_TERMINAL, Sapphire

SIZE = (130, 40)


def drive(
    steps: Callable[[Sapphire, Pilot[None]], Coroutine[Any, Any, None]], session: Session
) -> None:
    async def run() -> None:
        app = Sapphire(session)
        async with app.run_test(size=SIZE) as pilot:
            await pilot.pause(0.1)
            await steps(app, pilot)

    asyncio.run(run())


async def until(pilot: Pilot[None], holds: Callable[[], bool]) -> None:
    """Wait until something holds; a machine under load may take its time."""
    for _ in range(400):
        if holds():
            return
        await pilot.pause(0.05)
    raise AssertionError("it never held")


def said(app: Sapphire) -> str:
    return str(app.query_one("#said", Static).content)


def test_every_key_is_on_the_keyboard() -> None:
    assert set(KEYS_OF_TERMINAL.values()) == set(Key)


def test_the_rating_by_keyboard_and_a_board_on_the_roll() -> None:
    session = Session()

    async def steps(app: Sapphire, pilot: Pilot[None]) -> None:
        assert said(app) == "0:00:00"
        await pilot.press("o", "v")
        await until(pilot, lambda: said(app) == "rt 1400")
        await pilot.press("m", "o", "h")
        roll = app.query_one("#roll", RichLog)
        await until(pilot, lambda: len(roll.lines) == 11)
        assert "Position Board" in roll.lines[0].text
        assert "Print Board" in str(app.query_one("#explain", Static).content)

    drive(steps, session)


def test_a_move_by_mouse_shows_on_the_board() -> None:
    session = Session()

    async def steps(app: Sapphire, pilot: Pilot[None]) -> None:
        for name in ("e5", "b2", "e5", "d4"):
            await pilot.click(f"#{name}")
        await until(pilot, lambda: said(app) == "E2-E4")
        board = str(app.query_one("#board", Static).content)
        assert "4  . . . . P . . ." in board
        assert "Black to move" in board

    drive(steps, session)


def test_pause_lets_time_stand() -> None:
    session = Session()

    async def steps(app: Sapphire, pilot: Pilot[None]) -> None:
        await pilot.press("f6")
        await pilot.pause(0.2)
        before = session.machine.now_ms
        await pilot.pause(0.5)
        assert session.machine.now_ms == before
        await pilot.press("f6")
        await until(pilot, lambda: session.machine.now_ms > before)

    drive(steps, session)


def test_without_textual_one_line_names_the_extra() -> None:
    code = (
        "import sys; sys.modules['textual'] = None\n"
        "from sapphire_emu.cli import main; main(['tui', '--fresh'])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert done.stderr == (f"sapphire: the terminal needs an extra: {install_line('tui')}\n")


def test_in_a_real_terminal(tmp_path: Path) -> None:
    if shutil.which("tmux") is None:
        pytest.skip("needs tmux (Debian: apt-get install tmux)")
    socket = tmp_path / "tmux"

    def tmux(*words: str) -> str:
        done = subprocess.run(
            ["tmux", "-S", str(socket), *words], capture_output=True, text=True, check=True
        )
        return done.stdout

    environment = {**os.environ, "HOME": str(tmp_path), "TERM": "xterm-256color"}
    command = f"exec {sys.executable} -m sapphire_emu tui --fresh"
    subprocess.run(
        [
            *("tmux", "-S", str(socket), "-f", "/dev/null", "new-session", "-d"),
            *("-x", "130", "-y", "40", command),
        ],
        env=environment,
        check=True,
    )
    try:
        for keys, shown in (((), "0:00:00"), (("o", "v"), "rt 1400")):
            for key in keys:
                tmux("send-keys", key)
            deadline = time.monotonic() + 60
            while shown not in tmux("capture-pane", "-p"):
                assert time.monotonic() < deadline, tmux("capture-pane", "-p")
                time.sleep(0.1)
    finally:
        subprocess.run(["tmux", "-S", str(socket), "kill-server"], check=False)
