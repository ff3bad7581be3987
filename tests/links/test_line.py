"""The line: bounded, never blocking, every loss counted, and it comes back by itself."""

from __future__ import annotations

import time

import chess
import pytest

from firmware_model.dialects import DIALECTS
from firmware_model.printing import BoardReport, to_bytes
from sapphire_emu.errors import UserError
from sapphire_emu.links.line import Line
from tests.links.fakes import FakePort, Notes, until

PAGE = to_bytes(BoardReport(chess.STARTING_BOARD_FEN, white_to_move=True), DIALECTS["sapphire2"])


def test_what_is_sent_arrives_in_order_however_small_the_bites() -> None:
    for bite in (0, 1, 7):
        port, notes = FakePort(bite=bite), Notes()
        line = Line("x", port, note=notes)
        for number in range(50):
            assert line.send(f"M{number:4d}\r\n".encode())
        line.close()
        assert bytes(port.got) == b"".join(f"M{n:4d}\r\n".encode() for n in range(50))
        assert (line.progress.sent, line.progress.waiting, line.progress.lost) == (350, 0, 0)
        assert port.closed
        assert notes.lines == []


def test_what_arrives_is_received_once_and_whole() -> None:
    port = FakePort()
    line = Line("x", port, note=Notes())
    port.arrive(b"I\r")
    port.arrive(b"X ON\r")
    got = bytearray()
    until(lambda: got.extend(line.receive()) is None and got == b"I\rX ON\r")
    assert line.receive() == b""
    line.close()


@pytest.mark.parametrize("offset", range(len(PAGE) + 1))
def test_unplugged_at_every_byte_of_a_page(offset: int) -> None:
    """The page under way ends there and is counted; what waits behind it comes out whole."""
    first, second, notes = FakePort(offset), FakePort(), Notes()
    line = Line("x", first, reopen=lambda: second, note=notes, first_retry_s=0.001)
    line.send(PAGE)
    line.send(PAGE)
    until(lambda: line.progress.waiting == 0, "everything sent or lost")
    progress = line.progress
    line.close()
    assert bytes(first.got) == PAGE[:offset]
    whole = 0 < offset < len(PAGE)
    assert bytes(second.got) == (PAGE if offset else PAGE * 2)
    assert progress.lost == (len(PAGE) - offset if whole else 0)
    assert progress.sent + progress.lost == 2 * len(PAGE)
    assert "x: gone (unplugged); trying to open it again" in notes
    told = f"{progress.lost} bytes were lost" if whole else "nothing that waited was lost"
    assert told in notes.lines[-1]


def test_the_unplugging_test_has_teeth() -> None:
    """Control: a writer that simply goes on after the gap sends half a page as if it were one."""
    first, second = FakePort(100), FakePort()
    sent = first.write(PAGE)
    second.write(PAGE[sent:])
    assert bytes(second.got) != PAGE
    assert not second.got.startswith(b"Position Board")


