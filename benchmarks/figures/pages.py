"""Printed pages over a pseudo-terminal: every byte arrives, and the page shows the position."""

from __future__ import annotations

import random
import re

import serial

from benchmarks.figures.figure import Part, Tally
from firmware_model import Machine
from firmware_model.dialects import DIALECTS
from firmware_model.events import Output, SerialOut
from firmware_model.printing import to_bytes
from sapphire_emu.links.address import Settings
from sapphire_emu.links.opening import open_line

LONGEST_GAME = 80
PATIENCE_S = 60


def placement(page: str) -> str:
    """The piece placement that a page of Print Board shows, read by the eye: squares of two."""
    rows = []
    for line in page.splitlines()[2:10]:
        cells = [line[3 + 3 * file : 5 + 3 * file] for file in range(8)]
        assert all(cell in ("  ", "::") or cell[0] in "Wb" for cell in cells), page
        row = "".join(cell[1] if cell[0] in "Wb" else "." for cell in cells)
        rows.append(re.sub(r"\.+", lambda empty: str(len(empty[0])), row))
    return "/".join(rows)


def printed(part: Part) -> Tally:
    """Random games; after each move Print Board goes over the pty, read by another program."""
    rng = random.Random(part.seed)
    dialect = DIALECTS["sapphire2"]
    out = bytearray()

    def listen(event: Output) -> None:
        if isinstance(event, SerialOut):
            out.extend(to_bytes(event.report, dialect))

    machine = Machine(listener=listen)
    machine.press("rook")
    line, _, path = open_line("pty", Settings(), lambda _: None)
    try:
        with serial.Serial(path, timeout=PATIENCE_S) as client:
            for number in range(part.size):
                legal = [move.uci() for move in machine.state.board.legal_moves]
                if (
                    not legal
                    or machine.state.game.over
                    or len(machine.state.game.plies) > LONGEST_GAME
                ):
                    machine.press("ng", "rook")
                    legal = [move.uci() for move in machine.state.board.legal_moves]
                machine.send(f"M{rng.choice(legal)}")
                out.clear()
                machine.press("option", "h8")
                page = bytes(out)
                assert line.send(page)
                got = client.read(len(page))
                assert got == page, f"page {number}"
                assert placement(got.decode()) == machine.state.board.board_fen(), f"page {number}"
    finally:
        line.close()
    return Tally(part.size)
