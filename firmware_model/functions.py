"""The 43 functions of the manual, in its order: what each is, on which keys, and what is known.

The section numbers 34-36 are the manual's own (M); the others follow from its order of keys (P).
``script`` names the key script in ``assets/scripts`` that shows the function. The table is what the
documentation's *manual coverage* is generated from.
"""

from __future__ import annotations

from typing import NamedTuple


class Function(NamedTuple):
    """One function: section, title, key path, script, what is known and what we chose."""

    section: int
    title: str
    keys: str
    script: str
    known: str


FUNCTIONS: tuple[Function, ...] = (
    Function(1, "New Game", "NG", "new-game", "keeps the level; the user gets White (P)"),
    Function(2, "Level", "Level, group, number", "level", "groups S, pairing with letters P"),
    Function(
        3, "Go", "GO", "go", "the machine takes the side to move; move now while it thinks (S)"
    ),
    Function(
        4, "Referee", "Rook", "referee", "both sides by hand, legality checked; key H, rest P"
    ),
    Function(5, "Hint", "Hint", "hint", "again: more of the line; display P"),
    Function(6, "Training", "Bishop", "training", "move and score take turns of 2 s (P)"),
    Function(7, "Take Back", "<", "take-back", "any number of half-moves (S)"),
    Function(8, "Trace Forward", ">", "take-back", "until a new move is made (S)"),
    Function(9, "Color", "Color", "change-of-side-disqualifies", "begins at once when to move (P)"),
    Function(10, "Clear / Clear Board", "C/CB", "set-up", "half-typed move first; board in Set Up"),
    Function(11, "Verify", "Ver/Set", "verify", "key H; display P"),
    Function(12, "Set Up", "Ver/Set, Ver/Set", "set-up", "key H; entry P"),
    Function(13, "Sound", "Queen", "sound", "off (refusals only), keys, all: P"),
    Function(14, "Info", "King", "info", "pages P"),
    Function(15, "Save Game", "Knight", "save-and-load", "16 slots (P)"),
    Function(16, "Load Game", "Pawn", "save-and-load", "then Trace Forward (P)"),
    Function(17, "Next Best", "Level, <", "next-best", "another move in place of the last (P)"),
    Function(18, "Easy", "Level, >", "level-settings", "always so in this emulator"),
    Function(19, "Restore", "Level, King", "restore", "to the start; Trace Forward replays"),
    Function(20, "Random", "Level, Option", "level-settings", "variety among near-equal moves"),
    Function(21, "Analyse", "Level, Hint", "analyse", "until GO; display P"),
    Function(
        22, "Book Select", "Level, Queen", "level-settings", "bars: built-in, programmed, both: P"
    ),
    Function(23, "Pro Print", "Level, Rook", "programmed-book", "layout P"),
    Function(24, "Pro Prior", "Level, Bishop", "programmed-book", "priority over other lines"),
    Function(25, "Pro Save", "Level, Knight", "programmed-book", "64 lines (P)"),
    Function(26, "Pro Delete", "Level, Pawn", "programmed-book", "all lines that begin so (P)"),
    Function(27, "Print Moves", "Option, A1", "print-moves", "= X on the wire (B)"),
    Function(28, "Autoclock", "Option, B2", "autoclock", "= A on the wire (B)"),
    Function(29, "Autoplay / Demo", "Option, C3, GO", "autoplay", "GO starts and stops (S)"),
    Function(30, "Human Mode", "Option, D4", "human-mode", "moves are transmitted (S)"),
    Function(31, "Video Mode", "Option, E5", "video-mode", "= V on the wire (B)"),
    Function(32, "Replay", "Option, F6", "replay", "one half-move a second (P)"),
    Function(33, "Print Games", "Option, G7", "print-games", "at once; = G on the wire (D)"),
    Function(34, "Print Board", "Option, H8", "print-board", "at once (M)"),
    Function(35, "Game Rating", "Option, Ver/Set", "rating-first-look", "whole section M"),
    Function(36, "Hash Tables", "Option, Option, A1", "hash-tables", "default on (M)"),
    Function(
        37, "Selective Search", "Option, Option, B2", "option-two", "graded (S); kept, no effect"
    ),
    Function(
        38, "Passive Book", "Option, Option, C3", "option-two", "hints and analysis use it (P)"
    ),
    Function(
        39, "Active Book", "Option, Option, D4", "option-two", "the machine plays from it (P)"
    ),
    Function(40, "Opening Book", "Option, Option, E5", "option-two", "graded: breadth (P)"),
    Function(41, "Learn", "Option, Option, F6", "option-two", "avoids a lost game's book move (P)"),
    Function(42, "Extensions", "Option, Option, G7", "option-two", "graded (S); kept, no effect"),
    Function(43, "Test", "Option, Option, H8", "self-test", "five stages (P)"),
)
"""Every function of the manual."""

RATING_STATEMENTS: tuple[tuple[str, str], ...] = (
    ("OPTION once, then Ver/Set, shows the rating; a new owner has 1400", "rating-first-look"),
    ("GO leaves the mode; keys it does not name are refused", "rating-exit"),
    ("CLEAR sets the rating back to 1400", "rating-reset"),
    ("Pawn rates a game the machine has lost by mate", "rating-win"),
    ("Pawn rates a game that the machine has won by mate", "rating-loss"),
    ("Pawn rates a draw", "rating-draw"),
    ("Pawn rates a game in which the machine has resigned", "rating-machine-resigns"),
    ("otherwise three beeps and Error", "rating-unfinished-refused"),
    ("a game is rated once", "rating-no-double"),
    ("Knight offers a draw; not before 20 moves", "draw-offer-before-move-20"),
    ("the machine judges by rating and score, and may say rEJECt", "draw-offer-refused"),
    ("or agree, and then Pawn rates the draw", "draw-offer-accepted"),
    ("one offer a move", "draw-offer-once-a-move"),
    ("Bishop resigns: rated as a loss", "rating-resign"),
    ("the machine must play one and only one side", "change-of-side-disqualifies"),
    ("choosing the side before its first move is no change of side", "colour-before-first-move"),
    ("no moves may be taken back", "take-back-disqualifies"),
    ("the first 20 games use the first tier", "rating-tier-change"),
    ("the formulas as the manual prints them", "rating-printed-rules"),
    ("an unrated finished game waits until the next one's first move", "rateable-until-next-game"),
)
"""Every statement of the manual's section 35 and the key script that shows it."""
