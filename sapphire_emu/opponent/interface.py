"""What the rest of the program asks of an opponent, and all it may ask.

The contract
    One job at a time. ``start`` hands over a :class:`Job` and returns at once; :class:`Info` values
    may follow, and then exactly one :class:`Answer` with the same ``request_id`` — also when the
    engine could not be started, crashed, hung or made an illegal move (``Answer.failure``) — unless
    the job is cancelled: then nothing more of it arrives. Starting a job cancels the one before.
    After a failure the next ``start`` begins with a fresh engine.

    ``poll`` and ``wait`` deliver in order and only once. All methods are called from one thread;
    none but ``wait`` and ``close`` (at most about a second) blocks.

Scores are in the view of the side to move in the job's position.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

START_FEN = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"


@dataclass(frozen=True, slots=True)
class Job:
    """A position and how to think about it.

    ``moves`` are UCI moves from ``start_fen``. Every limit that is not None holds; without any the
    search is endless until ``move_now``. ``weakness`` 0 (none) … 100 and ``seed`` say how often the
    embedded engine slips (``engine/weakness.py``). ``elo`` is the strength wanted of an opponent
    that is set by Elo; others ignore it. ``exclude`` are moves it must not answer with.
    """

    request_id: int
    start_fen: str = START_FEN
    moves: tuple[str, ...] = ()
    nodes: int | None = None
    depth: int | None = None
    mate: int | None = None
    infinite: bool = False
    movetime_ms: int | None = None
    weakness: int = 0
    seed: int = 0
    elo: int | None = None
    exclude: tuple[str, ...] = ()
    hash_mb: int = 16
    own_book: bool = False


@dataclass(frozen=True, slots=True)
class Info:
    """A depth finished or a better move found. Exactly one of ``score_cp`` and ``mate`` is set.

    ``mate`` counts moves: positive, the side to move mates; negative, it is mated.
    """

    request_id: int
    depth: int
    score_cp: int | None
    mate: int | None
    nodes: int
    pv: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Answer:
    """The end of a job.

    ``move`` is legal in the job's position and not excluded; ``pv`` begins with it. It is None with
    ``failure`` set (one line saying what went wrong), and None with ``failure`` None where there is
    no move to play. ``oelo`` is the Elo to which an external engine was set, else None.
    """

    request_id: int
    move: str | None
    score_cp: int | None = None
    mate: int | None = None
    depth: int = 0
    nodes: int = 0
    pv: tuple[str, ...] = ()
    oelo: int | None = None
    failure: str | None = None


class Opponent(Protocol):
    """Whoever plays against the user; see the module's contract."""

    @property
    def name(self) -> str:
        """What to call it in messages."""
        ...

    def start(self, job: Job) -> None:
        """Begin thinking; returns at once."""
        ...

    def move_now(self) -> None:
        """Answer the running job as soon as possible with the best move so far."""
        ...

    def cancel(self) -> None:
        """Drop the running job; nothing more of it arrives."""
        ...

    def poll(self) -> list[Info | Answer]:
        """What has arrived since; never blocks."""
        ...

    def wait(self, timeout_s: float | None = None) -> list[Info | Answer]:
        """As ``poll``, but blocks until something arrives or ``timeout_s`` is over."""
        ...

    def close(self) -> None:
        """End the engine; the opponent cannot be used afterwards."""
        ...
