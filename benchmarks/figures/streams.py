"""Rubbish on the wire: no exception, a bounded buffer, and cutting changes nothing."""

from __future__ import annotations

import random

from benchmarks.figures.figure import Part, Tally
from firmware_model import Machine
from firmware_model.events import SerialBytes
from firmware_model.wire import MAX_LINE, Pending

WORDS = (
    *(b"M e2e4", b"Me7-e5", b"N", b"X ON", b"U", b"PC ke1bke8+", b"L tr3", b"T", b"G", b"P", b"H"),
    *(b"S4", b"F", b"C", b"J", b"A", b"V", b"K02", b"m a7b8", b" ", b"\xff\0", b"B", b"R", b"W"),
)
ENDS = (b"\r", b"\n", b"\r\n", b"\r\n\r\r\n", b"")
LONGEST_GAME = 60


def stream(rng: random.Random) -> bytes:
    """One to four commands, whole or broken, at times with junk or an endless line among them."""
    data = b"".join(rng.choice(WORDS) + rng.choice(ENDS) for _ in range(rng.randint(1, 4)))
    luck = rng.random()
    if luck < 0.3:
        place = rng.randrange(len(data) + 1)
        data = data[:place] + rng.randbytes(rng.randint(1, 30)) + data[place:]
    elif luck < 0.32:
        data = rng.randbytes(1) * rng.randint(MAX_LINE - 2, 2 * MAX_LINE) + data
    return data


def cut(rng: random.Random, data: bytes) -> list[bytes]:
    """The same bytes in a few pieces."""
    places = sorted(rng.randrange(len(data) + 1) for _ in range(rng.randint(1, 3)))
    return [data[a:b] for a, b in zip([0, *places], [*places, len(data)], strict=True)]


def malformed(part: Part) -> Tally:
    """Three machines get the same streams: whole, in pieces, byte by byte; they stay equal."""
    rng = random.Random(part.seed)
    machines = [Machine() for _ in range(3)]
    whole = machines[0]
    for number in range(part.size):
        data = stream(rng)
        ways = [data], cut(rng, data), [data[at : at + 1] for at in range(len(data))]
        for machine, pieces in zip(machines, ways, strict=True):
            for piece in pieces:
                machine.feed(SerialBytes(piece))
            pending = dict(machine.state.rx).get(0, Pending())
            assert len(pending.data) <= MAX_LINE, f"stream {number}: {len(pending.data)} bytes kept"
        if whole.thinking is not None and rng.random() < 0.2:
            move = next(iter(whole.state.board.legal_moves)).uci()
            for machine in machines:
                machine.answer(move)
        if len(whole.state.game.plies) > LONGEST_GAME:
            for machine in machines:
                machine.send("N")
        for other in machines[1:]:
            assert other.state == whole.state, f"stream {number}: {data!r}"
            assert other.serial_lines == whole.serial_lines, f"stream {number}: {data!r}"
        for machine in machines:
            machine.serial_lines.clear()
    return Tally(part.size)
