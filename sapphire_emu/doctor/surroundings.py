"""Display, sound, serial ports and pseudo-terminals of this computer."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from sapphire_emu.doctor.finding import Finding, fine, lacks
from sapphire_emu.parsing import parse_json

PROBE_S = 15.0
UNSEEN = ("offscreen", "dummy", "evdev")
"""SDL's drivers whose windows nobody sees."""
WITHOUT_DISPLAY = (
    "start it in a desktop session (ssh -X will do); without one use sapphire tui, press or run"
)
WITHOUT_PTY = "use a pair of ports made by com0com (--serial COM5), or --serial tcp-listen:4000"


def _probe() -> dict[str, dict[str, Any]]:
    """What SDL says, by thing; what is missing was not answered in time."""
    command = [sys.executable, "-m", "sapphire_emu.doctor.sdl_probe"]
    with tempfile.TemporaryDirectory(prefix="sapphire-", ignore_cleanup_errors=True) as aside:
        try:
            done = subprocess.run(
                command,
                capture_output=True,
                timeout=PROBE_S,
                env=probe_environment(aside),
                check=False,
            )
            printed = done.stdout
        except subprocess.TimeoutExpired as error:
            printed = error.stdout or b""
    answers = {}
    for line in printed.decode("utf-8", "replace").splitlines():
        if line.startswith("{"):
            answer: dict[str, Any] = parse_json(line)
            answers[str(answer.pop("thing"))] = answer
    return answers


def probe_environment(aside: str) -> dict[str, str]:
    """The environment of the probe: the sound library's first files go into the folder ``aside``.

    PulseAudio's library makes a cookie and folders wherever there are none, even with no server.
    """
    environment = dict(os.environ)
    settings = os.environ.get("XDG_CONFIG_HOME") or os.path.expanduser("~/.config")  # noqa: PTH111
    if not Path(settings, "pulse").exists():
        environment["XDG_CONFIG_HOME"] = aside
    environment.setdefault("XDG_RUNTIME_DIR", aside)
    return environment


def display_and_sound() -> Iterator[Finding]:
    """Whether a window could open and a beep be heard; neither is tried."""
    answers = _probe()
    nothing = {"error": "SDL gave no answer"}
    yield _display(answers.get("display", nothing))
    yield _sound(answers.get("sound", nothing))


def _display(answer: dict[str, Any]) -> Finding:
    asked = [
        f"{name}={os.environ[name]}"
        for name in ("SDL_VIDEODRIVER", "WAYLAND_DISPLAY", "DISPLAY")
        if os.environ.get(name)
    ]
    if "error" in answer:
        names = f" ({', '.join(asked)})" if asked else ""
        return lacks("display", f"no window can open: {answer['error']}{names}", WITHOUT_DISPLAY)
    driver = answer["driver"]
    if driver in UNSEEN and os.environ.get("SDL_VIDEODRIVER"):
        return lacks(
            "display",
            f"SDL_VIDEODRIVER={driver}: windows are drawn, but nobody sees them",
            "unset SDL_VIDEODRIVER",
        )
    if driver in UNSEEN:
        return lacks("display", "none; neither DISPLAY nor WAYLAND_DISPLAY works", WITHOUT_DISPLAY)
    sizes = " and ".join(f"{width}x{height}" for width, height in answer["sizes"])
    return fine("display", ", ".join([f"a window can open: {driver}, {sizes}", *asked]))


def _sound(answer: dict[str, Any]) -> Finding:
    if "error" in answer:
        mend = "none needed; to hear beeps, attach a sound device or start a sound server"
        return lacks("sound", f"no device ({answer['error']}): the machine is silent", mend)
    if os.environ.get("SDL_AUDIODRIVER") in ("dummy", "disk"):
        driver = os.environ["SDL_AUDIODRIVER"]
        return lacks(
            "sound", f"SDL_AUDIODRIVER={driver}: nothing is heard", "unset SDL_AUDIODRIVER"
        )
    rate_hz, bits, channels = answer["mixer"]
    return fine("sound", f"{rate_hz} Hz, {abs(bits)} bit, {channels} channels")


def serial_ports() -> Iterator[Finding]:
    """The real ports, and whether they may be opened."""
    from serial.tools.list_ports import comports

    found = sorted(comports(), key=lambda port: port.device)
    if not found:
        mend = "none needed; a USB adapter shows up as /dev/ttyUSB0, /dev/cu.usbserial-… or COM3"
        yield lacks("serial", "no ports seen", mend)
    for port in found:
        what = port.description if port.description not in (None, "n/a") else "nothing known of it"
        if sys.platform != "win32" and not os.access(port.device, os.R_OK | os.W_OK):
            yield lacks(
                "serial", f"{port.device} ({what}) may not be opened by you", _join(port.device)
            )
        else:
            yield fine("serial", f"{port.device} ({what})")


def _join(device: str) -> str:
    """How to become one of those who may open a device: its group differs between systems."""
    try:
        group = Path(device).group()
    except (KeyError, OSError):
        group = "dialout"
    return f"sudo usermod -aG {group} $USER, then log in again"


def pseudo_terminals() -> Iterator[Finding]:
    """Whether ``--serial pty`` works here."""
    if sys.platform == "win32":
        yield lacks("pty", "this system has no pseudo-terminals", WITHOUT_PTY)
        return
    try:
        for handle in os.openpty():
            os.close(handle)
    except OSError as error:
        yield lacks("pty", f"none to be had: {error.strerror}", "use --serial tcp-listen:4000")
    else:
        yield fine("pty", "pseudo-terminals can be had (--serial pty)")
