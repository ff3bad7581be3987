"""The one table of everything the LCD can say.

Each row gives the raw cells, the text as the manual writes it, the symbols the screen itself
lights, and its provenance: **M** manual, **H** hardware, **S** a sibling machine, **P** this
project's choice. Fields in braces are filled in by :func:`render`. A better source changes one
row here and nothing else.

Layout (P): ratings right-aligned in cells 3-6, clocks right-aligned with the colons after cells 2
and 4, everything else left-aligned. A setting fills cells 5 and 6 with bars; the manual prints
each of those cells twice.

>>> render("rating", 985).cells, render("rating", 985).text
('rt 985', 'rt 985')
>>> render("move", "e2", "e4").cells
'E2-E4 '
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from firmware_model.lcd import CELLS, FULL, PIECE_SYMBOLS, Lcd


class Screen(NamedTuple):
    """One row: format strings for cells and text, fixed symbols, blinking ones, mark, use."""

    cells: str
    text: str
    mark: str
    when: str
    symbols: tuple[str, ...] = ()
    blinking: tuple[str, ...] = ()


PROMOTION_PIECES = PIECE_SYMBOLS[1:5]

SCREENS: dict[str, Screen] = {
    # -- play
    "clock": Screen(
        "{hour:>2}{minute:02}{second:02}",
        "{hour}:{minute:02}:{second:02}",
        "P",
        "idle: clock of the side to move",
        symbols=("colon1", "colon2"),
    ),
    "entry": Screen("{glyphs}", "{words}", "P", "a move half typed"),
    "move": Screen("{a}-{b}", "{A}-{B}", "P", "a move just made"),
    "promotion": Screen("Pro ?", "Pro ?", "P", "which piece?", PROMOTION_PIECES, PROMOTION_PIECES),
    "mate": Screen("MAtE", "MAtE", "S", "checkmate", symbols=("mate",)),
    "mate in": Screen("MAtE {0}", "MAtE {0}", "P", "the machine announces mate"),
    "stalemate": Screen("dr StA", "dr StA", "P", "drawn: stalemate", ("draw",)),
    "threefold": Screen("dr 3rd", "dr 3rd", "P", "drawn: threefold repetition", ("draw",)),
    "fifty": Screen("dr 50", "dr 50", "P", "drawn: fifty moves", ("draw",)),
    "insufficient": Screen("dr InS", "dr InS", "S", "drawn: insufficient material", ("draw",)),
    "agreed": Screen("dr AGr", "dr AGr", "P", "drawn by agreement", ("draw",)),
    "resigns": Screen("rESIGn", "rESIGn", "P", "the machine resigns"),
    "lost": Screen("LoSt", "LoSt", "P", "the user has resigned"),
    "flag": Screen("FLAG", "FLAG", "S", "time exceeded; play goes on"),
    # -- what the machine thinks
    "depth": Screen("dP{0:>4}", "dP {0}", "P", "Info: search depth in plies"),
    "score": Screen("{0:>6}", "{0}", "P", "Info, Training: score in centipawns"),
    "line": Screen("{a}-{b}", "{A}-{B}", "P", "Info, Training: a move of the line"),
    "nodes": Screen("n{0:>5}", "n {0}", "P", "Info: positions looked at"),
    # -- modes of their own
    "autoplay": Screen("AUto", "AUto", "P", "autoplay is armed; GO starts it"),
    "replay": Screen("rEPLAy", "rEPLAy", "P", "the stored game is played through"),
    "verify": Screen("VErIFy", "VErIFy", "P", "name a square or a piece"),
    "set up": Screen("SEt UP", "SEt UP", "P", "place pieces"),
    "dropped": Screen("SEt --", "SEt --", "P", "an impossible set-up position was dropped"),
    "square": Screen("{a}", "{A}", "P", "Verify: the piece icon says what stands here"),
    "empty square": Screen("{a} --", "{A} --", "P", "Verify: nothing stands here"),
    "save": Screen("SA{0}{1:>3}", "SA {1}", "P", "Save Game: slot; ≡ when it is in use"),
    "load": Screen("Ld{0}{1:>3}", "Ld {1}", "P", "Load Game: slot; ≡ when it is in use"),
    "programmed": Screen("Pro {0:>2}", "Pro {0}", "P", "so many lines are programmed"),
    "priority": Screen("PrIor", "PrIor", "P", "the line has priority now"),
    "full": Screen("FULL", "FULL", "P", "the programmable book is full"),
    "test": Screen("{0} {1:<4}", "{0} {1}", "P", "self-test: stage and verdict"),
    # -- refusal
    "error": Screen("Error", "Error", "M", "refused"),
    # -- rating
    "rating": Screen("rt{0:>4}", "rt {0}", "M", "the player's rating"),
    "reject": Screen("rEJECt", "rEJECt", "M", "draw offer refused"),
    # -- layers
    "option": Screen("oPt {0}", "oPt {0}", "P", "option layer I or II is armed"),
    "level": Screen("{0}", "{0}", "S", "the level in force"),
    "level group": Screen("{0} _", "{0} _", "P", "a level group is chosen, the digit follows"),
}


BARS = ("-", "_", "=", "≡")
"""The setting glyphs: off, one bar, two bars, three bars or on (off and the filling order: P)."""


def _spelled(square: str) -> str:
    """A square in glyphs the cells have: b and d are small.

    >>> _spelled("d4"), _spelled("e4")
    ('d4', 'E4')
    """
    return "".join(char if char in "bd" else char.upper() for char in square)


@lru_cache(maxsize=8192)
def render(name: str, *fields: str | int) -> Lcd:
    """The display of one screen of the table, its fields filled in.

    Fields by screen: ``clock`` seconds; ``move`` from and to square; ``square`` a square;
    ``entry`` the typed characters; ``setting`` four cells of name, bars 0-3; the others as their
    braces say. ``all segments`` lights everything.

    :raises KeyError: no such screen.
    """
    if name == "all segments":
        return FULL
    if name == "setting":
        word, bars = str(fields[0]), BARS[int(fields[1])]
        return Lcd(f"{word:<4}{bars * 2}", f"{word.strip()} {bars * 4}")
    screen = SCREENS[name]
    named: dict[str, str | int] = {}
    if name == "clock":
        seconds = min(int(fields[0]), 9 * 3600 + 59 * 60 + 59)
        named = {
            "hour": seconds // 3600,
            "minute": seconds // 60 % 60,
            "second": seconds % 60,
        }
    elif name in ("move", "line", "square", "empty square"):
        for letter, square in zip("ab", fields, strict=False):
            named[letter] = _spelled(str(square))
            named[letter.upper()] = str(square).upper()
    elif name == "entry":
        typed = str(fields[0])
        parts = [part for part in (typed[:2], typed[2:]) if part]
        named = {
            "glyphs": "-".join(_spelled(part) for part in parts),
            "words": "-".join(part.upper() for part in parts),
        }
    cells = screen.cells.format(*fields, **named)
    return Lcd(
        f"{cells:<{CELLS}}",
        screen.text.format(*fields, **named),
        frozenset(screen.symbols),
        frozenset(screen.blinking),
    )
