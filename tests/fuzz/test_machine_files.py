"""Damaged scripts, journals, states, memories, skins and key maps: the documented errors only.

What is read in spite of the damage must work: a script runs, a journal replays, a state or a memory
makes a machine that can be played on. The files to damage lie in ``corpus``; what once did harm is
added there.
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from firmware_model.codec import DamagedMemory
from firmware_model.keys import Key
from firmware_model.machine import Machine
from firmware_model.state_codec import decode_state
from sapphire_emu.commands.memory import _read as read_memory
from sapphire_emu.errors import UserError
from sapphire_emu.scripts.journal import first_difference, read_journal
from sapphire_emu.scripts.parser import parse_file
from sapphire_emu.scripts.runner import Runner
from sapphire_emu.scripts.states import read_state
from sapphire_emu.window.keymap import load_keymap
from sapphire_emu.window.skin import find_skin, load_skin
from tests.fuzz.damage import damaged, damaged_json

CORPUS = Path(__file__).parent / "corpus"
ROUNDS = 400
ACTS = 40


def run_script(path: Path) -> None:
    Runner(path, consult=None).run(parse_file(path))


def replay_journal(path: Path) -> None:
    first_difference(read_journal(path))


def play_on(machine: Machine, source: random.Random) -> None:
    """Keys, time, answers and lines from a PC, as they come."""
    for _ in range(ACTS):
        kind = source.random()
        if kind < 0.1:
            machine.wait(source.choice((1, 500, 3_000, 60_000)))
        elif kind < 0.2:
            machine.send(source.choice(("P", "X", "Me2e4", "T", "N", "G", "I")))
        elif kind < 0.4 and machine.thinking is not None:
            moves = list(machine.state.board.legal_moves)
            machine.answer(source.choice(moves).uci() if moves else None)
        else:
            machine.press(source.choice(list(Key)))


def use_state(path: Path) -> None:
    machine = Machine()
    machine.restore(read_state(path))
    play_on(machine, random.Random(1))


def use_bare_state(path: Path) -> None:
    """As a script's ``load json`` takes it: no digest tells what somebody has changed."""
    try:
        state = decode_state(json.loads(path.read_text()).get("state"))
    except DamagedMemory as error:
        raise UserError(f"{path}: {error}") from error
    machine = Machine()
    machine.restore(state)
    play_on(machine, random.Random(len(path.read_text())))


def use_memory(path: Path) -> None:
    nvram, log = read_memory(path)
    play_on(Machine(nvram), random.Random(1))
    for entry in log:
        entry.to_json()


def files(folder: str) -> list[Path]:
    return sorted((CORPUS / folder).iterdir())


SKINS = [find_skin("sapphire"), find_skin("contrast")]
CASES: dict[str, tuple[list[Path], Callable[[Path], object]]] = {
    "scripts": (files("scripts"), run_script),
    "journals": (files("journals"), replay_journal),
    "states": (files("states"), use_state),
    "bare states": (files("states"), use_bare_state),
    "memories": (files("memories"), use_memory),
    "keymaps": (files("keymaps"), load_keymap),
    "skins": (SKINS, load_skin),
}


def one_line(error: UserError, path: Path) -> None:
    text = str(error)
    assert str(path) in text
    assert "\n" not in text
    assert text.isprintable()


@pytest.mark.parametrize("kind", CASES)
def test_the_corpus_itself_is_sound(kind: str) -> None:
    for path in CASES[kind][0]:
        if not path.name.startswith("harm-"):
            CASES[kind][1](path)


@pytest.mark.parametrize("kind", [kind for kind in CASES if kind != "bare states"])
def test_damaged_bytes(kind: str, tmp_path: Path) -> None:
    paths, use = CASES[kind]
    source, refused, used = random.Random(f"bytes of {kind}"), 0, 0
    for number in range(ROUNDS):
        original = paths[number % len(paths)]
        # skins name fonts relative to themselves; damage is looked at where the skin would lie
        path = (original.parent if kind == "skins" else tmp_path) / f"damaged{original.suffix}"
        try:
            path.write_bytes(damaged(original.read_bytes(), source))
            use(path)
            used += 1
        except UserError as error:
            one_line(error, path)
            refused += 1
        finally:
            path.unlink(missing_ok=True)
    assert refused > ROUNDS / 4
    assert used > 0


def lines_of(data: Any) -> bytes:
    """A journal is a file of JSON lines."""
    return b"".join(json.dumps(line).encode() + b"\n" for line in data)


@pytest.mark.parametrize("kind", ["journals", "bare states", "memories"])
def test_other_values_in_sound_json(kind: str, tmp_path: Path) -> None:
    """The damage that no checksum of the file system finds: JSON that says something else."""
    paths, use = CASES[kind]
    source, refused, used = random.Random(f"values of {kind}"), 0, 0
    for number in range(3 * ROUNDS):
        text = paths[number % len(paths)].read_text()
        if kind == "journals":
            data = lines_of(damaged_json([json.loads(line) for line in text.splitlines()], source))
        else:
            whole = json.loads(text)
            part = "state" if kind == "bare states" else "memory"
            if source.random() < 0.7:
                whole[part] = damaged_json(whole[part], source)
            else:
                whole = damaged_json(whole, source)
            data = json.dumps(whole).encode()
        path = tmp_path / "damaged"
        path.write_bytes(data)
        try:
            use(path)
            used += 1
        except UserError as error:
            one_line(error, path)
            refused += 1
    assert refused > ROUNDS
    assert used > 0
