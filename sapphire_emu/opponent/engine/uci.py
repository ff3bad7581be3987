"""The engine's UCI face: lines in, lines out.

Theory of operation
    The main thread searches; a second thread reads standard input, acts on ``stop``, ``quit`` and,
    during a search, ``isready`` at once and queues everything else. A line that makes no sense is
    answered with one ``info string`` and changes nothing; the program ends on ``quit`` or at the
    end of its input, never on an error.

Options
    ``Hash`` (MB), ``Clear Hash``, ``OwnBook`` (off), ``Weakness`` (0 none … 100) and ``Seed``,
    which together with the position decides where a weakened engine slips.
"""

from __future__ import annotations

import contextlib
import io
import queue
import sys
import threading
from collections.abc import Callable
from typing import ClassVar, TextIO

from sapphire_emu.opponent.engine.movegen import legal_moves
from sapphire_emu.opponent.engine.position import (
    START_FEN,
    Position,
    from_fen,
    make,
    move_text,
)
from sapphire_emu.opponent.engine.root import Engine, Limits, Report

NAME = "Sapphire embedded"
HASH_MB = (1, 16, 1024)
LARGEST = 10**9
_NUMBERS = ("depth", "nodes", "mate", "movetime", "wtime", "btime", "winc", "binc", "movestogo")


class ProtocolError(ValueError):
    """A line that cannot be acted on; the message is shown as ``info string``."""


