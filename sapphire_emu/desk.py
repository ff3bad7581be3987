"""The desk between machine and opponent: think requests out, answers back as inputs.

Every failure of the opponent becomes one line for the user; the machine then simply has no move,
the game is kept, and GO asks again.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace

import chess

from firmware_model.events import OpponentInfo, OpponentMove, ThinkRequest
from firmware_model.levels import LEVELS
from sapphire_emu.opponent.book import OpeningBook
from sapphire_emu.opponent.interface import Answer, Info, Job, Opponent

MATE_CP = 10_000
"""A forced mate counts as this many centipawns less one for each move it takes."""

HASH_MB = 16
HASH_OFF_MB = 1
VARIETY = 0.2
"""With Random on, the search limit varies by up to this share, and near-equal moves with it."""


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
    :param seed: decides the choice among book moves, the slips of weak levels (together with the
        position) and Random; None for a new seed each time.
    :param book: the built-in opening book.
    :param built_in_book: whether it may answer; not for an opponent who was chosen explicitly.
    """

    def __init__(
        self,
        opponent: Opponent,
        *,
        note: Callable[[str], None],
        seed: int | None = 0,
        book: OpeningBook | None = None,
        built_in_book: bool = True,
    ) -> None:
        self._opponent = opponent
        self._note = note
        self._random = random.Random(seed)
        self._seed = self._random.randrange(1 << 16) if seed is None else seed
        self._book = OpeningBook() if book is None else book
        self._built_in_book = built_in_book
        self._from_book: list[OpponentMove] = []

    def start(self, request: ThinkRequest) -> None:
        """Hand a request to the opponent, unless a book knows the answer; returns at once."""
        booked = self._book_move(request)
        if booked is not None:
            self._from_book.append(booked)
            return
        search = request.search
        if request.random and search.nodes:
            share = self._random.uniform(1 - VARIETY, 1 + VARIETY)
            search = replace(search, nodes=round(search.nodes * share))
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
                elo=self._strength(request),
                exclude=request.exclude,
                hash_mb=HASH_MB if request.hash_on else HASH_OFF_MB,
            )
        )

    def move_now(self) -> None:
        """Ask for the best move so far."""
        self._opponent.move_now()

    def cancel(self) -> None:
        """Drop the running request."""
        self._from_book.clear()
        self._opponent.cancel()

    def poll(self) -> list[OpponentInfo | OpponentMove]:
        """What has arrived since; never blocks."""
        return self._take_booked() + self._inputs(self._opponent.poll())

    def wait(self, timeout_s: float | None = None) -> list[OpponentInfo | OpponentMove]:
        """As :meth:`poll`, but blocks until something arrives or the time is over."""
        return self._take_booked() or self._inputs(self._opponent.wait(timeout_s))

    def _strength(self, request: ThinkRequest) -> int | None:
        """What an opponent that is set by Elo is set to: the level's own figure."""
        level = LEVELS[request.level]
        return level.oelo.elo if level.oelo else None

    def _book_move(self, request: ThinkRequest) -> OpponentMove | None:
        """The answer of a book: the user's own lines first, then the built-in one."""
        if request.purpose == "analysis" or request.search.infinite or request.search.mate:
            return None
        move = next((move for move in request.programmed if move not in request.exclude), None)
        if move is None and request.book and self._built_in_book:
            board = chess.Board(request.start_fen)
            for uci in request.moves:
                board.push_uci(uci)
            unwanted = request.exclude + request.avoid
            move = self._book.choose(board, request.book, self._random, unwanted)
        if move is None:
            return None
        return OpponentMove(request.request_id, move, pv=(move,), from_book=True)

    def _take_booked(self) -> list[OpponentInfo | OpponentMove]:
        booked, self._from_book = self._from_book, []
        return list(booked)

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
