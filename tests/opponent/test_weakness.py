"""Weak levels err now and then, within a bound, and in the same way for the same seed."""

from __future__ import annotations

import pytest

from sapphire_emu.opponent.engine.movegen import legal_moves
from sapphire_emu.opponent.engine.position import START_FEN, from_fen, make
from sapphire_emu.opponent.engine.root import Engine, Limits, Report
from sapphire_emu.opponent.engine.search import INFINITE, Search
from sapphire_emu.opponent.engine.weakness import bound, hasty_move, probability

TACTICAL = "r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 4"


def positions(count: int) -> list[list[int]]:
    """Positions of one long game of first moves, all different."""
    s, found = from_fen(START_FEN), []
    for number in range(count):
        moves = sorted(legal_moves(s))
        if not moves:
            break
        s = make(s, moves[number * 7 % len(moves)])
        found.append(s)
    return found


@pytest.mark.parametrize("weakness", [20, 60, 100])
def test_haste_is_as_frequent_as_documented(weakness: int) -> None:
    search = Search(1)
    search.limit = 1 << 40
    trials = hasty = 0
    for number, s in enumerate(positions(30)):
        moves = legal_moves(s)
        if len(moves) < 2:
            continue
        for seed in range(20):
            trials += 1
            hasty += hasty_move(search, s, moves, weakness, seed, number) is not None
    deviation = (trials * probability(weakness) * (1 - probability(weakness))) ** 0.5
    assert trials > 300
    assert abs(hasty - trials * probability(weakness)) < 4 * deviation


@pytest.mark.parametrize("weakness", [10, 50, 100])
def test_a_hasty_move_loses_no_more_than_its_bound(weakness: int) -> None:
    search = Search(1)
    search.limit = 1 << 40
    s = from_fen(TACTICAL)
    moves = legal_moves(s)
    truth = {m: -search.quiesce(make(s, m), -INFINITE, INFINITE, 1) for m in moves}
    losses = set()
    for seed in range(60):
        hasty = hasty_move(search, s, moves, weakness, seed, 0)
        if hasty:
            assert hasty[1] == truth[hasty[0]]
            losses.add(max(truth.values()) - hasty[1])
    assert losses
    assert max(losses) <= bound(weakness)


def test_a_greedy_capture_is_played_only_where_the_bound_allows_it() -> None:
    # The rook can take a covered pawn: a beginner's move, which costs a rook for a pawn.
    s = from_fen("3r2k1/5ppp/3p4/8/8/8/3R1PPP/6K1 w - - 0 1")
    taken = {}
    for weakness in (20, 100):
        search = Search(1)
        search.limit = 1 << 40
        found = [hasty_move(search, s, legal_moves(s), weakness, seed, 0) for seed in range(80)]
        taken[weakness] = sum(1 for hasty in found if hasty and hasty[0] & 63 == 43)
    assert taken[20] == 0
    assert taken[100] > 0


def test_the_same_seed_slips_in_the_same_places_and_another_in_others() -> None:
    def played(seed: int) -> list[int]:
        engine, moves = Engine(1), []
        for s in positions(24):
            engine.search.forget()
            limits = Limits(nodes=60, weakness=60, seed=seed)
            moves.append(engine.think(s, [], limits, lambda _: None)[0])
        return moves

    assert played(1) == played(1)
    assert played(1) != played(2)


def test_without_weakness_the_seed_means_nothing() -> None:
    def report(seed: int) -> list[tuple[int, int]]:
        reports: list[Report] = []
        Engine(1).think(from_fen(TACTICAL), [], Limits(nodes=500, seed=seed), reports.append)
        return [(r.score, r.nodes) for r in reports]

    assert report(1) == report(2)
