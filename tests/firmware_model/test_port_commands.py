"""What a PC may say: switches, hurrying, several ports, lines that are too long."""

from __future__ import annotations

from firmware_model import Machine
from firmware_model.dialects import DIALECTS
from firmware_model.events import MoveNow, Output, SerialBytes
from firmware_model.mode import Mode
from firmware_model.wire import MAX_LINE, Pending, feed
from tests.firmware_model.hands import at


def test_a_switch_set_twice_stays_set() -> None:
    m = Machine()
    for line in ("X ON", "X ON", "x off", "X OFF", "X", "X"):
        m.send(line)
    said = [line for line in m.serial_lines if line.startswith("Xmit")]
    assert said == ["Xmit on", "Xmit on", "Xmit off", "Xmit off", "Xmit on", "Xmit off"]


def test_go_on_the_wire_starts_the_machine_and_hurries_it() -> None:
    told: list[Output] = []
    m = Machine(listener=told.append)
    m.send("J")
    assert m.thinking is not None
    assert not any(isinstance(event, MoveNow) for event in told)
    m.send("J")
    assert [e.request_id for e in told if isinstance(e, MoveNow)] == [m.thinking.request_id]


def test_bytes_of_two_ports_are_not_mixed() -> None:
    m = Machine()
    m.feed(SerialBytes(b"X O", link=1))
    m.feed(SerialBytes(b"I\r", link=2))
    m.feed(SerialBytes(b"N\r", link=1))
    assert m.nvram.option("print_moves") == 3


def test_a_line_with_signs_that_the_port_does_not_know_does_no_harm() -> None:
    m = Machine()
    m.send("?\N{EURO SIGN}")
    m.send("I")
    assert m.serial_lines == ["ID SAPPHIRE II V1.02"]


def test_human_mode_by_wire_is_set_or_changed() -> None:
    m = Machine()
    homes = []
    for line in ("H ON", "h on", "H OFF", "H off", "H", "H"):
        m.send(line)
        homes.append(m.state.home)
    human, play = Mode.HUMAN, Mode.PLAY
    assert homes == [human, human, play, play, human, play]


def test_search_lines_by_wire_are_a_number_of_moves_or_four_and_none_in_turn() -> None:
    m = Machine()
    found = []
    for line in ("S", "S", "S2", "S", "S0", "S"):
        m.send(line)
        found.append(m.state.search_moves)
    assert found == [4, 0, 2, 0, 0, 4]


def test_a_dialect_with_switches_keeps_what_is_not_named() -> None:
    for dialect in DIALECTS.values():
        same = dialect.with_switches()
        assert same == dialect
        other = dialect.with_switches(castling_sign=not dialect.castling_sign)
        assert other.castling_sign is not dialect.castling_sign
        assert other.piece_letters is dialect.piece_letters
        assert other.ep_suffix is dialect.ep_suffix


def test_a_line_of_exactly_the_longest_length_is_kept_while_it_is_unfinished() -> None:
    pending, lines = feed(Pending(), b"P" * MAX_LINE)
    assert (len(pending.data), pending.overlong, lines) == (MAX_LINE, False, ())
    pending, lines = feed(pending, b"P")
    assert (pending, lines) == (Pending(b"", True, 0), ())
    assert feed(pending, b"P\rI\r") == (Pending(b"", False, 1), ("I",))


def test_a_move_that_goes_nowhere_is_no_move() -> None:
    m = Machine()
    m.send("I")
    before = m.state.copy()
    m.send("M e2e2")
    assert m.state == before


def test_what_would_disturb_a_thinking_machine_or_a_finished_game_does_nothing() -> None:
    m = Machine()
    m.send("M e2e4")
    for line in ("T", "F", "L TR3", "M d2d4"):
        before = m.state.copy()
        m.send(line)
        assert m.state == before, line
    finished = at("7k/5Q2/6K1/8/8/8/8/8 w - - 0 1")
    finished.send("M f7g7")
    assert finished.state.game.over
    for line in ("J", "F", "M h8g7"):
        before = finished.state.copy()
        finished.send(line)
        assert finished.state == before, line


def test_up_to_four_moves_of_the_search_can_be_asked_for() -> None:
    m = Machine()
    for asked, kept in (("4", 4), ("5", 4), ("1", 1), ("x", 1), ("", 0), ("", 4)):
        m.send(f"S {asked}".rstrip())
        assert m.state.search_moves == kept, asked
