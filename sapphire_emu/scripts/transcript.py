"""A journal as a key script: what a recording or a bug report looks like.

Keys become ``press``, answers ``reply … after …``, bytes from a PC ``send``. The script is then run
once, and what it shows after each key is written behind it as an assertion; at the end
the position and the rating of the *recorded* run are asserted, so that a script that does not do
the same says so when it runs.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass

from firmware_model.codec import encode
from firmware_model.events import (
    Battery,
    Input,
    KeyDown,
    Lock,
    OpponentInfo,
    OpponentMove,
    Power,
    SerialBytes,
)
from firmware_model.keys import Key
from firmware_model.machine import PRESS_MS
from firmware_model.state import Nvram, State
from firmware_model.state_codec import encode_state
from firmware_model.step import advance, apply
from sapphire_emu.scripts.journal import Journal
from sapphire_emu.scripts.parser import parse
from sapphire_emu.scripts.runner import Runner


@dataclass(slots=True)
class _Action:
    """A line of the script to be, and the emulated time at which it took effect.

    ``news_of`` is the request an ``info`` line belongs to, ``until_ms`` when that was answered.
    ``after_replies`` is how many answers had come before it; a script, in which every key takes
    100 ms, may be a little behind and then waits for them.
    """

    at_ms: int
    text: str
    is_key: bool = False
    news_of: int = 0
    until_ms: int = 1 << 62
    after_replies: int = 0


def to_script(journal: Journal) -> str:
    """The script of a journal, with the shown texts as assertions."""
    heard = _Listener(journal)
    final = heard.state
    lines = [f"# recorded with version {journal.made_by}", *_beginning(journal.start)]
    now_ms = journal.start.now_ms
    body: list[_Action] = []
    for action in heard.actions:
        if now_ms >= action.until_ms:
            continue
        pause_ms = action.at_ms - now_ms
        waits = action.is_key or not action.text.startswith("reply")
        if waits and pause_ms > 0:
            body.append(_Action(now_ms, f"wait {pause_ms}ms"))
            now_ms = action.at_ms
        body.append(action)
        if action.is_key:
            now_ms += PRESS_MS
    tail = max(final.now_ms - now_ms, 0)
    if tail:
        body.append(_Action(now_ms, f"wait {tail}ms"))
    body.append(_Action(final.now_ms, "", is_key=True, after_replies=heard.replies))
    return "\n".join([*lines, *_with_assertions(lines, body), *_ending(final)]) + "\n"


def _beginning(start: State) -> list[str]:
    fresh = State(start.nvram, debounce_ms=start.debounce_ms)
    if start == fresh:
        if start.nvram == Nvram():
            return []
        return [f"nvram json {json.dumps(encode(start.nvram), separators=(',', ':'))}"]
    return [f"load json {json.dumps(encode_state(start), separators=(',', ':'))}"]


class _Listener:
    """Replays a journal and notes what was done, in order, as lines of a script."""

    def __init__(self, journal: Journal) -> None:
        self.state = journal.start.copy()
        self.actions: list[_Action] = []
        self._down: dict[Key, int] = {}
        self._winner: Key | None = None
        self._think_id = self.state.think_id
        self._reply_place = 0
        self.replies = 0
        for entry in journal.entries:
            advance(self.state, entry.at_ms, [])
            self._look()
            self._note(entry.event)
            apply(self.state, entry.event, [])
            self._look(answered=isinstance(entry.event, OpponentMove))

    def _look(self, *, answered: bool = False) -> None:
        """A debounced key has become known, or a request been opened by what was noted last.

        A reply stands before the line that opens its request; one that is opened by the answer to
        another stands right behind that.
        """
        winner = self.state.matrix.winner
        if winner is not None and winner is not self._winner:
            begun_ms = self._down.get(winner, self.state.now_ms)
            press = f"press {winner.script_name}"
            self.actions.append(_Action(begun_ms, press, True, after_replies=self.replies))
        self._winner = winner
        if self.state.think_id not in (0, self._think_id):
            self._think_id = self.state.think_id
            if not answered:
                self._reply_place = max(len(self.actions) - 1, 0)

    def _note(self, event: Input) -> None:
        at_ms, actions = self.state.now_ms, self.actions
        match event:
            case KeyDown(key):
                self._down[key] = at_ms
            case OpponentMove() if event.request_id == self.state.think_id:
                text = _reply(event, at_ms - self.state.think_since_ms)
                for action in actions:
                    if action.news_of == event.request_id:
                        action.until_ms = at_ms
                actions.insert(self._reply_place, _Action(at_ms, text))
                self._reply_place += 1
                self.replies += 1
            case OpponentInfo() if event.request_id == self.state.think_id:
                actions.append(_Action(at_ms, _info(event), news_of=event.request_id))
            case SerialBytes(data):
                actions += [_Action(at_ms, line) for line in _sent(data)]
            case Power(on):
                actions.append(_Action(at_ms, f"power {'on' if on else 'off'}"))
            case Battery(low):
                actions.append(_Action(at_ms, f"battery {'low' if low else 'ok'}"))
            case Lock(on):
                actions.append(_Action(at_ms, f"lock {'on' if on else 'off'}"))


def _reply(event: OpponentMove, after_ms: int) -> str:
    word = "resign" if event.resigns else event.move or "none"
    text = f"reply {word} after {after_ms}ms eval {event.score_cp}"
    if event.mate is not None:
        text += f" mate {event.mate}"
    if event.from_book:
        text += " book"
    if event.depth:
        text += f" depth {event.depth} nodes {event.nodes}"
    return text + (f" line {' '.join(event.pv)}" if event.pv else "")


def _info(event: OpponentInfo) -> str:
    text = f"info depth {event.depth} score {event.score_cp} nodes {event.nodes}"
    if event.mate is not None:
        text += f" mate {event.mate}"
    return text + (f" line {' '.join(event.pv)}" if event.pv else "")


def _sent(data: bytes) -> Iterator[str]:
    for line in data.decode("latin-1").replace("\n", "\r").split("\r"):
        if line.strip() and '"' not in line and line.isprintable():
            yield f'send "{line}"'


def _with_assertions(head: list[str], body: list[_Action]) -> Iterator[str]:
    """The lines, with what the display shows after each key behind it.

    News of a thought that has ended by then are left out.
    """
    runner, queued = Runner("recording"), 0
    runner.run(parse("\n".join(head)))
    for action in body:
        while action.is_key and queued - len(runner.stage.replies) < action.after_replies:
            due_ms = runner.stage.reply_due_ms()
            if due_ms is None:
                break
            pause = f"wait {max(due_ms - runner.machine.now_ms, 1)}ms"
            yield pause
            runner.run(parse(pause))
        if not action.text:
            break
        queued += action.text.startswith("reply")
        failed = runner.run(parse(action.text)) is not None
        if failed and action.news_of:
            continue
        yield action.text
        if action.text.startswith("press") and not failed and not _awaits(runner):
            yield f'lcd "{runner.machine.lcd.text}"'


def _awaits(runner: Runner) -> bool:
    """True when an assertion here would make the script wait for an engine."""
    return runner.machine.thinking is not None and not runner.stage.replies


def _ending(final: State) -> list[str]:
    record = final.nvram.record
    lines = [f'position "{final.board.fen(en_passant="fen")}"'] if not final.think_id else []
    return [*lines, f"rating {record.elo} games {record.games}"]
