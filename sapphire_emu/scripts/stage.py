"""The machine of one script run, and its scripted opponent.

Time is emulated. A scripted reply is played 200 ms after the machine has come to move (or when it
says so itself). With none queued, the configured opponent is asked, and its answer awaited, at the
next line that lets time pass or looks at something.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, replace

import chess

from firmware_model.events import (
    Input,
    KeyDown,
    KeyUp,
    OpponentInfo,
    OpponentMove,
    Power,
    SerialBytes,
    ThinkRequest,
    Tick,
)
from firmware_model.keys import Key
from firmware_model.levels import SearchLimit
from firmware_model.machine import HOLD_MS, PRESS_MS, Machine
from firmware_model.mode import Mode
from firmware_model.state import Nvram, State
from sapphire_emu.scripts.grammar import Answer

REPLY_MS = 200
LOOK_NODES = 2000
"""How long the configured opponent looks at a position that is thought about without end."""

Consult = Callable[[ThinkRequest], OpponentMove]
"""Asks the configured opponent and waits for its answer."""

Capture = Callable[[int, Input | State], None]
"""Told every input but time, with the emulated time in ms at which the machine gets it; a whole
state stands for a machine that is put in place of the running one."""


class StageFailure(Exception):
    """The run cannot go on: what was expected, what was there."""

    def __init__(self, expected: str, got: str) -> None:
        super().__init__(expected, got)
        self.expected = expected
        self.got = got


@dataclass(frozen=True, slots=True)
class Kept:
    """A stage as a slot keeps it."""

    state: State
    replies: tuple[Answer, ...]
    eval_cp: int


class Stage:
    """A machine, its clock and its opponent.

    :param consult: the configured opponent; None makes a line that needs it fail.
    :param capture: sees every input; the presses are then made contact by contact.
    """

    def __init__(self, consult: Consult | None = None, capture: Capture | None = None) -> None:
        self.nvram = Nvram()
        self.eval_cp = 0
        self.replies: deque[Answer] = deque()
        self._consult = consult
        self._capture = capture
        self._machine: Machine | None = None
        self._looked = 0

    @property
    def machine(self) -> Machine:
        """The machine; switched on with the memory so far when it was not yet."""
        if self._machine is None:
            self.power(on=True)
        assert self._machine is not None
        return self._machine

    # -- inputs ----------------------------------------------------------------------------

    def feed(self, event: Input) -> None:
        """One input for the machine."""
        machine = self.machine
        if self._capture is not None and not isinstance(event, Tick):
            self._capture(machine.now_ms, event)
        machine.feed(event)

    def power(self, *, on: bool) -> None:
        """The switch. The memory is kept from off to on, with what was changed in between."""
        if self._machine is None:
            self._machine = Machine(self.nvram, power=False)
        elif on and not self._machine.state.power_on:
            self._machine.replace_nvram(self.nvram)
        if on and self._capture is not None:
            self._capture(self._machine.now_ms, self._machine.state.copy())
        self.feed(Power(on))
        if not on:
            self.nvram = self._machine.nvram

    def send(self, line: str) -> None:
        """A line from the PC."""
        self.feed(SerialBytes(line.encode("latin-1", "replace") + b"\r"))

    def press(self, key: Key) -> None:
        """One key, 100 ms; scripted replies that fall due meanwhile are played."""
        machine = self.machine
        request = machine.thinking
        due = self._scripted_turn() and self._due_ms() <= machine.now_ms + PRESS_MS
        due = due or (bool(self.replies) and self.replies[0].after_ms is not None)
        if due or self._capture is not None:
            self.feed(KeyDown(key))
            self.let_pass(HOLD_MS)
            self.feed(KeyUp(key))
            self.let_pass(PRESS_MS - HOLD_MS)
        else:
            machine.press(key)
        if request is not None and key is Key.GO and machine.thinking is request:
            self._hurry(request)

    def let_pass(self, ms: int) -> None:
        """Let time pass, playing scripted replies when they fall due."""
        machine = self.machine
        end_ms = machine.now_ms + ms
        while self._scripted_turn():
            due_ms = self._due_ms()
            if due_ms > end_ms:
                break
            machine.feed(Tick(due_ms))
            if self._scripted_turn() and self._due_ms() <= due_ms:
                self._play_reply()
        machine.feed(Tick(end_ms))

    # -- the opponent ----------------------------------------------------------------------

    def _scripted_turn(self) -> bool:
        """True when the next scripted reply is for what the machine thinks about now."""
        request = self.machine.thinking
        return bool(self.replies) and request is not None and request.purpose != "analysis"

    def reply_due_ms(self) -> int | None:
        """When the next scripted reply will be played; None when it is not its turn."""
        return self._due_ms() if self._scripted_turn() else None

    def _due_ms(self) -> int:
        """When the next scripted reply is to be played."""
        request = self.machine.thinking
        assert request is not None
        after_ms = self.replies[0].after_ms
        after_ms = REPLY_MS if after_ms is None else after_ms
        return max(request.at_ms + after_ms, self.machine.now_ms)

    def _play_reply(self) -> None:
        machine = self.machine
        reply = self.replies.popleft()
        request = machine.thinking
        assert request is not None
        move = None if reply.move in ("resign", "none") else reply.move
        if move and chess.Move.from_uci(move) not in machine.state.board.legal_moves:
            raise StageFailure("a scripted reply that is legal", f"reply {move}")
        score_cp = self.eval_cp if reply.score_cp is None else reply.score_cp
        self.feed(
            OpponentMove(
                request.request_id,
                move,
                score_cp,
                reply.mate,
                reply.pv,
                reply.depth,
                reply.nodes,
                resigns=reply.move == "resign",
                from_book=reply.from_book,
            )
        )

    def _hurry(self, request: ThinkRequest) -> None:
        """GO while the machine thinks: its scripted or real answer comes at once."""
        if self.machine.state.mode is not Mode.THINK:
            return
        if self.replies:
            self._play_reply()
        elif self._consult is not None:
            if request.search.infinite:
                request = replace(request, search=SearchLimit(nodes=LOOK_NODES))
            self.feed(self._consult(request))

    def await_engine(self) -> None:
        """Have the configured opponent answer, if it is to and no scripted reply is."""
        machine = self.machine
        while (request := machine.thinking) is not None and not self.replies:
            if request.purpose == "analysis" or request.search.infinite:
                self._look(request)
                return
            if self._consult is None:
                raise StageFailure("a scripted reply", "none queued, and no opponent is configured")
            self.feed(self._consult(request))

    def _look(self, request: ThinkRequest) -> None:
        """One look of the configured opponent at a position that is thought about without end."""
        if self._looked == request.request_id or self._consult is None:
            return
        seen = self._consult(replace(request, search=SearchLimit(nodes=LOOK_NODES)))
        self.inform(seen.depth, seen.score_cp, seen.nodes, seen.mate, seen.pv)

    def inform(
        self, depth: int, score_cp: int, nodes: int, mate: int | None, pv: tuple[str, ...]
    ) -> None:
        """What the opponent sees while it thinks."""
        request = self.machine.thinking
        if request is None:
            raise StageFailure("a machine that thinks", f'lcd "{self.machine.lcd.text}"')
        self._looked = request.request_id
        self.feed(OpponentInfo(request.request_id, depth, score_cp, nodes, pv, mate))

    # -- slots -----------------------------------------------------------------------------

    def keep(self) -> Kept:
        """The whole stage as it is now."""
        return Kept(self.machine.state.copy(), tuple(self.replies), self.eval_cp)

    def put_back(self, kept: Kept) -> None:
        """Continue from a kept stage."""
        if self._machine is None:
            self._machine = Machine(self.nvram, power=False)
        if self._capture is not None:
            self._capture(self._machine.now_ms, kept.state.copy())
        self._machine.restore(kept.state)
        self.replies = deque(kept.replies)
        self.eval_cp = kept.eval_cp
