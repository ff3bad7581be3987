"""Keys by the names that scripts and commands use, and what to say of a name that is none."""

from __future__ import annotations

import re
from collections.abc import Iterable

from firmware_model.keys import BY_NAME, Key, square_keys
from sapphire_emu.errors import UserError, closest

_SQUARES = re.compile("([a-h][1-8])([a-h][1-8])?")


def keys_named(names: Iterable[str]) -> list[Key]:
    """The keys of some names.

    :raises UserError: the first name that is no key, with what was probably meant.
    """
    keys = []
    for name in names:
        if name.lower() not in BY_NAME:
            raise UserError(f"unknown key '{name}'; {meant(name) or 'keys: ' + ' '.join(BY_NAME)}")
        keys.append(BY_NAME[name.lower()])
    return keys


def meant(name: str) -> str:
    """What was probably meant by a name that is no key; empty when nothing comes near.

    >>> meant("optoin"), meant("e2e4")
    ('did you mean option?', 'e2e4 is four keys: e5 b2 e5 d4')
    """
    squares = _SQUARES.fullmatch(name.lower())
    if squares is not None:
        found = [key for square in squares.groups() if square for key in square_keys(square)]
        words = " ".join(key.script_name for key in found)
        return f"{name} is {'two' if len(found) == 2 else 'four'} keys: {words}"
    near = closest(name, BY_NAME)
    return f"did you mean {near}?" if near else ""
