"""The search: principal variation search, and quiescence at its leaves.

Theory of operation
    ``Search.visit`` is a negamax search with a window [alpha, beta]: the first move with the whole
    window, the others with a window of one point and again only if they do better. What makes it
    short is, in the order met in the code: the transposition table, giving up where the static
    value is far outside the window (reverse futility), the null move, late moves searched less
    deep, and late quiet moves not searched at all near the leaves. A check is searched one ply
    deeper.
    ``Search.quiesce`` goes on with captures until the position is quiet.

    The order of moves decides how much is cut: the table's move, captures (most valuable victim,
    least valuable attacker) that do not lose material, two killers, quiet moves by history, losing
    captures.

    Limits are one number: ``limit``, the count of nodes at which ``OutOfNodes`` ends the search.
    Whoever wants it to end at once (``stop``, a timer) sets ``limit`` to 0 from another thread.

Rules
    The same position, history, options, table content and limit give the same tree: nothing here
    reads a clock or a random number. A position met before in the line or in the game counts as a
    draw at once.

Known gaps
    Quiescence does not see checks: a capture that leaves the own king in check is refuted by the
    capture of the king. The table knows nothing of the fifty-move count.
"""

from __future__ import annotations

from collections.abc import Iterator

from sapphire_emu.opponent.engine.evaluation import VALUE, evaluate
from sapphire_emu.opponent.engine.exchange import loses_material
from sapphire_emu.opponent.engine.movegen import (
    captures,
    checking_squares,
    evasions,
    exposing,
    quiets,
)
from sapphire_emu.opponent.engine.position import (
    Position,
    attacked,
    insufficient_material,
    make,
    pass_turn,
)
from sapphire_emu.opponent.engine.tables import BIT

MATE = 30_000
MATE_BOUND = MATE - 500
INFINITE = 31_000
MAX_PLY = 100
ENTRY_BYTES = 280
EXACT, LOWER, UPPER = 0, 1, 2

Entry = tuple[int, int, int, int]  # depth, kind of bound, score, move
# How many plies less a late quiet move is searched, by depth (6 stands for more) and place in the
# order.
REDUCTION = [
    [
        0 if depth < 3 or place < 3 else 1 + (depth > 5) + (place > 8) + (place > 20 and depth > 4)
        for place in range(256)
    ]
    for depth in range(7)
]
FUTILITY = [0, 130, 220, 330]
LATE = [0, 7, 12, 20]


class OutOfNodes(Exception):
    """The search has reached its limit or was told to stop."""


