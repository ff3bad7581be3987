"""The one table of levels: code, time control on the clock, search limit, OELO and how found.

Two things are told apart. The *time control* runs the clocks and the flag. The *search limit* is
a number of nodes or plies, so that the machine is as strong on a fast computer as on a slow one.
The **OELO** of a level is the strength measured at its search limit, on the scale of computer
rating lists, not FIDE's; it is never the 2010 with which the original is credited.

Sources: the groups and the fixed points At 1, 5, 6, tr 1, 7, Sd 5, 6 are those of sibling machines
(S); the other times, and the rule nodes = 6,000 x (t / 180 s) ** 0.75, are choices (P).

>>> LEVELS["tr7"].code, LEVELS["tr7"].meaning, LEVELS["tr7"].search.nodes
('tr 7', '40 moves in 120 min', 6000)
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from enum import Enum

from firmware_model.strength import OELO_BY_DEPTH, OELO_BY_NODES, OELO_BY_WEAKNESS, Oelo

DEFAULT_LEVEL = "at3"
"""First power-on: answers within about a second (P)."""

TOURNAMENT_NODES = 6_000
"""So that tournament level plays at about the 2010 with which the original is credited (P)."""
TOURNAMENT_SECONDS = 180


class Control(Enum):
    """What a time control limits."""

    AVERAGE = "average time a move"
    MOVES = "a number of moves in a time, again and again"
    SUDDEN = "the whole game"
    NONE = "nothing"


@dataclass(frozen=True, slots=True)
class TimeControl:
    """The clock side of a level. ``seconds`` a move, a period or a game; ``moves`` a period."""

    kind: Control
    seconds: int = 0
    moves: int = 0

    def allowed_ms(self, moves_made: int) -> int | None:
        """Clock time a side may have used after ``moves_made`` of its moves; None: no limit.

        >>> TimeControl(Control.MOVES, seconds=300, moves=40).allowed_ms(40)
        600000
        """
        if self.kind is Control.MOVES:
            return self.seconds * 1000 * (moves_made // self.moves + 1)
        if self.kind is Control.SUDDEN:
            return self.seconds * 1000
        return None


@dataclass(frozen=True, slots=True)
class SearchLimit:
    """How the opponent is limited; None means not by this.

    ``nodes`` positions, ``depth`` plies, ``mate`` moves to mate, ``infinite`` until told to move,
    ``weakness`` 0 (none) to 100: how often it errs, on the scale of the embedded engine.
    """

    nodes: int | None = None
    depth: int | None = None
    mate: int | None = None
    infinite: bool = False
    weakness: int = 0


@dataclass(frozen=True, slots=True)
class Level:
    """One row of the table.

    ``name`` is the word in scripts (``tr7``), ``code`` the text on the LCD (``tr 7``). ``oelo`` is
    None where a game cannot be rated.
    """

    name: str
    group: str
    number: int
    control: TimeControl
    search: SearchLimit
    oelo: Oelo | None

    @property
    def code(self) -> str:
        """What the LCD shows: ``tr 7``, or ``An`` for the group without numbers."""
        return f"{self.group} {self.number}" if self.number else self.group

    @property
    def meaning(self) -> str:
        """The time control (or other limit) in words."""
        seconds, search = self.control.seconds, self.search
        match self.control.kind:
            case Control.AVERAGE:
                return f"{seconds} s a move on average"
            case Control.MOVES:
                return f"{self.control.moves} moves in {seconds // 60} min"
            case Control.SUDDEN:
                return f"{seconds // 60} min for the game"
        if search.depth:
            return f"fixed depth, {search.depth} {'ply' if search.depth == 1 else 'plies'}"
        if search.mate:
            return f"mate search, mate in {search.mate}"
        if search.infinite:
            return "analysis until GO"
        return "beginner; errs now and then"

    @property
    def limit(self) -> str:
        """How the opponent is limited, in words."""
        parts = []
        if self.search.nodes:
            parts.append(f"{self.search.nodes:,} nodes")
        if self.search.depth:
            parts.append(f"depth {self.search.depth}")
        if self.search.mate:
            parts.append(f"mate in {self.search.mate}")
        if self.search.infinite:
            parts.append("no limit")
        if self.search.weakness:
            parts.append(f"weakness {self.search.weakness}")
        return ", ".join(parts)


GROUPS: tuple[str, ...] = ("At", "tr", "Sd", "Fd", "bE", "MA", "An", "UP")
"""The eight groups in the order of the letter keys A to H (P)."""

AVERAGE_SECONDS = (2, 5, 10, 15, 30, 60, 120, 180)
TOURNAMENT_MINUTES = (5, 15, 30, 45, 60, 90, 120, 150)
SUDDEN_MINUTES = (5, 10, 15, 20, 30, 60, 90, 120)
USER_MINUTES_STEP = 15
"""UP n gives 60 moves in 15 x n minutes (P)."""

BEGINNER = ((60, 70), (60, 47), (60, 25), (100, 15), (160, 0), (300, 0), (550, 0), (1000, 0))
"""bE 1-8: (nodes, weakness), weakest first (P)."""


def nodes_for(seconds: float) -> int:
    """Nodes a move for an average time a move, capped at tournament strength (P).

    >>> nodes_for(10)
    687
    """
    share = min(seconds, TOURNAMENT_SECONDS) / TOURNAMENT_SECONDS
    return round(TOURNAMENT_NODES * math.pow(share, 0.75))


def oelo_for_nodes(nodes: int) -> Oelo:
    """OELO of a node limit: measured where it was measured, else a straight line in log nodes.

    >>> oelo_for_nodes(300) == OELO_BY_NODES[300]
    True
    """
    if nodes in OELO_BY_NODES:
        return OELO_BY_NODES[nodes]
    measured = sorted(OELO_BY_NODES)
    upper = next(index for index, known in enumerate(measured) if known > nodes)
    low, high = measured[upper - 1], measured[upper]
    share = math.log(nodes / low) / math.log(high / low)
    below, above = OELO_BY_NODES[low], OELO_BY_NODES[high]
    return Oelo(
        round(below.elo + share * (above.elo - below.elo)),
        max(below.margin, above.margin),
        f"interpolated between {low:,} and {high:,} nodes",
    )


def _by_nodes(group: str, number: int, control: TimeControl, seconds: float) -> Level:
    nodes = nodes_for(seconds)
    name = f"{group.lower()}{number}"
    return Level(name, group, number, control, SearchLimit(nodes=nodes), oelo_for_nodes(nodes))


def _rows() -> list[Level]:
    rows = []
    none = TimeControl(Control.NONE)
    for number in range(1, 9):
        index = number - 1
        average = AVERAGE_SECONDS[index]
        rows.append(_by_nodes("At", number, TimeControl(Control.AVERAGE, average), average))
        minutes = TOURNAMENT_MINUTES[index]
        period = TimeControl(Control.MOVES, minutes * 60, moves=40)
        rows.append(_by_nodes("tr", number, period, 1.5 * minutes))
        minutes = SUDDEN_MINUTES[index]
        rows.append(_by_nodes("Sd", number, TimeControl(Control.SUDDEN, minutes * 60), minutes))
        depth = SearchLimit(depth=number)
        rows.append(Level(f"fd{number}", "Fd", number, none, depth, OELO_BY_DEPTH[number]))
        nodes, weakness = BEGINNER[index]
        beginner = SearchLimit(nodes=nodes, weakness=weakness)
        rows.append(Level(f"be{number}", "bE", number, none, beginner, OELO_BY_WEAKNESS[number]))
        rows.append(Level(f"ma{number}", "MA", number, none, SearchLimit(mate=number), None))
        minutes = USER_MINUTES_STEP * number
        period = TimeControl(Control.MOVES, minutes * 60, moves=60)
        rows.append(_by_nodes("UP", number, period, minutes))
    rows.append(Level("an", "An", 0, none, SearchLimit(infinite=True), None))
    return sorted(rows, key=lambda level: (GROUPS.index(level.group), level.number))


LEVELS: dict[str, Level] = {level.name: level for level in _rows()}
"""Every level by its script name, in keypad order."""
