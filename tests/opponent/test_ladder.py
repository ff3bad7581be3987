"""The ladder: what is played, kept and fitted."""

from __future__ import annotations

import random
from pathlib import Path

import chess
import pytest
from click.testing import CliRunner

from sapphire_emu.commands.ladder import ladder
from sapphire_emu.errors import InputError, UserError
from sapphire_emu.opponent.ladder import PLAN, Result, fit, level_table, pair_score, player
from sapphire_emu.opponent.matches import (
    Fixture,
    ResultFile,
    Seats,
    opening,
    play,
    read_results,
    signature,
)


def simulated(strengths: dict[str, int], pairs: list[tuple[str, str]], games: int) -> list[Result]:
    dice = random.Random(11)
    results = []
    for one, two in pairs:
        expected = 1 / (1 + 10 ** ((strengths[two] - strengths[one]) / 400))
        for number in range(games):
            won = float(dice.random() < expected)
            results.append(
                Result(one, two, number, won) if number % 2 else Result(two, one, number, 1 - won)
            )
    return results


def test_the_fit_recovers_known_strengths_within_its_margins() -> None:
    strengths = {"n10": 900, "n100": 1200, "n1000": 1500, "sf1400": 1400, "sf1700": 1700}
    pairs = [("n10", "n100"), ("n100", "n1000"), ("n100", "sf1400"), ("n1000", "sf1700")]
    ratings = fit(simulated(strengths, pairs, 2000))
    for word, elo in strengths.items():
        assert abs(ratings[word].elo - elo) <= max(ratings[word].margin, 0)
    assert ratings["n10"].margin > ratings["n100"].margin > 0
    assert ratings["sf1400"].margin == 0


def test_the_fit_of_one_pair_is_the_closed_formula_and_margins_shrink_with_the_games() -> None:
    def rating(games: int) -> tuple[float, float]:
        results = [Result("n5", "sf1500", n, 1.0 if n % 4 else 0.0) for n in range(games)]
        fitted = fit(results)["n5"]
        return fitted.elo, fitted.margin

    elo, margin = rating(4000)
    assert elo == pytest.approx(1500 + 190.85, abs=0.5)
    assert rating(1000)[1] == pytest.approx(2 * margin, rel=0.01)


def test_players_without_a_way_to_an_anchor_are_left_out_and_a_clean_sweep_stays_finite() -> None:
    results = [Result("n5", "n6", 0, 1.0), *(Result("n9", "sf1500", n, 1.0) for n in range(20))]
    ratings = fit(results)
    assert set(ratings) == {"n9", "sf1500"}
    assert 1900 < ratings["n9"].elo < 2300


def test_pair_score_counts_from_the_first_players_view() -> None:
    results = [Result("a", "b", 0, 1.0), Result("b", "a", 0, 1.0), Result("b", "a", 1, 0.5)]
    assert pair_score(results, "a", "b") == (1, 1, 1)
    assert pair_score(results, "b", "a") == (1, 1, 1)


@pytest.mark.parametrize("word", ["x3", "n", "n0", "d0", "n10w101", "sf1000", "sf9999", "n1sf2"])
def test_an_unknown_player_is_refused(word: str) -> None:
    with pytest.raises(UserError):
        player(word)


def test_openings_are_legal_fair_and_different() -> None:
    seen = set()
    for number in range(60):
        board = chess.Board()
        for text in opening(number):
            board.push_uci(text)
        assert not board.is_game_over()
        seen.add(board.epd())
    assert len(seen) == 60
    assert opening(50) == opening(50)


def test_the_plan_reaches_every_player_from_an_anchor_with_the_games_promised() -> None:
    ratings = fit([Result(one, two, 0, 0.5) for one, two, _ in PLAN])
    assert {word for one, two, _ in PLAN for word in (one, two)} == set(ratings)
    assert all(games >= 60 for _, _, games in PLAN)


