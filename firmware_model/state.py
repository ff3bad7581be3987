"""The machine's whole state: the memory that survives power-off, and the play around it.

:class:`Nvram` is frozen: it changes only by being replaced, and every replacement leaves the
machine as a ``Commit``. :class:`State` is a bag of immutable values in slots. ``step`` copies it
before it changes anything, so that a state somebody holds never changes under him; copying 30
slots costs a tenth of what replacing a frozen dataclass would.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, NamedTuple

import chess

from firmware_model import options
from firmware_model.game import Game, Ply
from firmware_model.keys import DEBOUNCE_MS, Key, KeyMatrix
from firmware_model.lcd import BLANK, Lcd
from firmware_model.levels import DEFAULT_LEVEL
from firmware_model.mode import Mode
from firmware_model.rating import Record, Result, Rules

if TYPE_CHECKING:
    from firmware_model.wire import Pending

SCHEMA = 2
"""Version of the form in which memory is stored; see :mod:`firmware_model.codec`."""

SAVE_SLOTS = 16

ScreenCall = tuple[str | int, ...]
"""A screen's name and its fields, as ``screens.render`` takes them."""


class BookLine(NamedTuple):
    """One line of the programmable opening book: UCI moves, and whether it comes first."""

    moves: tuple[str, ...]
    priority: bool = False


class Thought(NamedTuple):
    """What the opponent saw last: plies, centipawns from its own side, mate, nodes, line."""

    depth: int
    score_cp: int
    mate: int | None
    nodes: int
    pv: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Nvram:
    """What survives power-off. ``levels`` and the clocks in ``game`` are (White, Black).

    ``finished`` is a finished game that NEW GAME put aside unrated; it stays rateable until the
    next game's first move. ``saves`` are the slots of Save Game, ``book`` the programmed lines,
    ``learnt`` the lines whose last move Learn avoids.
    """

    record: Record = field(default_factory=Record)
    rules: Rules = Rules.CORRECTED
    levels: tuple[str, str] = (DEFAULT_LEVEL, DEFAULT_LEVEL)
    options: tuple[int, ...] = options.DEFAULTS
    sound: int = 0
    game: Game = field(default_factory=Game)
    finished: Game | None = None
    saves: tuple[Game | None, ...] = (None,) * SAVE_SLOTS
    book: tuple[BookLine, ...] = ()
    learnt: tuple[tuple[str, ...], ...] = ()

    def option(self, name: str) -> int:
        """The value of one option, 0-3."""
        return self.options[options.NAMES.index(name)]

    def with_option(self, name: str, value: int) -> Nvram:
        """The memory with one option set otherwise."""
        index = options.NAMES.index(name)
        return replace(self, options=(*self.options[:index], value, *self.options[index + 1 :]))


@dataclass(frozen=True, slots=True)
class RatedGame:
    """A game that has just been rated: everything the sum needs, and the game itself."""

    before: Record
    after: Record
    oelo: int
    result: Result
    tier: int
    rules: Rules
    formula: str
    level: str
    user_is_white: bool
    game: Game


class State:
    """Everything the machine knows. Times are emulated milliseconds; -1 means "not running".

    ``mode`` is the layer the keys act in, ``home`` the mode that a layer returns to. ``screen`` is
    what the mode shows; ``message`` lies over it until ``message_until_ms``; ``next_screen``
    replaces it at ``next_screen_ms``. ``think_id`` is the open ThinkRequest, 0 for none, and
    ``purpose`` what it is for; ``info`` is what the opponent saw last.
    """

    __slots__ = (
        "battery_low",
        "board",
        "clock_since_ms",
        "debounce_ms",
        "draw_offered_at",
        "entry",
        "eval_cp",
        "excluded",
        "flagged",
        "hint_index",
        "hint_line",
        "home",
        "hopeless",
        "info",
        "info_page",
        "last_id",
        "lcd",
        "level_group",
        "level_side",
        "lit_flags",
        "locked",
        "loop_heard",
        "matrix",
        "message",
        "message_until_ms",
        "mode",
        "mover_white",
        "next_screen",
        "next_screen_ms",
        "now_ms",
        "nvram",
        "option_key",
        "option_since_ms",
        "placing",
        "power_on",
        "purpose",
        "redo",
        "replay_due_ms",
        "reply_on_wire",
        "rx",
        "screen",
        "search_moves",
        "setup_placement",
        "slot",
        "test_due_ms",
        "test_stage",
        "tested_keys",
        "think_id",
        "think_since_ms",
        "walk",
    )

    def __init__(self, nvram: Nvram | None = None, *, debounce_ms: int = DEBOUNCE_MS) -> None:
        self.nvram: Nvram = Nvram() if nvram is None else nvram
        self.board: chess.Board = self.nvram.game.board()
        self.now_ms: int = 0
        self.debounce_ms: int = debounce_ms
        self.matrix: KeyMatrix = KeyMatrix()
        self.power_on: bool = False
        self.battery_low: bool = False
        self.locked: bool = False
        self.mode: Mode = Mode.PLAY
        self.home: Mode = Mode.PLAY
        self.entry: str = ""
        self.option_since_ms: int = -1
        self.option_key: Key | None = None
        self.level_group: str = ""
        self.screen: ScreenCall = ("clock",)
        self.lit_flags: int = 0
        self.mover_white: bool = True
        self.message: ScreenCall | None = None
        self.message_until_ms: int = -1
        self.next_screen: ScreenCall | None = None
        self.next_screen_ms: int = -1
        self.lcd: Lcd = BLANK
        self.redo: tuple[Ply, ...] = ()
        self.think_id: int = 0
        self.think_since_ms: int = 0
        self.last_id: int = 0
        self.clock_since_ms: int = -1
        self.flagged: tuple[int, int] = (-1, -1)
        self.hopeless: int = 0
        self.eval_cp: int = 0
        self.draw_offered_at: int = -1
        self.reply_on_wire: bool = False
        self.purpose: str = "move"
        self.info: Thought | None = None
        self.info_page: int = -1
        self.hint_line: tuple[str, ...] = ()
        self.hint_index: int = 0
        self.excluded: tuple[str, ...] = ()
        self.level_side: int = -1
        self.slot: int = 0
        self.walk: tuple[int, int] = (0, 0)
        self.placing: tuple[int, bool] = (0, True)
        self.setup_placement: str = ""
        self.replay_due_ms: int = -1
        self.test_stage: int = 0
        self.test_due_ms: int = -1
        self.tested_keys: frozenset[Key] = frozenset()
        self.loop_heard: bool = False
        self.search_moves: int = 0
        self.rx: tuple[tuple[int, Pending], ...] = ()

    @property
    def game(self) -> Game:
        """The game in the memory."""
        return self.nvram.game

    @property
    def thinking(self) -> bool:
        """True while a ThinkRequest is open."""
        return self.think_id > 0

    def copy(self) -> State:
        """An equal state that shares only immutable values with this one."""
        twin = State.__new__(State)
        for name in State.__slots__:
            setattr(twin, name, getattr(self, name))
        return twin

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, State):
            return NotImplemented
        return all(getattr(self, name) == getattr(other, name) for name in State.__slots__)

    __hash__ = None  # type: ignore[assignment]
