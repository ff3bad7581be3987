"""The user's rated games against the machine as an event of individual games."""

from __future__ import annotations

from datetime import date
from pathlib import Path

from sapphire_emu.club.frbe.event import Event, Player
from sapphire_emu.club.frbe.from_games import MachineGame, individual_games
from sapphire_emu.errors import UserError
from sapphire_emu.store.memory import Memory

TITLE = "Rated games against a Sapphire II"


def games_of_machine(path: Path, name: str, matricule: int, club: int) -> Event:
    """The log of a memory as an event; each level of the machine is an opponent of its own.

    :raises UserError: no game has been rated, or there are more than a file holds.
    """
    with Memory.open(path, read_only=True) as memory:
        record, log = memory.load().record, memory.log()
    games = [
        MachineGame(
            date.fromisoformat(entry.at[:10]),
            f"Sapphire II {entry.rated.level}",
            entry.rated.oelo,
            entry.rated.result.value + 1,
            entry.rated.user_is_white,
        )
        for entry in log
        if entry.rated is not None
    ]
    if not games:
        raise UserError(f"{path}: no game has been rated yet; there is nothing to build")
    person = Player(name, matricule, club, "", record.elo)
    try:
        return individual_games(person, games, TITLE, club)
    except ValueError as error:
        raise UserError(str(error)) from error
