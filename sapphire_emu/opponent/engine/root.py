"""From a position and limits to a move: iterative deepening, the reports on the way, mate search.

Theory of operation
    The root searches depth 1, 2, 3 … and keeps the order of its moves from one depth to the next.
    When a limit ends the search in the middle of a depth, the best move found so far stands: the
    first move of a depth is the best of the depth before, and a later one replaces it only when it
    has been found better.

    A limit on nodes is exact and makes the result reproducible. Time and ``stop`` work by setting
    the node limit to 0 from another thread.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field

from sapphire_emu.opponent.engine.movegen import legal_moves
from sapphire_emu.opponent.engine.position import Position, in_check, make, move_text
from sapphire_emu.opponent.engine.search import (
    INFINITE,
    MATE,
    MATE_BOUND,
    MAX_PLY,
    OutOfNodes,
    Search,
)

NO_LIMIT = 1 << 60
NO_MATE_NODES = 10_000


@dataclass(slots=True)
class Limits:
    """What ends a search; None means unlimited. ``seconds`` is wall time, ``mate`` in moves.

    ``stop`` is set, from any thread, through :meth:`Engine.stop`. ``only``, if not empty, are the
    moves to choose from.
    """

    depth: int | None = None
    nodes: int | None = None
    mate: int | None = None
    seconds: float | None = None
    infinite: bool = False
    weakness: int = 0
    seed: int = 0
    only: list[int] = field(default_factory=list)
    stop: threading.Event = field(default_factory=threading.Event)


@dataclass(slots=True)
class Report:
    """One finished depth, or a better move within one. ``score`` is in the mover's view."""

    depth: int
    seldepth: int
    score: int
    nodes: int
    seconds: float
    pv: list[int]
    per_mille_full: int

    def uci(self) -> str:
        """The ``info`` line of the protocol."""
        milliseconds = int(self.seconds * 1000)
        rate = int(self.nodes / self.seconds) if self.seconds > 0 else 0
        return (
            f"info depth {self.depth} seldepth {self.seldepth} score {score_text(self.score)}"
            f" nodes {self.nodes} nps {rate} hashfull {self.per_mille_full}"
            f" time {milliseconds} pv {' '.join(map(move_text, self.pv))}"
        )


def score_text(score: int) -> str:
    """A score as the protocol writes it: centipawns, or moves to mate.

    >>> score_text(35), score_text(MATE - 3), score_text(4 - MATE)
    ('cp 35', 'mate 2', 'mate -2')
    """
    if score > MATE_BOUND:
        return f"mate {(MATE - score + 1) // 2}"
    if score < -MATE_BOUND:
        return f"mate {-((MATE + score) // 2)}"
    return f"cp {score}"


