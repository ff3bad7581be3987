"""Mate in n: a search that answers only this question, and answers it fully.

Theory of operation
    An and-or search: the attacker needs one move after which every defence still loses in n - 1.
    With one move left only checks count. Before that the attacker's checks come first, those with
    the fewest replies foremost; then the quiet moves that threaten to mate in n - 1 if the defender
    passed; then, for the rare zugzwang, all others. What has been decided about a position is
    remembered for the running search.

    Nodes count and limits hold as in the normal search. Draws by repetition and by the fifty-move
    count are not looked at: a mate within n moves comes before them.
"""

from __future__ import annotations

from sapphire_emu.opponent.engine.movegen import legal_moves
from sapphire_emu.opponent.engine.position import Position, in_check, make, pass_turn
from sapphire_emu.opponent.engine.search import OutOfNodes, Search


class MateSearch:
    """One question's memory; counts its nodes on ``search``."""

    def __init__(self, search: Search) -> None:
        self.search = search
        self.known: dict[tuple[int, int], int] = {}

    def solve(self, s: Position, moves: list[int], number: int) -> list[int]:
        """The line of a mate in ``number`` moves that begins with one of ``moves``, or none.

        :raises OutOfNodes: the limit is reached.
        """
        move = self._attack(s, number, moves)
        if not move:
            return []
        line = [move]
        n = make(s, move)
        while number > 1:
            number -= 1
            replies = legal_moves(n)
            if not replies:
                break
            line.append(max(replies, key=lambda reply: self._length(make(n, reply), number)))
            n = make(n, line[-1])
            line.append(self._attack(n, self._length(n, number)))
            n = make(n, line[-1])
        return line

    def _length(self, s: Position, number: int) -> int:
        """In how many moves, at most ``number``, the side to move is known to mate."""
        return next(n for n in range(1, number + 1) if n == number or self._attack(s, n))

    def _visit(self) -> None:
        search = self.search
        search.nodes += 1
        if search.nodes >= search.limit:
            raise OutOfNodes

    def _attack(self, s: Position, number: int, moves: list[int] | None = None) -> int:
        """A move of the side to move that mates in at most ``number`` moves, or 0."""
        self._visit()
        key = (s[84], number)
        if moves is None and key in self.known:
            return self.known[key]
        checks: list[tuple[int, int, Position]] = []
        others: list[tuple[int, Position]] = []
        for move in legal_moves(s) if moves is None else moves:
            n = make(s, move)
            if in_check(n):
                replies = len(legal_moves(n))
                if not replies:
                    self.known[key] = move
                    return move
                checks.append((replies, move, n))
            else:
                others.append((move, n))
        found = 0
        if number > 1:
            checks.sort(key=lambda entry: entry[0])
            threats: list[tuple[int, Position]] = []
            rest: list[tuple[int, Position]] = []
            for move, n in others:
                threatens = self._attack(pass_turn(n), number - 1)
                (threats if threatens else rest).append((move, n))
            candidates = [(move, n) for _, move, n in checks] + threats + rest
            found = next((move for move, n in candidates if self._loses(n, number - 1)), 0)
        self.known[key] = found
        return found

    def _loses(self, s: Position, number: int) -> bool:
        """Is the side to move, whatever it does, mated in at most ``number`` moves?"""
        self._visit()
        replies = legal_moves(s)
        return bool(replies) and all(self._attack(make(s, move), number) for move in replies)
