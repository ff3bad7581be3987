"""What the first bytes of a memory file say: whose it is, and whether it can be used."""

from __future__ import annotations

import errno
import os
from pathlib import Path

from firmware_model.codec import DamagedMemory
from sapphire_emu.errors import UserError
from sapphire_emu.store import schema

HEADER_BYTES = 100
"""Length of an SQLite file's header."""
WRITE_VERSION_OFFSET = 18
"""Where the header says which format must be known to write the file, and (one on) to read it."""


def check_header(path: Path) -> bool:
    """Whether there is a file with a header; what the system's library does not check of it, is.

    SQLite takes a file whose header asks for a newer writer as one to read only, for good.

    :raises DamagedMemory: a part is missing, or it holds what this program never writes.
    """
    if not path.exists():
        return False
    with path.open("rb") as file:
        head = file.read(HEADER_BYTES)
    if not head:
        return False
    if len(head) < HEADER_BYTES:
        raise DamagedMemory(f"only {len(head)} bytes are left of it")
    written, read = head[WRITE_VERSION_OFFSET : WRITE_VERSION_OFFSET + 2]
    if not 1 <= written <= 2 or not 1 <= read <= 2:
        raise DamagedMemory(f"its header says file format {written}/{read}, expected 1 or 2")
    return True


def refuse_foreign(path: Path) -> None:
    """Leave alone what is not a Sapphire memory, nor the beginning of one.

    :param path: the file itself, links followed.
    :raises UserError: it is something else.
    """
    try:
        if path.is_symlink():  # the links have been followed: one that is left leads to itself
            raise OSError(errno.ELOOP, os.strerror(errno.ELOOP))
        if not path.exists():
            return
        if not path.is_file():
            raise UserError(f"{path} is no regular file; name another one with --state")
    except OSError as error:
        raise UserError(f"{path}: cannot reach the memory: {error.strerror}") from error
    try:
        with path.open("rb") as file:
            head = file.read(HEADER_BYTES)
    except OSError as error:
        raise UserError(f"{path}: cannot read the memory: {error.strerror}") from error
    ours = head[: len(schema.MAGIC)] == schema.MAGIC[: len(head)]
    if len(head) == HEADER_BYTES:
        found = int.from_bytes(head[schema.APPLICATION_ID_OFFSET :][:4], "big")
        ours = ours and found == schema.APPLICATION_ID
    if not ours:
        raise UserError(
            f"{path} is not a Sapphire memory; move it away, or name another file with --state"
        )
