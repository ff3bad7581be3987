"""The wire: lines in any form, replies byte-exact in every dialect, nothing raises on junk."""

from __future__ import annotations

import chess
import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware_model import Machine
from firmware_model.dialects import DIALECTS
from firmware_model.events import OpponentInfo, Output, SerialBytes, SerialOut
from firmware_model.keys import Key
from firmware_model.printing import move_report, to_bytes
from firmware_model.wire import MAX_LINE, Pending, feed

START_BOARD = """\
Position Board
.  aa bb cc dd ee ff gg hh
.8 br bn bb bq bk bb bn br 8
.7 bp bp bp bp bp bp bp bp 7
.6    ::    ::    ::    :: 6
.5 ::    ::    ::    ::    5
.4    ::    ::    ::    :: 4
.3 ::    ::    ::    ::    3
.2 WP WP WP WP WP WP WP WP 2
.1 WR WN WB WQ WK WB WN WR 1+
.  aa bb cc dd ee ff gg hh
"""
VIDEO_BOARD = """\
Position Board
.8rnbqkbnr
.7pppppppp
.6        
.5        
.4        
.3        
.2PPPPPPPP
.1RNBQKBNR+
"""  # noqa: W291

MOVES = {
    # FEN, move -> line in sapphire2, citrine; stardiamond; scid; video
    ("7k/8/8/8/8/8/8/K5N1 w - - 0 7", "g1f3"): (
        "M   7   g1-f3", "M   7   Ng1-f3 |", "M   7   Ng1-f3", "Mg1-f3"),
    ("7k/8/8/2p5/3P4/8/8/K7 b - - 0 7", "c5d4"): (
        "M   7,  c5xd4", "M   7,  c5xd4 |", "M   7,  c5xd4", "Mc5-d4"),
    ("7k/3P4/8/8/8/8/8/K7 w - - 0 5", "d7d8n"): (
        "M   5   d7-d8/N", "M   5   d7-d8/N |", "M   5   d7-d8/N", "Md7-d8/N"),
    ("7k/8/8/3pP3/8/8/8/K7 w - d6 0 7", "e5d6"): (
        "M   7   e5xd6ep", "M   7   e5xd6ep |", "M   7   e5xd6", "Me5-d6"),
    ("7k/8/8/8/8/8/8/4K2R w K - 0 4", "e1g1"): (
        "M   4   O-O", "M   4   O-O |", "M   4   e1-g1", "Me1-g1"),
    ("r3k3/8/8/8/8/8/8/7K b q - 0 5", "e8c8"): (
        "M   5,  O-O-O", "M   5,  O-O-O |", "M   5,  e8-c8", "Me8-c8"),
    ("2r4k/1P6/8/8/8/8/8/K7 w - - 0 121", "b7c8q"): (
        "M 121   b7xc8/Q", "M 121   b7xc8/Q |", "M 121   b7xc8/Q", "Mb7-c8/Q"),
    ("3q3k/8/8/3P4/8/8/8/K7 b - - 0 3", "d8d5"): (
        "M   3,  d8xd5", "M   3,  Qd8xd5 |", "M   3,  Qd8xd5", "Md8-d5"),
}  # fmt: skip


@pytest.mark.parametrize(("position", "lines"), MOVES.items(), ids=lambda value: value[1])
def test_move_lines_in_every_dialect(position: tuple[str, str], lines: tuple[str, ...]) -> None:
    report = move_report(chess.Board(position[0]), chess.Move.from_uci(position[1]))
    plain, bar, scid, video = lines
    expected = {
        **dict.fromkeys(("sapphire2", "sapphire1", "diamond2", "citrine"), plain),
        "stardiamond": bar,
        "scid": scid,
        "video": video,
    }
    assert expected.keys() == DIALECTS.keys()
    for name, line in expected.items():
        assert to_bytes(report, DIALECTS[name]) == f"{line}\r\n".encode(), name


class Port:
    """A machine and what its port sends, as bytes in a dialect."""

    def __init__(self, dialect: str = "sapphire2") -> None:
        self.dialect = dialect
        self.sent = b""
        self.machine = Machine(listener=self._listen)

    def _listen(self, event: Output) -> None:
        if isinstance(event, SerialOut):
            self.sent += to_bytes(event.report, DIALECTS[self.dialect])

    def send(self, data: bytes) -> None:
        self.machine.feed(SerialBytes(data, dialect=self.dialect))

    def asks(self, line: str) -> str:
        self.sent = b""
        self.send(line.encode() + b"\r")
        return self.sent.decode().replace("\r\n", "\n")


@pytest.mark.parametrize("dialect", DIALECTS)
def test_board_and_identity_in_every_dialect(dialect: str) -> None:
    port = Port(dialect)
    assert port.asks("I") == f"{DIALECTS[dialect].ident}\n"
    assert port.asks("p") == (VIDEO_BOARD if dialect == "video" else START_BOARD)


