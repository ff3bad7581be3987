"""Addresses, and ports over the network: TCP both ways, telnet's RFC 2217, pyserial's own URLs."""

from __future__ import annotations

import socket
import threading
from pathlib import Path

import pytest
import serial

from firmware_model.dialects import DIALECTS
from firmware_model.printing import MoveReport, to_bytes
from sapphire_emu.errors import UserError
from sapphire_emu.links.address import Settings, parse, refined
from sapphire_emu.links.opening import open_line, open_link
from tests.links.fakes import Notes, until
from tests.links.test_line import PAGE

EN_PASSANT = MoveReport(7, True, "e5d6", "P", True, True, "")
CASTLING = MoveReport(7, True, "e1g1", "K", False, False, "O-O")
KNIGHT = MoveReport(7, True, "g1f3", "N", False, False, "")


@pytest.mark.parametrize(
    ("query", "report", "line"),
    [
        ("", EN_PASSANT, "M   7   e5xd6ep\r\n"),
        ("?ep=0", EN_PASSANT, "M   7   e5xd6\r\n"),
        ("?letters=1", KNIGHT, "M   7   Ng1-f3\r\n"),
        ("?bar=1&line_end=cr", KNIGHT, "M   7   g1-f3 |\r"),
        ("?castling=0", CASTLING, "M   7   e1-g1\r\n"),
        ("?dialect=scid&letters=0&ep=1", EN_PASSANT, "M   7   e5xd6ep\r\n"),
        ("?dialect=STARDIAMOND&bar=off", KNIGHT, "M   7   Ng1-f3\r\n"),
    ],
)
def test_every_switch_of_a_dialect(query: str, report: MoveReport, line: str) -> None:
    address = parse(f"pty{query}")
    settings = refined(Settings(), address.settings, address.text)
    assert to_bytes(report, settings.dialect).decode() == line


def test_speeds_follow_the_dialect_unless_said() -> None:
    assert Settings().line_baud == 9600
    assert refined(Settings(), {"dialect": "citrine"}, "x").line_baud == 57600
    assert refined(Settings(), {"dialect": "citrine", "baud": "1200"}, "x").line_baud == 1200
    assert refined(Settings(), {"pace": "1"}, "x").bytes_per_s == 960
    assert Settings().bytes_per_s is None


def test_a_questionmark_in_a_file_name_stays_there(tmp_path: Path) -> None:
    assert parse("file:what?").place == "file:what?"
    assert parse("file:what?.txt?pace=1").place == "file:what?.txt"


def test_tcp_listen_serves_one_client_after_the_other() -> None:
    notes = Notes()
    link = open_link("tcp-listen:0", Settings(dialect=DIALECTS["citrine"]), notes)
    host, port = link.path.removeprefix("tcp-listen:").split(":")
    assert host == "127.0.0.1"
    link.send(KNIGHT)
    until(lambda: link.progress.waiting == 0)
    for _ in range(2):
        with socket.create_connection((host, int(port)), timeout=60) as client:
            client.sendall(b"I\r\n")
            until(lambda: link.receive() == b"I\r\n")
            with socket.create_connection((host, int(port)), timeout=60) as second:
                assert second.recv(1) == b""
            link.send(KNIGHT)
            assert client.recv(100) == b"M   7   g1-f3\r\n"
        until(lambda: "the client has gone" in notes)
    link.close()
    assert "127.0.0.1 has connected; 15 bytes had gone unheard" in notes
    assert "a second client from 127.0.0.1 was turned away" in notes


def test_a_port_that_is_taken_is_refused() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(UserError, match="already in use"):
            open_line(f"tcp-listen:{port}", Settings(), Notes())


def test_a_wider_bind_only_by_name() -> None:
    line, _, path = open_line("tcp-listen:0.0.0.0:0", Settings(), Notes())
    assert path.startswith("tcp-listen:0.0.0.0:")
    line.close()


def test_socket_url_reaches_a_listening_one_and_survives_its_restart() -> None:
    notes = Notes()
    server, _, path = open_line("tcp-listen:0", Settings(), Notes())
    url = path.replace("tcp-listen:", "socket://")
    client, _, _ = open_line(url, Settings(), notes)
    client.send(b"I\r")
    until(lambda: server.receive() == b"I\r")
    server.send(PAGE * 20)
    got = bytearray()
    until(lambda: got.extend(client.receive()) is None and len(got) >= 20 * len(PAGE))
    assert bytes(got) == PAGE * 20
    server.close()
    until(lambda: "gone" in notes)
    again, _, _ = open_line(path, Settings(), Notes())
    until(lambda: client.openings == 2)
    client.send(b"again")
    heard = bytearray()
    until(lambda: heard.extend(again.receive()) is None and heard == b"again")
    assert "there again" in notes
    client.close()
    again.close()


