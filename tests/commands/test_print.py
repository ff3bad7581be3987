"""``sapphire print`` as a user types it, to files, terminals and printers."""

from __future__ import annotations

import os
import signal
import socket
import stat
import threading
from pathlib import Path

import pytest
import serial

from tests.commands.conftest import Sapphire
from tests.firmware_model.test_wire import START_BOARD as BOARD
from tests.links.fakes import until
from tests.links.running import running

GAME_LIST = "Game   2\n.      white       black\n.   1  e2-e4       e7-e5\n.   2  g1-f3       \n"
SAVED_LIST = "Saved 1\nGame   1\n.      white       black\n.   1  e2-e4       e7-e5\n"


@pytest.fixture
def memory(sapphire: Sapphire, tmp_path: Path) -> Path:
    """A memory with a game of three half-moves, and one of two saved in slot 1."""
    path = tmp_path / "memory"
    opening = ("rook", "e5", "b2", "e5", "d4", "e5", "g7", "e5", "e5")
    done = sapphire("press", "--state", path, *opening, "knight", "knight", "g7", "a1", "f6", "c3")
    assert done.status == 0
    return path


def crlf(text: str) -> bytes:
    return text.replace("\n", "\r\n").encode()


def test_the_board_here(sapphire: Sapphire) -> None:
    done = sapphire("print", "--fresh")
    assert (done.status, done.out.replace("\r", ""), done.err) == (0, BOARD, "")


def test_moves_and_games_from_the_memory(sapphire: Sapphire, memory: Path) -> None:
    done = sapphire("print", "moves", "--state", memory)
    assert done.out.split("\r\n")[:2] == ["M   1   e2-e4", "M   1,  e7-e5"]
    done = sapphire("print", "games", "--state", memory, "--line-end", "lf")
    assert done.out == GAME_LIST
    done = sapphire("print", "games", "--saved", "--state", memory, "--line-end", "lf")
    assert done.out == GAME_LIST + SAVED_LIST


def test_a_running_machine_can_be_printed(sapphire: Sapphire, memory: Path) -> None:
    with running("device", "--state", memory) as machine:
        machine.line()
        done = sapphire("print", "games", "--state", memory, "--line-end", "lf")
        assert done.status == 0
        assert done.out.split("\n")[2] == ".   1  e2-e4       e7-e5"


def test_a_file_is_appended_to(sapphire: Sapphire, tmp_path: Path) -> None:
    paper = tmp_path / "paper"
    for _ in range(2):
        done = sapphire("print", "board", "--fresh", "--to", f"file:{paper}")
        assert done.err == f"sapphire: 313 bytes printed to file:{paper}\n"
    assert paper.read_bytes() == crlf(BOARD) * 2


def test_a_text_printer_gets_a_form_feed(sapphire: Sapphire, tmp_path: Path) -> None:
    paper = tmp_path / "paper"
    sapphire("print", "board", "--fresh", "--to", f"printer:text:file:{paper}")
    sapphire("print", "moves", "--fresh", "--to", f"printer:file:{paper}?line_end=lf")
    assert paper.read_bytes() == crlf(BOARD) + b"\f"


def test_narrow_paper_is_wrapped_to(sapphire: Sapphire, tmp_path: Path) -> None:
    paper = tmp_path / "paper"
    sapphire("print", "board", "--fresh", "--to", f"printer:text:file:{paper}?columns=20")
    lines = paper.read_bytes().decode().replace("\f", "").splitlines()
    assert max(map(len, lines)) <= 20
    assert "".join(lines).replace(" ", "") == BOARD.replace("\n", "").replace(" ", "")


def test_a_receipt_printer_gets_what_python_escpos_would_send(
    sapphire: Sapphire, tmp_path: Path
) -> None:
    from escpos.printer import Dummy

    paper, dummy = tmp_path / "paper", Dummy()
    sapphire("print", "board", "--fresh", "--to", f"printer:escpos:file:{paper}")
    dummy.hw("INIT")
    dummy.text(BOARD)
    dummy.cut()
    assert paper.read_bytes() == dummy.output


