"""One engine process and its jobs: the part of the driver that lives in the loop's thread.

Theory of operation
    python-chess's UCI driver knows the protocol, its options and its corners, and checks that a
    ``bestmove`` is legal. Around it stands what a machine needs that must never hang: every wait
    has an end. The engine must say ``uciok`` within ``Patience.start_s``, give a sign of life
    every ``silence_s`` while it thinks, and answer ``stop`` within ``stop_s``. An engine that fails
    in any way is killed; the job gets its one answer with ``failure``, and the next job starts a
    new process.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import queue
import subprocess
from collections.abc import Coroutine, Mapping
from typing import Any, TypeVar

import chess
import chess.engine

from sapphire_emu.opponent.interface import Answer, Info, Job
from sapphire_emu.opponent.program import EngineProgram, Offer, Patience, Ticket
from sapphire_emu.opponent.uci import Lines

T = TypeVar("T")
_FIRST = asyncio.FIRST_COMPLETED


class EngineFault(Exception):
    """The engine misbehaved; the message is the line for the user."""


class Session:
    """Serves jobs one after another; every method runs in the loop's thread."""

    def __init__(self, program: EngineProgram, patience: Patience, lines: Lines) -> None:
        self._program = program
        self._patience = patience
        self._lines = lines
        self._current: Ticket | None = None
        self._hurry = asyncio.Event()
        self._fault = asyncio.Event()
        self._fault_error: Exception | None = None
        self._task: asyncio.Task[None] | None = None
        self._engine: chess.engine.UciProtocol | None = None
        self._transport: asyncio.SubprocessTransport | None = None
        self._line: tuple[str, tuple[str, ...]] = ("", ())
        self._board = chess.Board()
        self._game = 0

    def obey(self) -> None:
        """Act on every command that waits."""
        with contextlib.suppress(queue.Empty):
            while True:
                word, ticket = self._lines.commands.get_nowait()
                if word == "close":
                    self._task = asyncio.get_running_loop().create_task(self._close(self._task))
                elif ticket is not None and word == "start":
                    work = self._serve(ticket, self._task)
                    self._task = asyncio.get_running_loop().create_task(work)
                elif ticket is not None:
                    ticket.hurried = True
                    if ticket is self._current:
                        self._hurry.set()

    async def _serve(self, ticket: Ticket, before: asyncio.Task[None] | None) -> None:
        """Give one job its answer, whatever the engine does."""
        if before is not None and not before.done():
            await asyncio.wait([before])
        if ticket.cancelled:
            return
        self._current = ticket
        self._hurry.clear()
        self._fault.clear()
        if ticket.hurried:
            self._hurry.set()
        try:
            answer = await self._think(ticket)
        except Exception as error:
            answer = Answer(ticket.job.request_id, None, failure=self._describe(error))
            self._kill()
        self._lines.events.put((ticket, answer))

    def _describe(self, error: Exception) -> str:
        """One line for the user about what went wrong."""
        name = self._program.name
        if isinstance(error, EngineFault):
            return f"{name} {error}"
        if isinstance(error, chess.engine.EngineTerminatedError):
            status = ""
            if self._engine is not None and self._engine.returncode.done():
                status = f" (exit status {self._engine.returncode.result()})"
            return f"{name} ended unexpectedly{status}"
        if isinstance(error, OSError):
            return f"{name} cannot be started: {error.strerror or error}"
        if isinstance(error, chess.engine.EngineError):
            return f"{name} gave a wrong answer: {' '.join(str(error).split())}"
        return f"{name} failed: {type(error).__name__}: {' '.join(str(error).split())}"

    async def _think(self, ticket: Ticket) -> Answer:
        """One job from the options to the checked answer."""
        job = ticket.job
        same_game = self._set_up(job)
        board = self._board
        allowed = [move for move in board.legal_moves if move.uci() not in job.exclude]
        if not allowed:
            return Answer(job.request_id, None)
        engine = await self._ready()
        offered = {name: Offer(option.min, option.max) for name, option in engine.options.items()}
        order = self._program.translate(job, offered)
        limit = chess.engine.Limit(
            time=None if order.movetime_ms is None else order.movetime_ms / 1000,
            depth=order.depth,
            nodes=order.nodes,
            mate=order.mate,
        )
        analysis = await self._within(
            self._patience.start_s,
            engine.analysis(
                board,
                limit,
                game=self._game_of(same_game),
                root_moves=allowed if job.exclude else None,
                options=_fitting(order.options, offered),
            ),
            "did not become ready",
        )
        await self._follow(ticket, analysis, board.turn)
        best = await analysis.wait()
        if best.move not in allowed:
            raise EngineFault(f"gave no playable move: {best.move.uci() if best.move else 'none'}")
        last = _info(job.request_id, analysis.info, board.turn)
        return Answer(
            job.request_id,
            best.move.uci(),
            last.score_cp,
            last.mate,
            last.depth,
            last.nodes,
            last.pv if last.pv[:1] == (best.move.uci(),) else (best.move.uci(),),
            order.oelo,
        )

    async def _follow(
        self, ticket: Ticket, analysis: chess.engine.AnalysisResult, turn: chess.Color
    ) -> None:
        """Pass reports on until the engine has answered; hold it to its times."""
        job = ticket.job
        patience = self._patience
        # In an endless search or a search for mate an engine may be silent for good reason.
        silence_s = None if job.infinite or job.mate is not None else patience.silence_s
        loop = asyncio.get_running_loop()
        alarm: asyncio.TimerHandle | None = None
        if job.movetime_ms is not None:
            # An engine that overlooks its time is stopped a second later.
            alarm = loop.call_later(job.movetime_ms / 1000 + 1, self._hurry.set)
        hurry = loop.create_task(self._hurry.wait())
        fault = loop.create_task(self._fault.wait())
        answer_by: float | None = None
        try:
            while True:
                report = loop.create_task(analysis.next())
                while not report.done():
                    if answer_by is None:
                        watched, timeout = {report, fault, hurry}, silence_s
                    else:
                        watched, timeout = {report, fault}, max(0.0, answer_by - loop.time())
                    await asyncio.wait(watched, timeout=timeout, return_when=_FIRST)
                    if report.done():
                        break
                    if answer_by is None and hurry.done() and not fault.done():
                        analysis.stop()
                        answer_by = loop.time() + patience.stop_s
                        continue
                    report.cancel()
                    if fault.done() and self._fault_error is not None:
                        raise self._fault_error
                    raise EngineFault(
                        "has fallen silent while thinking"
                        if answer_by is None
                        else f"did not answer stop within {patience.stop_s:g} s"
                    )
                news = report.result()
                if news is None:
                    return
                if "pv" in news and "score" in news:
                    self._lines.events.put((ticket, _info(job.request_id, news, turn)))
        finally:
            hurry.cancel()
            fault.cancel()
            if alarm is not None:
                alarm.cancel()

    def note_fault(self, _: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        """The loop's exception handler: here the driver reports an illegal ``bestmove``.

        (python-chess raises it where no caller waits; the analysis itself would wait for ever.)
        """
        error = context.get("exception")
        if isinstance(error, chess.engine.EngineError) and not isinstance(
            error, chess.engine.EngineTerminatedError
        ):
            self._fault_error = error
            self._fault.set()

    def _set_up(self, job: Job) -> bool:
        """Bring the board to the job's position; does the job go on with the game before?"""
        start, moves = self._line
        same = job.start_fen == start and job.moves[: len(moves)] == moves
        if not same:
            self._board, moves = chess.Board(job.start_fen), ()
        self._line = ("", ())
        for text in job.moves[len(moves) :]:
            self._board.push_uci(text)
        self._line = (job.start_fen, job.moves)
        return same

    def _game_of(self, same_game: bool) -> object:
        """A value that changes when a new game begins, as the driver wants it."""
        if self._program.forgetful or not same_game:
            self._game += 1
        return self._game

    async def _ready(self) -> chess.engine.UciProtocol:
        """The running engine, started if there is none."""
        if self._engine is not None and self._engine.returncode.done():
            self._kill()
        if self._engine is None:
            logging.getLogger("chess.engine").addHandler(logging.NullHandler())
            logging.getLogger("chess.engine").propagate = False
            self._transport, engine = await chess.engine.UciProtocol.popen(
                list(self._program.command),
                setpgrp=True,
                stderr=subprocess.DEVNULL,
                env={**os.environ, **(self._program.environment or {})},
            )
            start_s = self._patience.start_s
            self._engine = engine
            await self._within(start_s, engine.initialize(), "did not say uciok")
        return self._engine

    async def _within(self, seconds: float, work: Coroutine[Any, Any, T], fault: str) -> T:
        """The result of ``work``, or the engine's fault when it takes longer."""
        try:
            return await asyncio.wait_for(work, seconds)
        except TimeoutError:
            raise EngineFault(f"{fault} within {seconds:g} s") from None

    def _kill(self) -> None:
        """End the engine process, if there is one; the next job starts another."""
        if self._transport is not None:
            self._transport.close()
        self._transport = self._engine = None

    async def _close(self, before: asyncio.Task[None] | None) -> None:
        """Let the engine quit by itself for a second, then end it, and the loop."""
        if before is not None and not before.done():
            await asyncio.wait([before], timeout=0.5)
        if self._engine is not None:
            with contextlib.suppress(Exception):
                await asyncio.wait_for(self._engine.quit(), 1)
        transport = self._transport
        self._kill()
        if transport is not None:
            # The process has been killed; its end must reach the loop while there is one.
            for _ in range(50):
                await asyncio.sleep(0.02)
                if transport.get_returncode() is not None:
                    break
            await asyncio.sleep(0.02)
        asyncio.get_running_loop().stop()


def _fitting(
    options: Mapping[str, str | int | bool], offered: Mapping[str, Offer]
) -> dict[str, str | int | bool]:
    """Those of the options that the engine has, numbers brought within its range."""
    ranges = {name.lower(): offer for name, offer in offered.items()}
    fitting: dict[str, str | int | bool] = {}
    for name, value in options.items():
        offer = ranges.get(name.lower())
        if offer is None:
            continue
        if isinstance(value, int) and not isinstance(value, bool):
            low = value if offer.low is None else offer.low
            high = value if offer.high is None else offer.high
            fitting[name] = min(max(value, low), high)
        else:
            fitting[name] = value
    return fitting


async def _drop(tasks: set[asyncio.Task[Any]]) -> None:
    """Cancel what is left and wait until it is gone."""
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)


def serve(program: EngineProgram, patience: Patience, lines: Lines) -> None:
    """Serve jobs until told to close: the body of the engine's thread."""
    loop = asyncio.new_event_loop()
    session = Session(program, patience, lines)

    def ring() -> None:
        loop.call_soon_threadsafe(session.obey)

    lines.ring = ring
    loop.set_exception_handler(session.note_fault)
    loop.call_soon(session.obey)
    loop.run_forever()
    lines.ring = lambda: None
    loop.run_until_complete(_drop(asyncio.all_tasks(loop)))
    loop.run_until_complete(loop.shutdown_asyncgens())
    loop.close()


def _info(request_id: int, news: chess.engine.InfoDict, turn: chess.Color) -> Info:
    """python-chess's report as ours, in the view of the side to move."""
    score = news["score"].pov(turn) if "score" in news else None
    return Info(
        request_id,
        news.get("depth", 0),
        None if score is None else score.score(),
        None if score is None else score.mate(),
        news.get("nodes", 0),
        tuple(move.uci() for move in news.get("pv", ())),
    )
