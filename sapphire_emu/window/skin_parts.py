"""What a skin holds: plain values, in units of the device. :mod:`skin` reads them from a file."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from firmware_model.keys import KEYPAD_ROWS, Key
from sapphire_emu.window.checked_toml import Colour

READING_ORDER: tuple[Key, ...] = tuple(key for row in KEYPAD_ROWS for key in row if key is not None)
"""The keys as one reads the keypad."""

Numbers4 = tuple[float, float, float, float]


@dataclass(frozen=True, slots=True)
class Blend:
    """A face whose colour runs from ``top`` to ``low``."""

    top: Colour
    low: Colour


@dataclass(frozen=True, slots=True)
class Case:
    """The body: its rounded outline, its colours, the groove between head and keypad."""

    outline: tuple[tuple[float, float], ...]
    radius: float
    face: Blend
    edge: Colour
    groove: Colour
    groove_y: float


@dataclass(frozen=True, slots=True)
class Panel:
    """A rounded box."""

    box: Numbers4
    radius: float
    face: Blend


@dataclass(frozen=True, slots=True)
class Label:
    """A line printed on the case; ``at`` is its left end and its middle."""

    text: str
    at: tuple[float, float]
    size: float
    tracking: float
    colour: Colour


@dataclass(frozen=True, slots=True)
class Cells:
    """The six seven-segment cells inside the glass; ``slant`` in degrees."""

    x: float
    y: float
    width: float
    height: float
    pitch: float
    slant: float
    thickness: float
    gap: float


@dataclass(frozen=True, slots=True)
class Symbol:
    """One of the 22 symbols: a box inside the glass, and a word or a drawing."""

    box: Numbers4
    text: str
    shape: str


@dataclass(frozen=True, slots=True)
class Glass:
    """The LCD: reflector, ink, how much unlit segments show, the shadow lit ones throw."""

    panel: Panel
    ink: Colour
    ghost: float
    shadow: float
    cells: Cells
    symbols: dict[str, Symbol]


@dataclass(frozen=True, slots=True)
class CapColours:
    """One kind of key cap."""

    face: Blend
    print: Colour


@dataclass(frozen=True, slots=True)
class Keypad:
    """The keys: centres, sizes and print. Offsets of the print lines are from a key's centre."""

    centres: dict[Key, tuple[float, float]]
    radius: float
    cap_size: float
    icon_size: float
    lines: tuple[float, float]
    print_size: float
    print_width: float
    inks: tuple[Colour, Colour]
    now: Colour
    grey: CapColours
    red: CapColours


@dataclass(frozen=True, slots=True)
class Lamp:
    """A layer's lamp below the glass; its colour also lights the print of the layer's keys."""

    text: str
    x: float
    colour: Colour


@dataclass(frozen=True, slots=True)
class Lamps:
    """The row of lamps."""

    y: float
    size: float
    off: Colour
    by_layer: dict[str, Lamp]


@dataclass(frozen=True, slots=True)
class PowerSwitch:
    """The slide switch: its slot, the colour of the knob, and of the mark that shows when on."""

    box: Numbers4
    face: Colour
    on: Colour


@dataclass(frozen=True, slots=True)
class Surroundings:
    """The colours around the device, for a dark or a light desk."""

    desk: Colour
    panel: Colour
    raised: Colour
    line: Colour
    text: Colour
    dim: Colour
    accent: Colour
    paper: Colour
    paper_ink: Colour
    white_square: Colour
    black_square: Colour


@dataclass(frozen=True, slots=True)
class Skin:
    """A whole skin. ``size`` is the device's width and height in units."""

    name: str
    size: tuple[float, float]
    relief: float
    text_font: Path
    mono_font: Path
    case: Case
    bezel: Panel
    labels: tuple[Label, ...]
    glass: Glass
    keypad: Keypad
    lamps: Lamps
    power: PowerSwitch
    dark: Surroundings
    light: Surroundings


LAYERS = ("option1", "option2", "level", "rating", "other")
