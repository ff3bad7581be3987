"""rating: sheet, explain, plot, export; levels; simulate. Through the command a user types."""

from __future__ import annotations

import csv
import io
import json
from dataclasses import replace
from pathlib import Path

import chess.pgn
import pytest

from firmware_model.game import By, Ending, Game, Ply
from firmware_model.levels import LEVELS
from firmware_model.rating import Record, Result, Rules, rate
from firmware_model.state import Nvram, RatedGame
from sapphire_emu.sheet.others import elo_history, glicko_history
from sapphire_emu.sheet.standing import standing
from sapphire_emu.store.memory import Memory
from sapphire_emu.store.records import RatedEntry
from tests.commands.conftest import Sapphire, sapphire

__all__ = ["sapphire"]

FOOL = ("f2f3", "e7e5", "g2g4", "d8h4")


def a_log(count: int) -> list[RatedGame]:
    """Games with both colours, all results, two levels; the moves are always a fool's mate."""
    games, record = [], Record()
    for number in range(count):
        result = list(Result)[number % 3]
        white = number % 2 == 0
        level = "at3" if number % 4 else "tr7"
        oelo = LEVELS[level].oelo
        assert oelo is not None
        rating = rate(record, oelo.elo, result)
        plies = tuple(
            Ply(uci, By.USER if (index % 2 == 0) == white else By.MACHINE, level, oelo.elo)
            for index, uci in enumerate(FOOL)
        )
        game = Game(plies=plies, ending=Ending.MATE, rated=True, notes=("hint used",))
        games.append(
            RatedGame(
                *(record, rating.record, oelo.elo, result, rating.tier, Rules.CORRECTED),
                *(rating.formula, level, white, game),
            )
        )
        record = rating.record
    return games


@pytest.fixture
def state(tmp_path: Path) -> Path:
    path = tmp_path / "m"
    with Memory.open(path) as memory:
        nvram = Nvram()
        for number, rated in enumerate(a_log(24)):
            nvram = replace(nvram, record=rated.after)
            memory.save(nvram, rated, at=f"2026-01-{number + 1:02}T12:00:00+00:00")
        memory.save_reset(replace(nvram, record=Record()), nvram.record)
    return path


def test_the_sheet_adds_up(sapphire: Sapphire, state: Path) -> None:
    done = sapphire("rating", "--state", state)
    lines = done.out.splitlines()
    assert lines[0] == "rating 1400  games 0  tier 1"
    assert lines[1].startswith("results  8 won  8 drawn  8 lost  performance ")
    assert lines[2].startswith("best win against ")
    assert any("reset" in line for line in lines)
    shown = json.loads(sapphire("rating", "--state", state, "--json").out)
    assert len(shown["log"]) == 25


def test_performance_is_the_linear_one(state: Path) -> None:
    with Memory.open(state, read_only=True) as memory:
        found = standing(memory.log())
    total = found.total
    assert (total.games, total.wins, total.draws, total.losses) == (24, 8, 8, 8)
    assert total.performance == round(total.oelo_sum / 24)
    assert sum(tally.games for tally in found.by_level.values()) == 24
    assert {name: tally.games for name, tally in found.by_colour.items()} == {
        "white": 12,
        "black": 12,
    }


def test_the_z_chess_scale(sapphire: Sapphire, state: Path) -> None:
    done = sapphire("rating", "--state", state, "--scale", "zchess")
    assert done.out.startswith("rating 746.67 (747) on the Z-Chess scale, 1400 conventional")


def test_explain_shows_both_readings_and_other_systems(sapphire: Sapphire, state: Path) -> None:
    done = sapphire("rating", "explain", 12, "--state", state)
    assert done.status == 0
    assert "corrected  tier 1: (" in done.out
    assert "printed    tier 1: (" in done.out
    assert "<- used" in done.out
    assert "Elo, K 32:" in done.out
    assert "Glicko-2:" in done.out
    assert "noted with the game: hint used" in done.out
    assert sapphire("rating", "explain", 25, "--state", state).out.startswith("entry 25 is a reset")
    missing = sapphire("rating", "explain", 99, "--state", state)
    assert (missing.status, missing.err) == (
        2,
        "sapphire: the log has no entry 99 (expected 1...25)\n",
    )


def test_other_systems_by_hand() -> None:
    games = [RatedEntry.of(game) for game in a_log(1)]
    # 1400 against the level's OELO; a win: 1400 + 32 * (1 - expected)
    expected = 1 / (1 + 10 ** ((games[0].oelo - 1400) / 400))
    assert elo_history(games) == [pytest.approx(1400 + 32 * (1 - expected))]
    (glicko,) = glicko_history(games)
    assert glicko.rating > 1400
    assert glicko.deviation < 350