class Table:
    """Transposition table of two generations: the full newer one becomes the older one."""

    __slots__ = ("capacity", "new", "old")

    def __init__(self, megabytes: int) -> None:
        self.capacity = max(1000, megabytes * 1_000_000 // ENTRY_BYTES // 2)
        self.new: dict[int, Entry] = {}
        self.old: dict[int, Entry] = {}

    def clear(self) -> None:
        """Forget everything."""
        self.new, self.old = {}, {}

    def turn_over(self) -> None:
        """Let the older half go when the newer one is full."""
        if len(self.new) >= self.capacity:
            self.old, self.new = self.new, {}

    @property
    def per_mille_full(self) -> int:
        """How full the newer generation is, in thousandths."""
        return min(1000, 1000 * len(self.new) // self.capacity)


class Search:
    """One engine's memory and the recursive search over it."""

    __slots__ = (
        "deepest",
        "history",
        "killers",
        "limit",
        "nodes",
        "path",
        "table",
        "values",
    )

    def __init__(self, megabytes: int = 16) -> None:
        self.table = Table(megabytes)
        self.values: dict[int, int] = {}
        self.history = [[0] * 4096, [], [], [], [], [], [], [], [0] * 4096]
        self.killers = [[0, 0] for _ in range(MAX_PLY + 2)]
        self.path: list[int] = []
        self.nodes = 0
        self.limit = 0
        self.deepest = 0

    def forget(self) -> None:
        """Empty all memory: what ``ucinewgame`` asks for."""
        self.table.clear()
        self.values.clear()
        self.age()
        for side in (0, 8):
            self.history[side] = [0] * 4096

    def resize(self, megabytes: int) -> None:
        """Start with an empty table of another size."""
        self.table = Table(megabytes)

    def age(self) -> None:
        """Prepare for the next move of the same game."""
        self.killers = [[0, 0] for _ in range(MAX_PLY + 2)]
        for side in (0, 8):
            self.history[side] = [count >> 3 for count in self.history[side]]

    def value(self, s: Position) -> int:
        """The static value, remembered by position."""
        values = self.values
        key = s[84]
        found = values.get(key)
        if found is None:
            if len(values) > 200_000:
                values.clear()
            found = values[key] = evaluate(s)
        return found

    def ordered(  # noqa: PLR0912 (stages in their order)
        self, s: Position, first: int, ply: int, checked: bool
    ) -> Iterator[int]:
        """Pseudo-legal moves, the most promising first; quiet ones generated only when reached."""
        if first:
            yield first
        if checked:
            takes, others = evasions(s)
        else:
            takes, others = captures(s), []
        losing: list[int] = []
        if takes:
            takes.sort(
                key=lambda move: VALUE[s[move & 63]] * 8 - s[move >> 6 & 63] % 8, reverse=True
            )
            for move in takes:
                if move != first:
                    if loses_material(s, move):
                        losing.append(move)
                    else:
                        yield move
        if not checked:
            others = quiets(s)
        history = self.history[s[80]]
        one, two = self.killers[ply]
        if one and one != first and one in others:
            yield one
        if two and two != first and two in others:
            yield two
        others.sort(key=lambda move: history[move & 4095], reverse=True)
        for move in others:
            if move not in (first, one, two):
                yield move
        yield from losing

    def visit(  # noqa: C901, PLR0911, PLR0912, PLR0915 (the hot path, in one frame)
        self, s: Position, depth: int, alpha: int, beta: int, ply: int, may_pass: bool = True
    ) -> int:
        """The value of ``s`` in the view of its side to move, searched ``depth`` plies deep.

        Fail-soft: at most ``alpha`` means "no better than", at least ``beta`` "no worse than".

        :raises OutOfNodes: the limit is reached.
        """
        us = s[80]
        king = s[70 + us].bit_length() - 1
        checked = attacked(s, king, 8 - us)
        if checked:
            depth += 1
        key = s[84]
        path = self.path
        quiet_plies = s[83]
        if quiet_plies > 3 and key in path[-quiet_plies - 1 : -3]:
            return 0
        if depth <= 0:
            return self.quiesce(s, alpha, beta, ply)
        self.nodes += 1
        if self.nodes >= self.limit:
            raise OutOfNodes
        if (quiet_plies >= 100 and not checked) or (
            s[64].bit_count() < 5 and insufficient_material(s)
        ):
            return 0
        # A mate already found nearer to the root cannot be beaten here.
        alpha = max(alpha, ply - MATE)
        beta = min(beta, MATE - ply - 1)
        if alpha >= beta:
            return alpha
        table = self.table
        entry = table.new.get(key) or table.old.get(key)
        first = 0
        wide = beta - alpha > 1
        if entry:
            known_depth, kind, score, first = entry
            if known_depth >= depth and not wide and quiet_plies < 90:
                if score > MATE_BOUND:
                    score -= ply
                elif score < -MATE_BOUND:
                    score += ply
                if kind == EXACT or (score >= beta if kind == LOWER else score <= alpha):
                    return score
        elif depth > 3:
            depth -= 1
        selective = not checked
        static = 0
        if selective:
            static = self.value(s)
            if not wide and abs(beta) < MATE_BOUND:
                if depth < 4 and static - 85 * depth >= beta:
                    return static
                if (
                    may_pass
                    and depth > 1
                    and static >= beta
                    and s[71 + us] ^ s[70 + us] ^ s[65 + us]
                ):
                    path.append(key)
                    score = -self.visit(
                        pass_turn(s), depth - 3 - depth // 4, -beta, 1 - beta, ply + 1, False
                    )
                    path.pop()
                    if score >= beta:
                        return score if score < MATE_BOUND else beta
        if ply >= MAX_PLY:
            return self.value(s)
        risky = exposing(s)
        history = self.history[us]
        reductions = REDUCTION[min(depth, 6)]
        hopeless = False
        if depth < 4 and selective:
            hopeless = static + FUTILITY[depth] <= alpha
            checking = checking_squares(s)
        best, best_move, kind = -INFINITE, 0, UPPER
        place = 0
        tried: list[int] = []
        path.append(key)
        for move in self.ordered(s, first, ply, checked != 0):
            is_quiet = not s[move & 63] and move < 4096
            if (
                place
                and is_quiet
                and depth < 4
                and selective
                and (hopeless or (place > LATE[depth] and not wide))
                and best > -MATE_BOUND
                and not checking[s[move >> 6 & 63] & 7] & BIT[move & 63]
            ):
                if hopeless and static > best:
                    best = static
                continue
            n = make(s, move)
            if (checked or risky & BIT[move >> 6 & 63]) and attacked(
                n, n[70 + us].bit_length() - 1, 8 - us
            ):
                continue
            place += 1
            less = 0
            if is_quiet and place > 1 and selective and best > -MATE_BOUND:
                less = reductions[place]
                if less and (wide or history[move & 4095] > 400):
                    less -= 1
            if place == 1:
                score = -self.visit(n, depth - 1, -beta, -alpha, ply + 1)
            else:
                score = -self.visit(n, depth - 1 - less, -alpha - 1, -alpha, ply + 1)
                if less and score > alpha:
                    score = -self.visit(n, depth - 1, -alpha - 1, -alpha, ply + 1)
                if alpha < score < beta:
                    score = -self.visit(n, depth - 1, -beta, -alpha, ply + 1)
            if score > best:
                best = score
                if score > alpha:
                    best_move, alpha, kind = move, score, EXACT
                    if score >= beta:
                        kind = LOWER
                        if is_quiet:
                            self.reward(move, tried, depth, ply, history)
                        break
            if is_quiet:
                tried.append(move)
        path.pop()
        if place == 0:
            return ply - MATE if checked else 0
        table.turn_over()
        stored = best
        if best > MATE_BOUND:
            stored += ply
        elif best < -MATE_BOUND:
            stored -= ply
        table.new[key] = (depth, kind, stored, best_move or first)
        return best

    def reward(self, move: int, tried: list[int], depth: int, ply: int, history: list[int]) -> None:
        """Remember a quiet move that cut, and that the quiet moves tried before it did not."""
        killers = self.killers[ply]
        if killers[0] != move:
            killers[1] = killers[0]
            killers[0] = move
        gain = depth * depth
        history[move & 4095] += gain
        for other in tried:
            history[other & 4095] -= gain
        if history[move & 4095] > 100_000:
            history[:] = [count >> 1 for count in history]

    def quiesce(  # noqa: C901, PLR0912 (the hot path)
        self, s: Position, alpha: int, beta: int, ply: int
    ) -> int:
        """The value of ``s`` when only captures and promotions are still played out.

        :raises OutOfNodes: the limit is reached.
        """
        self.nodes += 1
        if self.nodes >= self.limit:
            raise OutOfNodes
        self.deepest = max(self.deepest, ply)
        best = self.value(s)
        if best >= beta:
            return best
        takes = captures(s)
        if not takes:
            return best
        alpha = max(alpha, best)
        margin = best + 120
        us = s[80]
        risky = exposing(s)
        if len(takes) > 1:
            takes.sort(
                key=lambda move: VALUE[s[move & 63]] * 8 - s[move >> 6 & 63] % 8, reverse=True
            )
        if VALUE[s[takes[0] & 63]] > 10_000:
            # The king can be taken: the move that led here was not legal.
            return MATE - ply
        for move in takes:
            taken = VALUE[s[move & 63]]
            if move < 4096:
                hope = margin + (taken or 100)
                if hope <= alpha:
                    best = max(best, hope)
                    continue
            if loses_material(s, move):
                continue
            n = make(s, move)
            if risky & BIT[move >> 6 & 63] and attacked(n, n[70 + us].bit_length() - 1, 8 - us):
                continue
            score = -self.quiesce(n, -beta, -alpha, ply + 1)
            if score > best:
                best = score
                if score > alpha:
                    alpha = score
                    if score >= beta:
                        break
        return best
