"""Saved states: a whole machine in a portable file, or in a named slot of the user's own."""

from __future__ import annotations

import json
import re
from pathlib import Path

from firmware_model._version import __version__
from firmware_model.codec import DamagedMemory
from firmware_model.state import State
from firmware_model.state_codec import decode_state, encode_state
from sapphire_emu.errors import UserError
from sapphire_emu.saving import save

FORM = "sapphire-state"
FORM_VERSION = 1
MAX_BYTES = 64 * 1024 * 1024
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
    document = {
        "form": FORM,
        "version": FORM_VERSION,
        "made_by": __version__,
        "state": encode_state(state),
    }
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise UserError(f"{path.parent}: {error.strerror}") from error
    save(path, json.dumps(document, indent=1).encode())


def read_state(path: Path) -> State:
    """Read a state file.

    :raises UserError: it cannot be read or does not hold a possible machine.
    """
    try:
        if path.stat().st_size > MAX_BYTES:
            raise UserError(f"{path}: larger than {MAX_BYTES} bytes; no state is")
        document = json.loads(path.read_bytes())
    except OSError as error:
        raise UserError(f"{path}: {error.strerror}") from error
    except (ValueError, RecursionError) as error:
        raise UserError(f"{path}: not a saved state (expected JSON)") from error
    if not isinstance(document, dict) or document.get("form") != FORM:
        raise UserError(f"{path}: not a saved state (expected form {FORM})")
    if document.get("version") != FORM_VERSION:
        raise UserError(
            f"{path}: form version {document.get('version')!r} (expected {FORM_VERSION})"
        )
    try:
        return decode_state(document.get("state"))
    except DamagedMemory as error:
        raise UserError(f"{path}: damaged: {error}") from error
