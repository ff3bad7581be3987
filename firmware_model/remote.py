"""Commands from a PC: what each letter does.

Reply rules: a command that changes or asks something is answered on the wire whether or not moves
are transmitted; moves made on the keypad are sent only while ``X`` (Print Moves) is on (P). What a
model does not know is ignored without a word (A).
"""

from __future__ import annotations

import re
from collections.abc import Callable

import chess

from firmware_model.display import refuse, used_ms
from firmware_model.events import SerialBytes, SerialOut
from firmware_model.layers import level_report, print_board, print_game, set_levels
from firmware_model.levels import LEVELS
from firmware_model.mode import HOMES, Mode
from firmware_model.moves import Out, commit, take_back
from firmware_model.play import (
    OFF,
    ON,
    change_side,
    clear_entry,
    make_user_move,
    new_game,
    set_home,
)
from firmware_model.printing import DIALECTS, ClockReport, Identify, Words
from firmware_model.selftest import heard
from firmware_model.state import State
from firmware_model.thinking import move_now, stop_thinking, think
from firmware_model.wire import Pending, feed, parse, parse_move

Handler = Callable[[State, str, Out], None]


def received(state: State, event: SerialBytes, out: Out) -> None:
    """Bytes from a port: act on every whole line in them."""
    pending, lines = feed(dict(state.rx).get(event.link, Pending()), event.data)
    others = tuple(entry for entry in state.rx if entry[0] != event.link)
    state.rx = tuple(sorted((*others, (event.link, pending)), key=lambda entry: entry[0]))
    if not state.power_on:
        return
    lacks = DIALECTS[event.dialect].lacks
    for line in lines:
        if heard(state, line, out):
            continue
        letter, argument = parse(line)
        if letter in COMMANDS and letter not in lacks:
            COMMANDS[letter](state, argument, out)


def _say(out: Out, text: str) -> None:
    out.append(SerialOut(Words(text)))


def _identify(state: State, argument: str, out: Out) -> None:
    out.append(SerialOut(Identify()))


def _new_game(state: State, argument: str, out: Out) -> None:
    new_game(state, out)


def _switch(state: State, name: str, argument: str, out: Out) -> bool:
    """Set an on/off option as ON, OFF or (without argument) the other way; True when it is on."""
    wanted = {"ON": ON, "OFF": OFF}.get(argument.upper())
    if wanted is None:
        wanted = OFF if state.nvram.option(name) else ON
    if wanted != state.nvram.option(name):
        commit(state, out, state.nvram.with_option(name, wanted))
    return bool(wanted)


def _transmit(state: State, argument: str, out: Out) -> None:
    _say(out, f"Xmit {'on' if _switch(state, 'print_moves', argument, out) else 'off'}")


def _autoclock(state: State, argument: str, out: Out) -> None:
    _say(out, f"Autoclock {'on' if _switch(state, 'autoclock', argument, out) else 'off'}")


def _video(state: State, argument: str, out: Out) -> None:
    _switch(state, "video", argument, out)
    _say(out, "Video Mode")


def _move(state: State, argument: str, out: Out) -> None:
    uci = parse_move(argument)
    if uci is None or _busy(state) or state.game.over:
        return
    try:
        move = chess.Move.from_uci(uci)
    except chess.InvalidMoveError:
        return
    if not state.board.is_legal(move):
        promoted = chess.Move(move.from_square, move.to_square, chess.QUEEN)
        if move.promotion or not state.board.is_legal(promoted):
            if not _just_played(state, uci):
                refuse(state, out)
            return
        move = promoted
    leave_layer(state, out)
    make_user_move(state, move, out, on_wire=True)


def _just_played(state: State, uci: str) -> bool:
    """Drivers send every move twice; the second one must do no harm (A)."""
    return any(ply.uci == uci for ply in state.game.plies[-2:])


def _go(state: State, argument: str, out: Out) -> None:
    if _busy(state):
        move_now(state, out)
    elif not state.game.over:
        leave_layer(state, out)
        state.reply_on_wire = True
        think(state, out)


def _take_back(state: State, argument: str, out: Out) -> None:
    if not _busy(state):
        leave_layer(state, out)
        take_back(state, out, on_wire=True)


def _flip(state: State, argument: str, out: Out) -> None:
    if _busy(state) or state.game.over:
        return
    leave_layer(state, out)
    started = bool(state.game.plies)
    user_is_white = state.game.machine_is_white
    _say(out, f"Flip --> {'White' if user_is_white else 'Black'}" if started else "Flip")
    state.reply_on_wire = True
    change_side(state, out)


def _clocks(state: State, argument: str, out: Out) -> None:
    white_ms, black_ms = used_ms(state)
    out.append(SerialOut(ClockReport(white_ms // 1000, black_ms // 1000)))


def _print_game(state: State, argument: str, out: Out) -> None:
    print_game(state, out)


def _print_board(state: State, argument: str, out: Out) -> None:
    if not argument:
        print_board(state, out)


_LEVEL = re.compile(r"([+-]?)\s*([a-z]{2})\s*([1-8]?)", re.IGNORECASE)


def _level(state: State, argument: str, out: Out) -> None:
    found = _LEVEL.fullmatch(argument)
    if argument and found is None:
        return
    if found is not None:
        sign, group, digit = found.groups()
        name = f"{group.lower()}{digit}"
        if name not in LEVELS or _busy(state):
            return
        white = state.nvram.levels[0] if sign == "-" else name
        set_levels(state, (white, name), out)
    out.append(SerialOut(level_report(state)))


def _referee(state: State, argument: str, out: Out) -> None:
    on = {"ON": True, "OFF": False}.get(argument.upper(), state.home is not Mode.REFEREE)
    if on != (state.home is Mode.REFEREE):
        set_home(state, Mode.REFEREE if on else Mode.PLAY, out)
    _say(out, f"Referee {'on' if on else 'off'}")


def _human(state: State, argument: str, out: Out) -> None:
    on = {"ON": True, "OFF": False}.get(argument.upper(), state.home is not Mode.HUMAN)
    if on != (state.home is Mode.HUMAN):
        set_home(state, Mode.HUMAN if on else Mode.PLAY, out)
    _say(out, f"Human mode {'on' if on else 'off'}")


def _busy(state: State) -> bool:
    """True while the machine thinks about a move of its own, a hint, or plays by itself."""
    return state.mode is Mode.THINK or state.home in (Mode.AUTOPLAY, Mode.REPLAY)


def leave_layer(state: State, out: Out) -> None:
    """A command that plays acts on the game, whatever layer the keypad is in."""
    stop_thinking(state, out)
    if state.mode not in HOMES:
        state.mode = state.home
        state.option_key = None
        state.level_group = ""
    clear_entry(state)


COMMANDS: dict[str, Handler] = {
    "I": _identify,
    "N": _new_game,
    "X": _transmit,
    "A": _autoclock,
    "V": _video,
    "U": _referee,
    "H": _human,
    "M": _move,
    "J": _go,
    "T": _take_back,
    "F": _flip,
    "C": _clocks,
    "G": _print_game,
    "P": _print_board,
    "L": _level,
}
"""Every command letter and its handler."""
