"""Key scripts: text in, checked statements out. Nothing runs before everything is understood."""

from __future__ import annotations

import re
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import chess

from firmware_model.codec import DamagedMemory, decode
from firmware_model.keys import BY_NAME, Key
from firmware_model.lcd import CELLS, SYMBOL_ALIASES, SYMBOLS
from firmware_model.levels import LEVELS
from firmware_model.rating import MAX_ELO, MAX_GAMES, Rules
from firmware_model.state_codec import decode_state
from sapphire_emu.errors import InputError
from sapphire_emu.parsing import parse_json
from sapphire_emu.reading import MIB, read_bytes, read_utf8
from sapphire_emu.scripts import grammar
from sapphire_emu.scripts.grammar import VERBS, Statement
from sapphire_emu.scripts.tokens import Line

_MOVE = re.compile(r"[a-h][1-8][a-h][1-8][qrbn]?")
_TIME = re.compile(r"(\d+(?:\.\d+)?)(ms|s)")
_WHOLE = re.compile(r"\s*(nvram|load)\s+json\s+(\{.*)")
_NAME = re.compile(r"[A-Za-z0-9_-]{1,40}")
MAX_WAIT_MS = 100 * 3600 * 1000
MAX_SCRIPT_BYTES = 4 * MIB


# -- one parser a verb -----------------------------------------------------------------------


def _power(line: Line) -> Statement:
    return grammar.Power(line.number, line.choice("state", ("on", "off")) == "on")


def _battery(line: Line) -> Statement:
    return grammar.Sensor(line.number, battery_low=line.choice("state", ("low", "ok")) == "low")


def _lock(line: Line) -> Statement:
    return grammar.Sensor(line.number, locked=line.choice("state", ("on", "off")) == "on")


def _whole(verb: str, text: str, path: Path | str, number: int, column: int) -> Statement:
    """``nvram json`` and ``load json``: the rest of the line is one JSON object."""
    place: dict[str, Any] = {"path": path, "line": number, "column": column}
    try:
        data = parse_json(text)
        if verb == "nvram":
            return grammar.WholeNvram(number, decode(data))
        return grammar.WholeState(number, decode_state(data))
    except DamagedMemory as error:
        raise InputError(f"no possible machine: {error}", **place) from error
    except ValueError as error:
        raise InputError(f"not JSON: {error}", **place, expected="one object") from error


def _nvram(line: Line) -> Statement:
    rating: int | None = None
    games: int | None = None
    level: str | None = None
    rules: str | None = None
    while line.more or line.next == 1:
        match line.choice("field", ("rating", "games", "level", "rules")):
            case "rating":
                rating = line.number_in("rating", 0, MAX_ELO)
            case "games":
                games = line.number_in("games", 0, MAX_GAMES)
            case "level":
                level = line.choice("level", LEVELS)
            case _:
                rules = line.choice("rule set", [rule.value for rule in Rules])
    return grammar.SetNvram(line.number, rating, games, level, rules)


def _press(line: Line) -> Statement:
    keys: list[Key] = []
    while line.more or not keys:
        keys.append(BY_NAME[line.choice("key", BY_NAME)])
    return grammar.Press(line.number, tuple(keys))


def _uci(line: Line) -> str:
    token = line.word("a move such as e2e4")
    text = token.text.lower()
    if not _MOVE.fullmatch(text) or text[:2] == text[2:4]:
        line.fault(f"'{token.text}' is no move", token.column, "a move such as e2e4 or e7e8q")
    return text


def _move(line: Line) -> Statement:
    return grammar.MakeMove(line.number, _uci(line))


_CLAUSES = ("after", "eval", "mate", "book", "depth", "nodes", "line")


def _reply(line: Line) -> Statement:
    moves: list[str] = []
    while (line.more or not moves) and not (moves and line.peek() in _CLAUSES):
        if line.peek() in ("resign", "none"):
            moves.append(line.take("a move").text)
        else:
            moves.append(_uci(line))
    if not line.more:
        return grammar.Reply(line.number, tuple(grammar.Answer(move) for move in moves))
    if len(moves) > 1:
        line.fault(f"'{line.peek()}' after several moves", line.tokens[line.next].column, "one")
    clauses = _clauses(line, _CLAUSES)
    answer = grammar.Answer(
        moves[0],
        clauses.get("after"),
        clauses.get("eval"),
        clauses.get("mate"),
        clauses.get("line", ()),
        clauses.get("book", False),
        clauses.get("depth", 0),
        clauses.get("nodes", 0),
    )
    return grammar.Reply(line.number, (answer,))


