"""What goes into the machine and what comes out: the whole contract with the world around it.

Time is emulated and in whole milliseconds since the memory was first powered; only :class:`Tick`
moves it. Everything else happens at the present moment. All values are frozen.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING

from firmware_model.keys import Key
from firmware_model.lcd import Lcd

if TYPE_CHECKING:
    from firmware_model.levels import SearchLimit
    from firmware_model.printing import Report
    from firmware_model.state import Nvram, RatedGame

# -- in --------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Tick:
    """Emulated time has come to ``to_ms``; an earlier time than the machine's changes nothing."""

    to_ms: int


@dataclass(frozen=True, slots=True)
class KeyDown:
    """The contact of a key has closed. The key event follows after the debounce, on a Tick."""

    key: Key


@dataclass(frozen=True, slots=True)
class KeyUp:
    """The contact of a key has opened."""

    key: Key


@dataclass(frozen=True, slots=True)
class SerialBytes:
    """Bytes from a PC. ``link`` tells ports apart, ``dialect`` names what the port speaks."""

    data: bytes
    link: int = 0
    dialect: str = "sapphire2"


@dataclass(frozen=True, slots=True)
class OpponentInfo:
    """What the opponent sees while it thinks; scores in centipawns from its own side."""

    request_id: int
    depth: int
    score_cp: int
    nodes: int
    pv: tuple[str, ...] = ()
    mate: int | None = None


@dataclass(frozen=True, slots=True)
class OpponentMove:
    """The answer to a :class:`ThinkRequest`.

    ``move`` is UCI; None with ``resigns`` when it gives up, None without when it failed and the
    user is to move for it. ``score_cp`` is from the machine's side, ``mate`` full moves to mate
    (negative: it is being mated). ``oelo`` overrides the level's figure (an external engine's set
    strength). An answer to any other request than the present one is ignored.
    """

    request_id: int
    move: str | None
    score_cp: int = 0
    mate: int | None = None
    pv: tuple[str, ...] = ()
    depth: int = 0
    nodes: int = 0
    oelo: int | None = None
    resigns: bool = False
    from_book: bool = False


@dataclass(frozen=True, slots=True)
class Power:
    """The power switch. Off is standby: the display is blank, the memory is kept."""

    on: bool


@dataclass(frozen=True, slots=True)
class Battery:
    """The battery sensor."""

    low: bool


@dataclass(frozen=True, slots=True)
class Lock:
    """The keyboard lock; while locked, key presses are not seen."""

    on: bool


Input = Tick | KeyDown | KeyUp | SerialBytes | OpponentInfo | OpponentMove | Power | Battery | Lock

# -- out -------------------------------------------------------------------------------------


class Tone(Enum):
    """What a beep means; the piezo sounds each differently."""

    REFUSAL = "refusal"
    KEY = "key"
    MOVE = "move"
    END = "end"


@dataclass(frozen=True, slots=True)
class LcdChanged:
    """The display now shows something else."""

    lcd: Lcd


@dataclass(frozen=True, slots=True)
class Beep:
    """``count`` beeps of one kind."""

    tone: Tone
    count: int


REFUSAL_BEEP = Beep(Tone.REFUSAL, 3)
KEY_BEEP = Beep(Tone.KEY, 1)


@dataclass(frozen=True, slots=True)
class SerialOut:
    """Something for every open port; :mod:`firmware_model.printing` makes the bytes."""

    report: Report


@dataclass(frozen=True, slots=True)
class Commit:
    """The memory changed and must be made durable; ``rated`` is the game just rated, if any."""

    nvram: Nvram
    rated: RatedGame | None = None


@dataclass(frozen=True, slots=True)
class ThinkRequest:
    """The machine wants a move. Answer with :class:`OpponentMove` of the same ``request_id``.

    ``at_ms`` is the emulated time of the request. ``purpose`` is ``move`` for the machine's own
    move, ``alternative`` for another one in its place, ``hint`` for the user's, ``analysis`` for
    thinking without end that nobody waits to end. ``exclude`` are moves not to answer with.

    Books: ``programmed`` are moves from the user's own lines, to be played before anything else;
    ``book`` is 0 for no built-in book, 1 for its main lines only, 2 and 3 for more and all of it;
    ``avoid`` are book moves that the machine has learnt to avoid. ``random`` asks for variety among
    moves of nearly equal worth.
    """

    request_id: int
    start_fen: str
    moves: tuple[str, ...]
    level: str
    search: SearchLimit
    hash_on: bool
    at_ms: int = 0
    purpose: str = "move"
    exclude: tuple[str, ...] = ()
    programmed: tuple[str, ...] = ()
    book: int = 0
    avoid: tuple[str, ...] = ()
    random: bool = False


@dataclass(frozen=True, slots=True)
class Notice:
    """One line for the host's screen and log: something the LCD has no room to say."""

    text: str


@dataclass(frozen=True, slots=True)
class MoveNow:
    """The user pressed GO: stop and answer with the best move so far."""

    request_id: int


@dataclass(frozen=True, slots=True)
class CancelThink:
    """Nobody waits for this request any more; an answer would be ignored."""

    request_id: int


Output = LcdChanged | Beep | SerialOut | Commit | ThinkRequest | MoveNow | CancelThink | Notice