def test_a_receipt_printer_in_the_network(sapphire: Sapphire) -> None:
    got = bytearray()
    with socket.create_server(("127.0.0.1", 0)) as printer:

        def serve() -> None:
            client, _ = printer.accept()
            with client:
                while data := client.recv(1000):
                    got.extend(data)

        thread = threading.Thread(target=serve)
        thread.start()
        port = printer.getsockname()[1]
        done = sapphire(
            "print", "board", "--fresh", "--to", f"printer:escpos:socket://127.0.0.1:{port}"
        )
        assert done.status == 0
        thread.join()
    assert got.startswith(b"\x1b@\x1bt\x00Position Board\n")
    assert got.endswith(b"\x1dV\x00")


def test_the_library_missing_is_one_line(
    sapphire: Sapphire, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    import sys

    monkeypatch.setitem(sys.modules, "escpos.printer", None)
    done = sapphire("print", "--fresh", "--to", f"printer:escpos:file:{tmp_path / 'x'}")
    assert done.status == 2
    assert "pip install 'sapphire-emu[printer]'" in done.err
    assert done.err.count("\n") == 1
    assert not (tmp_path / "x").exists()


def test_cups_gets_raw_jobs_as_arguments_not_as_a_shell_line(
    sapphire: Sapphire, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lp, log, sheet = tmp_path / "lp", tmp_path / "log", tmp_path / "sheet"
    lp.write_text(f'#!/bin/sh\nprintf "%s\\n" "$@" >> {log}\ncat >> {sheet}\n')
    lp.chmod(lp.stat().st_mode | stat.S_IXUSR)
    monkeypatch.setenv("PATH", f"{tmp_path}:/bin:/usr/bin")
    done = sapphire("print", "board", "--fresh", "--to", "printer:cups:office")
    assert done.status == 0, done.err
    assert log.read_text().split("\n") == ["-d", "office", "-o", "raw", "-t", "Sapphire", ""]
    assert sheet.read_bytes() == crlf(BOARD) + b"\f"
    for wrong in ("-o", "a;b", "a b", ""):
        done = sapphire("print", "--fresh", "--to", f"printer:cups:{wrong}")
        assert done.status == 2
        assert done.err.count("\n") == 1


def test_cups_collects_single_lines_on_one_sheet(
    sapphire: Sapphire, memory: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lp, sheets = tmp_path / "lp", tmp_path / "sheets"
    lp.write_text(f"#!/bin/sh\ncat >> {sheets}\necho JOB >> {sheets}\n")
    lp.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:/bin:/usr/bin")
    sapphire("print", "moves", "--state", memory, "--to", "printer:cups:office")
    text = sheets.read_bytes()
    assert text.startswith(b"M   1   e2-e4\r\nM   1,  e7-e5\r\n")
    assert text.count(b"JOB") == 1
    lp.write_text("#!/bin/sh\necho 'lp: no such printer' >&2\nexit 1\n")
    done = sapphire("print", "--fresh", "--to", "printer:cups:office", "--patience", 1)
    assert done.status == 2
    assert "gone (lp: no such printer)" in done.err
    assert "took nothing for 1 s; 0 of 313 bytes are printed" in done.err


def test_the_preview_is_text_and_a_picture(
    sapphire: Sapphire, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    done = sapphire("print", "--fresh", "--preview")
    assert done.out == BOARD
    picture = (tmp_path / "sapphire-board.png").read_bytes()
    assert picture.startswith(b"\x89PNG")
    import pygame

    surface = pygame.image.load(str(tmp_path / "sapphire-board.png"))
    inked = pygame.mask.from_threshold(surface, surface.get_at((0, 0)), (40, 40, 40)).count()
    assert surface.get_width() > 250
    assert inked < surface.get_width() * surface.get_height()


def test_a_long_print_is_cancelled_by_ctrl_c(tmp_path: Path) -> None:
    """A slow line takes a page in a third of a second; the rest of it is dropped."""
    paper = tmp_path / "paper"
    arguments = ("print", "--fresh", "--baud", 300, "--pace", "--to", f"printer:text:file:{paper}")
    with running(*arguments) as one:
        until(lambda: paper.exists() and paper.stat().st_size > 20)
        assert one.end(signal.SIGINT) == 130
        assert "bytes are printed" in one.errors[-1]
        assert "cancelled" in one.errors[-1]
    printed = paper.read_bytes()
    assert printed.endswith(b"\f")  # the sheet comes out
    assert len(printed) < len(crlf(BOARD))


def test_progress_is_shown_on_a_terminal(tmp_path: Path) -> None:
    import pty
    import subprocess
    import sys

    master, slave = pty.openpty()
    with subprocess.Popen(
        [
            *(sys.executable, "-m", "sapphire_emu", "print", "--fresh", "--baud", "1200"),
            *("--pace", "--to", f"file:{tmp_path / 'paper'}"),
        ],
        stderr=slave,
    ) as one:
        os.close(slave)
        seen = b""
        while True:
            try:
                data = os.read(master, 1000)
            except OSError:
                break
            if not data:
                break
            seen += data
        assert one.wait() == 0
    os.close(master)
    assert b"\rprinting " in seen
    assert seen.count(b" %") >= 2


def _takes(pipe: int) -> bool:
    try:
        return os.write(pipe, b"x" * 4096) > 0
    except BlockingIOError:
        return False


def test_a_printer_that_takes_nothing_is_given_up(sapphire: Sapphire, tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    done = sapphire("print", "--fresh", "--to", f"file:{pipe}")
    assert "nobody reads this pipe" in done.err
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    filler = os.open(pipe, os.O_WRONLY | os.O_NONBLOCK)
    os.set_blocking(filler, False)
    while _takes(filler):
        pass
    done = sapphire("print", "--fresh", "--to", f"file:{pipe}", "--patience", 1)
    os.close(filler)
    os.close(reader)
    assert done.status == 2
    assert "took nothing for 1 s; 0 of 313 bytes are printed" in done.err


def test_a_printer_that_says_xoff_is_waited_for(tmp_path: Path) -> None:
    """Flow control by XON/XOFF, on a pty whose other end plays the printer."""
    from tests.peers.needs import program

    socat = program("socat", "socat")
    import subprocess

    ours, theirs = tmp_path / "ours", tmp_path / "theirs"
    with subprocess.Popen(
        [socat, f"pty,raw,echo=0,link={ours}", f"pty,raw,echo=0,link={theirs}"]
    ) as pair:
        until(lambda: ours.exists() and theirs.exists())
        arguments = ("print", "--fresh", "--pace", "--baud", 1200, "--to", f"printer:text:{ours}")
        with serial.Serial(str(theirs), timeout=60) as printer, running(*arguments) as one:
            first = printer.read(20)
            printer.write(b"\x13")
            printer.timeout = 1
            stopped = printer.read(400)
            assert len(first + stopped) < 313
            printer.write(b"\x11")
            printer.timeout = 60
            rest = printer.read_until(b"\f")
            assert first + stopped + rest == crlf(BOARD) + b"\f"
            assert one.wait() == 0
        pair.terminate()


def test_what_cannot_be_is_one_line(sapphire: Sapphire, tmp_path: Path) -> None:
    for arguments, message in (
        (("--to", "printer:"), "no printer (expected printer:text:PLACE"),
        (("--to", "printer:text:"), "no printer (expected printer:text:PLACE"),
        (("--to", "printer:text:/no/such"), "no such port"),
        (("--to", "printer:escpos:usb:1:2"), "no USB numbers (expected VENDOR:PRODUCT"),
        (("--to", "printer:text:/dev/null?flow=x"), "flow 'x' (expected none | xonxoff"),
        (("--to", "printer:text:/dev/null?columns=1"), "columns '1' (expected 20 to 256)"),
        (("--to", "tcp-listen:0"), "nobody is there yet"),
        (("--png", "x.png"), "--png goes with --preview"),
        (("--saved",), "--saved goes with games"),
        (("--state", tmp_path / "m"), "--fresh goes with neither --state nor --player"),
        (("--preview", "--png", tmp_path / "no" / "x.png"), "x.png: cannot be written"),
        (("bord",), "bord"),
    ):
        done = sapphire("print", "--fresh", *arguments)
        assert done.status == 2, arguments
        assert message in done.err
        assert done.err.count("\n") == 1, done.err


@pytest.mark.skipif(not Path("/dev/full").is_char_device(), reason="this system has no /dev/full")
def test_a_full_disk_is_told_at_once(sapphire: Sapphire) -> None:
    done = sapphire("print", "board", "--fresh", "--to", "file:/dev/full")
    assert done.status == 2
    gone, refused = done.err.splitlines()
    assert "gone (No space left on device)" in gone
    assert refused == (
        "sapphire: file:/dev/full: No space left on device; 0 of 313 bytes are printed"
    )
