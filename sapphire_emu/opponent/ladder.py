"""Who plays whom to measure the levels, and what strengths the results say.

Theory of operation
    Players are written as words: ``n3000`` is the embedded engine at 3,000 nodes, ``d4`` at depth
    4, ``n60w80`` at 60 nodes with weakness 80, ``sf1700`` Stockfish set to a true 1700. The scale
    is anchored by the Stockfish players, whose strength is what ``external`` sets; every other
    strength is fitted so that the expected scores, 1 / (1 + 10^(difference / 400)), explain the
    results best (maximum likelihood, a draw counting as half a win and half a loss). The margin is
    1.96 standard errors from the curvature at the optimum: a 95 % interval that holds the games'
    chance, not the anchors' own error.

    Each pair has one drawn game added, which keeps a clean sweep finite.

The scale is that of computer rating lists, through Stockfish's own calibration; not FIDE's.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from sapphire_emu.errors import UserError
from sapphire_emu.opponent.external import ELO_HIGHEST, ELO_LOWEST

_WORD = re.compile(r"(?:n(\d+)|d(\d+))(?:w(\d+))?|sf(\d+)")


@dataclass(frozen=True, slots=True)
class Player:
    """One rung: the embedded engine with a limit and a weakness, or Stockfish at an Elo."""

    word: str
    nodes: int | None = None
    depth: int | None = None
    weakness: int = 0
    elo: int | None = None


def player(word: str) -> Player:
    """The player of a word.

    :raises UserError: not a word of the form above, or out of range.

    >>> player("n60w80")
    Player(word='n60w80', nodes=60, depth=None, weakness=80, elo=None)
    """
    match = _WORD.fullmatch(word)
    if not match:
        raise UserError(f"unknown player '{word}' (expected n3000, d4, n60w80 or sf1700)")
    nodes, depth, weakness, elo = (int(part) if part else None for part in match.groups())
    if nodes == 0 or depth == 0 or (weakness or 0) > 100:
        raise UserError(f"player '{word}': a limit is at least 1, a weakness at most 100")
    if elo is not None and not ELO_LOWEST <= elo <= ELO_HIGHEST:
        raise UserError(f"player '{word}': Stockfish plays from {ELO_LOWEST} to {ELO_HIGHEST}")
    return Player(word, nodes, depth, weakness or 0, elo)


@dataclass(frozen=True, slots=True)
class Result:
    """One game: the players' words, the opening's number, White's score 0, 0.5 or 1."""

    white: str
    black: str
    opening: int
    score: float


@dataclass(frozen=True, slots=True)
class Rating:
    """A fitted strength with its 95 % margin, and the number of games behind it."""

    elo: float
    margin: float
    games: int


def fit(results: Iterable[Result]) -> dict[str, Rating]:
    """The strength of every player that is connected to an anchor by games.

    >>> games = [Result("n10", "sf1500", n, n % 2) for n in range(100)]
    >>> rating = fit(games)["n10"]
    >>> round(rating.elo), round(rating.margin), rating.games
    (1500, 68, 100)
    """
    results = list(results)
    words = _connected(results)
    free = [word for word in words if player(word).elo is None]
    place = {word: number for number, word in enumerate(free)}
    score: Counter[tuple[str, str]] = Counter()
    count: Counter[tuple[str, str]] = Counter()
    games: Counter[str] = Counter()
    for result in results:
        if result.white not in words:
            continue
        games.update((result.white, result.black))
        pair = (result.white, result.black)
        points = result.score
        if pair[0] > pair[1]:
            pair, points = (pair[1], pair[0]), 1 - points
        score[pair] += points  # type: ignore[assignment]  # a Counter of half points
        count[pair] += 1
    strength = np.full(len(free), 1500.0)
    anchors = {word: float(player(word).elo or 0) for word in words if word not in place}
    scale = np.log(10) / 400
    hessian = np.eye(len(free))
    for _ in range(100):
        gradient = np.zeros(len(free))
        hessian = np.zeros((len(free), len(free)))
        for (one, two), played in count.items():
            elo = [anchors[w] if w in anchors else strength[place[w]] for w in (one, two)]
            expected = 1 / (1 + 10 ** ((elo[1] - elo[0]) / 400))
            total = played + 1
            slope = scale * (score[one, two] + 0.5 - total * expected)
            bend = scale**2 * total * expected * (1 - expected)
            for word, sign in ((one, 1), (two, -1)):
                if word in place:
                    gradient[place[word]] += sign * slope
                    hessian[place[word], place[word]] += bend
            if one in place and two in place:
                hessian[place[one], place[two]] -= bend
                hessian[place[two], place[one]] -= bend
        step = np.clip(np.linalg.solve(hessian, gradient), -200, 200)
        strength += step
        if np.abs(step).max(initial=0) < 1e-6:
            break
    deviation = np.sqrt(np.diag(np.linalg.inv(hessian)))
    fitted = {
        word: Rating(float(strength[at]), 1.96 * float(deviation[at]), games[word])
        for word, at in place.items()
    }
    return fitted | {word: Rating(elo, 0.0, games[word]) for word, elo in anchors.items()}