def test_a_game_is_played_out_kept_and_not_played_again(tmp_path: Path) -> None:
    path, pgn = tmp_path / "r.tsv", tmp_path / "g.pgn"
    file = ResultFile(path, pgn)
    plan = [("n20w90", "n20", 2)]
    assert [f.white for f in file.missing(plan)] == ["n20w90", "n20"]
    fixture = file.missing(plan)[0]
    seats = Seats()
    score, ending, board = play(fixture, seats)
    seats.close()
    assert score in (0.0, 0.5, 1.0)
    assert [m.uci() for m in board.move_stack][: len(opening(0))] == opening(0)
    file.add(fixture, score, ending, board)
    again = ResultFile(path)
    assert again.missing(plan) == [Fixture("n20", "n20w90", 0)]
    game = chess.pgn.read_game(pgn.open())
    assert game is not None
    assert game.end().board().fen() == board.fen()
    # A game of another engine does not count.
    path.write_text(path.read_text().replace(signature(), "00000000"))
    assert len(ResultFile(path).missing(plan)) == 2


def test_a_damaged_result_line_is_named(tmp_path: Path) -> None:
    path = tmp_path / "r.tsv"
    path.write_text("abcd\tn20\tn30\t0\t1-0\t80\tcheckmate\nrubbish\n")
    with pytest.raises(InputError) as caught:
        list(read_results(path))
    assert str(caught.value) == f"{path}:2: not a result line"


def test_the_command_plays_fits_and_prints_the_table(tmp_path: Path) -> None:
    path = tmp_path / "r.tsv"
    mark = signature()
    rows = [f"{mark}\tn20\tsf1320\t{n}\t{'1-0' if n % 2 else '0-1'}\t60\tdecided" for n in range(8)]
    path.write_text("\n".join(rows) + "\n")
    run = CliRunner().invoke(ladder, ["--results", str(path), "--fit-only", "n20:sf1320"])
    assert run.exit_code == 0, run.output
    assert "     n20 - sf1320   +4 =0 -4  0.500" in run.output
    assert "20: Oelo(1320, " in run.output


def test_the_table_is_in_the_form_the_level_table_takes() -> None:
    results = [Result("n300", "sf1500", n, n % 2) for n in range(100)]
    results += [Result("d3", "n300", n, n % 2) for n in range(100)]
    results += [Result("n60w95", "n300", n, n % 2) for n in range(100)]
    lines = level_table(fit(results), "sapphire ladder").splitlines()
    assert lines[0] == "# OELO_BY_NODES"
    assert lines[1] == '300: Oelo(1500, 68, "300 games, sapphire ladder"),'
    assert lines[2] == "# OELO_BY_DEPTH"
    assert lines[3].startswith("3: Oelo(1500, ")
    assert lines[5].startswith("(60, 95): Oelo(1500, ")


def test_results_that_cannot_be_kept_are_refused_before_the_first_game(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    run = CliRunner().invoke(ladder, ["--results", str(tmp_path / "file" / "r.tsv"), "n5:n6"])
    assert isinstance(run.exception, UserError)
    assert str(run.exception).startswith("cannot write ")


def test_the_command_plays_what_is_missing_and_then_nothing_more(
    tmp_path: Path,
) -> None:
    arguments = ["--results", str(tmp_path / "r.tsv"), "--games", "2", "--jobs", "2", "d1:n5w99"]
    first = CliRunner().invoke(ladder, arguments)
    assert first.exit_code == 0, first.output
    kept = (tmp_path / "r.tsv").read_text()
    assert kept.count("\n") == 2
    assert (tmp_path / "r.pgn").read_text().count("[Result ") == 2
    again = CliRunner().invoke(ladder, arguments)
    assert again.exit_code == 0
    assert (tmp_path / "r.tsv").read_text() == kept


@pytest.mark.parametrize("pair", ["n300", "n300:n300", "n300:x"])
def test_a_wrong_pair_is_one_line(pair: str) -> None:
    run = CliRunner().invoke(ladder, [pair])
    assert isinstance(run.exception, UserError)
