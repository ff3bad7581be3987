"""Whole events: order, provisional players in the three ways, titles, the floor."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sapphire_emu.club.zchess.chart import Outcome, Reading
from sapphire_emu.club.zchess.event import Game, ProvisionalRule, Start, rate_event
from sapphire_emu.club.zchess.event_input import EloTags, read_event, read_starts
from sapphire_emu.errors import InputError

W, D, L = Outcome.WIN, Outcome.DRAW, Outcome.LOSS
RATED = {name: Start(Fraction(900), 200) for name in ("P", "Q", "R", "S")}
NEWCOMER = [Game("New", "P", W), Game("Q", "New", L), Game("New", "R", D), Game("S", "New", W)]


def newcomer(rule: ProvisionalRule, games: int = 4) -> tuple[Fraction, bool]:
    report = rate_event(NEWCOMER[:games], RATED, rule=rule)
    player = next(p for p in report.standings if p.name == "New")
    return player.rating, player.provisional


def test_a_new_player_by_the_chart_moves_at_once() -> None:
    # +13 from 800 (100 below), +12 from 813, a draw +3 from 825, a loss -5 from 828
    assert [newcomer(ProvisionalRule.CHART, n) for n in (1, 2, 3, 4)] == [
        (813, True), (825, True), (828, True), (823, False),
    ]  # fmt: skip


def test_a_new_player_on_hold_moves_after_four_games() -> None:
    # every game from 800: +13, +13, +5, -3
    assert newcomer(ProvisionalRule.HOLD, 3) == (800, True)
    assert newcomer(ProvisionalRule.HOLD) == (828, False)


def test_a_new_player_by_performance() -> None:
    # opponents 900 each; two wins, one loss: 900 + 40
    assert newcomer(ProvisionalRule.PERFORMANCE, 3) == (800, True)
    assert newcomer(ProvisionalRule.PERFORMANCE) == (940, False)


@pytest.mark.parametrize("rule", list(ProvisionalRule))
def test_rated_opponents_gain_and_lose_as_usual(rule: ProvisionalRule) -> None:
    report = rate_event(NEWCOMER[:1], RATED, rule=rule)
    assert next(p for p in report.standings if p.name == "P").rating == 887


def test_games_are_rated_one_by_one_in_order() -> None:
    starts = {"A": Start(Fraction(900), 9), "B": Start(Fraction(820), 9)}
    report = rate_event([Game("A", "B", W), Game("B", "A", W)], starts)
    first, second = report.games
    assert (first.white_after, first.black_after) == (904, 816)
    assert second.exchange.difference == 88
    assert (second.white_after, second.black_after) == (828, 892)


def test_titles_follow_the_count_of_games() -> None:
    starts = {"A": Start(Fraction(1410), 99), "B": Start(Fraction(1400), 98)}
    report = rate_event([Game("A", "B", D)], starts)
    titles = {p.name: p.title and p.title.label for p in report.standings}
    assert titles == {"A": "Master", "B": None}


def test_without_a_count_a_rating_is_established_and_has_no_title() -> None:
    report = rate_event([Game("A", "B", D)], {"A": Start(Fraction(1410))})
    player = report.standings[0]
    assert (player.name, player.provisional, player.games, player.title) == ("A", False, None, None)


@given(
    st.lists(
        st.tuples(
            st.sampled_from("ABCD"), st.sampled_from("ABCD"), st.sampled_from(Outcome)
        ).filter(lambda game: game[0] != game[1]),
        max_size=40,
    ),
    st.sampled_from(Reading),
)
def test_an_event_of_established_players_keeps_the_sum(
    games: list[tuple[str, str, Outcome]], reading: Reading
) -> None:
    starts = {name: Start(Fraction(1000 + 60 * n), 50) for n, name in enumerate("ABCD")}
    report = rate_event([Game(*game) for game in games], starts, reading)
    assert sum(p.change for p in report.standings) == 0
    assert sum(p.event_games for p in report.standings) == 2 * len(games)


def test_csv_with_everything(tmp_path: Path) -> None:
    path = tmp_path / "e.csv"
    path.write_text(
        "White;Black;Result;white rating;white games;date\n"
        '"Linden, Ada";Bo;1-0;900;120;2026-01-02\n\nBo;"Linden, Ada";½-½;;;\nBo;Cy;*;;;\n'
    )
    event = read_event(path)
    assert event.faults == []
    assert [(g.white, g.black, g.outcome, g.line) for g in event.games] == [
        ("Linden, Ada", "Bo", W, 2),
        ("Bo", "Linden, Ada", D, 4),
    ]
    assert event.starts == {"Linden, Ada": Start(Fraction(900), 120)}
    assert event.unfinished == 1


@pytest.mark.parametrize(
    ("elo", "rating"), [(EloTags.IGNORE, None), (EloTags.Z, 1650), (EloTags.CONVENTIONAL, 880)]
)
def test_pgn_elo_tags(tmp_path: Path, elo: EloTags, rating: int | None) -> None:
    path = tmp_path / "e.pgn"
    path.write_text('[White "Ada"]\n[Black "Bo"]\n[Result "0-1"]\n[WhiteElo "1650"]\n\n1. e4 0-1\n')
    event = read_event(path, elo)
    assert [(g.white, g.outcome) for g in event.games] == [("Ada", L)]
    assert event.starts == ({} if rating is None else {"Ada": Start(Fraction(rating))})


def test_pgn_in_latin_1(tmp_path: Path) -> None:
    path = tmp_path / "e.pgn"
    path.write_bytes('[White "Zoé"]\n[Black "Bo"]\n[Result "1-0"]\n\n1-0\n'.encode("latin-1"))
    assert read_event(path).games[0].white == "Zoé"


def pgn(white: str, moves: str) -> str:
    return f'[White "{white}"]\n[Black "Bo"]\n[Result "1-0"]\n\n{moves}\n\n'


def test_a_comment_that_is_never_closed_costs_its_game_and_no_other(tmp_path: Path) -> None:
    path = tmp_path / "e.pgn"
    games = [pgn("Ada", "1. e4 {good} ; {\n1-0"), pgn("Cy", "1. e4\n  {never closed e5 1-0")]
    path.write_text("".join([*games, pgn("Di", '1. d4 {so\n[White "x"]\n} 1-0'), pgn("Ed", "1-0")]))
    event = read_event(path)
    assert [str(fault) for fault in event.faults] == [f"{path}:13:3: a comment is never closed"]
    assert [(game.white, game.line) for game in event.games] == [
        ("Ada", 1),
        ("Cy", 8),
        ("Di", 15),
        ("Ed", 23),
    ]


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        ('"Ada,Bo,1-0\nBo,Ada,1-0\n', ":2:1: a quote is never closed"),
        ('Ada,Bo,"1-0\n', ":2:8: a quote is never closed"),
        ('"Ada,Bo,1-0\n"Bo",Ada,1-0\n', ":2: a quote is closed before the end of its cell"),
    ],
)
def test_a_quote_that_is_never_closed_is_named(tmp_path: Path, rows: str, message: str) -> None:
    path = tmp_path / "e.csv"
    path.write_text(f"white,black,result\n{rows}")
    with pytest.raises(InputError) as caught:
        read_event(path)
    assert str(caught.value).startswith(f"{path}{message}")


BAD_CSV = """white,black,result,white_rating
Ada,Bo,1-0,900
,Bo,1-0,
Ada,Ada,1-0,
Ada,Bo,2-0,
Ada,Bo,1-0,-5
Ada,Bo,1-0,,x
"""


def test_every_bad_row_is_named_with_its_place(tmp_path: Path) -> None:
    path = tmp_path / "e.csv"
    path.write_text(BAD_CSV)
    places = [(f.line, f.column) for f in read_event(path).faults]
    assert places == [(3, 1), (4, 5), (5, 8), (6, 12), (7, 13)]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "1:1: the file is empty"),
        ("white,black\n", "1:1: no column 'result'"),
        ("white,blak,result\n", "1:7: unknown column 'blak'; did you mean black?"),
        ("white,white,result\n", "1:7: column given twice 'white'"),
    ],
)
def test_bad_headers(tmp_path: Path, text: str, message: str) -> None:
    path = tmp_path / "e.csv"
    path.write_text(text)
    with pytest.raises(InputError) as caught:
        read_event(path)
    assert str(caught.value).startswith(f"{path}:{message}")


def test_known_players(tmp_path: Path) -> None:
    path = tmp_path / "r.csv"
    path.write_text("name,rating,games\nAda,904.05,\nBo,816,3\n")
    assert read_starts(path) == {
        "Ada": Start(Fraction(18081, 20)),
        "Bo": Start(Fraction(816), 3),
    }
    path.write_text("name,rating\nAda,900\nAda,901\n")
    with pytest.raises(InputError, match=r"r\.csv:3:1: 'Ada' is listed twice"):
        read_starts(path)
