"""Runs a checked key script on a machine of its own, without window, port or file."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import chess

from firmware_model.events import Battery, Lock
from firmware_model.keys import PIECE_KEYS, Key, square_keys
from firmware_model.lcd import Lcd
from firmware_model.machine import Machine
from firmware_model.mode import Mode
from firmware_model.rating import Record, Rules
from sapphire_emu.scripts import grammar
from sapphire_emu.scripts.grammar import Statement
from sapphire_emu.scripts.stage import Capture, Consult, Kept, Stage, StageFailure

LAST_INPUTS = 10


@dataclass(frozen=True, slots=True)
class Failure:
    """A line that did not hold: where, what was expected, what was there, what led to it.

    ``lcd`` is the display at that moment.
    """

    path: str
    line: int
    expected: str
    got: str
    inputs: tuple[str, ...]
    lcd: Lcd

    def __str__(self) -> str:
        inputs = "\n".join(f"    {text}" for text in self.inputs) or "    (none)"
        return (
            f"{self.path}:{self.line}: expected {self.expected}, got {self.got}\n"
            f"  last inputs:\n{inputs}"
        )


class Runner:
    """One run of one script. See :class:`Stage` for the parameters."""

    def __init__(
        self, path: Path | str, consult: Consult | None = None, capture: Capture | None = None
    ) -> None:
        self.path = str(path)
        self.stage = Stage(consult, capture)
        self._slots: dict[str, Kept] = {}
        self._inputs: deque[str] = deque(maxlen=LAST_INPUTS)

    @property
    def machine(self) -> Machine:
        """The script's machine."""
        return self.stage.machine

    def run(self, statements: Sequence[Statement]) -> Failure | None:
        """Run to the end or to the first line that fails."""
        for statement in statements:
            try:
                self._do(statement)
            except StageFailure as failed:
                return Failure(
                    self.path,
                    statement.line,
                    failed.expected,
                    failed.got,
                    tuple(self._inputs),
                    self.machine.lcd,
                )
        return None

    # -- doing -----------------------------------------------------------------------------

    def _do(self, statement: Statement) -> None:
        stage = self.stage
        match statement:
            case grammar.Press(_, keys):
                for key in keys:
                    self._press(key)
            case grammar.MakeMove(_, uci):
                self._move(uci)
            case grammar.Reply(_, answers):
                self._inputs.append(f"reply {' '.join(answer.move for answer in answers)}")
                stage.replies.extend(answers)
            case grammar.Eval(_, score_cp):
                stage.eval_cp = score_cp
            case grammar.Wait(_, ms):
                self._inputs.append(f"wait {ms}ms")
                stage.await_engine()
                stage.let_pass(ms)
            case grammar.Send(_, text):
                self._inputs.append(f'send "{text}"')
                stage.send(text)
            case grammar.SaveState(_, name):
                self._inputs.append(f"save {name}")
                self._slots[name] = stage.keep()
            case grammar.LoadState(_, name):
                self._inputs.append(f"load {name}")
                stage.put_back(self._slots[name])
            case _:
                self._set(statement)

    def _set(self, statement: Statement) -> None:
        stage = self.stage
        match statement:
            case grammar.Power(_, on):
                self._inputs.append(f"power {'on' if on else 'off'}")
                stage.power(on=on)
            case grammar.SetNvram():
                self._set_nvram(statement)
            case grammar.WholeNvram(_, nvram):
                stage.nvram = nvram
            case grammar.WholeState(_, state):
                stage.put_back(Kept(state, (), 0))
            case grammar.Info(_, depth, score_cp, nodes, mate, pv):
                stage.inform(depth, score_cp, nodes, mate, pv)
            case grammar.Sensor(_, battery_low, locked):
                if battery_low is not None:
                    stage.feed(Battery(battery_low))
                if locked is not None:
                    stage.feed(Lock(locked))
            case _:
                self._check(statement)

    def _set_nvram(self, wanted: grammar.SetNvram) -> None:
        nvram = self.stage.nvram
        elo = nvram.record.elo if wanted.rating is None else wanted.rating
        games = nvram.record.games if wanted.games is None else wanted.games
        nvram = replace(nvram, record=Record(elo, games))
        if wanted.level is not None:
            nvram = replace(nvram, levels=(wanted.level, wanted.level))
        if wanted.rules is not None:
            nvram = replace(nvram, rules=Rules(wanted.rules))
        self.stage.nvram = nvram

    def _press(self, key: Key) -> None:
        self._inputs.append(f"press {key.script_name}")
        self.stage.press(key)

    def _move(self, uci: str) -> None:
        self._inputs.append(f"move {uci}")
        machine = self.machine
        before = machine.state.game.plies
        for key in (*square_keys(uci[:2]), *square_keys(uci[2:4])):
            self.stage.press(key)
        if machine.state.mode is Mode.PROMOTION and uci[4:]:
            self.stage.press(PIECE_KEYS["pnbrqk".index(uci[4])])
        made = machine.state.game.plies[len(before) :]
        if not made or made[0].uci != uci or machine.state.game.plies[: len(before)] != before:
            raise StageFailure(f"move {uci} to be accepted", f'lcd "{machine.lcd.text}"')

    # -- asserting -------------------------------------------------------------------------

    def _check(self, statement: Statement) -> None:
        if isinstance(statement, grammar.ExpectBeeps):
            self._same(f"beeps {statement.count}", f"beeps {self.machine.beeps}")
            return
        self.stage.await_engine()
        lcd = self.machine.lcd
        match statement:
            case grammar.ExpectLcd(_, text):
                self._same(f'lcd "{text}"', f'lcd "{lcd.text}"')
            case grammar.ExpectCells(_, cells):
                self._same(f'cells "{cells}"', f'cells "{lcd.cells}"')
            case grammar.ExpectSymbols(_, lit, dark):
                wrong = [name for name in lit if name not in lcd.symbols]
                wrong += [f"not {name}" for name in dark if name in lcd.symbols]
                if wrong:
                    shown = " ".join(sorted(lcd.symbols)) or "none"
                    raise StageFailure(f"symbols {' '.join(wrong)}", f"symbols {shown}")
            case grammar.ExpectRating(_, elo, games):
                record = self.machine.nvram.record
                self._same(
                    _rating_words(elo, games),
                    _rating_words(
                        None if elo is None else record.elo,
                        None if games is None else record.games,
                    ),
                )
            case grammar.ExpectPosition(_, fen):
                wanted = chess.Board(" ".join([*fen.split()[:4], "0", "1"]))
                self._same(
                    f'position "{wanted.epd()}"', f'position "{self.machine.state.board.epd()}"'
                )
            case grammar.ExpectSerial(_, lines):
                self._serial(lines)

    def _serial(self, lines: tuple[str, ...]) -> None:
        sent = self.machine.serial_lines
        if not lines:
            got = f'serial "{sent[0]}"' if sent else "serial none"
            self._same("serial none", got)
        for line in lines:
            got = f'serial "{sent.pop(0)}"' if sent else "serial none"
            self._same(f'serial "{line}"', got)

    def _same(self, expected: str, got: str) -> None:
        if expected != got:
            raise StageFailure(expected, got)


def _rating_words(elo: int | None, games: int | None) -> str:
    parts = [] if elo is None else [f"rating {elo}"]
    return " ".join([*parts, *([] if games is None else [f"games {games}"])])