class Uci:
    """One engine and the state of the conversation: position, options."""

    def __init__(self, out: TextIO) -> None:
        self.out = out
        self.lock = threading.Lock()
        self.engine = Engine(HASH_MB[1])
        self.position = from_fen(START_FEN)
        self.keys: list[int] = []
        self.line: list[str] = []
        self.options = {"hash": HASH_MB[1], "ownbook": 0, "weakness": 0, "seed": 0}
        self.searching = threading.Event()

    def say(self, line: str) -> None:
        """Write one line at once."""
        with self.lock:
            self.out.write(line + "\n")
            self.out.flush()

    def words(self, line: str) -> list[str]:
        """The line from its first known command on: the protocol has unknown words skipped."""
        words = line.split()
        while words and words[0] not in self.commands:
            words.pop(0)
        return words

    def handle(self, line: str, limits: Limits) -> None:
        """Act on one line; a bad one is answered with ``info string``.

        ``limits`` are empty; a ``go`` fills them in, and may be stopped through them already.
        """
        words = self.words(line)
        if not words:
            if line.strip():
                self.say(f"info string unknown command: {line.strip()[:80]}")
            return
        try:
            if words[0] == "go":
                self._go(words[1:], limits)
            else:
                self.commands[words[0]](self, words[1:])
        except ValueError as error:  # ProtocolError, FenError, a number that is none
            self.searching.clear()
            self.say(f"info string {error}")

    def _uci(self, _: list[str]) -> None:
        self.say(f"id name {NAME}")
        self.say("id author the Sapphire maintainers")
        low, default, high = HASH_MB
        self.say(f"option name Hash type spin default {default} min {low} max {high}")
        self.say("option name Clear Hash type button")
        self.say("option name OwnBook type check default false")
        self.say("option name Weakness type spin default 0 min 0 max 100")
        self.say("option name Seed type spin default 0 min 0 max 2147483647")
        self.say("uciok")

    def _isready(self, _: list[str]) -> None:
        self.say("readyok")

    def _ucinewgame(self, _: list[str]) -> None:
        self.engine.search.forget()

    def _setoption(self, words: list[str]) -> None:
        text = " ".join(words)
        if not text.lower().startswith("name "):
            raise ProtocolError("expected: setoption name NAME [value VALUE]")
        name, _, value = text[5:].partition(" value ")
        name = name.strip().lower().replace(" ", "")
        value = value.strip().lower()
        if name == "clearhash":
            self.engine.search.forget()
        elif name == "ownbook" and value in ("true", "false"):
            self.options["ownbook"] = value == "true"
        elif name in ("hash", "weakness", "seed"):
            if not value.isdigit():
                raise ProtocolError(f"option {name} takes a number, got {value!r}")
            low, high = {"hash": (1, HASH_MB[2]), "weakness": (0, 100), "seed": (0, 2**31 - 1)}[
                name
            ]
            self.options[name] = min(max(int(value), low), high)
            if name == "hash":
                self.engine.search.resize(self.options["hash"])
        else:
            raise ProtocolError(f"no such option or value: {text[5:]}")

    def _position(self, words: list[str]) -> None:
        at = words.index("moves") if "moves" in words else len(words)
        if words[:1] not in (["startpos"], ["fen"]):
            raise ProtocolError("expected: position startpos|fen FEN [moves …]")
        known = len(self.line)
        if known > at and words[:known] == self.line:
            # The game goes on from the position in hand.
            s, keys, more = self.position, self.keys[:], words[known:]
        else:
            s = from_fen(START_FEN if words[0] == "startpos" else " ".join(words[1:at]))
            keys, more = [], words[at + 1 :]
        for word in more:
            keys.append(s[84])
            s = make(s, self._move(s, word))
        self.position, self.keys, self.line = s, keys, words

    @staticmethod
    def _move(s: Position, word: str) -> int:
        for move in legal_moves(s):
            if move_text(move) == word:
                return move
        raise ProtocolError(f"illegal move {word}")

    def _go(self, words: list[str], limits: Limits) -> None:
        clock: dict[str, int] = {}
        rest = iter(words)
        for word in rest:
            if word in _NUMBERS:
                value = next(rest, "")
                if not value.lstrip("-").isdigit():
                    raise ProtocolError(f"go {word} takes a number, got {value!r}")
                clock[word] = min(max(int(value), 0), LARGEST)
            elif word == "infinite":
                limits.infinite = True
            elif word == "searchmoves":
                legal = {move_text(move): move for move in legal_moves(self.position)}
                limits.only = [legal[text] for text in rest if text in legal]
        limits.depth = clock.get("depth")
        limits.nodes = clock.get("nodes")
        limits.mate = clock.get("mate")
        limits.seconds = self._allowance(clock)
        limits.weakness, limits.seed = self.options["weakness"], self.options["seed"]
        book = self._from_book(limits)
        if book:
            self.say(f"info depth 1 score cp 0 nodes 0 pv {move_text(book)}")
            self._answer(book, [book])
            return
        move, line = self.engine.think(self.position, self.keys, limits, self._report)
        if limits.infinite:
            limits.stop.wait()
        self._answer(move, line)

    def _answer(self, move: int, line: list[int]) -> None:
        self.searching.clear()
        answer = f"bestmove {move_text(move) if move else '0000'}"
        self.say(answer + (f" ponder {move_text(line[1])}" if len(line) > 1 else ""))

    def _from_book(self, limits: Limits) -> int:
        """A book move, if the book is on, knows one, and the search is for a move to play."""
        if not self.options["ownbook"] or limits.infinite or limits.mate is not None:
            return 0
        from sapphire_emu.opponent.engine.book import book_move

        move = book_move(self.position, self.options["seed"])
        return 0 if limits.only and move not in limits.only else move

    def _allowance(self, clock: dict[str, int]) -> float | None:
        """Seconds for this move: what was asked, or a fair share of the clock."""
        if "movetime" in clock:
            return clock["movetime"] / 1000
        side = "b" if self.position[80] else "w"
        if f"{side}time" not in clock:
            return None
        left, bonus = clock[f"{side}time"], clock.get(f"{side}inc", 0)
        share = left / max(2, min(clock.get("movestogo", 30), 40)) + bonus * 0.8
        return max(0.005, min(share, left * 0.5 - 30) / 1000)

    def _report(self, report: Report) -> None:
        self.say(report.uci())

    commands: ClassVar[dict[str, Callable[[Uci, list[str]], None]]] = {
        "uci": _uci,
        "isready": _isready,
        "ucinewgame": _ucinewgame,
        "setoption": _setoption,
        "position": _position,
        "go": lambda self, words: None,
        "stop": lambda self, words: None,
        "quit": lambda self, words: None,
        "debug": lambda self, words: None,
        "register": lambda self, words: None,
        "ponderhit": lambda self, words: None,
    }


Line = tuple[str, Limits]


def _read(uci: Uci, lines: queue.SimpleQueue[Line | None], source: TextIO) -> None:
    """Queue every line; act on ``stop`` and ``quit`` at once."""
    last = Limits()
    for line in source:
        word = uci.words(line)[:1]
        if word in (["stop"], ["ponderhit"]):
            uci.engine.stop(last)
        elif word == ["quit"]:
            break
        elif word == ["isready"] and uci.searching.is_set():
            uci.say("readyok")
        else:
            limits = Limits()
            if word == ["go"]:
                last = limits
                uci.searching.set()
            lines.put((line, limits))
    lines.put(None)
    uci.engine.stop(last)


def main() -> None:
    """Run until ``quit`` or the end of input."""
    if isinstance(sys.stdin, io.TextIOWrapper):
        sys.stdin.reconfigure(errors="replace")
    uci = Uci(sys.stdout)
    lines: queue.SimpleQueue[Line | None] = queue.SimpleQueue()
    threading.Thread(target=_read, args=(uci, lines, sys.stdin), daemon=True).start()
    with contextlib.suppress(BrokenPipeError):
        while (item := lines.get()) is not None:
            uci.handle(*item)
