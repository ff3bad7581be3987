"""A real window: Xvfb, the program as a process, xdotool for hands, screenshots for eyes."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from sapphire_emu.window.skin import find_skin, load_skin
from tests.window.reading import read_cells, shows

PATIENCE_S = 60
SKIN = load_skin(find_skin("sapphire"))


def missing() -> str:
    """What a real window lacks here, in words; empty when nothing."""
    tools = [tool for tool in ("Xvfb", "xdotool") if shutil.which(tool) is None]
    return f"needs {' and '.join(tools)} (apt-get install xvfb xdotool)" if tools else ""


@contextmanager
def display() -> Iterator[str]:
    """An X display of its own that answers.

    A server of another test that ends just now may take the socket of the one that got its number
    away with it; then another server is started.
    """
    if missing():
        pytest.skip(missing())
    for _ in range(5):
        server, name = _started_server()
        try:
            if answers(name):
                yield name
                return
        finally:
            server.terminate()
            server.wait()
    raise AssertionError("no X server answers")


def _started_server() -> tuple[subprocess.Popen[bytes], str]:
    read_end, write_end = os.pipe()
    server = subprocess.Popen(
        [
            *("Xvfb", "-displayfd", str(write_end), "-screen", "0", "1600x1200x24"),
            # Without -noreset it starts anew whenever its last client leaves, such as an xdotool
            # that looks for a window not there yet.
            *("-nolisten", "tcp", "-noreset"),
        ],
        pass_fds=[write_end],
        stderr=subprocess.DEVNULL,
    )
    os.close(write_end)
    with os.fdopen(read_end) as pipe:
        return server, f":{pipe.readline().strip()}"


def answers(name: str) -> bool:
    """Whether a client can connect to a display."""
    asked = ["xdotool", "getdisplaygeometry"]
    env = {**os.environ, "DISPLAY": name}
    return subprocess.run(asked, env=env, capture_output=True, check=False).returncode == 0


def layout_of(size: tuple[int, int]) -> dict[str, Any]:
    """What ``sapphire skin info`` says of a window of that size."""
    command = [sys.executable, "-m", "sapphire_emu", "skin", "info"]
    command += ["--size", f"{size[0]}x{size[1]}", "--json"]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    found: dict[str, Any] = json.loads(done.stdout)
    return found


class RealWindow:
    """``sapphire play`` on a display."""

    def __init__(self, name: str, folder: Path, *options: str, size: tuple[int, int]) -> None:
        self._env = {
            **os.environ,
            "DISPLAY": name,
            "XDG_CONFIG_HOME": str(folder / "config"),
            "XDG_DATA_HOME": str(folder / "data"),
        }
        self._env.pop("SDL_VIDEODRIVER", None)
        self._display = name
        self.errors = folder / "stderr.txt"
        command = [sys.executable, "-m", "sapphire_emu", "play", "--mute", "--size"]
        with self.errors.open("w") as errors:
            self.process = subprocess.Popen(
                [*command, f"{size[0]}x{size[1]}", *options], env=self._env, stderr=errors
            )
        self.number = ""
        self.until(self._find, "a window")
        self.layout = layout_of(size)
        self.until(lambda: shows(self.cells(), " 00000"), "the clock on the LCD")

    def _do(self, *words: object) -> str:
        done = subprocess.run(
            ["xdotool", *map(str, words)],
            env=self._env,
            capture_output=True,
            text=True,
            check=False,
        )
        return done.stdout

    def _find(self) -> bool:
        found = self._do("search", "--onlyvisible", "--pid", self.process.pid).split()
        self.number = found[-1] if found else ""
        return bool(found)

    def until(self, condition: Callable[[], bool], what: str) -> None:
        """Wait for something to become true."""
        end = time.monotonic() + PATIENCE_S
        while not condition():
            assert self.process.poll() is None, self.errors.read_text()
            assert time.monotonic() < end, f"never saw {what}"
            time.sleep(0.05)

    # -- hands -----------------------------------------------------------------------------

    def click(self, x: int, y: int) -> None:
        """A click with the mouse."""
        self._do("mousemove", "--window", self.number, x, y, "click", 1)

    def click_key(self, name: str) -> None:
        x, y, w, h = self.layout["keys"][name]
        self.click(x + w // 2, y + h // 2)

    def type(self, text: str) -> None:
        self._do("type", "--window", self.number, "--delay", 40, text)

    def resize(self, size: tuple[int, int]) -> None:
        self._do("windowsize", "--sync", self.number, size[0], size[1])
        self.layout = layout_of(size)

    def key(self, chord: str) -> None:
        self._do("key", "--window", self.number, chord)

    def press_close_button(self) -> None:
        """What a window manager sends when its close button is pressed."""
        from Xlib.display import Display
        from Xlib.protocol.event import ClientMessage

        self._find()
        server = Display(self._display)
        window = server.create_resource_object("window", int(self.number))
        protocols, delete = (
            server.intern_atom(name) for name in ("WM_PROTOCOLS", "WM_DELETE_WINDOW")
        )
        window.send_event(
            ClientMessage(window=window, client_type=protocols, data=(32, [delete, 0, 0, 0, 0]))
        )
        server.sync()
        server.close()

    # -- eyes ------------------------------------------------------------------------------

    @property
    def title(self) -> str:
        return self._do("getwindowname", self.number).rstrip("\n")

    def cells(self) -> list[set[str]]:
        """The six cells, read from a screenshot."""
        from PIL import ImageGrab

        geometry = self._do("getwindowgeometry", "--shell", self.number)
        place = dict(re.findall(r"(\w+)=(-?\d+)", geometry))
        if "X" not in place:  # SDL's first window has gone; there is another by now
            self._find()
            return [set() for _ in range(6)]
        picture = ImageGrab.grab(xdisplay=self._display)
        left, top = int(place["X"]), int(place["Y"])

        def pixel(x: int, y: int) -> tuple[int, int, int]:
            at = min(left + x, picture.width - 1), min(top + y, picture.height - 1)
            found: Any = picture.getpixel(at)
            return found[0], found[1], found[2]

        return read_cells(pixel, self.layout["lcd"], SKIN)

    def see(self, text: str) -> None:
        """Wait until the LCD can be read so."""
        self.until(lambda: shows(self.cells(), text), f"{text!r} on the LCD")


@contextmanager
def real_window(folder: Path, *options: str, size: tuple[int, int]) -> Iterator[RealWindow]:
    """The program in a real window, ended afterwards."""
    with display() as name:
        window = RealWindow(name, folder, *options, size=size)
        try:
            yield window
        finally:
            if window.process.poll() is None:
                window.process.kill()
            window.process.wait()