def test_a_board_with_black_to_move_ends_in_a_minus() -> None:
    port = Port()
    port.machine.send("U ON")
    port.machine.send("M e2e4")
    lines = port.asks("P").split("\n")
    assert lines[6] == ".4    ::    :: WP ::    :: 4"
    assert lines[8] == ".2 WP WP WP WP    WP WP WP 2"
    assert lines[9] == ".1 WR WN WB WQ WK WB WN WR 1-"


def test_status_words() -> None:
    port = Port()
    assert port.asks("X") == "Xmit on\n"
    assert port.asks("X OFF") == "Xmit off\n"
    assert port.asks("xon") == "Xmit on\n"
    assert port.asks("A") == "Autoclock on\n"
    assert port.asks("a off") == "Autoclock off\n"
    assert port.asks("V") == "Video Mode\n"
    assert port.asks("U") == "Referee on\n"
    assert port.asks("U OFF") == "Referee off\n"
    assert port.asks("H ON") == "Human mode on\n"
    assert port.asks("H OFF") == "Human mode off\n"
    assert port.asks("F") == "Flip\n"
    assert port.asks("C") == "Clock 00:00:00 00:00:00\n"
    assert port.asks("S2") == "Info on\n"
    assert port.asks("S") == "Info off\n"
    assert port.asks("N") == "New Game\n"
    assert port.asks("E") == port.asks("Q") == port.asks("hello") == port.asks("") == ""


def test_flip_during_a_game_names_the_users_side() -> None:
    port = Port()
    port.machine.send("M e2e4")
    port.machine.answer("e7e5")
    assert port.asks("F") == "Flip --> Black\n"


def test_new_game_cancels_transmission_and_referee() -> None:
    port = Port()
    port.asks("X ON")
    port.asks("U ON")
    port.machine.press("ng")
    assert port.sent.endswith(b"New Game\r\n")
    port.sent = b""
    port.machine.press("e5", "b2", "e5", "d4")
    assert port.machine.thinking is not None
    assert port.sent == b""


def test_the_pcs_move_is_acknowledged_first_then_the_machine_moves() -> None:
    port = Port()
    assert port.asks("M e2e4") == "M   1   e2-e4\n"
    port.sent = b""
    port.machine.answer("e7e5")
    assert port.sent == b"M   1,  e7-e5\r\n"


@pytest.mark.parametrize("second", ["M e2e4", "me2-e4"])
def test_a_repeated_move_does_no_harm(second: str) -> None:
    port = Port()
    port.asks("X ON")
    port.asks("M e2e4")
    assert port.asks(second) == ""
    port.machine.answer("e7e5")
    fen = port.machine.fen
    assert port.asks(second) == ""
    assert (port.machine.fen, port.machine.lcd.text) == (fen, "E7-E5")


def test_an_illegal_move_is_an_error_on_the_lcd_and_silence_on_the_wire() -> None:
    port = Port()
    assert port.asks("M e2e5") == ""
    assert (port.machine.lcd.text, port.machine.beeps) == ("Error", 3)


@pytest.mark.parametrize(("text", "uci"), [("e4-d5", "e4d5"), ("e4xd5", "e4d5"), ("E4D5", "e4d5")])
def test_moves_are_read_in_every_form(text: str, uci: str) -> None:
    port = Port()
    port.asks("U ON")
    for move in ("e2e4", "d7d5", text):
        port.asks(f"M{move}")
    assert port.machine.state.game.plies[-1].uci == uci


@pytest.mark.parametrize("text", ["a7b8/q", "a7-b8/Q", "a7b8q", "a7b8"])
def test_promotions_are_read_in_every_form(text: str) -> None:
    port = Port()
    port.asks("U ON")
    port.asks("PC ke1 pa7 bnb8 bkh8 +")
    port.asks("U ON")
    port.asks(f"M {text}")
    assert port.machine.state.game.plies[-1].uci == "a7b8q"


def test_take_back_and_the_game_list() -> None:
    port = Port()
    port.asks("U ON")
    for move in ("e2e4", "e7e5", "f2f4", "f8c5", "f4e5", "d8h4"):
        port.asks(f"M {move}")
    assert port.asks("G") == (
        "Game   3\n"
        ".      white       black\n"
        ".   1  e2-e4       e7-e5\n"
        ".   2  f2-f4       f8-c5\n"
        ".   3  f4xe5       d8-h4\n"
    )
    assert port.asks("T") == "T   3,  d8-h4\n"
    assert port.asks("T") == "T   3   f4xe5\n"
    assert port.asks("G").split("\n")[0] == "Game   2"


