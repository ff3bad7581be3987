"""Where the files of ``assets`` are, in a checkout and in an installed wheel alike."""

from __future__ import annotations

from pathlib import Path

_PACKAGE = Path(__file__).parent


def asset(*parts: str) -> Path:
    """Path of one shipped file or folder below ``assets``.

    :raises FileNotFoundError: the installation is incomplete.
    """
    for root in (_PACKAGE / "assets", _PACKAGE.parent / "assets"):
        path = root.joinpath(*parts)
        if path.exists():
            return path
    raise FileNotFoundError(f"asset {'/'.join(parts)} is missing from this installation")
