"""Random keys and every sequence of keys: what always holds, and GO leads back to play.

What is true of GO, from wherever a sequence has ended: pressed again and again, with whatever the
machine asks its opponent answered, it leads to play, and nothing is lost on the way. The figure
tells the greatest number of presses it took.
"""

from __future__ import annotations

import random
from itertools import count

from benchmarks.figures.entries import SET_UP
from benchmarks.figures.figure import Part, Tally
from firmware_model.keys import Key
from firmware_model.mode import Mode
from firmware_model.modes import TABLE, refused
from firmware_model.state import Nvram, State
from tests.firmware_model.walk import Walker
from tests.firmware_model.ways_in import in_mode

Entry = tuple[Mode, Key]
MOST_GO = 8
"""More presses than this are no way back."""


def random_presses(part: Part) -> Tally:
    """Random keys, and other inputs between them, until ``size`` keys have been pressed."""
    walker = Walker(random.Random(part.seed))
    while walker.presses < part.size:
        walker.act()
    return Tally(walker.presses)


class Sequences:
    """Every sequence of keys from one state; prefixes are shared, because a state is a value."""

    def __init__(self) -> None:
        self.walker = Walker(random.Random(0))
        self.sequences = 0
        self.most_go = 0
        self.accepted: set[Entry] = set()

    def resume(self, state: State, memory: Nvram) -> None:
        """Go on from a kept state."""
        self.walker.machine.restore(state)
        self.walker.committed = memory

    def press(self, key: Key) -> None:
        """Press a key, checked, and note which entry of the transition table it was."""
        entry = (self.walker.machine.state.mode, key)
        self.walker.press(key)
        if not self.walker.refused:
            self.accepted.add(entry)

    def from_here(self, state: State, memory: Nvram, length: int) -> None:
        """Every sequence of up to ``length`` keys, and the way back from where each ends."""
        for key in Key:
            self.resume(state, memory)
            self.press(key)
            self.sequences += 1
            after = self.walker.machine.state.copy(), self.walker.committed
            self.most_go = max(self.most_go, way_back(self.walker))
            if length > 1:
                self.from_here(*after, length - 1)


def way_back(walker: Walker) -> int:
    """Press GO until the machine is in play; how many presses that took."""
    machine = walker.machine
    for presses in count():
        state = machine.state
        if state.mode is state.home is Mode.PLAY:
            return presses
        assert presses < MOST_GO, f"GO does not lead back from {state.mode.name}"
        walker.press(Key.GO)
        if machine.thinking is not None and machine.state.mode is Mode.THINK:
            machine.answer(next(iter(machine.state.board.legal_moves)).uci())
            walker.check()
    raise AssertionError


def sequences(part: Part) -> Tally:
    """Every sequence of up to ``size`` keys from one mode; each entry of its rows accepted once.

    Entries that so few keys cannot reach (a game must be over before it can be rated) are reached
    from a set-up of their own.
    """
    mode = list(Mode)[part.number]
    every = Sequences()
    start = in_mode(mode)
    every.from_here(start.machine.state, start.committed, part.size)
    entries = {(mode, key) for key in Key if TABLE[mode][key] is not refused}
    rest = entries - every.accepted
    for where, key in sorted(rest & SET_UP.keys()):
        every.walker = SET_UP[where, key]()
        assert every.walker.machine.state.mode is where
        every.press(key)
    never = sorted(key.name for _, key in entries - every.accepted)
    return Tally(
        every.sequences,
        tuple(f"{mode.name}, {name}: never accepted" for name in never),
        {"back in play after at most GO x": every.most_go},
    )
