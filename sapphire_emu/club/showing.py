"""Text from a file made fit for a message or a terminal."""

from __future__ import annotations


def printable(text: str) -> str:
    """``text`` with a question mark for every control character."""
    return text if text.isprintable() else "".join(c if c.isprintable() else "?" for c in text)


def shown(text: str, most: int = 40) -> str:
    """At most ``most`` printable characters of what a file says.

    >>> shown("a" + chr(27) + "[2J"), shown("x" * 50, 6)
    ('a?[2J', 'xxx...')
    """
    clean = printable(text)
    return clean if len(clean) <= most else clean[: most - 3] + "..."
