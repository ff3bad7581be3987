"""The invariants every state keeps, and a driver that presses keys at random."""

from __future__ import annotations

import random
from dataclasses import dataclass, field

import chess

from firmware_model import Machine
from firmware_model.events import Beep, Commit, Output, Tone
from firmware_model.keys import PIECE_KEYS, Key, square_keys
from firmware_model.lcd import GLYPHS
from firmware_model.levels import LEVELS
from firmware_model.mode import HOMES, Mode
from firmware_model.options import OPTIONS
from firmware_model.state import Nvram
from firmware_model.state_checks import THINKING

KNOWN = frozenset(GLYPHS)


@dataclass
class Walker:
    """A machine whose every output and state is checked.

    The memory is followed through Commit outputs alone: it must never be anything else.
    """

    rng: random.Random
    machine: Machine = field(init=False)
    committed: Nvram = field(init=False)
    refused: bool = False
    presses: int = 0
    _board: chess.Board | None = None

    def __post_init__(self) -> None:
        self.machine = Machine(listener=self._listen)
        self.committed = self.machine.nvram

    def _listen(self, event: Output) -> None:
        if isinstance(event, Commit):
            self.committed = event.nvram
        elif isinstance(event, Beep) and event.tone is Tone.REFUSAL:
            assert event.count == 3
            self.refused = True

    def press(self, key: Key) -> None:
        """Press one key; a refusal must change nothing but the message on display."""
        state, machine = self.machine.state, self.machine
        before = (state.mode, state.nvram, state.board, state.redo, state.option_key)
        self.refused = False
        self.presses += 1
        machine.press(key)
        if self.refused:
            assert machine.lcd.text == "Error"
            if before[0] is Mode.REPLAY:  # which goes on by itself meanwhile
                self.check()
                return
            assert before == (state.mode, state.nvram, state.board, state.redo, state.option_key)
        self.check()

    def act(self) -> None:
        """One random thing: mostly a key; also time, an answer, a line from a PC, the switch."""
        machine, rng = self.machine, self.rng
        luck = rng.random()
        if machine.thinking is not None and rng.random() < 0.3:
            moves = list(machine.state.board.legal_moves)
            machine.answer(
                rng.choice(moves).uci(), score_cp=rng.randint(-1200, 1200), resigns=luck < 0.001
            )
        elif luck < 0.02:
            machine.wait(rng.choice((1, 500, 2000, 60_000)))
        elif luck < 0.025:
            machine.power(on=not machine.state.power_on)
        elif luck < 0.045:
            moves = list(machine.state.board.legal_moves)
            if moves and machine.state.power_on:
                for key in keys_of(rng.choice(moves)):
                    machine.press(key)
        elif luck < 0.06:
            machine.send(rng.choice(("P", "X", "m e2e4", "T", "N", "G", "F", "J", "L tr3", "?")))
        else:
            self.press(rng.choice(_ALL_KEYS))
            return
        self.check()

    def check(self) -> None:
        """Everything that must hold in every state."""
        state = self.machine.state
        lcd = state.lcd
        assert len(lcd.cells) == 6
        assert sum(map(str.isalnum, lcd.text)) <= 6
        assert KNOWN.issuperset(lcd.cells)
        assert 0 <= state.nvram.record.elo <= 9999
        assert state.nvram is self.committed
        assert state.mode is not Mode.THINK or state.think_id > 0
        assert not state.think_id or state.mode in THINKING
        assert state.home in HOMES
        if state.board is not self._board:
            self._board = state.board
            assert state.board.is_valid()
            assert state.board == state.game.board()
            assert state.nvram.levels[0] in LEVELS
            assert all(
                value in row.values
                for value, row in zip(state.nvram.options, OPTIONS.values(), strict=True)
            )


_ALL_KEYS = tuple(Key)


def keys_of(move: chess.Move) -> list[Key]:
    """The presses that enter a move, the promotion's piece included."""
    keys = [*square_keys(chess.square_name(move.from_square))]
    keys += square_keys(chess.square_name(move.to_square))
    if move.promotion:
        keys.append(PIECE_KEYS[move.promotion - 1])
    return keys
