"""A recording of hands and an opponent that are faster than a script's 100 ms a key still runs."""

from __future__ import annotations

from pathlib import Path

import pytest

from firmware_model.events import Input, KeyDown, KeyUp, OpponentInfo, OpponentMove, Power, Tick
from firmware_model.keys import Key, square_keys
from firmware_model.machine import Machine
from sapphire_emu.scripts.journal import Recorder, read_journal
from sapphire_emu.scripts.parser import parse
from sapphire_emu.scripts.runner import Runner
from sapphire_emu.scripts.transcript import to_script

HOLD_MS = GAP_MS = 30
"""As the window's finger presses the keys of a move clicked on the board."""


class Hands:
    def __init__(self, folder: Path) -> None:
        self.recorder = Recorder(folder, note=pytest.fail)
        self.machine = Machine(power=False)
        self.recorder.begin(self.machine.state)
        self.feed(Power(on=True))

    def feed(self, event: Input) -> None:
        self.machine.feed(event)
        self.recorder.record(event, self.machine.state)

    def wait(self, ms: int) -> None:
        self.feed(Tick(self.machine.now_ms + ms))

    def tap(self, key: Key) -> None:
        self.feed(KeyDown(key))
        self.wait(HOLD_MS)
        self.feed(KeyUp(key))
        self.wait(GAP_MS)

    def move(self, uci: str) -> None:
        for key in (*square_keys(uci[:2]), *square_keys(uci[2:4])):
            self.tap(key)

    def answer(self, uci: str, after_ms: int, news: int) -> None:
        request = self.machine.thinking
        assert request is not None
        for number in range(news):
            self.wait(after_ms // (news + 1))
            self.feed(OpponentInfo(request.request_id, number + 1, 10, 100, (uci,)))
        rest = request.at_ms + after_ms - self.machine.now_ms
        if rest > 0:
            self.wait(rest)
        self.feed(OpponentMove(request.request_id, uci, 10, None, (uci,), depth=3, nodes=500))


def rerun(hands: Hands) -> Runner:
    hands.recorder.close()
    assert hands.recorder.path is not None
    text = to_script(read_journal(hands.recorder.path))
    runner = Runner("again")
    failure = runner.run(parse(text))
    assert failure is None, f"{failure}\n{text}"
    assert runner.machine.fen == hands.machine.fen
    return runner


@pytest.mark.parametrize("after_ms", [5, 74, 112, 997])
@pytest.mark.parametrize("news", [0, 1, 4])
def test_a_move_and_an_answer(tmp_path: Path, after_ms: int, news: int) -> None:
    hands = Hands(tmp_path)
    hands.move("e2e4")
    hands.answer("e7e5", after_ms, news)
    rerun(hands)


@pytest.mark.parametrize("pause_ms", [0, 10, 500])
def test_a_whole_exchange_at_a_breath(tmp_path: Path, pause_ms: int) -> None:
    hands = Hands(tmp_path)
    for user, machine in (("e2e4", "e7e5"), ("g1f3", "b8c6"), ("f1b5", "a7a6")):
        hands.move(user)
        hands.answer(machine, 40, 2)
        if pause_ms:
            hands.wait(pause_ms)
    hands.tap(Key.OPTION)
    hands.tap(Key.VER)
    runner = rerun(hands)
    assert runner.machine.lcd.text == "rt 1400"
