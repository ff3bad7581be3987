"""Saved states: a whole machine in a portable file, or in a named slot of the user's own."""

from __future__ import annotations

import re
from pathlib import Path

from firmware_model.codec import DamagedMemory
from firmware_model.state import State
from firmware_model.state_codec import decode_state, digest, encode_state
from sapphire_emu.documents import read_document, write_document
from sapphire_emu.errors import UserError

FORM = "sapphire-state"
FORM_VERSION = 1
_NAME = re.compile(r"[A-Za-z0-9_-]{1,40}")


def slot_path(folder: Path, name: str) -> Path:
    """The file of a named slot.

    :raises UserError: the name cannot be one.
    """
    if not _NAME.fullmatch(name):
        raise UserError(f"slot '{name}' (expected letters, digits, - and _, at most 40)")
    return folder / f"{name}.state"


def write_state(path: Path, state: State) -> None:
    """Write a state file, whole or not at all.

    :raises UserError: it cannot be written.
    """
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise UserError(f"{path.parent}: {error.strerror}") from error
    fields = {"digest": digest(state), "state": encode_state(state)}
    write_document(path, FORM, FORM_VERSION, fields, replace=True)


def read_state(path: Path) -> State:
    """Read a state file.

    :raises UserError: it cannot be read or does not hold a possible machine.
    """
    document = read_document(path, FORM, FORM_VERSION, "a saved state")
    try:
        state = decode_state(document.get("state"))
        if digest(state) != document.get("digest"):
            raise DamagedMemory("the state does not fit its digest")
    except DamagedMemory as error:
        raise UserError(f"{path}: damaged: {error}") from error
    return state
