"""The line that installs an extra where this program is installed."""

from __future__ import annotations

import shlex
import sys


def install_line(extra: str) -> str:
    """The command that adds an extra to the environment this program runs in.

    The package itself is there already, so only what the extra needs is fetched.

    >>> install_line("tui").endswith("-m pip install 'sapphire-emu[tui]'")
    True
    """
    return f"{shlex.quote(sys.executable or 'python3')} -m pip install 'sapphire-emu[{extra}]'"
