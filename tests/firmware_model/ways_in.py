"""How to come into each mode from power-on."""

from __future__ import annotations

import random

from firmware_model.mode import Mode
from tests.firmware_model.walk import Walker

WAY_IN: dict[Mode, tuple[str, ...]] = {
    Mode.PLAY: (),
    Mode.THINK: ("go",),
    Mode.PROMOTION: ("a1", "g7", "a1", "h8"),
    Mode.OPTION1: ("option",),
    Mode.OPTION2: ("option", "option"),
    Mode.LEVEL: ("level",),
    Mode.RATING: ("option", "ver"),
    Mode.REFEREE: ("rook",),
    Mode.HUMAN: ("option", "d4"),
    Mode.TRAINING: ("bishop",),
    Mode.ANALYSE: ("level", "hint"),
    Mode.AUTOPLAY: ("option", "c3"),
    Mode.REPLAY: ("rook", "e5", "b2", "e5", "d4", "option", "f6"),
    Mode.VERIFY: ("ver",),
    Mode.SETUP: ("ver", "ver"),
    Mode.SAVE: ("rook", "e5", "b2", "e5", "d4", "knight"),
    Mode.LOAD: ("pawn",),
    Mode.TEST: ("option", "option", "h8"),
}
"""Keys that lead from power-on into each mode (for promotion, from a position of its own)."""


def in_mode(mode: Mode) -> Walker:
    """A checked machine in a mode."""
    walker = Walker(random.Random(0))
    if mode is Mode.PROMOTION:
        for move, reply in (("a2a4", "h7h5"), ("a4a5", "h5h4"), ("a5a6", "h4h3"), ("a6b7", "h3g2")):
            walker.machine.send(f"M{move}")
            walker.machine.answer(reply)
        walker.machine.press("b2", "g7", "a1", "h8")
    else:
        walker.machine.press(*WAY_IN[mode])
    assert walker.machine.state.mode is mode
    return walker
