"""The serial commands as a user types them."""

from __future__ import annotations

import json
import os
import signal
from pathlib import Path

import pytest
import serial

from tests.commands.conftest import Sapphire
from tests.links.fakes import until
from tests.links.running import device, running

BOARD_HEAD = "Position Board\r\n.  aa bb cc dd ee ff gg hh\r\n"


def one_line(text: str) -> str:
    assert text.count("\n") == 1, text
    return text.strip()


# -- press -----------------------------------------------------------------------------------


def test_press_prints_the_board_to_a_file_and_appends(sapphire: Sapphire, tmp_path: Path) -> None:
    paper = tmp_path / "board.txt"
    for _ in range(2):
        done = sapphire("press", "--fresh", "option", "h8", "--serial", f"file:{paper}")
        assert (done.status, done.err) == (0, "")
    text = paper.read_bytes().decode()
    assert text.count(BOARD_HEAD) == 2
    assert text.endswith(".1 WR WN WB WQ WK WB WN WR 1+\r\n.  aa bb cc dd ee ff gg hh\r\n")


def test_each_link_has_its_own_dialect_and_line_end(sapphire: Sapphire, tmp_path: Path) -> None:
    one, two = tmp_path / "one", tmp_path / "two"
    sapphire(
        *("press", "--fresh", "option", "h8"),
        *("--serial", f"file:{one}?dialect=video&line_end=lf", "--serial", f"file:{two}"),
    )
    assert one.read_bytes().startswith(b"Position Board\n.8rnbqkbnr\n.7pppppppp\n.6        \n")
    assert two.read_bytes().startswith(BOARD_HEAD.encode())


def test_press_names_the_pty(sapphire: Sapphire) -> None:
    done = sapphire("press", "--fresh", "ver", "--serial", "pty")
    assert done.out.splitlines()[0].startswith("port /dev/")
    done = sapphire("press", "--fresh", "ver", "--serial", "pty", "--json")
    assert json.loads(done.out.splitlines()[0])["port"].startswith("/dev/")


@pytest.mark.parametrize(
    ("url", "message"),
    [
        ("ptty", "ptty: no such port (expected pty, file:PATH, tcp-listen:PORT"),
        ("/dev/ttyNOSUCH7", "/dev/ttyNOSUCH7: no such port"),
        ("pty?dialect=sapphire", "unknown dialect 'sapphire' (expected sapphire2?)"),
        ("pty?dialekt=scid", "unknown setting 'dialekt' (expected dialect?)"),
        ("pty?baud=fast", "baud 'fast' (expected a line speed such as 9600)"),
        ("pty?baud=0", "baud '0' (expected a line speed"),
        ("pty?line_end=nl", "line_end 'nl' (expected crlf | cr | lf)"),
        ("pty?pace=1&pace=0", "'pace' is given twice"),
        ("pty?ep=maybe", "ep 'maybe' (expected 0 or 1)"),
        ("file:", "file: no file named"),
        ("file:/no/such/folder/x", "file:/no/such/folder/x: No such file or directory"),
        ("file:/", "file:/: Is a directory"),
        ("tcp-listen:x", "tcp-listen:x: no port number from 0 to 65535"),
        ("tcp-listen:203.0.113.1:0", "Cannot assign requested address"),
        ("socket://127.0.0.1:1", "Connection refused"),
        ("nosuch://x", "protocol 'nosuch' not known"),
        ("", "no place named"),
        ("/dev/null", "not a serial port (for a plain file use file:PATH)"),
    ],
)
def test_a_link_that_cannot_be_is_one_line(sapphire: Sapphire, url: str, message: str) -> None:
    done = sapphire("press", "--fresh", "ver", "--serial", url)
    assert (done.status, done.out) == (2, "")
    assert message in one_line(done.err)


# -- device ----------------------------------------------------------------------------------


def test_device_names_its_port_first_and_serves_it(tmp_path: Path) -> None:
    link = tmp_path / "novag"
    with running(*device(tmp_path)) as one:
        first = one.line()
        assert first == f"port {link.readlink()}"
        with serial.Serial(str(link), 9600, timeout=60) as port:
            port.write(b"I\r\n")
            assert port.read_until(b"\n") == b"ID SAPPHIRE II V1.02\r\n"
            port.write(b"P\r")
            board = port.read_until(b"1+\r\n") + port.read_until(b"\n")
            assert board.startswith(BOARD_HEAD.encode())
        assert one.ask("press option") == 'option  "oPt 1"        white  0 beeps'
        assert one.ask("press ver").startswith('ver     "rt 1400"')
        assert one.end() == 0
        assert not os.path.lexists(link)
        assert one.errors == []


def test_keys_are_pressed_over_the_wire(tmp_path: Path) -> None:
    with running(*device(tmp_path)) as one:
        one.line()
        with serial.Serial(str(tmp_path / "novag"), timeout=60) as port:
            port.write(b"K02\rK05\rI\r")
            port.read_until(b"\n")
        assert one.ask("lcd").startswith('lcd     "rt 1400"')


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT, signal.SIGHUP])
def test_a_signal_saves_the_game(tmp_path: Path, number: int) -> None:
    with running(*device(tmp_path, "--json", fresh=False)) as one:
        assert json.loads(one.line())["port"].startswith("/dev/")
        one.type("press rook")
        one.type("move e2e4")
        for _ in range(5):
            one.line()
        assert one.end(number) == 0
        assert not os.path.lexists(tmp_path / "novag")
    with running(*device(tmp_path, fresh=False)) as two:
        two.line()
        assert "/4P3/" in two.ask("position")
        two.type("quit")
        assert two.wait() == 0


def test_a_line_that_means_nothing_is_told_and_harmless(tmp_path: Path) -> None:
    with running(*device(tmp_path)) as one:
        one.line()
        for wrong in ("pres option", "press", "press optoin", "move e9e4", "\x1b[A", "x" * 5000):
            one.type(wrong)
        assert one.ask("lcd").startswith('lcd     "0:00:00"')
        assert len(one.errors) == 6
        assert "did you mean press?" in one.errors[0]
        assert "unknown key 'optoin'; did you mean option?" in one.errors[2]


def test_two_links_hear_the_same_and_are_told_apart(tmp_path: Path) -> None:
    log = tmp_path / "log"
    with running(*device(tmp_path, "--serial", f"file:{log}?dialect=citrine")) as one:
        one.line()
        with serial.Serial(str(tmp_path / "novag"), timeout=60) as port:
            port.write(b"I\r")
            assert port.read_until(b"\n") == b"ID SAPPHIRE II V1.02\r\n"
        until(lambda: log.read_bytes() == b"ID. UCBII V1.09\r\n")
        one.type("links")
        assert "sapphire2  22 bytes sent, 0 waiting, 0 lost" in one.line()
        assert one.line().endswith("up  citrine  17 bytes sent, 0 waiting, 0 lost")


def test_device_refuses_what_cannot_be(sapphire: Sapphire, tmp_path: Path) -> None:
    for arguments, message in (
        (("--serial", "file:x", "--link", tmp_path / "l"), "--link names a pty"),
        (("--dialect", "sapphire3"), "options: unknown dialect 'sapphire3' (expected sapphire2?)"),
        (("--baud", "12"), "options: baud '12'"),
        (("--line-end", "x"), "options: line_end 'x' (expected crlf | cr | lf)"),
        (("--serial", "ptyy"), "ptyy: no such port"),
    ):
        done = sapphire("device", "--fresh", *arguments)
        assert (done.status, done.out) == (2, "")
        assert message in one_line(done.err)
