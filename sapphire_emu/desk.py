"""The desk between machine and opponent: think requests out, answers back as inputs.

Every failure of the opponent becomes one line for the user; the machine then simply has no move,
the game is kept, and GO asks again.
"""

from __future__ import annotations

from collections.abc import Callable

from firmware_model.events import OpponentInfo, OpponentMove, ThinkRequest
from sapphire_emu.opponent.interface import Answer, Info, Job, Opponent

MATE_CP = 10_000
"""A forced mate counts as this many centipawns less one for each move it takes."""

HASH_MB = 16
HASH_OFF_MB = 1


def score_cp(score: int | None, mate: int | None) -> int:
    """One figure for a score or a mate distance.

    >>> score_cp(35, None), score_cp(None, 3), score_cp(None, -2)
    (35, 9997, -9998)
    """
    if mate is not None:
        return MATE_CP - mate if mate > 0 else -MATE_CP - mate
    return score or 0


class Desk:
    """Runs one opponent for one machine. All methods are called from the machine's thread.

    :param opponent: starts its engine when it is first asked, so that looking at the rating starts
        none.
    :param note: told one line when the opponent fails.
    :param seed: what decides the slips of weak levels, together with the position.
    """

    def __init__(
        self,
        opponent: Opponent,
        *,
        note: Callable[[str], None],
        seed: int = 0,
    ) -> None:
        self._opponent = opponent
        self._note = note
        self._seed = seed

    def start(self, request: ThinkRequest) -> None:
        """Hand a request to the opponent; returns at once."""
        search = request.search
        self._opponent.start(
            Job(
                request.request_id,
                request.start_fen,
                request.moves,
                nodes=search.nodes,
                depth=search.depth,
                mate=search.mate,
                infinite=search.infinite,
                weakness=search.weakness,
                seed=self._seed,
                hash_mb=HASH_MB if request.hash_on else HASH_OFF_MB,
            )
        )

    def move_now(self) -> None:
        """Ask for the best move so far."""
        self._opponent.move_now()

    def cancel(self) -> None:
        """Drop the running request."""
        self._opponent.cancel()

    def poll(self) -> list[OpponentInfo | OpponentMove]:
        """What has arrived since; never blocks."""
        return self._inputs(self._opponent.poll())

    def wait(self, timeout_s: float | None = None) -> list[OpponentInfo | OpponentMove]:
        """As :meth:`poll`, but blocks until something arrives or the time is over."""
        return self._inputs(self._opponent.wait(timeout_s))

    def consult(self, request: ThinkRequest) -> OpponentMove:
        """Ask and wait for the answer."""
        self.start(request)
        while True:
            for event in self.wait():
                if isinstance(event, OpponentMove) and event.request_id == request.request_id:
                    return event

    def close(self) -> None:
        """End the opponent."""
        self._opponent.close()

    def _inputs(self, arrived: list[Info | Answer]) -> list[OpponentInfo | OpponentMove]:
        inputs: list[OpponentInfo | OpponentMove] = []
        for event in arrived:
            score = score_cp(event.score_cp, event.mate)
            if isinstance(event, Info):
                inputs.append(
                    OpponentInfo(
                        event.request_id, event.depth, score, event.nodes, event.pv, event.mate
                    )
                )
                continue
            if event.failure is not None:
                self._note(f"{event.failure}; the game is kept, GO asks again")
            inputs.append(
                OpponentMove(
                    event.request_id,
                    event.move,
                    score,
                    event.mate,
                    event.pv,
                    event.depth,
                    event.nodes,
                    event.oelo,
                )
            )
        return inputs
