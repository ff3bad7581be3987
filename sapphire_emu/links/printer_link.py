"""A printer as a link of the machine: what the port says comes out on paper.

Boards, game lists and books are pages and end with a form feed or a cut. Single lines (moves,
clocks) are printed as they come, on the same sheet; where every job is a sheet (CUPS) they wait
for the next page, or for the end.
"""

from __future__ import annotations

from firmware_model.printing import BoardReport, BookReport, GameReport, Report, to_lines
from sapphire_emu.links.address import Settings
from sapphire_emu.links.line import Line
from sapphire_emu.links.papers import Paper, wrapped
from sapphire_emu.links.serial_link import SerialLink

PAGES = (BoardReport, GameReport, BookReport)


class PrinterLink(SerialLink):
    """One printer."""

    def __init__(self, line: Line, settings: Settings, paper: Paper) -> None:
        super().__init__(line, settings)
        self._paper = paper
        self._waiting: list[str] = []
        self._begun = False

    def send(self, report: Report) -> None:
        """Print a report; never blocks."""
        lines = wrapped(to_lines(report, self._dialect), self._paper.columns)
        page = isinstance(report, PAGES)
        if self._paper.whole_pages and not page:
            self._waiting += lines
            return
        lines, self._waiting = [*self._waiting, *lines], []
        self._begun = not page
        self._line.send(self._paper.lines(lines) + (self._paper.end() if page else b""))

    def end_page(self) -> None:
        """Let the sheet come out, if anything is on it."""
        if self._waiting:
            self._line.send(self._paper.lines(self._waiting) + self._paper.end())
        elif self._begun:
            self._line.send(self._paper.end())
        self._waiting, self._begun = [], False

    def eject(self) -> None:
        """After a cancelled page: let the sheet come out."""
        self._waiting, self._begun = [], False
        self._line.send(self._paper.end())

    def receive(self) -> bytes:
        """A printer commands nothing; what it may send (status) is dropped."""
        self._line.receive()
        return b""

    def close(self) -> None:
        """Let the sheet come out, write what goes out, and close."""
        self.end_page()
        super().close()