@pytest.mark.parametrize(("suffix", "magic"), [(".svg", b"<svg"), (".png", b"\x89PNG")])
def test_the_history_is_drawn(
    sapphire: Sapphire, state: Path, tmp_path: Path, suffix: str, magic: bytes
) -> None:
    target = tmp_path / f"history{suffix}"
    assert sapphire("rating", "plot", "-o", target, "--state", state).status == 0
    assert target.read_bytes().startswith(magic)
    empty = sapphire("rating", "plot", "-o", target, "--state", tmp_path / "none")
    assert empty.status == 2


def test_the_log_is_exported(sapphire: Sapphire, state: Path, tmp_path: Path) -> None:
    target = tmp_path / "games.pgn"
    assert sapphire("rating", "export", "--pgn", "-o", target, "--state", state).status == 0
    with target.open() as file:
        games = list(iter(lambda: chess.pgn.read_game(file), None))
    assert len(games) == 24
    assert [move.uci() for move in games[0].mainline_moves()] == list(FOOL)
    assert not games[0].errors
    assert games[0].headers["Result"] == "1-0"
    rows = list(
        csv.DictReader(io.StringIO(sapphire("rating", "export", "--csv", "--state", state).out))
    )
    assert len(rows) == 25
    assert rows[0]["old"] == "1400"
    shown = json.loads(sapphire("rating", "export", "--json", "--state", state).out)
    assert shown[0]["moves"] == list(FOOL)
    assert sapphire("rating", "export", "--state", state).status == 2


def test_levels_print_each_figure_on_its_own_line(sapphire: Sapphire) -> None:
    lines = sapphire("levels").out.splitlines()
    assert len(lines) == 1 + len(LEVELS)
    for level, line in zip(LEVELS.values(), lines[1:], strict=True):
        assert line.startswith(level.code)
        assert (str(level.oelo) if level.oelo else "not rated") in line
    shown = json.loads(sapphire("levels", "--json").out)
    assert {row["name"] for row in shown} == set(LEVELS)
    stockfish = sapphire("levels", "--opponent", "stockfish").out.splitlines()
    assert len(stockfish) == len(lines)
    assert "± 50" in stockfish[1]
    assert sapphire("levels", "--opponent", "fritz").status == 2


def test_the_level_table_rises_inside_every_measured_group() -> None:
    for group in ("At", "tr", "Sd", "Fd", "bE", "UP"):
        figures = [
            level.oelo.elo for level in LEVELS.values() if level.group == group and level.oelo
        ]
        assert len(figures) == 8
        assert figures == sorted(figures)


def test_simulate_tells_quantiles_and_draws(sapphire: Sapphire, tmp_path: Path) -> None:
    target = tmp_path / "career.svg"
    done = sapphire(
        *("simulate", "--strength", 1650, "--oelo", 2010, "--games", 5, "--players", 500),
        *("-o", target),
    )
    assert done.status == 0
    assert "corrected: rating after each game" in done.out
    assert "printed: even after game 5" in done.out
    assert target.read_text().startswith("<svg")
    shown = json.loads(
        sapphire("simulate", "--strength", 1650, "--oelo", 2010, "--players", 50, "--json").out
    )
    assert shown["corrected"][0] == [1400] * 5
    assert sapphire("simulate", "--strength", "x", "--oelo", 1).status == 2


def test_rated_games_go_into_the_federations_file(
    sapphire: Sapphire, state: Path, tmp_path: Path
) -> None:
    who = ("--name", "Linden Ada", "--matricule", 12345, "--club", 618)
    built = sapphire("frbe", "build", "--from-machine", *who, "--state", state, "-o", tmp_path)
    assert built.status == 0, built.err
    path = Path(built.out.strip())
    assert path.name == "12424L1A.618"
    assert sapphire("frbe", "check", path).status == 0
    read = json.loads(sapphire("frbe", "read", path, "--json").out)
    assert "Linden Ada" in json.dumps(read)
    none = sapphire("frbe", "build", "--from-machine", *who, "--state", tmp_path / "none")
    assert (none.status, "no game has been rated" in none.err) == (2, True)
    assert sapphire("frbe", "build").status == 2
    assert sapphire("frbe", "build", "--from-machine").status == 2


def test_a_name_too_long_for_its_column_is_told(
    sapphire: Sapphire, state: Path, tmp_path: Path
) -> None:
    who = ("--name", "A very long name indeed, of a player", "--matricule", 1, "--club", 618)
    built = sapphire("frbe", "build", "--from-machine", *who, "--state", state, "-o", tmp_path)
    assert built.status == 0
    assert built.err == (
        "note: the file has room for 'A very long name indeed,' of "
        "'A very long name indeed, of a player'\n"
    )
