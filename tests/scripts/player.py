"""Plays at random and keeps the journal, as a session does."""

from __future__ import annotations

import random
from pathlib import Path

from firmware_model.dialects import DIALECTS
from firmware_model.events import (
    Input,
    KeyDown,
    KeyUp,
    OpponentMove,
    Output,
    Power,
    SerialBytes,
    SerialOut,
    Tick,
)
from firmware_model.keys import Key
from firmware_model.machine import Machine
from firmware_model.printing import to_bytes
from sapphire_emu.scripts.journal import Recorder


def _fail(text: str) -> None:
    raise AssertionError(text)


class Player:
    """A machine with a port, random inputs for it, and the journal of them in a folder.

    ``sent`` is everything the port has sent, in the dialect of a Sapphire II.
    """

    def __init__(self, folder: Path, seed: int) -> None:
        self.rng = random.Random(seed)
        self.recorder = Recorder(folder, note=_fail)
        self.sent = b""
        self.machine = Machine(power=False, listener=self._listen)
        self.recorder.begin(self.machine.state)
        self.feed(Power(on=True))

    def _listen(self, event: Output) -> None:
        if isinstance(event, SerialOut):
            self.sent += to_bytes(event.report, DIALECTS["sapphire2"])

    def feed(self, event: Input) -> None:
        self.machine.feed(event)
        self.recorder.record(event, self.machine.state)

    def press(self, key: Key) -> None:
        self.feed(KeyDown(key))
        self.feed(Tick(self.machine.now_ms + self.rng.randint(1, 120)))
        self.feed(KeyUp(key))
        self.feed(Tick(self.machine.now_ms + self.rng.choice((40, 40, 300, 2100))))

    def act(self) -> None:
        rng, machine = self.rng, self.machine
        request = machine.thinking
        if request is not None and rng.random() < 0.4:
            moves = [move.uci() for move in machine.state.board.legal_moves]
            answer = OpponentMove(
                request.request_id,
                rng.choice(moves),
                rng.randint(-300, 300),
                None,
                (moves[0],),
                depth=3,
                nodes=100,
            )
            self.feed(answer)
        elif rng.random() < 0.15:
            moves = [move.uci() for move in machine.state.board.legal_moves]
            line = rng.choice(["P", "X", "L tr3", *(f"M {uci}" for uci in moves[:3])])
            self.feed(SerialBytes(line.encode() + b"\r\n"))
        else:
            self.press(rng.choice(list(Key)))

    def play(self, steps: int) -> Path:
        for _ in range(steps):
            self.act()
        self.recorder.close()
        assert self.recorder.path is not None
        return self.recorder.path
