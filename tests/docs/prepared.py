"""What the pages' commands find: a folder with the files they name, a home, a Novag at a port."""

from __future__ import annotations

import shutil
import socket
import sys
from pathlib import Path

from firmware_model.rating import Record
from firmware_model.state import Nvram
from sapphire_emu.store.memory import Memory
from tests.club.frbe.examples import closed_fixed
from tests.club.openings.games import game
from tests.docs.shown import ROOT, files

FIRST_KEYS = 'power on\npress option ver\nlcd "rt 1400"\n'
SPANISH = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 8. c3 O-O 9. h3"
ENDS = [f"{move} 10. d4 {answer}" for move in ("Bb7", "Nd7", "Be6") for answer in ("Re8", "exd4")]


def folder_for(page: Path, folder: Path) -> None:
    """Make the files that the page's commands read."""
    (folder / "first.keys").write_text(FIRST_KEYS)
    (folder / "demo.keys").write_text(FIRST_KEYS)
    (folder / "B18TST1B.618").write_bytes(closed_fixed())
    (folder / "games.pgn").write_text("".join(game(f"{SPANISH} {more}") for more in ENDS))
    shutil.copy(ROOT / "assets" / "skins" / "sapphire.toml", folder / "my.toml")
    for name, text in files(page).items():
        (folder / name).write_text(text)


def home_for(folder: Path) -> dict[str, str]:
    """The environment of somebody who has rated three games and has no display."""
    programs = folder / "programs"
    programs.mkdir()
    (programs / "sapphire").write_text(f'#!/bin/sh\nexec {sys.executable} -m sapphire_emu "$@"\n')
    (programs / "sapphire").chmod(0o755)
    home = folder / "home"
    own = home / ".local" / "share" / "sapphire"
    own.mkdir(parents=True)
    with Memory.open(own / "sapphire.memory") as memory:
        memory.save(Nvram(record=Record(1512, 3)))
    return {
        "HOME": str(home),
        "PATH": f"{programs}:{Path(sys.executable).parent}:/usr/bin:/bin:/usr/games",
        "LANG": "C.UTF-8",
        "SDL_VIDEODRIVER": "dummy",
        "SDL_AUDIODRIVER": "dummy",
    }


def free_port() -> int:
    """A TCP port that is free now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        number: int = probe.getsockname()[1]
    return number
