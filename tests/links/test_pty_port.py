"""A pseudo-terminal as a real client meets it."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest
import serial

from sapphire_emu.errors import UserError
from sapphire_emu.links.address import Settings
from sapphire_emu.links.opening import open_line
from tests.links.fakes import Notes, until
from tests.links.test_line import PAGE

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="Windows has no ptys")


def test_bytes_pass_both_ways_unchanged_and_unechoed() -> None:
    every = bytes(range(256))
    line, _, path = open_line("pty", Settings(), Notes())
    client = os.open(path, os.O_RDWR | os.O_NOCTTY)
    line.send(every)
    got = bytearray()
    until(lambda: got.extend(os.read(client, 256)) is None and len(got) >= 256)
    os.write(client, every)
    back = bytearray()
    until(lambda: back.extend(line.receive()) is None and len(back) >= 256)
    os.close(client)
    line.close()
    assert bytes(got) == bytes(back) == every


def test_two_hundred_pages_byte_exact_to_a_reader_who_takes_his_time() -> None:
    line, _, path = open_line("pty", Settings(), Notes())
    with serial.Serial(path, timeout=60) as client:
        for _ in range(200):
            assert line.send(PAGE)
        got = client.read(200 * len(PAGE))
        assert got == PAGE * 200
    line.close()


def test_clients_come_and_go() -> None:
    notes = Notes()
    line, _, path = open_line("pty", Settings(), notes)
    for number in range(5):
        with serial.Serial(path, timeout=60) as client:
            client.write(b"I\r")
            got = bytearray()
            until(lambda got=got: got.extend(line.receive()) is None and got == b"I\r")
            line.send(b"%d\r\n" % number)
            assert client.read(3) == b"%d\r\n" % number
    line.close()
    assert notes.lines == []


def test_a_client_at_another_speed_is_told_of_and_served() -> None:
    notes = Notes()
    line, _, path = open_line("pty", Settings(), notes)
    with serial.Serial(path, 57600, timeout=60) as client:
        client.write(b"I\r")
        until(lambda: "the client is at 57600 baud, this machine at 9600" in notes)
        line.send(b"ID\r\n")
        assert client.read(4) == b"ID\r\n"
    line.close()


def test_a_port_set_to_echo_by_a_client_is_raw_again() -> None:
    import termios

    line, _, path = open_line("pty", Settings(), Notes())
    client = os.open(path, os.O_RDWR | os.O_NOCTTY)
    attributes = termios.tcgetattr(client)
    attributes[3] |= termios.ECHO
    termios.tcsetattr(client, termios.TCSANOW, attributes)
    os.write(client, b"I\r")
    until(lambda: line.receive() == b"I\r")
    until(lambda: not termios.tcgetattr(client)[3] & termios.ECHO)
    os.close(client)
    line.close()


def test_the_link_is_there_while_the_line_lives(tmp_path: Path) -> None:
    link = tmp_path / "novag"
    line, _, path = open_line("pty", Settings(), Notes(), link=link)
    assert str(link.readlink()) == path
    line.close()
    assert not os.path.lexists(link)


def test_a_stale_link_is_replaced_and_a_foreign_one_refused(tmp_path: Path) -> None:
    stale, foreign, file = tmp_path / "stale", tmp_path / "foreign", tmp_path / "file"
    stale.symlink_to("/dev/pts/99999")
    foreign.symlink_to(tmp_path / "file")
    file.write_text("mine")
    line, _, path = open_line("pty", Settings(), Notes(), link=stale)
    assert str(stale.readlink()) == path
    line.close()
    for wrong in (foreign, file, tmp_path / "no" / "such"):
        with pytest.raises(UserError, match=str(wrong)):
            open_line("pty", Settings(), Notes(), link=wrong)
    assert file.read_text() == "mine"
    assert [path.name for path in tmp_path.iterdir() if path.name.startswith(".")] == []


def test_a_link_to_a_port_in_use_is_refused_and_left_alone(tmp_path: Path) -> None:
    link = tmp_path / "novag"
    first, _, path = open_line("pty", Settings(), Notes(), link=link)
    with pytest.raises(UserError, match="which is in use"):
        open_line("pty", Settings(), Notes(), link=link)
    assert str(link.readlink()) == path
    first.close()
    assert not link.is_symlink()


def test_a_link_that_somebody_has_turned_elsewhere_is_left_alone(tmp_path: Path) -> None:
    link = tmp_path / "novag"
    first, _, _ = open_line("pty", Settings(), Notes(), link=link)
    link.unlink()
    link.symlink_to("/dev/null")
    first.close()
    assert str(link.readlink()) == "/dev/null"


def test_a_reader_that_never_reads_is_told_of_at_the_end() -> None:
    notes = Notes()
    line, _, path = open_line("pty", Settings(), notes)
    for _ in range(2000):
        line.send(PAGE)
    progress = line.progress
    assert progress.lost
    assert progress.waiting <= 65_536
    line.close()
    assert "what does not fit is lost" in notes.lines[0]
    assert "bytes were not fetched" in notes.lines[-1]
    assert path in notes.lines[-1]


def test_a_cooked_pty_would_echo() -> None:
    """Control: without rule 1 of the module the machine's own output comes back to it."""
    master, slave = os.openpty()
    os.write(master, b"I\r\n")
    assert os.read(master, 100) == b"I\r\n\r\n"
    os.close(master)
    os.close(slave)
