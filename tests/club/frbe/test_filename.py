from __future__ import annotations

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sapphire_emu.club.frbe.filename import (
    DIVISIONS,
    SERIES,
    FileName,
    NameProblem,
    alternatives,
    decode_name,
    league_of,
    name_for,
    next_free,
)


@pytest.mark.parametrize(
    ("end", "parts", "name"),
    [
        (date(2000, 11, 18), ("TST", "1", "B", 618), "B18TST1B.618"),
        (date(2000, 11, 19), ("OPE", "$", "$", 618), "B19OPE$$.618"),
        (date(2000, 6, 25), ("OPE", "1", "A", 618), "625OPE1A.618"),
        (date(2005, 10, 1), ("CKA", "$", "A", 109), "A01CKA$A.109"),
        (date(2000, 12, 9), ("abc", "9", "z", 998), "C09ABC9Z.998"),
    ],
)
def test_names_of_the_source_and_of_the_rule(
    end: date, parts: tuple[str, str, str, int], name: str
) -> None:
    assert str(name_for(end, *parts)) == name
    assert decode_name(name) == name_for(end, *parts)
    assert decode_name(name.lower()) == decode_name(name)


@pytest.mark.parametrize("name", ["625OPE1a.618", "625OPE2a.618", "625OPE1b.618"])
def test_the_sources_names_are_strict_ones(name: str) -> None:
    assert isinstance(decode_name(name), FileName)


@given(
    st.dates(date(1990, 1, 1), date(2050, 12, 31)),
    st.text("ABCXYZ0189", min_size=3, max_size=3),
    st.sampled_from(DIVISIONS + "$"),
    st.sampled_from(SERIES + "$"),
    st.integers(100, 999),
)
def test_names_read_back(end: date, id_: str, division: str, series: str, club: int) -> None:
    name = name_for(end, id_, division, series, club)
    assert len(str(name)) == 12
    assert decode_name(str(name)) == name


@pytest.mark.parametrize(
    ("name", "position", "reason"),
    [
        ("00TST1B", 0, "no dot and club number"),
        ("00OPE$$", 0, "no dot and club number"),
        ("71424L-04IGR$$.998", 0, "14 letters before the dot"),
        ("201INT08A.998", 0, "9 letters before the dot"),
        ("018TST1B.618", 1, "'0' is no month"),
        ("D18TST1B.618", 1, "'D' is no month"),
        ("B00TST1B.618", 2, "'00' is no day"),
        ("231TST1B.618", 2, "month 2 has no day 31"),
        ("B18T-T1B.618", 4, "'T-T' is no identifier"),
        ("B18TST0B.618", 7, "'0' is no division"),
        ("B18TST11.618", 8, "'1' is no series"),
        ("B18TST1B.61", 10, "'61' is no club number"),
        ("B18TST1B.099", 10, "below 100"),
    ],
)
def test_where_a_name_departs(name: str, position: int, reason: str) -> None:
    found = decode_name(name)
    assert isinstance(found, NameProblem)
    assert found.position == position
    assert reason in found.reason


def test_the_next_division_then_the_next_series_is_proposed() -> None:
    first = name_for(date(2000, 6, 25), "OPE", "8", "A", 618)
    names = [str(name) for name in alternatives(first)]
    assert names[:3] == ["625OPE9A.618", "625OPE8B.618", "625OPE1B.618"]
    assert str(next_free(first, {"625OPE9A.618"}.__contains__)) == "625OPE8B.618"
    assert next_free(first, lambda _: True) is None


@pytest.mark.parametrize(
    ("club", "league"),
    [
        (100, "Antwerp"), (209, "Brussels"), (301, "West Flanders"), (401, "East Flanders"),
        (501, "Hainaut"), (618, "Liège"), (703, "Limburg"), (810, "Luxembourg"), (906, "Namur"),
        (952, "Walloon Brabant"), (499, "VSF"), (599, "FEFB"), (699, "SVDB"), (998, "FRBE"),
        (999, "foreign"),
    ],
)  # fmt: skip
def test_leagues(club: int, league: str) -> None:
    assert league_of(club) == league
