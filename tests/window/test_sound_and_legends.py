"""Beeps differ by kind; no device is only a note; every layer names what its keys do."""

from __future__ import annotations

import numpy as np
import pygame
import pytest

from firmware_model.events import Beep, Tone
from firmware_model.keys import Key
from firmware_model.mode import HOMES, Mode
from firmware_model.modes import row_for
from sapphire_emu.window.legends import explain, layer_of, legend, mode_name, words
from sapphire_emu.window.sound import RATE_HZ, Piezo, wave


def bursts(samples: np.ndarray) -> int:
    """How many separate sounds there are, with silence of at least 20 ms between."""
    loud = np.flatnonzero(samples)
    return 1 + int((np.diff(loud) > RATE_HZ // 50).sum()) if loud.size else 0


def test_a_refusal_is_three_beeps_and_the_others_one() -> None:
    assert bursts(wave(Beep(Tone.REFUSAL, 3))) == 3
    assert bursts(wave(Beep(Tone.KEY, 1))) == 1
    assert bursts(wave(Beep(Tone.MOVE, 1))) == 1


def test_each_kind_sounds_differently() -> None:
    made = {wave(Beep(tone, 1)).tobytes() for tone in Tone}
    assert len(made) == len(list(Tone))


def test_the_piezo_is_one_bit() -> None:
    assert len(np.unique(wave(Beep(Tone.END, 1)))) == 3  # on, off, and the silence after


def test_no_device_is_a_note_and_silence(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise pygame.error("no such device")

    monkeypatch.setattr(pygame.mixer, "init", refuse)
    piezo = Piezo(muted=False)
    assert "no sound device" in piezo.note
    assert "\n" not in piezo.note
    assert piezo.silent
    piezo.sound(Beep(Tone.REFUSAL, 3))
    piezo.close()


def test_with_a_device_it_sounds_and_muted_it_asks_for_none() -> None:
    piezo = Piezo(muted=False)  # SDL's dummy driver
    assert not piezo.silent
    piezo.sound(Beep(Tone.KEY, 1))
    piezo.toggle()
    assert piezo.silent
    piezo.close()
    assert Piezo(muted=True).note == ""


@pytest.mark.parametrize("mode", list(Mode), ids=lambda mode: mode.name)
def test_a_key_is_lit_in_a_layer_exactly_when_it_does_something(mode: Mode) -> None:
    for key in Key:
        found = legend(mode, key)
        assert found.active == (row_for(mode, key) is not None), key
        if layer_of(mode):
            assert (found.lit is not None) == found.active
            assert found.lit is None or found.lines[found.lit]


def test_every_mode_shows_its_layer_or_its_name() -> None:
    for mode in set(Mode) - {Mode.PLAY, Mode.THINK, Mode.PROMOTION}:
        assert mode_name(mode) or layer_of(mode) in ("option1", "option2", "level", "rating")
    assert all(layer_of(mode) == "" for mode in HOMES)


def test_the_words_are_those_of_the_manuals_layers() -> None:
    assert legend(Mode.OPTION1, Key.H8).lines == ("Print Board", "Test")
    assert legend(Mode.OPTION1, Key.H8).lit == 0
    assert legend(Mode.OPTION2, Key.A1).lines[1] == "Hash Tables"
    assert legend(Mode.OPTION2, Key.A1).lit == 1
    assert legend(Mode.RATING, Key.KNIGHT).lines[0] == "Offer Draw"
    assert legend(Mode.LEVEL, Key.LEFT).lines[1] == "Next Best"


def test_every_word_belongs_to_a_key_that_has_a_row() -> None:
    for name, by_key in words().now.items():
        for key in by_key:
            assert row_for(Mode[name], key) is not None, (name, key)


def test_the_explain_line_is_one_line_for_every_key_in_every_mode() -> None:
    for mode in Mode:
        for key in Key:
            assert "\n" not in explain(mode, key).line
