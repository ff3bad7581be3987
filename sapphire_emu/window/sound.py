"""The one-bit piezo: square waves made with numpy, one pattern for each kind of beep.

The mixer is opened by itself, so that a computer without a sound card has a silent machine and
one note, not a failure.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import pygame
from numpy.typing import NDArray

from firmware_model.events import Beep, Tone
from sapphire_emu.window.hush import hushed

RATE_HZ = 44_100
VOLUME = 0.22
MOST_BEEPS = 8
"""More beeps than this in one event are not sounded."""


class Pattern(NamedTuple):
    """One beep: (frequency in Hz, duration in ms) in turn, then a pause in ms."""

    tones: tuple[tuple[int, int], ...]
    pause_ms: int


PATTERNS: dict[Tone, Pattern] = {
    Tone.KEY: Pattern(((2730, 22),), 30),
    Tone.MOVE: Pattern(((2050, 70), (2730, 90)), 60),
    Tone.REFUSAL: Pattern(((1365, 95),), 75),
    Tone.END: Pattern(((2050, 110), (2730, 110), (3410, 260)), 120),
}
"""Frequencies near the resonance of a small piezo disc (P)."""


def wave(beep: Beep) -> NDArray[np.int16]:
    """The samples of an event, mono, 16 bit."""
    pattern = PATTERNS.get(beep.tone, PATTERNS[Tone.KEY])
    parts = []
    for _ in range(min(beep.count, MOST_BEEPS)):
        for frequency_hz, duration_ms in pattern.tones:
            times = np.arange(RATE_HZ * duration_ms // 1000)
            high = (times * 2 * frequency_hz // RATE_HZ) % 2 == 0
            parts.append(np.where(high, 1.0, -1.0))
        parts.append(np.zeros(RATE_HZ * pattern.pause_ms // 1000))
    signal = np.concatenate(parts) if parts else np.zeros(0)
    return np.asarray(signal * VOLUME * 32767, dtype=np.int16)


class Piezo:
    """Sounds beeps; silent when muted or when there is no device.

    ``note`` says, in one line, why it is silent; empty when it is not.
    """

    def __init__(self, *, muted: bool) -> None:
        self.muted = muted
        self.note = ""
        self._made: dict[Beep, Any] = {}
        self._open = False
        if not muted:
            self._start()

    def _start(self) -> None:
        try:
            with hushed():
                pygame.mixer.init(RATE_HZ, -16, 1, 512)
            self._open = True
        except pygame.error as error:
            self.note = f"no sound device ({error}); the machine is silent"

    @property
    def silent(self) -> bool:
        """True when nothing is heard."""
        return self.muted or not self._open

    def toggle(self) -> None:
        """Mute, or sound again."""
        self.muted = not self.muted
        if not self.muted and not self._open:
            self._start()

    def sound(self, beep: Beep) -> None:
        """Sound an event; returns at once."""
        if self.silent:
            return
        made = self._made.get(beep)
        if made is None:
            mono = wave(beep)
            _, _, channels = pygame.mixer.get_init()
            samples = mono if channels == 1 else np.column_stack([mono] * channels)
            made = self._made[beep] = pygame.sndarray.make_sound(np.ascontiguousarray(samples))
        made.play()

    def close(self) -> None:
        """Let the device go."""
        if self._open:
            pygame.mixer.quit()
            self._open = False