def _connected(results: list[Result]) -> set[str]:
    """The players that games connect to an anchor."""
    reached = {word for r in results for word in (r.white, r.black) if player(word).elo is not None}
    while True:
        more = {
            word
            for r in results
            for word in (r.white, r.black)
            if word not in reached and reached & {r.white, r.black}
        }
        if not more:
            return reached
        reached |= more


def pair_score(results: Iterable[Result], one: str, two: str) -> tuple[int, int, int]:
    """Wins, draws and losses of ``one`` against ``two``."""
    wins = draws = losses = 0
    for result in results:
        if {result.white, result.black} == {one, two}:
            points = result.score if result.white == one else 1 - result.score
            wins += points == 1
            draws += points == 0.5
            losses += points == 0
    return wins, draws, losses


RUNGS = (
    *("n60w70", "n60w47", "n60w25", "n100w15", "n160", "n300", "n550", "n1000", "n1500", "n2500"),
    "n6000",
)
"""What the level table rests on, weakest first; neighbours are 100 to 250 points apart."""

PLAN: tuple[tuple[str, str, int], ...] = (
    *((one, two, 60 if two == "n6000" else 100) for one, two in pairwise(RUNGS)),
    ("n1000", "n3000", 100),
    ("n3000", "n6000", 60),
    ("n160", "sf1320", 60),
    ("n300", "sf1500", 60),
    ("n1000", "sf1700", 60),
    ("n3000", "sf1900", 60),
    ("n6000", "sf2000", 60),
    ("n6000", "sf2100", 60),
    ("n30000", "sf2000", 60),
    ("d1", "n160", 60),
    ("d2", "n550", 60),
    ("d3", "n1000", 60),
    ("d4", "n1000", 60),
    ("d5", "n3000", 60),
    ("d6", "n3000", 60),
    ("d7", "n6000", 60),
    ("d8", "n6000", 60),
)


def level_table(ratings: dict[str, Rating], command: str) -> str:
    """The fitted figures as ``firmware_model/strength.py`` takes them."""
    lines = []
    for title, shape in (
        ("OELO_BY_NODES", r"n(\d+)"),
        ("OELO_BY_DEPTH", r"d(\d+)"),
        ("OELO_BY_WEAKNESS (nodes, weakness)", r"n(\d+)w(\d+)"),
    ):
        rows = []
        for word, rating in ratings.items():
            match = re.fullmatch(shape, word)
            if match:
                key = tuple(int(part) for part in match.groups())
                how = f"{rating.games} games, {command}"
                rows.append((rating.elo, key, rating, how))
        lines.append(f"# {title}")
        for _, key, rating, how in sorted(rows, key=lambda row: row[0]):
            text = str(key[0]) if len(key) == 1 else str(key)
            figures = f"{round(rating.elo)}, {round(rating.margin)}"
            lines.append(f'{text}: Oelo({figures}, "{how}"),')
    return "\n".join(lines)
