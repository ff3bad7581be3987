"""Small trees worked out by hand, every key spelled out; then what holds for any graph."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sapphire_emu.club.openings.codes import code_number
from sapphire_emu.club.openings.refine import Options, Order, refine
from tests.club.openings.trees import book, keys

TWO = Options(min_games=2, min_branches=2)
BY_FREQUENCY = Options(2, 2, Order.BY_FREQUENCY)

# S has two children. a is reached by 5 games and branches twice below; b by 3 and branches once.
#        S(8)
#      /      \
#    a(5)     b(3)
#    /  \     /  \
#  c(3) d(2) g(2) h(1)
#  / \
# e(2) f(1)
PLAIN = ("2 S a c e", "1 S a c f", "2 S a d", "2 S b g", "1 S b h")


def refined(of: tuple[str, ...], options: Options = TWO, names: str = "S=C89") -> dict[str, str]:
    return keys(refine(book(*of, names=names), options)[0])


def test_the_deepest_main_node_of_the_most_frequent_line_is_99() -> None:
    assert refined(PLAIN) == {
        "c": "C89/99", "e": "C89/99", "f": "C89/99",
        "a": "C89/98", "d": "C89/98",
        "b": "C89/97", "g": "C89/97", "h": "C89/97",
        "S": "C89/96",
    }  # fmt: skip


def test_by_frequency_the_root_is_99() -> None:
    # S 8 games, a 5, then c and b with 3 each: c appears first in the database.
    assert refined(PLAIN, BY_FREQUENCY) == {
        "S": "C89/99",
        "a": "C89/98", "d": "C89/98",
        "c": "C89/97", "e": "C89/97", "f": "C89/97",
        "b": "C89/96", "g": "C89/96", "h": "C89/96",
    }  # fmt: skip


def test_a_tie_goes_to_the_line_that_appears_first() -> None:
    line = ("1 S b g", "1 S b h", "1 S a c", "1 S a d")
    assert refined(line)["b"] == "C89/99"
    assert refined(line)["a"] == "C89/98"
    assert refined(line[2:] + line[:2])["a"] == "C89/99"
    assert refined(line[2:] + line[:2])["b"] == "C89/98"


def test_a_transposed_position_keeps_the_key_of_the_line_that_reaches_it_first() -> None:
    # t is reached through a (5 games) and through b (3): the walk comes by a first.
    found = refined(("3 S a t x", "2 S a y", "2 S b t z", "1 S b w"))
    assert found == {
        "t": "C89/99", "x": "C89/99", "z": "C89/99",
        "a": "C89/98", "y": "C89/98",
        "b": "C89/97", "w": "C89/97",
        "S": "C89/96",
    }  # fmt: skip


def test_also_when_that_line_has_no_main_node_of_its_own() -> None:
    # r (5 games) has one move only, so t below it falls to the root; p does not take it over.
    found = refined(("5 S r t", "2 S p t", "2 S p u"))
    assert found == {"p": "C89/99", "u": "C89/99", "S": "C89/98", "r": "C89/98", "t": "C89/98"}


def test_a_root_that_is_not_main_takes_the_next_free_key() -> None:
    assert refined(("2 S a b", "2 S a c")) == {
        "a": "C89/99", "b": "C89/99", "c": "C89/99", "S": "C89/98"
    }  # fmt: skip


def test_without_any_main_node_everything_is_99() -> None:
    assert refined(("1 S a b",)) == {"S": "C89/99", "a": "C89/99", "b": "C89/99"}


def test_numbering_starts_anew_in_every_code_and_stays_inside_it() -> None:
    lines = ("3 S a b", "2 S a c", "2 S d e", "2 S d f")
    assert refined(lines, names="S=A40 a=C89 d=E10") == {
        "S": "A40/99",
        "a": "C89/99", "b": "C89/99", "c": "C89/99",
        "d": "E10/99", "e": "E10/99", "f": "E10/99",
    }  # fmt: skip


def test_several_roots_of_a_code_by_games_and_what_is_left_of_them_shares_a_key() -> None:
    # b and a are both C89, reached from A40; b has more games. Neither is main, x and p below are.
    lines = ("2 S a x y", "2 S a x z", "3 S b p q", "2 S b p r")
    assert refined(lines, names="S=A40 a=C89 b=C89") == {
        "S": "A40/99",
        "p": "C89/99", "q": "C89/99", "r": "C89/99",
        "x": "C89/98", "y": "C89/98", "z": "C89/98",
        "a": "C89/97", "b": "C89/97",
    }  # fmt: skip


def test_games_that_repeat_a_position_neither_hang_nor_count_it_twice() -> None:
    looped = book("2 S a S a c", "2 S a d")
    assert looped.games[looped.hashes.tolist().index(int(looped.hashes[0]))] == 4
    assert keys(refine(looped, TWO)[0]) == {
        "a": "C89/99", "c": "C89/99", "d": "C89/99", "S": "C89/98"
    }  # fmt: skip


def fan(mains: int, root_is_main: bool) -> tuple[str, ...]:
    """A root and ``mains`` main nodes below it, the n-th with n + 2 games."""
    head = "S" if root_is_main else "S R"
    lines = []
    for number in range(mains):
        lines += [f"{number + 1} {head} m{number} x{number}", f"1 {head} m{number} y{number}"]
    return tuple(lines)


def test_a_hundred_keys_fit_exactly() -> None:
    of, reports = refine(book(*fan(99, root_is_main=True)), TWO)
    assert reports[0].main_nodes == 100
    assert not reports[0].overflow
    assert keys(of)["S"] == "C89/00"
    assert keys(of)["m98"] == "C89/99"  # 100 games, the most frequent


def test_overflow_raises_the_least_number_of_games_until_they_fit() -> None:
    # 103 main nodes and the root: the four with 2, 3, 4 and 5 games lose their keys.
    of, reports = refine(book(*fan(103, root_is_main=True)), TWO)
    (report,) = reports
    assert (report.overflow, report.wanted, report.min_games, report.main_nodes) == (
        True, 104, 6, 100,
    )  # fmt: skip
    assert "104 keys wanted, so N raised to 6" in str(report)
    found = keys(of)
    assert found["m4"] == "C89/01"
    assert [found[f"m{n}"] for n in range(4)] == ["C89/00"] * 4  # the root's
    assert found["S"] == "C89/00"


def test_the_key_for_what_is_left_over_counts_too() -> None:
    # R, below S, is main: 99 others, R, and one for S, which is not main: 101.
    of, reports = refine(book(*fan(99, root_is_main=False)), TWO)
    (report,) = reports
    assert (report.wanted, report.min_games, report.main_nodes, report.rest) == (101, 3, 99, 0)
    assert keys(of)["S"] == "C89/00"
    assert keys(of)["R"] == "C89/01"
    assert keys(of)["m0"] == "C89/01"
    assert keys(of)["m1"] == "C89/02"


def test_a_bound_on_branches_counts_as_chessvu_did() -> None:
    wide = tuple(f"1 S c{n}" for n in range(12))
    assert refine(book(*wide), Options(2, 9))[1][0].main_nodes == 1
    assert refine(book(*wide), Options(2, 9, most_branches=8))[1][0].main_nodes == 0


def test_one_code_alone_can_be_refined_and_unrefined() -> None:
    code = code_number("C89")
    assert code is not None
    plain = book("2 S a b", "2 S a c", names="S=A40 a=C89")
    one, reports = refine(plain, TWO, frozenset({code}))
    assert [report.code for report in reports] == [code]
    assert keys(one) == {"S": "A40", "a": "C89/99", "b": "C89/99", "c": "C89/99"}
    both, _ = refine(one, TWO)
    assert keys(both)["S"] == "A40/99"
    assert keys(both.unrefined(frozenset({code}))) == {
        "S": "A40/99", "a": "C89", "b": "C89", "c": "C89"
    }  # fmt: skip
    assert both.unrefined().fingerprint() == plain.fingerprint()


def random_games(seed: int) -> tuple[str, ...]:
    source = random.Random(seed)
    width, lines = source.randint(2, 5), []
    for _ in range(source.randint(1, 60)):
        plies = source.randint(0, 8)
        middle = " ".join(
            f"{ply}{source.randrange(width)}" if source.random() < 0.9 else "S"
            for ply in range(plies)
        )
        lines.append(f"1 S {middle}".strip())
    return tuple(lines)


@given(seed=st.integers(0, 10**6), order=st.sampled_from(Order), n=st.integers(1, 4))
def test_what_holds_for_any_graph(seed: int, order: Order, n: int) -> None:
    plain = book(*random_games(seed), names="S=A40 10=C89 21=C89 31=D05")
    options = Options(n, 2, order)
    once, reports = refine(plain, options)
    assert (once.suffix >= 0).all()  # every position has a key
    assert sum(report.positions for report in reports) == len(plain)
    again, _ = refine(refine(once.unrefined(), options)[0], options)
    assert again.fingerprint() == once.fingerprint()  # refine, unrefine, refine = refine
    for report in reports:
        used = {int(s) for s, c in zip(once.suffix, once.code, strict=True) if c == report.code}
        count = report.main_nodes + (report.rest is not None)
        assert used == set(range(100 - count, 100))  # every suffix from 99 down, none skipped


@pytest.mark.parametrize("seed", range(20))
def test_the_main_nodes_games_never_fall_under_the_least(seed: int) -> None:
    plain = book(*random_games(seed))
    of, reports = refine(plain, Options(3, 2, Order.BY_FREQUENCY))
    ranked = [
        int(max(plain.games[of.suffix == 99 - rank])) for rank in range(reports[0].main_nodes)
    ]
    assert all(games >= 3 for games in ranked)
    assert ranked == sorted(ranked, reverse=True)
