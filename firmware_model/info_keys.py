"""Info and Sound: what the machine thinks, page by page, and what it beeps for."""

from __future__ import annotations

from dataclasses import replace

from firmware_model.display import INFO_PAGES, info_call, message
from firmware_model.keys import Key
from firmware_model.moves import Out, commit
from firmware_model.state import State

SOUND_BARS = (0, 1, 3)
"""Bars for the three settings of Sound: off (refusals only), keys, all."""


def info_key(state: State, key: Key, out: Out) -> None:
    """King: depth, score, line, nodes, both clocks, then back to the screen before."""
    page = state.info_page + 1
    while page < INFO_PAGES:
        state.info_page = page
        if info_call(state) is not None:
            return
        page += 1
    state.info_page = -1


def sound_key(state: State, key: Key, out: Out) -> None:
    """Queen: step through off, keys, all."""
    sound = (state.nvram.sound + 1) % len(SOUND_BARS)
    commit(state, out, replace(state.nvram, sound=sound))
    message(state, "setting", "Sond", SOUND_BARS[sound])
