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