def test_levels_are_told_and_set() -> None:
    port = Port()
    assert port.asks("L") == "Level At 3\nLevel At 3\n"
    assert port.asks("L TR8") == "Level tr 8\nLevel tr 8\n"
    assert port.asks("l -at1") == "Level tr 8\nLevel At 1\n"
    assert port.asks("L +sd 5") == "Level Sd 5\nLevel Sd 5\n"
    assert port.asks("L an") == "Level An\nLevel An\n"
    assert port.asks("L CITRINE 5") == port.asks("L TR9") == ""


@pytest.mark.parametrize(
    ("line", "fen"),
    [
        (
            "pcra1ke1rh1pe2pb7bra8bke8brh8+",
            "r3k2r/1P6/8/8/8/8/4P3/R3K2R w KQkq - 0 1",
        ),
        ("pcke1bc2pe2pb7bke8-", "4k3/1P6/8/8/8/8/2B1P3/4K3 b - - 0 1"),
        ("P C KE1 BB8 BBC8 BKH8 +", "1Bb4k/8/8/8/8/8/8/4K3 w - - 0 1"),
    ],
)
def test_positions_are_set_up(line: str, fen: str) -> None:
    port = Port()
    assert port.asks(line) == "New Game\n"
    assert port.machine.fen == fen


@pytest.mark.parametrize("line", ["pcke1bke8", "pcke1+", "pcxe1bke8+", "pc+", "pq", "pcke1be8+"])
def test_an_impossible_or_garbled_set_up_changes_nothing(line: str) -> None:
    port = Port()
    fen = port.machine.fen
    assert port.asks(line) == ""
    assert port.machine.fen == fen


def test_what_a_model_lacks_is_ignored_there() -> None:
    citrine, sapphire1 = Port("citrine"), Port("sapphire1")
    assert citrine.asks("S") == ""
    sapphire1.asks("J")
    assert sapphire1.machine.thinking is None
    port = Port()
    port.asks("J")
    assert port.machine.thinking is not None


def test_go_on_the_wire_moves_and_hurries() -> None:
    port = Port()
    port.asks("J")
    port.sent = b""
    port.machine.answer("e2e4")
    assert port.sent == b"M   1   e2-e4\r\n"


def test_search_lines_while_it_thinks() -> None:
    port = Port()
    port.asks("S2")
    port.asks("M e2e4")
    port.sent = b""
    request = port.machine.thinking
    assert request is not None
    info = OpponentInfo(request.request_id, 5, -35, 1234, ("g8f6", "e4e5", "f6d5"))
    port.machine.feed(info)
    port.machine.feed(info)
    assert port.sent == b"S   5  -0.35 1234 Ng8-f6 e4-e5\r\n"


def test_a_key_is_pressed_by_its_matrix_place() -> None:
    port = Port()
    assert port.asks(f"K{Key.OPTION.group}{Key.OPTION.bit}") == ""
    assert port.machine.lcd.text == "oPt 1"
    port.asks("K 0 5")
    assert port.machine.lcd.text == "rt 1400"
    port.asks("K99")
    assert port.machine.lcd.text == "rt 1400"


def test_autoclock_sends_a_line_after_each_full_move() -> None:
    port = Port()
    port.asks("A ON")
    port.asks("U ON")
    port.asks("M e2e4")
    port.machine.wait(61_000)
    assert port.asks("M e7e5") == "M   1,  e7-e5\nClock 00:00:00 00:01:01\n"


def test_with_the_power_off_nothing_is_said() -> None:
    port = Port()
    port.machine.power(on=False)
    assert port.asks("I") == ""


# -- framing ---------------------------------------------------------------------------------

junk = st.binary(max_size=600) | st.lists(
    st.sampled_from([b"\r", b"\n", b"\r\n", b"P", b"m e2e4", b"x on", b"N", b"T", b"\0", b"\xff"]),
    max_size=60,
).map(b"".join)


@given(junk, st.lists(st.integers(1, 80), max_size=20))
def test_whole_chunked_and_byte_by_byte_give_the_same_lines(data: bytes, sizes: list[int]) -> None:
    whole, lines = feed(Pending(), data)
    pieces = [data[index : index + 1] for index in range(len(data))]
    chunks, place = [], 0
    for size in sizes:
        chunks.append(data[place : place + size])
        place += size
    chunks.append(data[place:])
    for parts in (pieces, chunks):
        pending, found = Pending(), []
        for part in parts:
            pending, some = feed(pending, part)
            found += some
            assert len(pending.data) <= MAX_LINE
        assert (pending, tuple(found)) == (whole, lines)


def test_an_overlong_line_is_dropped_whole_and_counted() -> None:
    pending, lines = feed(Pending(), b"P" * (MAX_LINE + 1) + b"\rI\r")
    assert (pending, lines) == (Pending(b"", False, 1), ("I",))
    pending, lines = feed(Pending(), b"P" * MAX_LINE + b"\r")
    assert lines == ("P" * MAX_LINE,)
