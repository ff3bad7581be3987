"""Clocks: periods of forty moves, and each side under its own level."""

from __future__ import annotations

from dataclasses import replace

import pytest

from firmware_model import Machine
from firmware_model.dialects import DIALECTS
from firmware_model.events import Commit, Output
from firmware_model.game import By, Game, Ply
from firmware_model.printing import ClockReport, to_lines
from firmware_model.state import Nvram
from tests.firmware_model.hands import user

SHUFFLE = ("g1f3", "g8f6", "f3g1", "f6g8")


def test_a_level_for_one_colour_alone() -> None:
    m = Machine()
    m.press("level", "b2", "a1")
    assert m.nvram.levels == ("tr1", "tr1")
    found = set()
    for presses in (1, 2):
        m = Machine()
        m.press("level", *["color"] * presses, "b2", "a1")
        found.add(m.nvram.levels)
    assert found == {("tr1", "at3"), ("at3", "tr1")}


@pytest.mark.parametrize(("plies", "flag"), [(80, False), (79, True)])
def test_forty_moves_bring_another_period_to_the_side_that_made_them(
    plies: int, flag: bool
) -> None:
    """After 80 half-moves White has made 40; after 79 Black has made 39."""
    moves = tuple(Ply(SHUFFLE[number % 4], By.USER) for number in range(plies))
    game = Game(plies=moves, clocks_ms=(299_000, 299_000), machine_is_white=plies % 2 == 1)
    m = Machine(replace(Nvram(), game=game, levels=("tr1", "tr1")))
    m.wait(1_500)
    assert (m.lcd.text == "FLAG") is flag


def test_each_side_has_the_clock_of_its_own_level() -> None:
    m = Machine(replace(Nvram(), levels=("at3", "sd1")))
    m.press("rook")
    user(m, "e2e4")
    m.wait(300_500)
    assert m.lcd.text == "FLAG"
    m = Machine(replace(Nvram(), levels=("at3", "sd1")))
    m.press("rook")
    for move in SHUFFLE[:2]:
        user(m, move)
    m.wait(300_500)
    assert m.lcd.text != "FLAG"


def test_the_clocks_are_kept_when_the_power_goes_off() -> None:
    m = Machine()
    m.send("M e2e4")
    m.wait(7_000)
    m.answer("e7e5")
    m.wait(3_000)
    m.power(on=False)
    white_ms, black_ms = m.nvram.game.clocks_ms
    assert 2_900 <= white_ms <= 3_200
    assert 6_900 <= black_ms <= 7_200


def test_a_clock_that_did_not_run_is_not_written_again() -> None:
    told: list[Output] = []
    m = Machine(listener=told.append)
    m.press("option", "ver", "go")
    before = sum(isinstance(event, Commit) for event in told)
    m.power(on=False)
    assert sum(isinstance(event, Commit) for event in told) == before


def test_hours_on_the_wire_are_hours() -> None:
    assert to_lines(ClockReport(7_199, 3_600), DIALECTS["sapphire2"]) == ["Clock 01:59:59 01:00:00"]
