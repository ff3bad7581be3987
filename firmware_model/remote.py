"""Commands from a PC: what each letter does.

Reply rules: a command that changes or asks something is answered on the wire whether or not moves
are transmitted; moves made on the keypad are sent only while ``X`` (Print Moves) is on (P). What a
model does not know is ignored without a word (A).
"""

from __future__ import annotations

import re
from collections.abc import Callable

import chess

from firmware_model.dialects import DIALECTS
from firmware_model.display import refuse, used_ms
from firmware_model.events import SerialBytes, SerialOut
from firmware_model.keys import LINES, Key
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
from firmware_model.printing import ClockReport, Identify, Words
from firmware_model.selftest import heard
from firmware_model.setup_keys import accept
from firmware_model.state import State
from firmware_model.thinking import move_now, stop_thinking, think
from firmware_model.wire import Pending, feed, parse, parse_move

Handler = Callable[[State, str, Out], None]
Press = Callable[[State, Key, Out], None]
SPOOF = "K"


def received(state: State, event: SerialBytes, out: Out, press: Press) -> None:
    """Bytes from a port: act on every whole line in them.

    :param press: what a key press does; ``K`` and a matrix place presses one (D: the letter is
        ours, that older ports could spoof the keys is known).
    """
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
        if letter == SPOOF and (key := spoofed_key(argument)) is not None:
            press(state, key, out)
        elif letter in COMMANDS and letter not in lacks and _fits(letter, argument):
            COMMANDS[letter](state, argument, out)


_SWITCHES = frozenset("XAVUH")
_ALONE = frozenset("INJTFCG")


def _fits(letter: str, argument: str) -> bool:
    """Whether an argument can belong to a letter; a line of other words is no command (A)."""
    if letter in _SWITCHES:
        return argument.upper() in ("", "ON", "OFF")
    return not argument if letter in _ALONE else True


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


_PLACED = re.compile(r"(b(?=[kqrbnp][a-h][1-8]))?([kqrbnp])([a-h][1-8])")


def _print_board(state: State, argument: str, out: Out) -> None:
    """``P`` prints the board; ``PC...`` clears it and sets up a position."""
    if not argument:
        print_board(state, out)
        return
    setup = "".join(argument.lower().split())
    if setup[0] == "c" and setup[-1] in "+-":
        _set_up(state, setup[1:-1], setup[-1] == "+", out)


def _set_up(state: State, pieces: str, white_to_move: bool, out: Out) -> None:
    """Pieces as ``ra1`` for White and ``bra8`` for Black; ``b`` before a file is White's bishop."""
    board = chess.BaseBoard(None)
    place = 0
    while place < len(pieces):
        found = _PLACED.match(pieces, place)
        if found is None:
            return
        black, kind, square = found.groups()
        piece = chess.Piece.from_symbol(kind if black else kind.upper())
        board.set_piece_at(chess.parse_square(square), piece)
        place = found.end()
    leave_layer(state, out)
    if accept(state, board.board_fen(), white_to_move, out):
        refuse(state, out)


def _search_info(state: State, argument: str, out: Out) -> None:
    """``S`` switches search lines on and off, ``S1``...``S4`` on, with so many moves each (D)."""
    if argument not in ("", "1", "2", "3", "4"):
        return
    state.search_moves = int(argument) if argument else (0 if state.search_moves else 4)
    _say(out, f"Info {'on' if state.search_moves else 'off'}")


_MATRIX_PLACE = re.compile(r"([0-2])\s*([0-7])")


def spoofed_key(argument: str) -> Key | None:
    """The key at a matrix place, group 0-2 and bit 0-7; None for any other text.

    >>> spoofed_key("02")
    <Key.OPTION: 2>
    """
    found = _MATRIX_PLACE.fullmatch(argument)
    return Key(int(found[1]) * LINES + int(found[2])) if found else None


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
    "S": _search_info,
}
"""Every command letter and its handler."""
