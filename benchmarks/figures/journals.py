"""Journals: replayed anywhere and interrupted anywhere, every step has the recorded digest."""

from __future__ import annotations

import glob
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path

import chess

from benchmarks.figures.figure import Part, Tally
from benchmarks.figures.keeping import ROOT
from firmware_model.dialects import DIALECTS
from firmware_model.events import Output, SerialOut, Tick
from firmware_model.machine import Machine
from firmware_model.printing import to_bytes
from firmware_model.state_codec import decode_state, digest, encode_state
from sapphire_emu.scripts import journal as journal_module
from sapphire_emu.scripts.journal import read_journal
from tests.scripts.player import Player

OLDEST = (3, 11)
REPLAY = """
import sys
from pathlib import Path
from sapphire_emu.scripts.journal import read_journal, replay
steps = 0
for step in replay(read_journal(Path(sys.argv[1]))):
    steps += 1
    if not step.agrees:
        sys.exit(f"step {step.number} differs")
print(steps)
"""


@cache
def pythons() -> dict[str, str]:
    """Every supported Python on this computer: version -> program."""
    names = [sys.executable]
    names += [found for minor in range(11, 20) if (found := shutil.which(f"python3.{minor}"))]
    names += sorted(glob.glob(os.path.expanduser("~/.pyenv/versions/3.*/bin/python")))  # noqa: PTH111, PTH207
    ask = "import sys; print('%d.%d' % sys.version_info[:2])"
    versions: dict[str, str] = {}
    for name in names:
        done = subprocess.run([name, "-c", ask], capture_output=True, text=True, check=False)
        version = done.stdout.strip()
        known = done.returncode == 0 and re.fullmatch(r"3\.\d+", version)
        if known and tuple(map(int, version.split("."))) >= OLDEST:
            versions.setdefault(version, name)
    return versions


def replays(part: Part) -> Tally:
    """A journal of ``size`` acts in a fresh process of each Python, with a random hash seed."""
    with tempfile.TemporaryDirectory() as folder:
        path = Player(Path(folder), part.seed).play(part.size)
        # Only chess is lent to the other Pythons, which have none of our environment.
        (Path(folder) / "chess").symlink_to(Path(chess.__file__).parent)
        environment = {
            **os.environ,
            "PYTHONHASHSEED": "random",
            "PYTHONPATH": os.pathsep.join((str(ROOT), folder)),
            "PYTHONDONTWRITEBYTECODE": "1",
        }
        steps = 0
        for version, program in pythons().items():
            done = subprocess.run(
                [program, "-c", REPLAY, str(path)],
                env=environment,
                capture_output=True,
                text=True,
                check=False,
            )
            assert done.returncode == 0, f"Python {version}: {done.stderr.strip()[-200:]}"
            steps += int(done.stdout)
    return Tally(steps, facts={"on Python": ", ".join(sorted(pythons()))})


@contextmanager
def one_file() -> Iterator[None]:
    """Journals that are not continued in a second file, however long they grow."""
    usual = journal_module.MAX_FILE_BYTES
    journal_module.MAX_FILE_BYTES = 1 << 40
    try:
        yield
    finally:
        journal_module.MAX_FILE_BYTES = usual


def saved_at_every_step(part: Part) -> Tally:
    """``size`` steps with a port: between any two of them the state goes through JSON text."""
    with tempfile.TemporaryDirectory() as folder:
        player = Player(Path(folder), part.seed)
        with one_file():
            journal = read_journal(player.play(part.size))
    sent = bytearray()

    def listen(event: Output) -> None:
        if isinstance(event, SerialOut):
            sent.extend(to_bytes(event.report, DIALECTS["sapphire2"]))

    machine = Machine(power=False, listener=listen)
    machine.restore(journal.start)
    for number, entry in enumerate(journal.entries, start=1):
        machine.feed(Tick(entry.at_ms))
        asked = machine.thinking
        machine.restore(decode_state(json.loads(json.dumps(encode_state(machine.state)))))
        assert machine.thinking == asked, f"input {number}: another open question"
        machine.feed(entry.event)
        assert digest(machine.state) == entry.digest, f"input {number}: another state"
    assert bytes(sent) == player.sent, "other bytes were sent"
    assert sent, "nothing was sent"
    return Tally(len(journal.entries), facts={"bytes sent, a journal": len(sent)})