def _info(line: Line) -> Statement:
    clauses = _clauses(line, ("depth", "score", "nodes", "mate", "line"))
    return grammar.Info(
        line.number,
        clauses.get("depth", 0),
        clauses.get("score", 0),
        clauses.get("nodes", 0),
        clauses.get("mate"),
        clauses.get("line", ()),
    )


def _clauses(line: Line, known: tuple[str, ...]) -> dict[str, Any]:
    """Named values in any order; ``line`` takes the rest."""
    found: dict[str, Any] = {}
    while line.more or not found:
        name = line.choice("word", known)
        if name == "after":
            found[name] = _time(line)
        elif name == "book":
            found[name] = True
        elif name == "line":
            moves = [_uci(line)]
            while line.more:
                moves.append(_uci(line))
            found[name] = tuple(moves)
        else:
            found[name] = line.number_in(name, -999_999_999, 999_999_999)
    return found


def _eval(line: Line) -> Statement:
    return grammar.Eval(line.number, line.number_in("evaluation", -100_000, 100_000))


def _wait(line: Line) -> Statement:
    return grammar.Wait(line.number, _time(line))


def _time(line: Line) -> int:
    token = line.word("a time such as 2.5s or 500ms")
    found = _TIME.fullmatch(token.text)
    if found is None:
        line.fault(f"'{token.text}' is no time", token.column, "a time such as 2.5s or 500ms")
    ms = Fraction(found[1][:20]) * (1000 if found[2] == "s" else 1)
    if ms.denominator != 1 or ms > MAX_WAIT_MS or len(found[1]) > 20:
        line.fault(f"time '{token.text}'", token.column, "whole milliseconds, at most 100 hours")
    return int(ms)


def _lcd(line: Line) -> Statement:
    text = line.quoted('a text in quotes, such as "rt 1400"')
    glyphs = sum(letter.isalnum() for letter in text)
    if glyphs > CELLS:
        line.fault(
            f'{glyphs} letters and figures in "{text}"',
            line.tokens[1].column,
            f"at most the {CELLS} that the display has",
        )
    return grammar.ExpectLcd(line.number, text)


def _cells(line: Line) -> Statement:
    text = line.quoted('six glyphs in quotes, such as "rt1400"')
    if len(text) > 6:
        line.fault(f'{len(text)} glyphs in "{text}"', line.tokens[1].column, "at most 6")
    return grammar.ExpectCells(line.number, f"{text:<6}")


def _symbols(line: Line) -> Statement:
    lit: list[str] = []
    dark: list[str] = []
    known = [*SYMBOLS, *SYMBOL_ALIASES, "not"]
    while line.more or not lit + dark:
        name = line.choice("symbol", known)
        target = lit
        if name == "not":
            target = dark
            name = line.choice("symbol", known[:-1])
        target.append(SYMBOL_ALIASES.get(name, name))
    return grammar.ExpectSymbols(line.number, tuple(lit), tuple(dark))


def _beeps(line: Line) -> Statement:
    return grammar.ExpectBeeps(line.number, line.number_in("beeps", 0, 100_000))


def _rating(line: Line) -> Statement:
    elo = games = None
    if line.more and line.tokens[line.next].text != "games":
        elo = line.number_in("rating", 0, MAX_ELO)
    if line.more or elo is None:
        line.choice("field", ("games",))
        games = line.number_in("games", 0, MAX_GAMES)
    return grammar.ExpectRating(line.number, elo, games)


def _position(line: Line) -> Statement:
    fen = line.quoted("a FEN in quotes")
    fields = fen.split()
    try:
        if len(fields) not in (4, 6):
            raise ValueError(f"{len(fields)} fields, expected 4 or 6")
        chess.Board(" ".join([*fields[:4], "0", "1"]))
    except ValueError as error:
        line.fault(
            f"no FEN: {error}", line.tokens[1].column, "placement, side, castling, en passant"
        )
    return grammar.ExpectPosition(line.number, fen)


