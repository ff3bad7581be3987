"""The words of the key-script language: one table, read by the parser and by the reference.

A script is a text file, one statement a line, ``#`` begins a comment. It is checked whole before
its first line runs. Every statement here is an immutable value with the line it stands in.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from firmware_model.keys import Key
from firmware_model.state import Nvram, State


@dataclass(frozen=True, slots=True)
class Power:
    """``power on`` / ``power off``."""

    line: int
    on: bool


@dataclass(frozen=True, slots=True)
class Sensor:
    """``battery low|ok``, ``lock on|off``: the other inputs of the machine."""

    line: int
    battery_low: bool | None = None
    locked: bool | None = None


@dataclass(frozen=True, slots=True)
class WholeNvram:
    """``nvram json {…}``: a whole memory, as a backup holds it."""

    line: int
    nvram: Nvram


@dataclass(frozen=True, slots=True)
class WholeState:
    """``load json {…}``: a whole machine, as a saved state holds it."""

    line: int
    state: State


@dataclass(frozen=True, slots=True)
class SetNvram:
    """``nvram rating 1400 games 10 level tr7 rules corrected``: any subset of the fields."""

    line: int
    rating: int | None = None
    games: int | None = None
    level: str | None = None
    rules: str | None = None


@dataclass(frozen=True, slots=True)
class Press:
    """``press option ver``."""

    line: int
    keys: tuple[Key, ...]


@dataclass(frozen=True, slots=True)
class MakeMove:
    """``move e2e4``: the key presses a user would make; a refused move fails."""

    line: int
    uci: str


@dataclass(frozen=True, slots=True)
class Answer:
    """One answer of the scripted opponent.

    ``move`` is UCI, ``resign`` or ``none`` (it fails). The rest is what a recorded answer brings:
    ``after_ms`` since the machine came to move (200 when None), its own evaluation (the one of
    ``eval`` when None), full moves to mate, the line it expects, whether a book knew it, plies and
    positions searched.
    """

    move: str
    after_ms: int | None = None
    score_cp: int | None = None
    mate: int | None = None
    pv: tuple[str, ...] = ()
    from_book: bool = False
    depth: int = 0
    nodes: int = 0


@dataclass(frozen=True, slots=True)
class Reply:
    """``reply e7e5 g8f6``: the scripted opponent's next moves, ``resign`` or ``none``."""

    line: int
    answers: tuple[Answer, ...]


@dataclass(frozen=True, slots=True)
class Info:
    """``info depth 5 score -35 nodes 1234 line g8f6``: what the opponent sees while it thinks."""

    line: int
    depth: int = 0
    score_cp: int = 0
    nodes: int = 0
    mate: int | None = None
    pv: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Eval:
    """``eval -250``: the scripted opponent's evaluation from now on, centipawns, its own side."""

    line: int
    score_cp: int


@dataclass(frozen=True, slots=True)
class Wait:
    """``wait 2.5s`` / ``wait 500ms``: emulated time."""

    line: int
    ms: int


@dataclass(frozen=True, slots=True)
class ExpectLcd:
    """``lcd "rt 1400"``: the text shown."""

    line: int
    text: str


@dataclass(frozen=True, slots=True)
class ExpectCells:
    """``cells "rt1400"``: the six raw glyphs shown."""

    line: int
    cells: str


@dataclass(frozen=True, slots=True)
class ExpectSymbols:
    """``symbols draw not check``: only the symbols named are asked about."""

    line: int
    lit: tuple[str, ...]
    dark: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ExpectBeeps:
    """``beeps 3``: everything since the last key."""

    line: int
    count: int


@dataclass(frozen=True, slots=True)
class ExpectRating:
    """``rating 1455 games 11``: the memory; either part alone too."""

    line: int
    elo: int | None
    games: int | None


@dataclass(frozen=True, slots=True)
class ExpectPosition:
    """``position "FEN"``: placement, side to move, castling and en passant rights."""

    line: int
    fen: str


@dataclass(frozen=True, slots=True)
class Send:
    """``send "P"``: a line from the PC."""

    line: int
    text: str


@dataclass(frozen=True, slots=True)
class ExpectSerial:
    """``serial "…"``, ``serial file PATH``, ``serial none``: the next line(s) sent, or nothing."""

    line: int
    lines: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SaveState:
    """``save NAME``: keep the whole machine in a slot of this run."""

    line: int
    name: str


@dataclass(frozen=True, slots=True)
class LoadState:
    """``load NAME``: put a kept machine back."""

    line: int
    name: str


Statement = (
    Power
    | Sensor
    | SetNvram
    | WholeNvram
    | WholeState
    | Press
    | MakeMove
    | Reply
    | Info
    | Eval
    | Wait
    | ExpectLcd
    | ExpectCells
    | ExpectSymbols
    | ExpectBeeps
    | ExpectRating
    | ExpectPosition
    | Send
    | ExpectSerial
    | SaveState
    | LoadState
)


class Verb(NamedTuple):
    """One statement word: how it is written and what it means."""

    usage: str
    meaning: str


VERBS: dict[str, Verb] = {
    "power": Verb("power on | power off", "the switch; the first `power on` starts the memory"),
    "battery": Verb("battery low | battery ok", "the battery sensor"),
    "lock": Verb("lock on | lock off", "the keyboard lock"),
    "nvram": Verb(
        "nvram rating N games N level NAME rules corrected|printed | nvram json {…}",
        "the memory before `power on`: any of the fields, or the whole of it",
    ),
    "press": Verb("press KEY…", "press keys, 100 ms of emulated time each"),
    "move": Verb("move e2e4", "enter a move on the keys; e7e8q answers the promotion question"),
    "reply": Verb(
        "reply MOVE… | reply MOVE after TIME eval N mate N book depth N nodes N line MOVE…",
        "the scripted opponent's next moves (or resign, none); a recorded answer tells the rest",
    ),
    "info": Verb("info depth N score N nodes N mate N line MOVE…", "what it sees while it thinks"),
    "eval": Verb("eval CENTIPAWNS", "the scripted opponent's evaluation, from its own side"),
    "wait": Verb("wait 2.5s | wait 500ms", "let emulated time pass"),
    "lcd": Verb('lcd "TEXT"', "the display shows this text"),
    "cells": Verb('cells "GLYPHS"', "the display shows these six glyphs"),
    "symbols": Verb("symbols NAME… not NAME", "these symbols are lit, or not"),
    "beeps": Verb("beeps N", "so many beeps since the last key"),
    "rating": Verb("rating N games N", "the memory holds this rating, these games"),
    "position": Verb('position "FEN"', "placement, side to move, castling, en passant"),
    "send": Verb('send "LINE"', "a line from the PC"),
    "serial": Verb('serial "LINE" | serial file PATH | serial none', "the next line(s) sent"),
    "save": Verb("save NAME", "keep the whole machine in a slot of this run"),
    "load": Verb("load NAME | load json {…}", "put a kept machine back, or a whole one"),
}
"""Every word a statement can begin with."""
