"""Where the program keeps what is the user's: memories, saved states, journals."""

from __future__ import annotations

import re
from pathlib import Path

from sapphire_emu.errors import UserError

_PLAYER_NAME = re.compile(r"[\w][\w .-]{0,39}")


def _data() -> Path:
    from platformdirs import user_data_path

    return user_data_path("sapphire", appauthor=False)


def make_folder(folder: Path) -> None:
    """Make one of the program's own folders.

    :raises UserError: it cannot be made.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise UserError(f"{folder}: {error.strerror}") from error


def owner_path(state: Path | None, player: str | None) -> Path:
    """The memory file that ``--state`` or ``--player`` names; the user's own without either.

    :raises UserError: both are given, or the name cannot be one.
    """
    if player is None:
        return state or _data() / "sapphire.memory"
    if state is not None:
        raise UserError("--player and --state exclude each other (expected one of them)")
    if not _PLAYER_NAME.fullmatch(player):
        raise UserError(f"player '{player}' (expected letters, digits, blanks, - _ ., at most 40)")
    return _data() / f"{player}.memory"


def journal_folder() -> Path:
    """Where the journals of the last runs are kept."""
    from platformdirs import user_state_path

    return user_state_path("sapphire", appauthor=False) / "journals"


def states_folder() -> Path:
    """Where named slots of saved states are kept."""
    return _data() / "states"
