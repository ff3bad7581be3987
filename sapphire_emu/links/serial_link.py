"""A serial link of the machine: reports become bytes of a dialect, on a line."""

from __future__ import annotations

from firmware_model.printing import Report, to_bytes
from sapphire_emu.links.address import Settings
from sapphire_emu.links.line import Line, Progress


class SerialLink:
    """One port of the machine; see the protocol ``Link`` of :mod:`sapphire_emu.loop`.

    :param path: what another program opens to be the other end; empty where there is no such name.
    """

    def __init__(self, line: Line, settings: Settings, path: str = "") -> None:
        self._line = line
        self._dialect = settings.dialect
        self.path = path

    @property
    def name(self) -> str:
        """The link as notes name it."""
        return self._line.name

    @property
    def dialect_name(self) -> str:
        """The dialect whose commands it may use."""
        return self._dialect.name

    @property
    def progress(self) -> Progress:
        """How far its output is, in bytes."""
        return self._line.progress

    def send(self, report: Report) -> None:
        """Queue a report; never blocks."""
        self._line.send(to_bytes(report, self._dialect))

    def receive(self) -> bytes:
        """What has arrived since; never blocks."""
        return self._line.receive()

    def cancel(self) -> int:
        """Drop the output that waits; how many bytes that were."""
        return self._line.cancel()

    def close(self) -> None:
        """Write out what goes out, and close."""
        self._line.close()
