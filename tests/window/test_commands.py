"""``sapphire play`` and ``sapphire skin`` as commands: one line and status 2 for any fault."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pygame
import pytest

from sapphire_emu.cli import main
from sapphire_emu.store.memory import Memory
from sapphire_emu.window.skin import find_skin


def run(*words: str, **env: str) -> subprocess.CompletedProcess[str]:
    """The program in a process of its own; an empty value takes a variable out."""
    merged = {**os.environ, **env}
    return subprocess.run(
        [sys.executable, "-m", "sapphire_emu", *words],
        env={name: value for name, value in merged.items() if value},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


def status_of(*words: str) -> int:
    with pytest.raises(SystemExit) as ended:
        main(list(words))
    return int(ended.value.code or 0)


def test_info_is_what_a_window_of_that_size_is_laid_out_as(
    capsys: pytest.CaptureFixture[str],
) -> None:
    from tests.window.rig import Rig

    assert status_of("skin", "info", "--size", "800x600", "--json") == 0
    info = json.loads(capsys.readouterr().out)
    rig = Rig(size=(800, 600))
    assert info["size"] == [800, 600]
    assert info["lcd"] == list(rig.layout.lcd)
    assert info["keys"]["option"] == list(rig.layout.keys[2])
    assert len(info["keys"]) == 24
    x, y, w, h = info["keys"]["option"]
    rig.click((x + w // 2, y + h // 2))
    assert rig.lcd == "oPt 1"
    rig.close()


def test_check_names_the_place(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(find_skin("sapphire").read_text().replace("relief = 1.0", "relief = 7"))
    assert status_of("skin", "check", str(path)) == 2
    line = capsys.readouterr().err.strip()
    assert line.startswith(f"sapphire: {path}:9:10: relief is 7")
    assert status_of("skin", "check", "sapphire") == 0


def test_render_writes_a_picture_of_the_asked_size(tmp_path: Path) -> None:
    path = tmp_path / "out.png"
    words = ("skin", "render", "contrast", "-o", str(path), "--size", "640x480")
    assert status_of(*words, "--press", "option ver") == 0
    assert pygame.image.load(path).get_size() == (640, 480)


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("skin", "render", "-o", "/nowhere/x.png"), "cannot write the picture"),
        (("skin", "render", "-o", "x.png", "--press", "optoin"), "did you mean option?"),
        (("skin", "info", "--size", "800"), "expected width and height such as"),
        (("skin", "check", "none.toml"), "no such file"),
        (("play", "--fresh", "--skin", "sapfire"), "did you mean sapphire?"),
        (("play", "--fresh", "--size", "0x0"), "(expected 160x120 to 16384x16384)"),
        (("skin", "info", "--size", "159x120"), "no window is of size 159x120"),
    ],
)
def test_what_is_wrong_is_one_line_and_status_2(
    words: tuple[str, ...], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert status_of(*words) == 2
    error = capsys.readouterr().err
    assert message in error
    assert error.count("\n") == 1


def test_without_a_display_it_names_cause_and_way_out(tmp_path: Path) -> None:
    none = {"DISPLAY": "", "WAYLAND_DISPLAY": "", "SDL_VIDEODRIVER": ""}
    done = run("play", "--fresh", XDG_CONFIG_HOME=str(tmp_path), **none)
    assert done.returncode == 2
    assert done.stderr.startswith("sapphire: no display")
    assert "sapphire press" in done.stderr
    assert done.stderr.count("\n") == 1


def test_a_display_that_is_not_there_is_named(tmp_path: Path) -> None:
    done = run("play", "--fresh", SDL_VIDEODRIVER="x11", DISPLAY=":987", WAYLAND_DISPLAY="")
    assert done.returncode == 2
    assert done.stderr.count("\n") == 1


def test_without_a_sound_device_there_is_one_note_and_the_window_lives(tmp_path: Path) -> None:
    """The control is the same start with SDL's dummy sound, which says nothing."""
    for driver, noted in (("nosuchdriver", True), ("dummy", False)):
        config = tmp_path / driver
        process = subprocess.Popen(
            [sys.executable, "-m", "sapphire_emu", "play", "--state", str(tmp_path / "m.memory")],
            env={**os.environ, "SDL_AUDIODRIVER": driver, "XDG_CONFIG_HOME": str(config)},
            stderr=subprocess.PIPE,
            text=True,
        )
        end = time.monotonic() + 60
        settings = config / "sapphire" / "window.json"
        while not settings.exists() and time.monotonic() < end:
            time.sleep(0.05)
        assert settings.exists()
        process.send_signal(signal.SIGTERM)
        _, error = process.communicate(timeout=60)
        assert process.returncode == 0
        assert error.count("\n") == int(noted)
        assert ("no sound device" in error) == noted
    with Memory.open(tmp_path / "m.memory", read_only=True) as memory:
        assert memory.load().record.elo == 1400
