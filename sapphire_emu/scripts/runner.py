"""Runs a checked key script on a machine of its own, without window, port or file.

Time is emulated. ``press`` and ``move`` do not wait for the machine. A scripted reply is played
200 ms after the machine has come to move. With none queued, the configured opponent is asked, and
its answer awaited, at the next line that lets time pass or looks at something.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import chess

from firmware_model.events import OpponentInfo, OpponentMove, ThinkRequest
from firmware_model.keys import PIECE_KEYS, Key, square_keys
from firmware_model.levels import SearchLimit
from firmware_model.machine import HOLD_MS, PRESS_MS, Machine
from firmware_model.mode import Mode
from firmware_model.rating import Record, Rules
from firmware_model.state import Nvram, State
from sapphire_emu.scripts import grammar
from sapphire_emu.scripts.grammar import Statement

REPLY_MS = 200
LAST_INPUTS = 10
LOOK_NODES = 2000
"""How long the configured opponent looks at a position under analysis."""

Consult = Callable[[ThinkRequest], OpponentMove]
"""Asks the configured opponent and waits for its answer."""


@dataclass(frozen=True, slots=True)
class Failure:
    """A line that did not hold: where, what was expected, what was there, what led to it."""

    path: str
    line: int
    expected: str
    got: str
    inputs: tuple[str, ...]

    def __str__(self) -> str:
        inputs = "\n".join(f"    {text}" for text in self.inputs) or "    (none)"
        return (
            f"{self.path}:{self.line}: expected {self.expected}, got {self.got}\n"
            f"  last inputs:\n{inputs}"
        )


class _Failed(Exception):
    def __init__(self, expected: str, got: str) -> None:
        super().__init__(expected, got)
        self.expected = expected
        self.got = got


@dataclass(slots=True)
class _Slot:
    state: State
    thinking: ThinkRequest | None
    think_since_ms: int
    replies: tuple[str, ...]
    eval_cp: int


class Runner:
    """One run of one script.

    :param consult: the configured opponent; None makes a line that needs it fail.
    """

    def __init__(self, path: Path | str, consult: Consult | None = None) -> None:
        self.path = str(path)
        self._consult = consult
        self._nvram = Nvram()
        self._machine: Machine | None = None
        self._replies: deque[str] = deque()
        self._eval_cp = 0
        self._think_since_ms = 0
        self._think_id = 0
        self._looked = 0
        self._slots: dict[str, _Slot] = {}
        self._inputs: deque[str] = deque(maxlen=LAST_INPUTS)

    @property
    def machine(self) -> Machine:
        """The script's machine; switched on with the memory so far when it was not yet."""
        if self._machine is None:
            self._machine = Machine(self._nvram)
        return self._machine

    def run(self, statements: Sequence[Statement]) -> Failure | None:
        """Run to the end or to the first line that fails."""
        for statement in statements:
            try:
                self._do(statement)
            except _Failed as failed:
                return Failure(
                    self.path, statement.line, failed.expected, failed.got, tuple(self._inputs)
                )
        return None

    # -- statements ------------------------------------------------------------------------

    def _do(self, statement: Statement) -> None:
        match statement:
            case grammar.Press(_, keys):
                for key in keys:
                    self._press(key)
            case grammar.MakeMove(_, uci):
                self._move(uci)
            case grammar.Power(_, on):
                self._power(on=on)
            case grammar.SetNvram():
                self._set_nvram(statement)
            case grammar.Reply(_, moves):
                self._note(f"reply {' '.join(moves)}")
                self._replies.extend(moves)
            case grammar.Eval(_, score_cp):
                self._eval_cp = score_cp
            case grammar.Wait(_, ms):
                self._note(f"wait {ms}ms")
                self._await_engine()
                self._pass(ms)
            case grammar.Send(_, text):
                self._note(f'send "{text}"')
                self.machine.send(text)
                self._watch()
            case grammar.SaveState(_, name):
                self._save(name)
            case grammar.LoadState(_, name):
                self._load(name)
            case _:
                self._check(statement)

    def _check(self, statement: Statement) -> None:
        if isinstance(statement, grammar.ExpectBeeps):
            self._same(f"beeps {statement.count}", f"beeps {self.machine.beeps}")
            return
        self._await_engine()
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
                    raise _Failed(f"symbols {' '.join(wrong)}", f"symbols {shown}")
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

    def _power(self, *, on: bool) -> None:
        self._note(f"power {'on' if on else 'off'}")
        if self._machine is None:
            self._machine = Machine(self._nvram, power=on)
        else:
            if not self._machine.state.power_on and on:
                self._machine.replace_nvram(self._nvram)
            self._machine.power(on=on)
            if not on:
                self._nvram = self._machine.nvram
        self._watch()

    def _set_nvram(self, wanted: grammar.SetNvram) -> None:
        record = self._nvram.record
        elo = record.elo if wanted.rating is None else wanted.rating
        games = record.games if wanted.games is None else wanted.games
        nvram = replace(self._nvram, record=Record(elo, games))
        if wanted.level is not None:
            nvram = replace(nvram, levels=(wanted.level, wanted.level))
        if wanted.rules is not None:
            nvram = replace(nvram, rules=Rules(wanted.rules))
        self._nvram = nvram

    def _press(self, key: Key) -> None:
        self._note(f"press {key.script_name}")
        machine = self.machine
        if machine.thinking is not None:
            if key is Key.GO and machine.state.mode is Mode.THINK:
                self._move_now(key)
                return
            if self._scripted_turn() and self._due_ms() <= machine.now_ms + PRESS_MS:
                machine.hold(key)
                self._pass(HOLD_MS)
                machine.release(key)
                self._pass(PRESS_MS - HOLD_MS)
                self._watch()
                return
        machine.press(key)
        self._watch()

    def _move_now(self, key: Key) -> None:
        """GO while the machine thinks: its scripted or real answer comes at once."""
        machine = self.machine
        request = machine.thinking
        machine.press(key)
        if request is not None and machine.thinking is request:
            if self._replies:
                self._play_reply()
            elif self._consult is not None:
                search = replace(request.search, infinite=False, nodes=LOOK_NODES)
                finite = request if not request.search.infinite else replace(request, search=search)
                machine.feed(self._consult(finite))
                self._watch()

    def _move(self, uci: str) -> None:
        self._note(f"move {uci}")
        machine = self.machine
        before = machine.state.game.plies
        keys = [*square_keys(uci[:2]), *square_keys(uci[2:4])]
        for key in keys:
            machine.press(key)
        if machine.state.mode is Mode.PROMOTION and uci[4:]:
            machine.press(PIECE_KEYS["pnbrqk".index(uci[4])])
        after = machine.state.game.plies
        if len(after) != len(before) + 1 or after[-1].uci != uci:
            raise _Failed(f"move {uci} to be accepted", f'lcd "{machine.lcd.text}"')
        self._watch()

    # -- the opponent ----------------------------------------------------------------------

    def _watch(self) -> None:
        """Note when the machine has come to think."""
        request = self.machine.thinking
        if request is not None and request.request_id != self._think_id:
            self._think_id = request.request_id
            self._think_since_ms = request.at_ms

    def _scripted_turn(self) -> bool:
        """True when the next scripted reply is for what the machine thinks about now."""
        request = self.machine.thinking
        return bool(self._replies) and request is not None and request.purpose != "analysis"

    def _due_ms(self) -> int:
        """When the next scripted reply is to be played."""
        return max(self._think_since_ms + REPLY_MS, self.machine.now_ms)

    def _play_reply(self) -> None:
        machine = self.machine
        reply = self._replies.popleft()
        if reply == "resign":
            machine.answer(None, score_cp=self._eval_cp, resigns=True)
        else:
            if chess.Move.from_uci(reply) not in machine.state.board.legal_moves:
                raise _Failed("a scripted reply that is legal", f"reply {reply}")
            machine.answer(reply, score_cp=self._eval_cp)
        self._watch()

    def _pass(self, ms: int) -> None:
        """Let time pass, playing scripted replies when they fall due."""
        machine = self.machine
        end_ms = machine.now_ms + ms
        while self._scripted_turn():
            due_ms = self._due_ms()
            if due_ms > end_ms:
                break
            machine.wait(due_ms - machine.now_ms)
            if self._scripted_turn() and self._due_ms() <= due_ms:
                self._play_reply()
        machine.wait(end_ms - machine.now_ms)

    def _await_engine(self) -> None:
        """Have the configured opponent answer, if it is to and no scripted reply is."""
        machine = self.machine
        while (request := machine.thinking) is not None and not self._replies:
            if self._consult is None:
                raise _Failed("a scripted reply", "none queued, and no opponent is configured")
            if request.purpose == "analysis" or request.search.infinite:
                self._look(request)
                return
            machine.feed(self._consult(request))
            self._watch()

    def _look(self, request: ThinkRequest) -> None:
        """One look of the configured opponent at a position that is thought about without end."""
        if self._looked == request.request_id or self._consult is None:
            return
        self._looked = request.request_id
        seen = self._consult(replace(request, search=SearchLimit(nodes=LOOK_NODES)))
        self.machine.feed(
            OpponentInfo(
                request.request_id, seen.depth, seen.score_cp, seen.nodes, seen.pv, seen.mate
            )
        )

    # -- slots, serial, bookkeeping --------------------------------------------------------

    def _save(self, name: str) -> None:
        self._note(f"save {name}")
        machine = self.machine
        self._slots[name] = _Slot(
            machine.state.copy(),
            machine.thinking,
            self._think_since_ms,
            tuple(self._replies),
            self._eval_cp,
        )

    def _load(self, name: str) -> None:
        self._note(f"load {name}")
        slot = self._slots[name]
        self.machine.restore(slot.state, slot.thinking)
        self._think_since_ms = slot.think_since_ms
        self._think_id = slot.state.think_id
        self._replies = deque(slot.replies)
        self._eval_cp = slot.eval_cp

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
            raise _Failed(expected, got)

    def _note(self, text: str) -> None:
        self._inputs.append(text)


def _rating_words(elo: int | None, games: int | None) -> str:
    parts = [] if elo is None else [f"rating {elo}"]
    return " ".join([*parts, *([] if games is None else [f"games {games}"])])
