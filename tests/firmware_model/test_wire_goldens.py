"""One whole conversation in every dialect, byte by byte against files kept beside this one.

The files were written by this test (``SAPPHIRE_WRITE_GOLDENS=1``) and then read line by line
against the layouts of the models; ``>`` marks what the PC sends, all else is what the machine says.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from firmware_model import Machine
from firmware_model.dialects import DIALECTS
from firmware_model.events import Output, SerialBytes, SerialOut
from firmware_model.printing import to_bytes

GOLDENS = Path(__file__).parent / "golden_wire"
GAME = (
    "e2e4 d7d5 e4e5 f7f5 e5f6 g8h6 f6g7 h6f7 g7h8q c7c5 g1f3 b8c6 f1b5 c8d7 e1g1 d8b6 d2d4 e8c8 "
    "b5c6 d7c6"
)
CONVERSATION = [
    "I", "N", "X ON", "A ON", "U ON", "P", "G", "C", "L", "L TR7", "L -SD5", "L",
    *(f"M {move}" for move in GAME.split(" ")),
    "M d7c6", "P", "G", "T", "T", "C", "F", "A OFF", "X", "H ON", "H OFF", "S2", "S",
    "pcra1ke1rh1pe2pb7bra8bke8brh8+", "P", "G", "U ON", "M b7-a8/q", "M", "G", "V ON", "P", "V OFF",
    "E", "Q", "Z", "P C rubbish", "N",
]  # fmt: skip


def conversation(name: str) -> bytes:
    """What goes over the wire, both ways."""
    dialect = DIALECTS[name]
    said = b""

    def listen(event: Output) -> None:
        nonlocal said
        if isinstance(event, SerialOut):
            said += to_bytes(event.report, dialect)

    machine = Machine(listener=listen)
    for line in CONVERSATION:
        said += f"> {line}\r\n".encode()
        machine.feed(SerialBytes(line.encode() + b"\r\n", dialect=name))
        machine.wait(1000)
    return said


@pytest.mark.parametrize("name", DIALECTS)
def test_the_conversation_is_as_it_was_read_and_found_right(name: str) -> None:
    golden = GOLDENS / f"{name}.txt"
    said = conversation(name)
    if os.environ.get("SAPPHIRE_WRITE_GOLDENS"):
        golden.write_bytes(said)
    assert said == golden.read_bytes()


def test_every_golden_belongs_to_a_dialect() -> None:
    assert {path.stem for path in GOLDENS.glob("*.txt")} == set(DIALECTS)
