"""A number with the word for what it counts."""

from __future__ import annotations


def counted(number: int, word: str) -> str:
    """``number`` and ``word``, in the plural unless it is one.

    >>> counted(1, "game"), counted(2300, "game"), counted(0, "entry")
    ('1 game', '2,300 games', '0 entries')
    """
    if number != 1:
        word = f"{word[:-1]}ies" if word.endswith("y") else f"{word}s"
    return f"{number:,} {word}"
