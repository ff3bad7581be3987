"""The level table: every clock, every limit, and how strong each level is."""

from __future__ import annotations

import pytest

from firmware_model.levels import LEVELS, Control, SearchLimit, TimeControl, oelo_for_nodes
from firmware_model.strength import OELO_BY_DEPTH, OELO_BY_NODES, OELO_BY_WEAKNESS, Oelo

AVERAGE = {1: 2, 2: 5, 3: 10, 4: 15, 5: 30, 6: 60, 7: 120, 8: 180}
TOURNAMENT = {1: 5, 2: 15, 3: 30, 4: 45, 5: 60, 6: 90, 7: 120, 8: 150}
SUDDEN = {1: 5, 2: 10, 3: 15, 4: 20, 5: 30, 6: 60, 7: 90, 8: 120}
NODES = {
    "at": (205, 408, 687, 931, 1565, 2632, 4427, 6000),
    "tr": (553, 1261, 2121, 2875, 3568, 4836, 6000, 6000),
    "sd": (408, 687, 931, 1155, 1565, 2632, 3568, 4427),
    "up": (931, 1565, 2121, 2632, 3112, 3568, 4005, 4427),
}
NO_CLOCK = TimeControl(Control.NONE)


def test_the_levels_are_in_the_order_of_the_keypad() -> None:
    groups = [f"{name}{n}" for name in ("at", "tr", "sd", "fd", "be", "ma") for n in range(1, 9)]
    assert list(LEVELS) == [*groups, "an", *(f"up{n}" for n in range(1, 9))]
    assert all(name == level.name for name, level in LEVELS.items())


def test_the_lcd_shows_group_and_number() -> None:
    shown = [LEVELS[name].code for name in ("at1", "tr3", "sd2", "fd4", "be1", "ma3", "an", "up4")]
    assert shown == ["At 1", "tr 3", "Sd 2", "Fd 4", "bE 1", "MA 3", "An", "UP 4"]


@pytest.mark.parametrize("number", range(1, 9))
def test_every_level_has_its_clock_and_its_limit(number: int) -> None:
    clocks = {
        "at": TimeControl(Control.AVERAGE, AVERAGE[number]),
        "tr": TimeControl(Control.MOVES, TOURNAMENT[number] * 60, 40),
        "sd": TimeControl(Control.SUDDEN, SUDDEN[number] * 60),
        "up": TimeControl(Control.MOVES, number * 15 * 60, 60),
    }
    for group, control in clocks.items():
        level = LEVELS[f"{group}{number}"]
        assert (level.control, level.number) == (control, number)
        assert level.search == SearchLimit(nodes=NODES[group][number - 1])
        assert level.oelo == oelo_for_nodes(NODES[group][number - 1])
    beginner = ((60, 70), (60, 47), (60, 25), (100, 15), (160, 0), (300, 0), (550, 0), (1000, 0))
    nodes, weakness = beginner[number - 1]
    limits = {
        "fd": (SearchLimit(depth=number), OELO_BY_DEPTH[number]),
        "be": (SearchLimit(nodes=nodes, weakness=weakness), OELO_BY_WEAKNESS[number]),
        "ma": (SearchLimit(mate=number), None),
    }
    for group, limit in limits.items():
        level = LEVELS[f"{group}{number}"]
        assert (level.search, level.oelo) == limit
        assert (level.control, level.number) == (NO_CLOCK, number)


def test_analysis_has_no_clock_no_limit_and_no_rating() -> None:
    level = LEVELS["an"]
    assert (level.control, level.search, level.oelo) == (NO_CLOCK, SearchLimit(infinite=True), None)


def test_between_two_measured_limits_the_rating_is_on_a_line_in_the_logarithm() -> None:
    """687 nodes are 0.372 of the way from 550 (1535) to 1,000 (1676)."""
    found = oelo_for_nodes(687)
    assert (found.elo, found.how) == (1587, "interpolated between 550 and 1,000 nodes")
    assert found.margin == max(OELO_BY_NODES[550].margin, OELO_BY_NODES[1000].margin)
    assert oelo_for_nodes(2500) == OELO_BY_NODES[2500]


def test_how_long_a_side_may_use() -> None:
    """Moves in a time: another period after each full count; sudden death: never more."""
    tournament, sudden = LEVELS["tr1"].control, LEVELS["sd1"].control
    assert [tournament.allowed_ms(n) for n in (0, 39, 40, 80)] == [
        300_000,
        300_000,
        600_000,
        900_000,
    ]
    assert [sudden.allowed_ms(n) for n in (0, 100)] == [300_000, 300_000]
    assert LEVELS["at1"].control.allowed_ms(5) is None


def test_meaning_and_limit_in_words() -> None:
    words = {name: (LEVELS[name].meaning, LEVELS[name].limit) for name in LEVELS}
    assert words["at1"] == ("2 s a move on average", "205 nodes")
    assert words["tr7"] == ("40 moves in 120 min", "6,000 nodes")
    assert words["sd1"] == ("5 min for the game", "408 nodes")
    assert words["fd1"] == ("fixed depth, 1 ply", "depth 1")
    assert words["fd2"] == ("fixed depth, 2 plies", "depth 2")
    assert words["be1"] == ("beginner; errs now and then", "60 nodes, weakness 70")
    assert words["ma3"] == ("mate search, mate in 3", "mate in 3")
    assert words["an"] == ("analysis until GO", "no limit")


def test_a_measured_strength_is_written_with_its_margin() -> None:
    assert str(Oelo(1475, 60, "ladder")) == "1475 ± 60"
