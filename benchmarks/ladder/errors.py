"""How often a weak level errs, and by how much: ``python -m benchmarks.ladder.errors``.

Positions come from games of the embedded engine against itself, from the ladder's openings. In each
the level's move and the move of a search of ``JUDGE_NODES`` are both judged by such a search of the
position they lead to; the difference, at least 0, is the move's error. One line a level: moves
judged, share made in haste, share of errors of at least 50, 100 and 300 centipawns, mean error.
Seeds are fixed: the same engine prints the same table.
"""

from __future__ import annotations

from sapphire_emu.opponent.engine.movegen import legal_moves
from sapphire_emu.opponent.engine.position import START_FEN, Position, from_fen, make, move_text
from sapphire_emu.opponent.engine.root import Engine, Limits, Report
from sapphire_emu.opponent.engine.weakness import hasty_move
from sapphire_emu.opponent.ladder import player
from sapphire_emu.opponent.matches import opening, signature

LEVELS = ("n60w92", "n60w70", "n60w47", "n60w25", "n100w15", "n160", "n300", "n550")
JUDGE_NODES = 3000
GAMES, EVERY_PLIES, PLIES = 12, 4, 60
WORST_CP = 1000


def positions() -> list[tuple[Position, int]]:
    """Quiet starts and what becomes of them: (position, plies played)."""
    engine, found = Engine(4), []
    for number in range(GAMES):
        s = from_fen(START_FEN)
        for text in opening(number * 3):
            s = make(s, next(m for m in legal_moves(s) if move_text(m) == text))
        for ply in range(PLIES):
            engine.search.forget()
            move, _ = engine.think(s, [], Limits(nodes=300, weakness=30, seed=ply), lambda _: None)
            if not move:
                break
            if ply % EVERY_PLIES == number % EVERY_PLIES:
                found.append((s, ply))
            s = make(s, move)
    return found


def judged(engine: Engine, s: Position, move: int) -> int:
    """The value of a move in the mover's view, centipawns, within ``WORST_CP``."""
    n = make(s, move)
    if not legal_moves(n):
        return 0 if not engine.search.visit(n, 1, -31_000, 31_000, 0) else WORST_CP
    reports: list[Report] = []
    engine.search.forget()
    engine.think(n, [], Limits(nodes=JUDGE_NODES), reports.append)
    return max(-WORST_CP, min(WORST_CP, -reports[-1].score))


def main() -> None:
    """Print the table."""
    engine = Engine(4)
    places = []
    for s, ply in positions():
        engine.search.forget()
        best, _ = engine.think(s, [], Limits(nodes=JUDGE_NODES), lambda _: None)
        if best:
            places.append((s, ply, judged(engine, s, best)))
    print(f"signature {signature()}, {len(places)} positions, judged by {JUDGE_NODES} nodes")
    print("level      moves  haste  >=50  >=100  >=300   mean cp")
    for word in LEVELS:
        who = player(word)
        errors, hasty = [], 0
        for s, ply, best in places:
            limits = Limits(nodes=who.nodes, weakness=who.weakness, seed=ply)
            engine.search.forget()
            move, _ = engine.think(s, [], limits, lambda _: None)
            engine.search.limit = 1 << 40
            moves = sorted(legal_moves(s))
            hasty += hasty_move(engine.search, s, moves, who.weakness, ply, 0) is not None
            errors.append(max(0, best - judged(engine, s, move)))
        count = len(errors)
        shares = [sum(error >= bound for error in errors) / count for bound in (50, 100, 300)]
        print(
            f"{word:8} {count:7} {hasty / count:6.2f}"
            f" {shares[0]:5.2f} {shares[1]:6.2f} {shares[2]:6.2f} {sum(errors) / count:9.0f}"
        )


if __name__ == "__main__":
    main()
