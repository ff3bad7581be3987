"""JSON files of our own: every one says what form it has, in which version, and who wrote it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from firmware_model._version import __version__
from sapphire_emu.errors import InputError, UserError
from sapphire_emu.parsing import Unparsable, parse_json
from sapphire_emu.reading import MIB, read_bytes
from sapphire_emu.saving import save

MAX_BYTES = 256 * MIB


def write_document(
    path: Path, form: str, version: int, fields: dict[str, Any], *, replace: bool
) -> None:
    """Write a document, whole or not at all.

    :param replace: whether an existing file may be replaced.
    :raises UserError: it cannot be written.
    """
    document = {"form": form, "version": version, "made_by": __version__, **fields}
    save(path, json.dumps(document, indent=1).encode(), replace=replace)


def read_document(path: Path, form: str, version: int, what: str) -> dict[str, Any]:
    """Read a document of one form.

    :param what: what to call it in messages, such as ``a saved state``.
    :raises UserError: it cannot be read, is no JSON (with line and column), or of another form.
    """
    try:
        document = parse_json(read_bytes(path, most=MAX_BYTES, expected=what))
    except Unparsable as error:
        raise InputError(
            f"not JSON: {error}", path=path, line=error.line, column=error.column, expected=what
        ) from error
    if not isinstance(document, dict) or document.get("form") != form:
        raise UserError(f"{path}: not {what} (expected form {form})")
    if document.get("version") != version:
        raise UserError(f"{path}: form version {document.get('version')!r} (expected {version})")
    return document
