"""Programs a person would type into, and the plumbing between ports, unmodified."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest
import serial

from tests.links.fakes import PATIENCE_S, until
from tests.links.running import device, running
from tests.peers.needs import program

IDENTITY = b"ID SAPPHIRE II V1.02"


class Terminal:
    """A program on a terminal of its own, as a person uses it."""

    def __init__(self, *command: str) -> None:
        import pty

        self._screen, theirs = pty.openpty()
        self.process = subprocess.Popen(
            command, stdin=theirs, stdout=theirs, stderr=theirs, start_new_session=True
        )
        os.close(theirs)
        os.set_blocking(self._screen, False)
        self.seen = b""

    def type(self, keys: bytes) -> None:
        os.write(self._screen, keys)

    def shows(self, text: bytes) -> bool:
        try:
            self.seen += os.read(self._screen, 4096)
        except (BlockingIOError, OSError):
            time.sleep(0.005)
        return text in self.seen

    def close(self) -> None:
        self.process.kill()
        self.process.wait()
        os.close(self._screen)


@contextmanager
def terminal(*command: str) -> Iterator[Terminal]:
    one = Terminal(*command)
    try:
        yield one
    finally:
        one.close()


def picocom(port: Path) -> list[str]:
    return [program("picocom", "picocom"), "--nolock", "-b", "9600", str(port)]


def miniterm(port: Path) -> list[str]:
    return [sys.executable, "-m", "serial.tools.miniterm", str(port), "9600"]


@pytest.mark.parametrize(
    ("command", "ready"), [(picocom, b"Terminal ready"), (miniterm, b"Quit: Ctrl+]")]
)
def test_a_person_at_a_terminal(tmp_path: Path, command: object, ready: bytes) -> None:
    """Enter is CR in picocom, CR LF in miniterm; nothing is echoed by the machine."""
    with running(*device(tmp_path)) as machine:
        machine.line()
        assert callable(command)
        with terminal(*command(tmp_path / "novag")) as person:
            until(lambda: person.shows(ready))
            person.type(b"i\r")
            until(lambda: person.shows(IDENTITY))
            person.type(b"u on\r")
            until(lambda: person.shows(b"Referee on"))
            person.type(b"M e2-e4\r")
            until(lambda: person.shows(b"M   1   e2-e4"))
            person.type(b"p\r")
            until(lambda: person.shows(b".1 WR WN WB WQ WK WB WN WR 1-"))
            assert person.seen.count(b"Referee on") == 1
        assert "/4P3/" in machine.ask("position")


@contextmanager
def socat_cable(tmp_path: Path) -> Iterator[tuple[Path, Path, subprocess.Popen[bytes]]]:
    """Two ports connected by a cable made of software, and the program that is the cable."""
    near, far = tmp_path / "a", tmp_path / "b"
    places = [f"pty,raw,echo=0,link={end}" for end in (near, far)]
    with subprocess.Popen([program("socat", "socat"), *places]) as cable:
        until(lambda: near.exists() and far.exists())
        yield near, far, cable
        cable.terminate()


def test_a_socat_cable_between_machine_and_listener(tmp_path: Path) -> None:
    """The machine at a real port's name (not a pty of its own), the listener at the other."""
    with (
        socat_cable(tmp_path) as (near, far, _),
        running("device", "--fresh", "--serial", near) as machine,
        running("listen", far) as listener,
    ):
        while listener.line() != "in step: 0 half-moves":
            pass
        machine.type("press rook")
        machine.type("move e2e4")
        while listener.line() != "1. e4":
            pass
        with running("link", "test", far, "--json") as taken:
            assert taken.wait() == 2
            assert f"{far}: in use by another program" in taken.errors[0]


def test_the_cable_breaks_and_is_mended(tmp_path: Path) -> None:
    with ExitStack() as cables:
        near, _, cable = cables.enter_context(socat_cable(tmp_path))
        with running("device", "--fresh", "--serial", near) as machine:
            machine.type("press option a1 a1 go rook")
            machine.type("move e2e4")
            for _ in range(9):
                machine.line()
            cable.terminate()
            cable.wait()
            until(lambda: "  gone  " in machine.ask("links"))
            with socat_cable(tmp_path) as (_, far, _):
                until(lambda: "  up  " in machine.ask("links"))
                with serial.Serial(str(far), timeout=PATIENCE_S) as port:
                    machine.type("move e7e5")
                    assert port.read_until(b"\n") == b"M   1,  e7-e5\r\n"
            until(lambda: any("there again after" in line for line in machine.errors))
            assert any("gone" in line for line in machine.errors)


def test_ser2net_is_a_network_path(tmp_path: Path) -> None:
    """rfc2217:// through the port server that people run."""
    ser2net = program("ser2net", "ser2net")
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    with running(*device(tmp_path)) as machine:
        machine.line()
        config = tmp_path / "ser2net.yaml"
        config.write_text(
            "connection: &novag\n"
            f"  accepter: telnet(rfc2217),tcp,127.0.0.1,{port}\n"
            f"  connector: serialdev,{(tmp_path / 'novag').readlink()},9600n81,local\n"
        )
        server = subprocess.Popen([ser2net, "-n", "-u", "-c", str(config)])
        try:
            until(lambda: _reachable(port))
            url = f"rfc2217://127.0.0.1:{port}?ign_set_control"  # a pty has no modem lines
            with running("link", "test", url) as asked:
                assert IDENTITY.decode() in asked.line()
                assert asked.line() == f"it is {IDENTITY.decode()}"
                assert asked.wait() == 0
            with running("listen", url, "--read", "position") as reader:
                assert reader.line().startswith("position rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP")
                assert reader.wait() == 0
        finally:
            server.kill()
            server.wait()


def _reachable(port: int) -> bool:
    try:
        with socket.create_connection(("127.0.0.1", port), timeout=1):
            return True
    except OSError:
        return False
