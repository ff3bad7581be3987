"""Entries of the transition table that three keys cannot reach, and the way to each of them."""

from __future__ import annotations

import random
from collections.abc import Callable

import chess

from firmware_model.keys import Key
from firmware_model.mode import Mode
from tests.firmware_model.walk import Walker, keys_of
from tests.firmware_model.ways_in import WAY_IN

LONG_GAME_SEED = 3
LONG_GAME_PLIES = 40
"""Twenty moves: before them no draw can be offered."""


def _after(*steps: str | tuple[str, str], into: Mode | None = None) -> Callable[[], Walker]:
    """A machine after presses (``"level hint"``) and moves (UCI) with the machine's replies."""

    def made() -> Walker:
        walker = Walker(random.Random(0))
        for step in steps:
            if isinstance(step, str):
                walker.machine.press(*step.split())
                continue
            move, reply = step
            walker.machine.press(*keys_of(chess.Move.from_uci(move)))
            if reply:
                walker.machine.answer(reply)
        if into is not None:
            walker.machine.press(*WAY_IN[into])
        walker.check()
        return walker

    return made


def _long_game() -> Walker:
    """Twenty moves have been played, and RATING is open."""
    walker = Walker(random.Random(0))
    rng = random.Random(LONG_GAME_SEED)
    for _ in range(LONG_GAME_PLIES // 2):
        machine = walker.machine
        machine.press(*keys_of(rng.choice(list(machine.state.board.legal_moves))))
        machine.answer(rng.choice(list(machine.state.board.legal_moves)).uci())
    walker.machine.press("option", "ver")
    walker.check()
    return walker


_ONE, _BY_HAND = ("e2e4", "e7e5"), ("e2e4", "")
_MATED = (("f2f3", "e7e5"), ("g2g4", "d8h4"))

SET_UP: dict[tuple[Mode, Key], Callable[[], Walker]] = {
    (Mode.PLAY, Key.LEFT): _after(_ONE),
    (Mode.PLAY, Key.RIGHT): _after(_ONE, "left"),
    (Mode.PLAY, Key.KNIGHT): _after(_ONE),
    **{
        (mode, key): _after(" ".join(WAY_IN[mode]), _BY_HAND, *before)
        for mode in (Mode.REFEREE, Mode.HUMAN, Mode.ANALYSE)
        for key, before in ((Key.LEFT, ()), (Key.RIGHT, ("left",)), (Key.KNIGHT, ()))
    },
    (Mode.TRAINING, Key.LEFT): _after("bishop", _ONE),
    (Mode.TRAINING, Key.RIGHT): _after("bishop", _ONE, "left"),
    (Mode.TRAINING, Key.KNIGHT): _after("bishop", _ONE),
    (Mode.LEVEL, Key.KNIGHT): _after("rook", _BY_HAND, "level"),
    (Mode.LEVEL, Key.PAWN): _after("rook", _BY_HAND, "level knight", "level"),
    (Mode.LEVEL, Key.BISHOP): _after("rook", _BY_HAND, "level knight", "level"),
    (Mode.LEVEL, Key.KING): _after(_ONE, "level"),
    (Mode.LEVEL, Key.LEFT): _after(_ONE, "level"),
    (Mode.RATING, Key.PAWN): _after(*_MATED, into=Mode.RATING),
    (Mode.RATING, Key.KNIGHT): _long_game,
    (Mode.RATING, Key.BISHOP): _after(_ONE, into=Mode.RATING),
    (Mode.LOAD, Key.PAWN): _after(_ONE, "knight knight", "pawn"),
}
"""A machine that stands before each of these entries, and will accept it."""