def test_loop_and_spy_urls(tmp_path: Path) -> None:
    line, _, _ = open_line("loop://", Settings(), Notes())
    line.send(b"echo")
    got = bytearray()
    until(lambda: got.extend(line.receive()) is None and got == b"echo")
    line.close()
    log = tmp_path / "log"
    server, _, path = open_line("pty", Settings(), Notes())
    spy, _, _ = open_line(f"spy://{path}?file={log}&baud=9600", Settings(), Notes())
    spy.send(b"I\r")
    until(lambda: server.receive() == b"I\r")
    spy.close()
    server.close()
    assert "TX   0000  49 0D" in log.read_text()


def test_a_port_another_program_holds_is_refused_by_name() -> None:
    server, _, path = open_line("pty", Settings(), Notes())
    with (
        serial.Serial(path, exclusive=True),
        pytest.raises(UserError, match=f"{path}: in use by another program"),
    ):
        open_line(path, Settings(), Notes())
    line, _, _ = open_line(path, Settings(), Notes())
    line.close()
    server.close()


def test_unplugged_for_real_at_many_bytes_of_a_page(tmp_path: Path) -> None:
    """The far end of a real port closes after so many bytes; the page after it arrives whole."""
    link = tmp_path / "port"
    for offset in range(0, len(PAGE), 29):
        notes = Notes()
        far, _, _ = open_line("pty", Settings(), Notes(), link=link)
        near, _, _ = open_line(str(link), Settings(), notes)
        near.send(PAGE[:offset])
        got = bytearray()
        until(lambda got=got, far=far, offset=offset:
              got.extend(far.receive()) is None and len(got) >= offset)  # fmt: skip
        far.close(grace_s=0)
        until(lambda near=near: not near.progress.up)
        far, _, _ = open_line("pty", Settings(), Notes(), link=link)
        until(lambda near=near: near.openings == 2)
        near.send(PAGE)
        back = bytearray()
        until(lambda back=back, far=far: back.extend(far.receive()) is None
              and len(back) >= len(PAGE))  # fmt: skip
        assert bytes(back) == PAGE
        near.close()
        far.close()
        assert "there again" in notes


def test_a_reader_over_tcp_that_never_reads_does_not_grow_the_queue() -> None:
    notes = Notes()
    link = open_link("tcp-listen:0", Settings(), notes)
    host, port = link.path.removeprefix("tcp-listen:").split(":")
    with socket.create_connection((host, int(port)), timeout=60):
        until(lambda: "has connected" in notes)
        while not link.progress.lost:
            for _ in range(1000):
                link.send(KNIGHT)
        assert link.progress.waiting <= 65_536
        assert "what does not fit is lost" in notes
    link.close()


def test_rfc2217_by_pyserials_own_server() -> None:
    """A telnet port server, as pyserial ships the pieces of one, in front of our pty."""
    import serial.rfc2217

    device, _, path = open_line("pty", Settings(), Notes())
    real = serial.serial_for_url(path, timeout=0.02)
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port = listener.getsockname()[1]
        stop = threading.Event()

        def serve() -> None:
            client, _ = listener.accept()
            manager = serial.rfc2217.PortManager(_NoModem(real), _Writer(client))
            client.settimeout(0.02)
            with client:
                while not stop.is_set():
                    try:
                        data = client.recv(1000)
                        real.write(b"".join(manager.filter(data)))
                    except TimeoutError:
                        pass
                    out = real.read(1000)
                    if out:
                        client.sendall(b"".join(manager.escape(out)))

        thread = threading.Thread(target=serve)
        thread.start()
        near, _, _ = open_line(f"rfc2217://127.0.0.1:{port}", Settings(), Notes())
        near.send(b"I\r")
        until(lambda: device.receive() == b"I\r")
        device.send(PAGE)
        got = bytearray()
        until(lambda: got.extend(near.receive()) is None and len(got) >= len(PAGE))
        assert bytes(got) == PAGE
        near.close()
        stop.set()
        thread.join()
    real.close()
    device.close()


class _NoModem:
    """A pyserial port without modem lines, as the server needs it."""

    def __init__(self, port: serial.Serial) -> None:
        object.__setattr__(self, "_port", port)

    def __getattr__(self, name: str) -> object:
        if name in ("cts", "dsr", "ri", "cd"):
            return False
        return getattr(self._port, name)

    def __setattr__(self, name: str, value: object) -> None:
        if name not in ("rts", "dtr", "break_condition"):
            setattr(self._port, name, value)


class _Writer:
    def __init__(self, client: socket.socket) -> None:
        self._client = client

    def write(self, data: bytes) -> None:
        self._client.sendall(data)