class Engine:
    """A search with its root: one for each process."""

    def __init__(self, megabytes: int = 16) -> None:
        self.search = Search(megabytes)
        self.running: Limits | None = None

    def stop(self, limits: Limits) -> None:
        """End the search that ``limits`` began or will begin; callable from any thread."""
        limits.stop.set()
        if self.running is limits:
            self.search.limit = 0

    def think(
        self,
        s: Position,
        history: list[int],
        limits: Limits,
        report: Callable[[Report], None],
    ) -> tuple[int, list[int]]:
        """The move to play (0 if there is none) and the line expected, the move first.

        ``history`` holds the keys of the game's positions before ``s``, oldest first.
        """
        search = self.search
        search.age()
        search.nodes = search.deepest = 0
        search.path = history[:]
        search.limit = limits.nodes if limits.nodes is not None else NO_LIMIT
        self.running = limits
        moves = legal_moves(s)
        if limits.only:
            moves = [move for move in moves if move in limits.only]
        if not moves:
            return 0, []
        # The order before any search, which is also the answer to a ``stop`` that comes at once.
        moves.sort(key=lambda move: search.value(make(s, move)))
        timer = None
        if limits.seconds is not None:
            timer = threading.Timer(limits.seconds, self.stop, (limits,))
            timer.daemon = True
            timer.start()
        if limits.stop.is_set():
            search.limit = 0
        try:
            if limits.weakness and limits.mate is None and not limits.infinite:
                return self._weakened(s, moves, limits, report)
            if limits.mate is not None:
                return self._mate(s, moves, limits, report)
            return self._deepen(s, moves, limits, report)
        finally:
            self.running = None
            if timer:
                timer.cancel()

    def _weakened(
        self, s: Position, moves: list[int], limits: Limits, report: Callable[[Report], None]
    ) -> tuple[int, list[int]]:
        """A hasty move where one is due (see ``weakness``), else the normal search."""
        from sapphire_emu.opponent.engine.weakness import hasty_move

        search = self.search
        started, limit = time.perf_counter(), search.limit
        search.limit = NO_LIMIT
        hasty = hasty_move(search, s, sorted(moves), limits.weakness, limits.seed, len(search.path))
        if hasty is None:
            search.limit = 0 if limits.stop.is_set() else limit
            return self._deepen(s, moves, limits, report)
        move, score = hasty
        seconds = time.perf_counter() - started
        report(Report(1, search.deepest, score, search.nodes, seconds, [move], 0))
        return move, [move]

    def _mate(
        self, s: Position, moves: list[int], limits: Limits, report: Callable[[Report], None]
    ) -> tuple[int, list[int]]:
        """A mate in at most ``limits.mate`` moves; without one, a move by a normal search."""
        from sapphire_emu.opponent.engine.mate import MateSearch

        search = self.search
        started = time.perf_counter()
        solver = MateSearch(search)
        try:
            for number in range(1, (limits.mate or 1) + 1):
                line = solver.solve(s, moves, number)
                if line:
                    seconds = time.perf_counter() - started
                    depth = 2 * number - 1
                    score = MATE - depth
                    report(Report(depth, depth, score, search.nodes, seconds, line, 0))
                    return line[0], line
            search.limit = min(search.limit, search.nodes + NO_MATE_NODES)
        except OutOfNodes:
            search.limit = 0
        return self._deepen(s, moves, limits, report)

    def _deepen(
        self, s: Position, moves: list[int], limits: Limits, report: Callable[[Report], None]
    ) -> tuple[int, list[int]]:
        """Iterative deepening with a window that opens around the last score."""
        search = self.search
        started = time.perf_counter()
        deepest = limits.depth or MAX_PLY - 1
        best_line = [moves[0]]
        score = 0

        def tell(depth: int) -> None:
            report(
                Report(
                    depth,
                    max(depth, search.deepest),
                    score,
                    search.nodes,
                    time.perf_counter() - started,
                    best_line,
                    search.table.per_mille_full,
                )
            )

        for depth in range(1, deepest + 1):
            width = 40 if depth > 3 else INFINITE
            low, high = max(-INFINITE, score - width), min(INFINITE, score + width)
            while True:
                try:
                    found, move = self._one_depth(s, moves, depth, low, high)
                except OutOfNodes:
                    best = self._partial
                    if best and best != best_line[0]:
                        best_line = self._line(s, best)
                        score = self._partial_score
                    tell(depth)
                    return best_line[0], best_line
                if found <= low and low > -INFINITE:
                    low = -INFINITE
                elif found >= high and high < INFINITE:
                    high = INFINITE
                else:
                    break
            score = found
            best_line = self._line(s, move)
            moves.remove(move)
            moves.insert(0, move)
            tell(depth)
            if len(moves) == 1 and limits.nodes is not None and not limits.infinite and depth > 4:
                break
            if abs(score) > MATE_BOUND and depth >= MATE - abs(score) + 2 and not limits.infinite:
                break
        return best_line[0], best_line

    def _one_depth(
        self, s: Position, moves: list[int], depth: int, low: int, high: int
    ) -> tuple[int, int]:
        """Score and move of one depth; ``_partial`` holds the best so far if it is cut short."""
        search = self.search
        self._partial = self._partial_score = 0
        alpha, best, best_move = low, -INFINITE, moves[0]
        search.path.append(s[84])
        base = len(search.path)
        try:
            for place, move in enumerate(moves):
                n = make(s, move)
                if place == 0:
                    score = -search.visit(n, depth - 1, -high, -alpha, 1)
                else:
                    quiet = not s[move & 63] and move < 4096
                    less = 1 if depth > 3 and place > 5 and quiet and not in_check(n) else 0
                    score = -search.visit(n, depth - 1 - less, -alpha - 1, -alpha, 1)
                    if less and score > alpha:
                        score = -search.visit(n, depth - 1, -alpha - 1, -alpha, 1)
                    if alpha < score < high:
                        score = -search.visit(n, depth - 1, -high, -alpha, 1)
                if score > best:
                    best, best_move = score, move
                    if score > alpha:
                        alpha = score
                        self._partial, self._partial_score = move, score
                        if score >= high:
                            break
            search.table.new[s[84]] = (depth, 0, best, best_move)
        finally:
            del search.path[base - 1 :]
        return best, best_move

    def _line(self, s: Position, move: int) -> list[int]:
        """The expected line that begins with ``move``, read from the table."""
        line = [move]
        table = self.search.table
        n = make(s, move)
        seen = {s[84]}
        while len(line) < MAX_PLY // 2:
            entry = table.new.get(n[84]) or table.old.get(n[84])
            if not entry or not entry[3] or n[84] in seen or entry[3] not in legal_moves(n):
                break
            seen.add(n[84])
            line.append(entry[3])
            n = make(n, entry[3])
        return line
