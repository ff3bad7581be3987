"""Journals: the same digests everywhere, damage named, scripts made of them run and hold."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from firmware_model.events import (
    KeyDown,
    KeyUp,
    OpponentMove,
    Power,
    Tick,
)
from firmware_model.keys import Key
from firmware_model.machine import Machine
from firmware_model.state import State
from firmware_model.state_codec import decode_state, digest, encode_state
from sapphire_emu.errors import InputError
from sapphire_emu.scripts import journal as journal_module
from sapphire_emu.scripts.journal import (
    Recorder,
    first_difference,
    read_journal,
    replay,
)
from sapphire_emu.scripts.parser import parse
from sapphire_emu.scripts.runner import Runner
from sapphire_emu.scripts.transcript import to_script
from tests.scripts.player import Player


def test_a_journal_replays_to_the_same_digest_at_every_step(tmp_path: Path) -> None:
    journal = read_journal(Player(tmp_path, 1).play(300))
    assert len(journal.entries) > 300
    assert first_difference(journal) is None


def test_a_change_in_the_machine_is_found_at_its_step(tmp_path: Path) -> None:
    """Control: a journal whose 50th input was tampered with differs from there on, not before."""
    path = Player(tmp_path, 2).play(60)
    lines = path.read_text().splitlines()
    entry = json.loads(lines[50])
    entry[3] = "0" * 16
    lines[50] = json.dumps(entry)
    path.write_text("\n".join(lines) + "\n")
    step = first_difference(read_journal(path))
    assert step is not None
    assert step.number == 50


def test_a_journal_is_bounded_on_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(journal_module, "MAX_FILE_BYTES", 8_000)
    monkeypatch.setattr(journal_module, "MAX_FILES", 4)
    Player(tmp_path, 3).play(400)
    paths = sorted(tmp_path.glob("*.journal"))
    assert len(paths) == 4
    for path in paths:
        assert path.stat().st_size < 20_000
        assert first_difference(read_journal(path)) is None


def test_a_line_cut_off_by_a_crash_is_left_out(tmp_path: Path) -> None:
    path = Player(tmp_path, 4).play(20)
    whole = len(read_journal(path).entries)
    path.write_bytes(path.read_bytes()[:-5])
    assert len(read_journal(path).entries) == whole - 1


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", ":1: not JSON"),
        (b"hello\n", ":1: not JSON"),
        (b'{"form": "other"}\n', ":1: not a journal"),
        (b'{"form": "sapphire-journal", "version": 9}\n', ":1: journal version 9"),
        (b'{"form": "sapphire-journal", "version": 1, "state": 3}\n', ":1: damaged"),
    ],
)
def test_what_is_no_journal_is_named(tmp_path: Path, content: bytes, message: str) -> None:
    path = tmp_path / "x.journal"
    path.write_bytes(content)
    with pytest.raises(InputError) as caught:
        read_journal(path)
    assert f"x.journal{message}" in str(caught.value)


def test_a_damaged_entry_is_named_by_its_line(tmp_path: Path) -> None:
    path = Player(tmp_path, 5).play(20)
    lines = path.read_text().splitlines()
    lines[10] = '[1,"down",["nokey"],"0"]'
    path.write_text("\n".join(lines) + "\n")
    with pytest.raises(InputError, match=r"journal:11: damaged"):
        read_journal(path)


def test_a_full_disk_ends_the_journal_and_not_the_run(tmp_path: Path) -> None:
    notes: list[str] = []
    (tmp_path / "file").write_text("")
    recorder = Recorder(tmp_path / "file" / "folder", note=notes.append)
    recorder.begin(State())
    recorder.record(Power(on=True), State())
    assert len(notes) == 1
    assert notes[0].startswith("no journal is kept")


@pytest.mark.parametrize("seed", range(12))
def test_a_script_made_of_a_journal_runs_and_holds(tmp_path: Path, seed: int) -> None:
    """Played at the pace of a script, a recording is exact, so every assertion must hold."""
    player = Player(tmp_path, seed)
    rng, machine = player.rng, player.machine
    for _ in range(60):
        request = machine.thinking
        if request is not None and request.purpose != "analysis" and rng.random() < 0.7:
            player.feed(Tick(machine.now_ms + rng.randint(0, 900)))
            if machine.thinking is request:
                move = rng.choice([move.uci() for move in machine.state.board.legal_moves])
                player.feed(OpponentMove(request.request_id, move, rng.randint(-200, 200)))
        key = rng.choice(list(Key))
        player.feed(KeyDown(key))
        player.feed(Tick(machine.now_ms + 50))
        player.feed(KeyUp(key))
        player.feed(Tick(machine.now_ms + 50))
    player.recorder.close()
    assert player.recorder.path is not None
    text = to_script(read_journal(player.recorder.path))
    failure = Runner("made.keys").run(parse(text, "made.keys"))
    assert failure is None, f"{failure}\n{text}"
    assert text.count("lcd ") > 10


@settings(max_examples=60)
@given(st.integers(0, 10_000))
def test_a_state_is_the_same_after_a_round_trip(seed: int) -> None:
    rng = random.Random(seed)
    machine = Machine()
    for _ in range(rng.randint(1, 40)):
        machine.press(rng.choice(list(Key)))
    state = machine.state
    again = decode_state(json.loads(json.dumps(encode_state(state))))
    assert again == state
    assert again.lcd == state.lcd
    assert digest(again) == digest(state)


def test_steps_tell_what_came_out(tmp_path: Path) -> None:
    journal = read_journal(Player(tmp_path, 9).play(30))
    assert any(step.outputs for step in replay(journal))
    assert all(step.agrees for step in replay(journal))
