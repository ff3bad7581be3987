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
        ("pty\n", "'pty\\n': not printable"),
        ("socket://localhost", "no port number (expected such as socket://host:4000)"),
        ("/", "/: cannot be opened: Is a directory"),
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
        until(lambda: len(one.errors) == 6)
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


# -- link test, ports ------------------------------------------------------------------------


def test_link_test_shows_who_answered(tmp_path: Path) -> None:
    with running(*device(tmp_path, "--dialect", "citrine")) as one:
        one.line()
        with running("link", "test", tmp_path / "novag") as asked:
            assert asked.line().endswith("17 bytes: b'ID. UCBII V1.09\\r\\n'")
            assert asked.line() == "it is ID. UCBII V1.09"
            assert asked.wait() == 0
        with running("link", "test", tmp_path / "novag", "--json") as asked:
            shown = json.loads(asked.line())
            assert shown["answered"]
            assert (shown["identity"], shown["baud"]) == ("ID. UCBII V1.09", 9600)
            assert asked.wait() == 0


def test_link_test_tells_silence_echo_and_noise_apart(sapphire: Sapphire, tmp_path: Path) -> None:
    done = sapphire("link", "test", "loop://")
    assert done.status == 1
    assert "only an echo" in done.out
    done = sapphire("link", "test", f"file:{tmp_path / 'void'}")
    assert done.status == 1
    assert "sent I to" in done.out
    assert "3 times" in done.out
    assert "nothing came back" in done.out
    with running("link", "test", "pty") as asked:
        path = asked.line().removeprefix("port ")
        with serial.Serial(path, timeout=60) as port:
            port.write(b"\xfe\x80\x06")
            assert asked.line().endswith("3 bytes: b'\\xfe\\x80\\x06'")
            assert asked.line() == "no text: most likely the speed is wrong"
            assert asked.wait() == 1


def test_ports_lists_what_pyserial_knows(
    sapphire: Sapphire, monkeypatch: pytest.MonkeyPatch
) -> None:
    from serial.tools import list_ports
    from serial.tools.list_ports_common import ListPortInfo

    adapter = ListPortInfo("/dev/ttyUSB7")
    adapter.description, adapter.vid, adapter.pid = "FT232R USB UART", 0x0403, 0x6001
    plain = ListPortInfo("/dev/ttyS9")
    monkeypatch.setattr(list_ports, "comports", lambda: [adapter, plain])
    lines = sapphire("ports").out.splitlines()
    assert lines == [
        "/dev/ttyS9       nothing known of it",
        "/dev/ttyUSB7     FT232R USB UART  usb 0403:6001",
    ]
    shown = [json.loads(line) for line in sapphire("ports", "--json").out.splitlines()]
    assert (shown[1]["port"], shown[1]["usb"]) == ("/dev/ttyUSB7", "0403:6001")
    monkeypatch.setattr(list_ports, "comports", list)
    assert sapphire("ports").out.startswith("no serial ports found")


@pytest.mark.parametrize(
    "command",
    [("device",), ("print",), ("ports",), ("link",), ("link", "test"), ("listen",), ("press",)],
)
def test_help_teaches_with_examples(sapphire: Sapphire, command: tuple[str, ...]) -> None:
    done = sapphire(*command, "--help")
    assert done.status == 0
    assert "Example" in done.out


def test_the_machine_in_the_window_is_the_one_at_the_port(tmp_path: Path) -> None:
    """``play --serial``: moves from the port show on its LCD (spoken, as for a screen reader)."""
    env = {**os.environ, "SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy"}
    env |= {"HOME": str(tmp_path), "XDG_CONFIG_HOME": str(tmp_path / "config")}
    options = ("--serial", "pty", "--link", tmp_path / "novag", "--dialect", "citrine")
    with running("play", "--fresh", "--mute", "--speak", *options, env=env) as window:
        while not window.line().startswith("port /dev/"):
            pass
        with serial.Serial(str(tmp_path / "novag"), timeout=60) as port:
            port.write(b"I\r\nU ON\r\n")
            assert port.read_until(b"\n") == b"ID. UCBII V1.09\r\n"
            assert port.read_until(b"\n") == b"Referee on\r\n"
            port.write(b"M e2e4\r\n")
            assert port.read_until(b"\n") == b"M   1   e2-e4\r\n"
            while "E2-E4" not in window.line():
                pass
        assert window.end() == 0
        assert not os.path.lexists(tmp_path / "novag")


def test_overlong_lines_are_ignored_and_counted(tmp_path: Path) -> None:
    with running(*device(tmp_path)) as one:
        one.line()
        with serial.Serial(str(tmp_path / "novag"), timeout=60) as port:
            port.write(b"P" * 300 + b"\rI\r")
            assert port.read_until(b"\n") == b"ID SAPPHIRE II V1.02\r\n"
        assert one.ask("links").endswith("0 lost; 1 overlong lines ignored")
