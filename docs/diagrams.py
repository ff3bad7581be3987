"""The two pictures of the architecture page, drawn from the machine itself.

The modes and the keys that lead from one to another are found by pressing every key in every mode
that can be reached; nothing of it is written here by hand.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

from firmware_model import Machine
from firmware_model.game import Game
from firmware_model.keys import CAP_LEGEND, Key
from firmware_model.mode import HOMES, Mode
from firmware_model.modes import ROWS
from firmware_model.state import Nvram
from sapphire_emu.club.picture import INK, MUTED, Line, Picture, Rect, Shape, Text

BEFORE_PROMOTION = "7k/4P3/8/8/8/8/8/K7 w - - 0 1"
HOME, LAYER, OUTSIDE, PURE = "#0b5cad", "#5b6675", "#1d7a3a", "#7a3fa0"


# -- which key leads where ------------------------------------------------------------------------


def _starts() -> Iterator[tuple[Nvram, tuple[Key, ...]]]:
    """Situations from which every mode can be reached: new, in a game, before a promotion."""
    yield Nvram(), ()
    yield Nvram(), (Key.ROOK, Key.E5, Key.B2, Key.E5, Key.D4, Key.ROOK)
    yield Nvram(game=Game(BEFORE_PROMOTION, machine_is_white=False)), (Key.E5, Key.G7, Key.E5)


def ways() -> dict[tuple[Mode, Mode], list[Key]]:
    """The keys that lead from one mode straight into another."""
    found: dict[tuple[Mode, Mode], set[Key]] = {}
    for nvram, keys in _starts():
        start = Machine(nvram)
        start.press(*keys)
        seen = {start.state.mode: start.state}
        todo = [start.state.mode]
        while todo:
            mode = todo.pop(0)
            for key in Key:
                machine = Machine(nvram)
                machine.restore(seen[mode])
                machine.press(key)
                after = machine.state.mode
                if after is not mode:
                    found.setdefault((mode, after), set()).add(key)
                if after not in seen:
                    seen[after] = machine.state
                    todo.append(after)
    return {pair: sorted(keys) for pair, keys in sorted(found.items())}


def tree(edges: dict[tuple[Mode, Mode], list[Key]]) -> dict[Mode, list[Mode]]:
    """For each mode those that it is the nearest way to, beginning with play."""
    children: dict[Mode, list[Mode]] = {mode: [] for mode in Mode}
    seen, row = {Mode.PLAY}, [Mode.PLAY]
    while row:
        following = []
        for mode in row:
            for before, after in edges:
                if before is mode and after not in seen:
                    seen.add(after)
                    children[mode].append(after)
                    following.append(after)
        row = following
    missing = set(Mode) - seen
    if missing:
        raise AssertionError(f"no way leads to {missing}")
    return children


def _names(keys: list[Key], after: Mode) -> str:
    return "a pawn's last step" if after is Mode.PROMOTION else ", ".join(map(_name, keys))


def _name(key: Key) -> str:
    return CAP_LEGEND[key]


# -- the pictures ---------------------------------------------------------------------------------

BOX_W, BOX_H, COLUMN_W, ROW_H, LEFT, TOP = 122, 38, 258, 52, 16, 56


@dataclass(frozen=True, slots=True)
class Box:
    """A place in a picture: left, middle, width."""

    x: float
    y: float
    width: float = BOX_W

    @property
    def right(self) -> float:
        """The right edge."""
        return self.x + self.width


def _framed(box: Box, title: str, below: str, colour: str, height: float = BOX_H) -> list[Shape]:
    top = box.y - height / 2
    shapes: list[Shape] = [
        Rect(box.x, top, box.width, height, colour),
        Rect(box.x + 1.5, top + 1.5, box.width - 3, height - 3, "#ffffff"),
        Rect(box.x, top, 5, height, colour),
        Text(box.x + 14, box.y - (7 if below else 0), title, 13, INK, bold=True),
    ]
    return [*shapes, Text(box.x + 14, box.y + 9, below, 10.5, MUTED)] if below else shapes


def _active(mode: Mode) -> str:
    return f"{sum(len(row.keys) for row in ROWS if row.mode is mode)} keys act"


def _places(children: dict[Mode, list[Mode]]) -> tuple[dict[Mode, Box], int]:
    places: dict[Mode, Box] = {}
    leaves = 0

    def place(mode: Mode, depth: int) -> float:
        nonlocal leaves
        below = [place(child, depth + 1) for child in children[mode]]
        if below:
            y = (below[0] + below[-1]) / 2
        else:
            y = TOP + BOX_H / 2 + leaves * ROW_H
            leaves += 1
        places[mode] = Box(LEFT + depth * COLUMN_W, y)
        return y

    place(Mode.PLAY, 0)
    return places, leaves


def modes() -> Picture:
    """The modes as a tree, with the key that leads into each."""
    edges = ways()
    children = tree(edges)
    places, leaves = _places(children)
    shapes: list[Shape] = [
        Text(LEFT, 20, "The modes, and the keys that lead into them", 15, INK, bold=True),
        Text(
            LEFT,
            39,
            "GO leads back to play from all of them. A layer, grey, returns to the mode it was "
            "opened from; those are blue.",
            10.5,
            MUTED,
        ),
    ]
    for mode, below in children.items():
        for child in below:
            here, there = places[mode], places[child]
            bend = here.right + 22
            points = ((here.right, here.y), (bend, here.y), (bend, there.y), (there.x, there.y))
            shapes.append(Line(points, LAYER, 1.5))
            label = _names(edges[mode, child], child)
            shapes.append(Text(bend + 8, there.y - 9, label, 11, INK))
    for mode, box in places.items():
        colour = HOME if mode in HOMES else LAYER
        shapes += _framed(box, mode.name, _active(mode), colour)
    width = round(max(box.right for box in places.values())) + LEFT
    told = "; ".join(
        f"{before.name} to {after.name}: {_names(edges[before, after], after)}"
        for before, below in children.items()
        for after in below
    )
    return Picture(width, TOP + leaves * ROW_H, "Modes of the machine", told, tuple(shapes))


FLOW_IN = (
    ("clicks and typed keys", "window, tui: Finger"),
    ("scripts, press, control", "one statement after the other"),
    ("bytes at a serial port", "links: one thread each"),
    ("the wall clock", "driver: emulated time"),
    ("an engine's answer", "opponent: a process"),
)
FLOW_CORE = (
    ("KeyMatrix", "3 x 8 contacts, debounce"),
    ("TABLE[mode][key]", "one row, or refused"),
    ("State", "mode, game, LCD, memory"),
)
FLOW_OUT = (
    ("LCD, beeps", "window, terminal, scripts"),
    ("serial lines", "each link's dialect"),
    ("ThinkRequest", "to the opponent"),
    ("Commit", "to the memory file, at once"),
)


def flow() -> Picture:
    """How an input becomes what is seen, heard, sent, saved."""
    shapes: list[Shape] = [
        Text(16, 20, "From an input to what comes out", 15, INK, bold=True),
        Text(16, 39, "sapphire_emu, the world", 10.5, OUTSIDE),
        Text(484, 39, "firmware_model, the machine: pure", 10.5, PURE),
    ]
    height, middle = 56, 220.0
    loop, journal = Box(274, middle, 170), Box(274, middle + 120, 170)
    ends = [Box(16, 92 + row * 64.0, 214) for row in range(len(FLOW_IN))]
    core = [Box(500, 120 + row * 100.0, 190) for row in range(len(FLOW_CORE))]
    outs = [Box(746, 124 + row * 64.0, 190) for row in range(len(FLOW_OUT))]
    shapes += [
        Rect(484, 56, 222, 330, PURE),
        Rect(486, 58, 218, 326, "#f6f1fa"),
        Text(500, 76, "step(state, input)", 12, PURE, bold=True),
    ]
    for box in ends:
        shapes += _arrow((box.right, box.y), (252, box.y), (252, middle), (loop.x, middle))
    shapes += _arrow((loop.x + 85, middle + height / 2), (loop.x + 85, journal.y - height / 2))
    shapes += _arrow((loop.right, middle), (core[1].x - 28, middle), (core[0].x - 28, core[0].y),
                     (core[0].x, core[0].y))  # fmt: skip
    for upper, lower in pairwise(core):
        shapes += _arrow((upper.x + 95, upper.y + height / 2), (lower.x + 95, lower.y - height / 2))
    for box in outs:
        shapes += _arrow((core[2].right, core[2].y), (724, core[2].y), (724, box.y), (box.x, box.y))
    for box, (title, below) in zip(ends, FLOW_IN, strict=True):
        shapes += _framed(box, title, below, OUTSIDE, height - 8)
    shapes += _framed(loop, "Session", "loop.py: one input at a time", OUTSIDE, height)
    shapes += _framed(journal, "journal", "input, time, digest of state", OUTSIDE, height)
    for box, (title, below) in zip(core, FLOW_CORE, strict=True):
        shapes += _framed(box, title, below, PURE, height)
    for box, (title, below) in zip(outs, FLOW_OUT, strict=True):
        shapes += _framed(box, title, below, OUTSIDE, height - 8)
    told = (
        "Clicks, scripts, serial bytes, the clock and engine answers go through Session into the "
        "journal and into step: KeyMatrix, then the table, then the state; out come LCD and "
        "beeps, serial lines, requests to the opponent, and commits to the memory file."
    )
    return Picture(952, 412, "Data flow", told, tuple(shapes))


def _arrow(*points: tuple[float, float]) -> list[Shape]:
    (x0, y0), (x, y) = points[-2:]
    line: list[Shape] = [Line(points, LAYER, 1.5)]
    if abs(x - x0) >= abs(y - y0):
        tip = ((x - 7, y - 4), (x, y), (x - 7, y + 4))
    else:
        tip = ((x - 4, y - 7), (x, y), (x + 4, y - 7))
    return [*line, Line(tip, LAYER, 1.5)]
