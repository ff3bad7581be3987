"""What each key of a sequence did, and why: mode before, table row, mode after, manual section."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from firmware_model.functions import FUNCTIONS
from firmware_model.keys import Key
from firmware_model.machine import Machine
from firmware_model.modes import row_for

MARKS = {
    "M": "the manual says so",
    "H": "the hardware says so",
    "S": "a sibling machine does so",
    "P": "this project's choice",
}
TITLES = {str(row.section): row.title for row in FUNCTIONS}


@dataclass(frozen=True, slots=True)
class Explanation:
    """One key press: all of it in words."""

    key: str
    mode_before: str
    mode_after: str
    what: str
    section: str
    mark: str
    text: str
    beeps: int

    @property
    def title(self) -> str:
        """The manual's function this belongs to; empty for a refusal or plain play."""
        return TITLES.get(self.section, "")


def explain(machine: Machine, keys: Sequence[Key]) -> Iterator[Explanation]:
    """Press keys on a machine and say what each did."""
    for key in keys:
        before = machine.state.mode
        row = row_for(before, key)
        lcd = machine.press(key)
        yield Explanation(
            key.script_name,
            before.name.lower(),
            machine.state.mode.name.lower(),
            "refused: this key has no function here" if row is None else row.what,
            "" if row is None else row.section,
            "" if row is None else row.mark,
            lcd.text,
            machine.beeps,
        )
