"""What a port is to the thread that serves it: read a little, write a little, close.

A port is used by one thread only, except for ``close`` at the very end.
"""

from __future__ import annotations

from typing import Protocol


class PortGone(Exception):
    """The port is no longer there, or takes nothing any more; ``str()`` is the reason."""


class Port(Protocol):
    """An open port."""

    def read(self, wait_s: float) -> bytes:
        """What has arrived, at most some kilobytes; empty if nothing does within ``wait_s``.

        :raises PortGone: the other end or the device has disappeared.
        """
        ...

    def write(self, data: bytes) -> int:
        """Hand over bytes; how many were taken, 0 when none can be at the moment.

        :raises PortGone: as :meth:`read`.
        """
        ...

    def unread(self) -> int:
        """Bytes handed over that the other end has not fetched; 0 where that cannot be known."""
        ...

    def close(self) -> None:
        """Give the port back; never raises."""
        ...
