"""The control protocol: every command, refusals with their codes, nothing ends it but quit."""

from __future__ import annotations

import json
import socket
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware_model.lcd import Lcd
from sapphire_emu.loop import Session
from sapphire_emu.scripts.control import COMMANDS, MAX_LINE, Controller, banner


def controller(folder: Path) -> Controller:
    return Controller(Session(), folder, lambda lcd: f"PNG of {lcd.text}".encode())


@pytest.fixture
def held(tmp_path: Path) -> Controller:
    return controller(tmp_path)


def test_every_command_has_its_handler(held: Controller) -> None:
    for word in COMMANDS:
        assert callable(getattr(held, f"_do_{word}"))


def test_a_session(held: Controller) -> None:
    said = [
        ("press option ver", 'OK "rt 1400"'),
        ("LCD", 'OK "rt 1400"'),
        ("cells", 'OK "rt1400"'),
        ("symbols", "OK white"),
        ("frame", "OK 1f440ae50fa50504"),
        ("mode", "OK rating play"),
        ("press hint", 'OK "Error"'),
        ("beeps", "OK 3"),
        ("wait 2000", 'OK "rt 1400"'),
        ("time", "OK 2300"),
        ("hold go", "OK"),
        ("wait 20", 'OK "0:00:00"'),
        ("release go", "OK"),
        ("send P", "OK"),
        ("serial", 'OK "Position Board"'),
        ("serial", 'OK ".  aa bb cc dd ee ff gg hh"'),
        ("power off", 'OK ""'),
        ("power on", 'OK "0:00:00"'),
        ("position", "OK rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"),
        ("frame png", "OK UE5HIG9mIDA6MDA6MDA="),
        ("", "OK"),
        ("quit", "OK"),
    ]
    for line, answer in said:
        assert held.handle(line) == answer, line
    assert held.ended


def test_memory_and_json_are_one_object_in_one_line(held: Controller) -> None:
    memory = held.handle("memory")
    assert json.loads(memory.removeprefix("OK "))["elo"] == 1400
    shown = json.loads(held.handle("json").removeprefix("OK "))
    assert shown["text"] == "0:00:00"
    assert shown["mode"] == "play"


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("prss", "ERR unknown command 'prss'; did you mean press?"),
        ("press optoin", "ERR badkey unknown key 'optoin'; did you mean option?"),
        ("press", "ERR missing expected at least one key"),
        ("hold a1 b2", "ERR toomany expected one key, got 2"),
        ("wait soon", "ERR badnumber expected ms 0...360000000, got 'soon'"),
        ("wait -1", "ERR badnumber expected ms 0...360000000, got '-1'"),
        ("lcd now", "ERR toomany expected nothing more, got 'now'"),
        ("power up", "ERR badword expected on or off, got 'up'"),
        ("load nothing", "ERR failed "),
        ("save ../x", "ERR failed slot '../x' (expected letters"),
        ("x" * (MAX_LINE + 1), "ERR toolong "),
    ],
)
def test_a_bad_command_is_one_line_and_ends_nothing(
    held: Controller, line: str, answer: str
) -> None:
    assert held.handle(line).startswith(answer)
    assert "\n" not in held.handle(line)
    assert not held.ended
    assert held.handle("lcd") == 'OK "0:00:00"'


def test_save_and_load_continue_identically(held: Controller) -> None:
    held.handle("press e5 b2")
    assert held.handle("save mid").endswith("mid.state")
    held.handle("press clear level")
    assert held.handle("load mid") == 'OK "E2"'
    assert held.handle("press e5 d4") == 'OK "E2-E4"'
    assert held.handle("mode") == "OK think play"


def test_a_damaged_slot_is_refused(held: Controller, tmp_path: Path) -> None:
    held.handle("save a")
    path = tmp_path / "a.state"
    for content in (b"", b"{}", path.read_bytes()[:-40], path.read_bytes().replace(b"PLAY", b"P")):
        path.write_bytes(content)
        assert held.handle("load a").startswith("ERR failed ")
    assert held.handle("lcd") == 'OK "0:00:00"'


words = st.sampled_from([*COMMANDS, "option", "a1", "99", "png", "on", "\x00", "é", '"'])


@given(st.lists(words, max_size=5).map(" ".join))
def test_any_line_gets_one_line(line: str) -> None:
    if "save" in line or "settle" in line or "99" in line:
        return
    answer = controller(Path("/nonexistent")).handle(line)
    assert answer.split(" ")[0] in ("OK", "ERR")
    assert "\n" not in answer


def test_over_stdin_and_stdout(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "sapphire_emu", "control", "--fresh"],
        input="press option ver\nnonsense\nlcd\n" + "x" * 9000 + "\nlcd\nquit\nlcd\n",
        env={"HOME": str(tmp_path), "PATH": "/usr/bin:/bin"},
        capture_output=True,
        text=True,
        check=False,
    )
    lines = done.stdout.splitlines()
    assert lines[0] == banner()
    assert lines[1] == 'OK "rt 1400"'
    assert lines[2].startswith("ERR unknown")
    assert lines[3] == 'OK "rt 1400"'
    assert lines[4].startswith("ERR toolong")
    assert lines[5:] == ['OK "rt 1400"', "OK"]
    assert (done.returncode, done.stderr) == (0, "")


def test_over_a_socket_on_loopback(tmp_path: Path) -> None:
    process = subprocess.Popen(
        [sys.executable, "-m", "sapphire_emu", "control", "--fresh", "--listen", "0"],
        env={"HOME": str(tmp_path), "PATH": "/usr/bin:/bin"},
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        assert process.stderr is not None
        told = process.stderr.readline()
        address, port = told.split()[3].rstrip(",").split(":")
        assert address == "127.0.0.1"
        for expected in ('OK "oPt 1"', 'OK "oPt 1"'):
            with socket.create_connection((address, int(port)), timeout=20) as peer:
                stream = peer.makefile("rw")
                assert stream.readline() == f"{banner()}\n"
                stream.write("power off\npower on\npress option\nquit\n")
                stream.flush()
                assert [stream.readline() for _ in range(3)][2] == f"{expected}\n"
        for commands in ("settle\njson\njson\n", "json\n" * 1000):
            with socket.create_connection((address, int(port)), timeout=20) as hasty:
                hasty.makefile("r").readline()
                hasty.sendall(commands.encode())  # and gone, without a look at the answers
        with socket.create_connection((address, int(port)), timeout=20) as first:
            stream = first.makefile("rw")
            assert stream.readline() == f"{banner()}\n"
            with socket.create_connection((address, int(port)), timeout=20) as second:
                refused = second.makefile("r").read()
            assert refused == "ERR busy another program holds this machine\n"
            stream.write("lcd\n")
            stream.flush()
            assert stream.readline() == 'OK "oPt 1"\n'
    finally:
        process.terminate()
        process.wait()


def test_the_glass_is_drawn_as_a_png(sapphire_png: bytes) -> None:
    assert sapphire_png.startswith(b"\x89PNG")


@pytest.fixture
def sapphire_png() -> bytes:
    from sapphire_emu.commands.control import picture

    return picture(Lcd("rt1400", "rt 1400", frozenset({"white"})))
