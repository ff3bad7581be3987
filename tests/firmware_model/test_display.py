"""Which symbols are lit beside the words, and what follows on the glass."""

from __future__ import annotations

from dataclasses import replace

import chess
import pytest

from firmware_model import Machine
from firmware_model.events import Battery, Beep, Lock, OpponentInfo, Output, Tone
from firmware_model.state import Nvram
from tests.firmware_model.hands import at, user
from tests.firmware_model.walk import keys_of


def lit(m: Machine) -> set[str]:
    """The lit symbols but those of the clock."""
    return set(m.lcd.symbols) - {"colon1", "colon2"}


def test_every_condition_of_the_machine_has_its_symbol_beside_the_others() -> None:
    m = Machine(replace(Nvram(), sound=1))
    assert lit(m) == {"white", "sound"}
    m.feed(Battery(low=True))
    assert lit(m) == {"white", "sound", "battery"}
    m.press("go")
    assert lit(m) == {"white", "sound", "battery", "thinking"}
    m.feed(Lock(on=True))
    assert lit(m) == {"white", "sound", "battery", "thinking", "lock"}


def test_verify_and_set_up_are_told_apart() -> None:
    m = Machine()
    m.press("ver")
    assert {"verify", "setup"} & lit(m) == {"verify"}
    m.press("ver")
    assert {"verify", "setup"} & lit(m) == {"setup"}


@pytest.mark.parametrize(
    ("fen", "uci", "symbols"),
    [
        ("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "e2e4", set()),
        ("4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "e4d5", {"capture"}),
        ("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", {"capture", "ep"}),
        ("4k3/8/8/8/8/8/8/R3K3 w Q - 0 1", "a1a8", {"check"}),
    ],
)
def test_a_move_lights_its_own_symbols(fen: str, uci: str, symbols: set[str]) -> None:
    m = at(fen)
    m.press("rook")
    m.press(*keys_of(chess.Move.from_uci(uci)))
    assert lit(m) == {"white"} | symbols


def test_a_move_taken_back_is_shown_without_its_check() -> None:
    m = at("4k3/8/8/8/8/8/8/R3K3 w - - 0 1")
    m.press("rook")
    user(m, "a1a8")
    m.press("left")
    assert (m.lcd.text, lit(m)) == ("A1-A8", {"white"})


@pytest.mark.parametrize(
    ("mate", "text"), [(1, "MAtE 1"), (9, "MAtE 9"), (10, "35"), (0, "35"), (-2, "35")]
)
def test_a_mate_is_announced_up_to_nine_moves_ahead(mate: int, text: str) -> None:
    m = Machine()
    m.press("bishop")
    assert m.thinking is not None
    m.feed(OpponentInfo(m.thinking.request_id, 7, 35, 100, ("e2e4",), mate=mate))
    assert text in {m.lcd.text, m.wait(2000).text}


def test_the_end_of_a_game_beeps_once_when_all_sounds_are_on() -> None:
    for sound, beeps in ((1, []), (2, [Beep(Tone.END, 1)])):
        told: list[Output] = []
        m = Machine(replace(Nvram(), sound=sound), listener=told.append)
        m.press("go")
        m.answer(None, resigns=True)
        assert [e for e in told if isinstance(e, Beep) and e.tone is Tone.END] == beeps


def test_castling_is_the_kings_move_and_then_the_rooks() -> None:
    m = at("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1")
    m.press("rook")
    for king, uci, rook in (
        ("E1-G1", "e1g1", "H1-F1"),
        ("E8-C8", "e8c8", "A8-D8"),
    ):
        m.press(*keys_of(chess.Move.from_uci(uci)))
        assert m.lcd.text == king
        assert m.wait(900).text == king
        assert m.wait(100).text == rook


def test_each_side_has_its_own_flag() -> None:
    """Black's flag falls beside White's, and neither falls twice."""
    nvram = replace(Nvram(), levels=("sd1", "sd1"))
    m = Machine(nvram)
    m.press("rook")
    user(m, "e2e4")
    m.wait(300_001)
    assert m.lcd.text == "FLAG"
    user(m, "e7e5")
    m.wait(299_000)
    assert m.lcd.text != "FLAG"
    m.wait(1_000 + 1)
    assert m.lcd.text == "FLAG"
    m.wait(100_000)
    assert m.lcd.text != "FLAG"


def test_the_bar_beside_the_clock_is_the_side_to_move() -> None:
    m = Machine()
    m.press("rook", "e5", "b2", "e5", "d4", "clear")
    assert ":" in m.lcd.text
    assert m.lcd.symbols & {"white", "black"} == {"black"}


def test_color_goes_round_the_sides_whose_level_is_set() -> None:
    m = Machine()
    m.press("level")
    sides = []
    for _ in range(4):
        m.press("color")
        sides.append(m.state.level_side)
    assert sides == [0, 1, 0, 1]
