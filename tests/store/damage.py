"""A memory with a rated game in it, and what becomes of a damaged one."""

from __future__ import annotations

from pathlib import Path

from firmware_model import Machine
from firmware_model.events import Commit, Output
from firmware_model.state import Nvram, RatedGame
from sapphire_emu.errors import UserError
from sapphire_emu.store.memory import Memory


def a_rated_game() -> tuple[Nvram, RatedGame]:
    """A fool's mate, lost and rated, as the machine itself commits it."""
    commits: list[Commit] = []

    def listen(event: Output) -> None:
        if isinstance(event, Commit):
            commits.append(event)

    m = Machine(listener=listen)
    for move, reply in (("f2f3", "e7e5"), ("g2g4", "d8h4")):
        m.send(f"M{move}")
        m.answer(reply, score_cp=30)
    m.press("option", "ver", "pawn")
    rated = commits[-1].rated
    assert rated is not None
    return commits[-1].nvram, rated


def whole_file(tmp_path: Path) -> tuple[Path, bytes]:
    nvram, rated = a_rated_game()
    path = tmp_path / "m"
    with Memory.open(path) as memory:
        memory.save(nvram, rated)
    return path, path.read_bytes()


def open_damaged(path: Path, content: bytes) -> str:
    """Open a damaged file; say what became of it. Its bytes must still exist somewhere."""
    for leftover in path.parent.glob("m*"):
        leftover.unlink()
    path.write_bytes(content)
    try:
        memory = Memory.open(path)
    except UserError:
        assert path.read_bytes() == content
        return "refused"
    try:
        if memory.set_aside is None:
            return "sound"
        assert memory.set_aside.moved_to.read_bytes() == content
        assert memory.load() == Nvram()
        return "set aside"
    finally:
        memory.close()