def test_a_reader_that_never_reads_costs_memory_only_up_to_the_bound() -> None:
    port, notes = FakePort(deaf=True), Notes()
    line = Line("x", port, note=notes, capacity_bytes=1000)
    accepted = [line.send(PAGE) for _ in range(10_000)]
    assert accepted.count(True) == 1000 // len(PAGE)
    progress = line.progress
    assert progress.waiting == len(PAGE) * (1000 // len(PAGE))
    assert progress.lost == len(PAGE) * accepted.count(False)
    assert notes.lines == ["x: the other end takes nothing; what does not fit is lost"]
    port.deaf = False
    until(lambda: line.progress.waiting == 0)
    until(lambda: f"takes bytes again; {progress.lost} were lost" in notes)
    line.send(PAGE)
    line.close()
    assert bytes(port.got) == PAGE * (1000 // len(PAGE) + 1)


def test_the_bound_has_teeth() -> None:
    """Control: without a bound the same flood is kept whole."""
    line = Line("x", FakePort(deaf=True), note=Notes(), capacity_bytes=1 << 40)
    for _ in range(10_000):
        line.send(PAGE)
    assert line.progress.waiting == 10_000 * len(PAGE)
    line.cancel()
    line.close(grace_s=0)


def test_sending_never_waits_for_the_other_end() -> None:
    """Ten thousand sends to a port that takes nothing need not one of its own waits."""

    class Slow(FakePort):
        def write(self, data: bytes) -> int:
            entered.append(1)
            time.sleep(3)
            return 0

    entered: list[int] = []
    line = Line("x", Slow(), note=Notes())
    line.send(PAGE)
    until(lambda: bool(entered))
    for _ in range(10_000):
        line.send(PAGE)
        line.receive()
    assert len(entered) <= 2  # all of them fitted into one or two waits of the port


def test_a_port_comes_back_after_many_tries() -> None:
    tries, notes, second = [], Notes(), FakePort()

    def reopen() -> FakePort:
        tries.append(1)
        if len(tries) < 5:
            raise UserError("no such port" if len(tries) < 3 else "in use by another program")
        return second

    line = Line("x", FakePort(5), reopen=reopen, note=notes, first_retry_s=0.001)
    line.send(b"123456789")
    until(lambda: line.openings == 2)
    line.send(b"again")
    line.close()
    assert bytes(second.got) == b"again"
    assert len(tries) == 5
    assert "4 bytes were lost" in notes
    assert [line for line in notes.lines if "not there again yet" in line] == [
        "x: not there again yet: in use by another program"
    ]


def test_a_line_that_cannot_come_back_says_so_and_stays_harmless() -> None:
    notes = Notes()
    line = Line("x", FakePort(0), note=notes, capacity_bytes=600)
    line.send(PAGE)
    until(lambda: "it stays closed" in notes)
    for _ in range(10):
        line.send(PAGE)
    line.close()
    assert "x: the other end is still gone; what does not fit is lost" in notes
    assert "were not fetched" in notes.lines[-1]


def test_cancel_drops_what_waits_and_nothing_comes_after() -> None:
    port = FakePort(deaf=True)
    line = Line("x", port, note=Notes())
    line.send(PAGE)
    line.send(PAGE)
    assert line.cancel() == 2 * len(PAGE)
    port.deaf = False
    line.send(b"end")
    line.close()
    assert bytes(port.got) == b"end"


def test_a_paced_line_is_held_to_its_speed() -> None:
    """At 9600 baud no stretch of time carries more than its share, give or take a sip."""
    stamps: list[tuple[float, int]] = []

    class Clocked(FakePort):
        def write(self, data: bytes) -> int:
            stamps.append((time.monotonic(), len(data)))
            return super().write(data)

    line = Line("x", Clocked(), note=Notes(), bytes_per_s=960)
    started = time.monotonic()
    line.send(PAGE)
    line.close()
    assert sum(size for _, size in stamps) == len(PAGE)
    for count in range(1, len(stamps)):
        sent = sum(size for _, size in stamps[: count + 1])
        assert sent <= 960 * (stamps[count][0] - started) + 64


def test_a_port_that_opens_and_fails_again_is_told_once_and_again_when_it_works() -> None:
    """A full disk: the file opens every time, and takes nothing."""
    ports = [FakePort(0) for _ in range(6)]
    good, notes = FakePort(), Notes()
    left = [*ports[1:], good]
    line = Line("x", ports[0], reopen=lambda: left.pop(0), note=notes, first_retry_s=0.001)
    line.send(PAGE)
    until(lambda: line.progress.waiting == 0, "everything sent")
    assert line.progress.trouble == ""
    line.close()
    assert bytes(good.got) == PAGE
    gone, first, again, last = notes.lines
    assert gone == "x: gone (unplugged); trying to open it again"
    assert first.startswith("x: there again after ")
    assert again == "x: opens, but fails again; trying ever more seldom"
    assert last.startswith("x: there again after ")
    assert last.endswith("; nothing that waited was lost")


def test_why_a_port_is_away_can_be_asked() -> None:
    def refuse() -> FakePort:
        raise UserError("still unplugged")

    line = Line("x", FakePort(0), reopen=refuse, note=Notes(), first_retry_s=0.001)
    assert line.progress.trouble == ""
    line.send(PAGE)
    until(lambda: line.progress.trouble == "unplugged")
    line.close()
