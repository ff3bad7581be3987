"""Where the program keeps what is the user's: memories, saved states, journals."""

from __future__ import annotations

import re
from pathlib import Path

from sapphire_emu.errors import UserError

_PLAYER_NAME = re.compile(r"\w([\w .-]{0,38}[\w-])?")
_NO_NAMES = re.compile(r"(sapphire|con|prn|aux|nul|com\d|lpt\d)(\..*)?", re.IGNORECASE)
"""The own memory's name, and names that Windows keeps for devices."""


def _data() -> Path:
    from platformdirs import user_data_path

    return user_data_path("sapphire", appauthor=False)


def make_folder(folder: Path) -> None:
    """Make one of the program's own folders.

    :raises UserError: it cannot be made.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except (FileExistsError, NotADirectoryError) as error:
        text = "the program's folder cannot be there: a file has its name, or one on the way to it"
        raise UserError(f"{folder}: {text} (expected it moved away)") from error
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
        raise UserError(
            f"player '{player}' (expected letters, digits, - _, blanks and dots between them, "
            "at most 40)"
        )
    if _NO_NAMES.fullmatch(player):
        raise UserError(f"player '{player}' (expected another name: this one is taken)")
    return _data() / f"{player}.memory"


def kept_path(state: Path | None, player: str | None) -> Path:
    """As :func:`owner_path`, for commands that only look: a player must have played.

    :raises UserError: as there, or that player has no memory yet.
    """
    path = owner_path(state, player)
    if player is not None and not path.exists():
        known = sorted(other.stem for other in path.parent.glob("*.memory"))
        names = ", ".join(name for name in known if name != "sapphire") or "none yet"
        raise UserError(f"no player '{player}' has a memory here (players: {names})")
    return path


def journal_folder() -> Path:
    """Where the journals of the last runs are kept."""
    from platformdirs import user_state_path

    return user_state_path("sapphire", appauthor=False) / "journals"


def states_folder() -> Path:
    """Where named slots of saved states are kept."""
    return _data() / "states"
