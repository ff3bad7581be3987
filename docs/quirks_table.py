"""What a newcomer would not expect of the machine: each quirk, how it is known, where it is shown.

**M** manual, **H** hardware, **S** sibling machine, **P** our choice; **A** to **D** for the serial
port, as in ``firmware_model/dialects.py``.
"""

from __future__ import annotations

from typing import NamedTuple


class Quirk(NamedTuple):
    """One quirk: what happens, the mark of its source, and the file that has or shows it."""

    what: str
    mark: str
    place: str


_SCRIPTS = "assets/scripts"

QUIRKS: tuple[Quirk, ...] = (
    Quirk(
        "A move is four keys, file, rank, file, rank, and no ENTER; the machine answers by itself",
        "S",
        f"{_SCRIPTS}/first-move.keys",
    ),
    Quirk(
        "A key that has no function in a mode gives three beeps and `Error`, and changes nothing",
        "M",
        "firmware_model/modes.py",
    ),
    Quirk(
        "OPTION again within two seconds is OPTION II; later it is OPTION I again",
        "M",
        f"{_SCRIPTS}/hash-tables.keys",
    ),
    Quirk(
        "The first press of a setting's key only shows it; the next ones step it",
        "P",
        f"{_SCRIPTS}/option-toggle.keys",
    ),
    Quirk(
        "Two cells show a setting's bars, and the manual prints each of them twice",
        "M",
        "firmware_model/screens.py",
    ),
    Quirk(
        "C/CB in the rating mode puts you back to 1400 without asking",
        "M",
        f"{_SCRIPTS}/rating-reset.keys",
    ),
    Quirk(
        "A draw can be offered from move 21 on, once a move; rating and score decide the answer",
        "M",
        f"{_SCRIPTS}/draw-offer-before-move-20.keys",
    ),
    Quirk(
        "The first rated game makes your rating the opponent's, plus or minus 400, whatever it was",
        "M",
        f"{_SCRIPTS}/rating-win.keys",
    ),
    Quirk(
        "A level change does not spoil a rated game; the lowest level used counts",
        "P",
        "firmware_model/game.py",
    ),
    Quirk(
        "When the flag falls the display says `FLAG`, and play goes on",
        "S",
        "firmware_model/step.py",
    ),
    Quirk(
        "The machine resigns at its third evaluation in a row of -900 centipawns or less",
        "P",
        f"{_SCRIPTS}/machine-resigns-when-hopeless.keys",
    ),
    Quirk(
        "The first key down locks all others out until every key is up; contacts count after 20 ms",
        "P",
        "firmware_model/keys.py",
    ),
    Quirk(
        "The letter b and the letter d are small on the display, so d4 is `d4` and e4 is `E4`",
        "H",
        "firmware_model/screens.py",
    ),
    Quirk(
        "5 and S, 1 and I are the same segments; texts are never guessed from segments",
        "H",
        "firmware_model/lcd.py",
    ),
    Quirk(
        "A take-back leaves the machine waiting: GO makes it move, or you move for either side",
        "P",
        f"{_SCRIPTS}/take-back.keys",
    ),
    Quirk(
        "What a model does not know at its serial port it ignores without a word",
        "A",
        "firmware_model/remote.py",
    ),
    Quirk(
        "Moves of the keypad are sent only while Print Moves is on; a PC's questions are answered",
        "P",
        "firmware_model/remote.py",
    ),
    Quirk(
        "A command from a PC needs no blank after its letter, and its case does not matter",
        "B",
        "firmware_model/wire.py",
    ),
)