def _send(line: Line) -> Statement:
    return grammar.Send(line.number, line.quoted("a line in quotes"))


def _serial(line: Line) -> Statement:
    token = line.take('"LINE", file PATH or none')
    if token.quoted:
        return grammar.ExpectSerial(line.number, (token.text,))
    if token.text == "none":
        return grammar.ExpectSerial(line.number, ())
    if token.text != "file":
        line.unknown("word", token, ("file", "none"))
    name = line.take("a path")
    path = Path(line.path).parent / name.text
    try:
        text = read_bytes(path, most=MAX_SCRIPT_BYTES).decode("ascii")
    except InputError as error:
        line.fault(str(error), name.column)
    except UnicodeDecodeError:
        line.fault(f"{path}: not plain ASCII", name.column, "a readable text file")
    if not text:
        line.fault(f"{path} is empty", name.column, "at least one line")
    return grammar.ExpectSerial(line.number, tuple(text.splitlines()))


def _slot(line: Line) -> str:
    token = line.word("a name")
    if not _NAME.fullmatch(token.text):
        line.fault(f"name '{token.text}'", token.column, "letters, digits, - and _, at most 40")
    return token.text


def _save(line: Line) -> Statement:
    return grammar.SaveState(line.number, _slot(line))


def _load(line: Line) -> Statement:
    return grammar.LoadState(line.number, _slot(line))


_PARSERS: dict[str, Callable[[Line], Statement]] = {
    "power": _power,
    "battery": _battery,
    "lock": _lock,
    "nvram": _nvram,
    "press": _press,
    "move": _move,
    "reply": _reply,
    "info": _info,
    "eval": _eval,
    "wait": _wait,
    "lcd": _lcd,
    "cells": _cells,
    "symbols": _symbols,
    "beeps": _beeps,
    "rating": _rating,
    "position": _position,
    "send": _send,
    "serial": _serial,
    "save": _save,
    "load": _load,
}
assert _PARSERS.keys() == VERBS.keys()


# -- a whole script --------------------------------------------------------------------------


def parse(text: str, path: Path | str = "script") -> tuple[Statement, ...]:
    """Check a whole script.

    :param path: what faults call it; ``serial file`` paths are relative to it.
    :raises InputError: the first thing that is not understood, with line and column.

    >>> parse("press option ver")[0].keys
    (<Key.OPTION: 2>, <Key.VER: 5>)
    >>> parse("press optoin", "a.keys")
    Traceback (most recent call last):
    sapphire_emu.errors.InputError: a.keys:1:7: unknown key 'optoin' (expected option?)
    """
    statements = []
    saved: set[str] = set()
    on = None
    for number, source in enumerate(text.splitlines(), start=1):
        whole = _WHOLE.fullmatch(source)
        if whole is not None:
            statement = _whole(whole[1], whole[2], path, number, whole.start(2) + 1)
            line = Line(path, number, whole[1])
            verb = line.tokens[0]
        else:
            line = Line(path, number, source)
            if not line.more:
                continue
            verb = line.word("a statement")
            if verb.text not in VERBS:
                line.unknown("statement", verb, VERBS)
            statement = _PARSERS[verb.text](line)
            line.done()
        match statement:
            case grammar.SaveState(_, name):
                saved.add(name)
            case grammar.LoadState(_, name) if name not in saved:
                line.unknown("slot", line.tokens[1], sorted(saved))
            case grammar.Power():
                on = statement.on
            case grammar.SetNvram() | grammar.WholeNvram() if on:
                line.fault("nvram while the power is on", verb.column, "it before power on")
        statements.append(statement)
    return tuple(statements)


def parse_file(path: Path) -> tuple[Statement, ...]:
    """Read and check a script file.

    :raises InputError: it cannot be read, is not text, or as :func:`parse`.
    """
    return parse(read_utf8(path, most=MAX_SCRIPT_BYTES, expected="a key script in UTF-8"), path)
