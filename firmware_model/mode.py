"""The modes a key press can meet."""

from __future__ import annotations

from enum import IntEnum


class Mode(IntEnum):
    """Where the keypad's keys act; each has its rows in :mod:`firmware_model.modes`."""

    PLAY = 0
    THINK = 1
    PROMOTION = 2
    OPTION1 = 3
    OPTION2 = 4
    LEVEL = 5
    RATING = 6
    REFEREE = 7
    HUMAN = 8
    TRAINING = 9
    ANALYSE = 10
    AUTOPLAY = 11
    REPLAY = 12
    VERIFY = 13
    SETUP = 14
    SAVE = 15
    LOAD = 16
    TEST = 17


HOMES = frozenset(
    (
        Mode.PLAY,
        Mode.REFEREE,
        Mode.HUMAN,
        Mode.TRAINING,
        Mode.ANALYSE,
        Mode.AUTOPLAY,
        Mode.REPLAY,
    )
)
"""Modes that a layer returns to."""

BY_HAND = frozenset((Mode.REFEREE, Mode.HUMAN, Mode.ANALYSE))
"""Homes in which the user moves for both sides and the machine does not answer."""
