"""Closed groups: the source's example figure by figure, and where it does not apply."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from sapphire_emu.club.frbe.closed_group import ClosedResult
from sapphire_emu.club.frbe.fictive import fictive_ratings, with_fictive
from sapphire_emu.club.frbe.model import ResultFile
from sapphire_emu.club.frbe.reader import read_file
from sapphire_emu.club.frbe.standing import Kind, guess_kind
from tests.club.frbe.examples import CLOSED, ELITE, OPEN, table


def closed(file: ResultFile, **options: object) -> ClosedResult:
    result = fictive_ratings(file, Kind.CLOSED, **options).result  # type: ignore[arg-type]
    assert isinstance(result, ClosedResult)
    return result


def test_every_figure_of_the_example() -> None:
    result = closed(read_file(CLOSED))
    assert result.games == 11
    assert result.total == 13836
    assert result.rated_half_points == 12
    assert result.mean == Fraction(13836, 11)
    assert (result.rated_percent, result.unrated_percent) == (55, 45)
    assert (result.dp, result.rating) == (-36, 1222)


def test_the_figures_go_into_the_file() -> None:
    file = read_file(CLOSED)
    report = fictive_ratings(file)
    assert report.kind is Kind.CLOSED
    assert dict(report.ratings) == {1: 1222, 6: 1222}
    assert with_fictive(file, report).rows == file.rows


def test_the_half_percent_goes_to_the_rated_side() -> None:
    # 3.5 of 4 = 87.5 % for the rated side: 88, so 12 for the unrated one, not 13
    file = table("1-3 1, 1-4 1, 2-3 1, 2-4 =", [1500, 1500, 0, 0])
    result = closed(file)
    assert (result.rated_percent, result.unrated_percent, result.dp) == (88, 12, -336)
    assert result.rating == 1164


def test_no_point_and_every_point() -> None:
    assert closed(table("1-3 1, 2-4 1", [1500, 1600, 0, 0])).rating == 750
    assert closed(table("1-3 0, 2-4 0", [1500, 1600, 0, 0])).rating == 2350
    assert closed(table("1-3 0, 2-4 0", [1500, 1600, 0, 0]), cap=350).rating == 1900


def test_games_between_unrated_players_do_not_count() -> None:
    with_, without = "1-3 1, 2-4 0, 3-4 1", "1-3 1, 2-4 0"
    ratings = [1500, 1600, 0, 0]
    assert closed(table(with_, ratings)).rating == closed(table(without, ratings)).rating == 1550


def test_a_draw_against_a_loss_counts_for_each_as_written() -> None:
    result = closed(table("1-3 h, 2-4 1", [1500, 1500, 0, 0]))
    assert (result.rated_half_points, result.rated_percent) == (3, 75)


@pytest.mark.parametrize(
    ("games", "ratings", "reason"),
    [
        ("1-3 1, 2-3 1", [1500, 1500, 0], "needs 2 unrated players, this one has 1"),
        ("1-2 1, 1-3 1", [1500, 0, 0], "needs 2 rated players, this one has 1"),
        ("1-2 1, 3-4 1", [1500, 1500, 0, 0], "no game between"),
        ("1-3 -, 2-4 -", [1500, 1500, 0, 0], "no game between"),
    ],
)
def test_where_it_does_not_apply_the_ratings_stay_0000(
    games: str, ratings: list[int], reason: str
) -> None:
    file = table(games, ratings)
    report = fictive_ratings(file, Kind.CLOSED)
    assert reason in closed(file).refusal
    assert report.ratings == {}
    after = with_fictive(file, report).rows
    assert [row.rating_text for row in after if not row.rating] == ["0000"] * ratings.count(0)
    assert not any(row.fictive for row in after)


def test_a_player_list_decides_who_is_unrated() -> None:
    file = table("1-3 1, 2-4 0", [1500, 1600, 1700, 0])
    assert closed(file).refusal != ""
    assert closed(file, games_played={10003: 19, 10004: 3}).rating == 1550
    assert closed(file, games_played={10003: 20}).refusal != ""


def test_the_kind_is_told_from_the_file() -> None:
    assert guess_kind(read_file(CLOSED)) == (
        Kind.CLOSED,
        "line 5 says 'Tournoi complet - Simple rondes - 8 joueurs - Timing: 40c/2…'",
    )
    assert guess_kind(read_file(OPEN)) == (
        Kind.OPEN,
        "line 5 says 'Tournoi OPEN - 8 joueurs - Timing: 40c/2h, 1h KO', though the code line "
        "begins 11",
    )
    assert guess_kind(read_file(ELITE)) == (Kind.OPEN, "the code line begins 00")


TITLE = "Tournoi : Tournoi fermé"


@pytest.mark.parametrize(
    ("preamble", "digits", "expected"),
    [
        ((TITLE, "Type : tournoi OPEN"), (0, 0), "open: line 2 says 'Type : tournoi OPEN'"),
        ((TITLE, "Type : suisse"), (0, 0), "open: the code line begins 00"),
        ((TITLE,), (0, 0), "open: the code line begins 00"),
        (("Open de Liège",), (1, 1), "closed: the code line begins 11"),
        (("Tournoi open de Liège",), (1, 1), "closed: the code line begins 11"),
        ((TITLE,), (0, 6), "closed: line 1 has 'fermé'; the code line 06 does not tell"),
        (("Coupe",), (0, 6), "open: nothing tells, and the code line begins 06"),
    ],
)
def test_the_title_does_not_outweigh_type_line_and_code_line(
    preamble: tuple[str, ...], digits: tuple[int, int], expected: str
) -> None:
    file = read_file(ELITE)
    code = replace(file.code_line, kind=digits[0], code=digits[1])
    kind, why = guess_kind(replace(file, preamble=preamble, code_line=code))
    assert f"{kind.value}: {why}" == expected
