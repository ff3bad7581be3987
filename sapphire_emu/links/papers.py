"""How printers want their pages: plain text with a form feed, ESC/POS, raw jobs for CUPS."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

from sapphire_emu.errors import UserError
from sapphire_emu.extras import install_line

TEXT_COLUMNS = 80
RECEIPT_COLUMNS = 32
"""What fits across 58 mm paper; a board is 28 wide, a row of a game list 31 at most."""


class Paper(Protocol):
    """One kind of printer's language. ``whole_pages``: lines wait until a page is full of sense."""

    columns: int
    whole_pages: bool

    def lines(self, lines: Sequence[str]) -> bytes:
        """Some printed lines."""
        ...

    def end(self) -> bytes:
        """The end of a page: the sheet comes out, or is cut off."""
        ...


class TextPaper:
    """Plain ASCII, as dot-matrix and daisy-wheel printers print it; form feed after a page.

    :param whole_pages: send nothing before a page is complete (a spooler makes a job of each).
    """

    def __init__(
        self, line_end: bytes, columns: int | None = None, *, whole_pages: bool = False
    ) -> None:
        self.columns = columns or TEXT_COLUMNS
        self.whole_pages = whole_pages
        self._line_end = line_end

    def lines(self, lines: Sequence[str]) -> bytes:
        """Every line with its line end."""
        return b"".join(line.encode("ascii", "replace") + self._line_end for line in lines)

    def end(self) -> bytes:
        """A form feed."""
        return b"\f"


class EscposPaper:
    """Receipt printers, in the words of the library python-escpos (the extra ``printer``).

    :raises UserError: the library is not installed.
    """

    whole_pages = False

    def __init__(self, columns: int | None = None) -> None:
        self.columns = columns or RECEIPT_COLUMNS
        self._dummy: Any = load_escpos().Dummy

    def lines(self, lines: Sequence[str]) -> bytes:
        """The lines, after putting the printer into its first state."""
        printer = self._dummy()
        printer.hw("INIT")
        for line in lines:
            printer.textln(line)
        return bytes(printer.output)

    def end(self) -> bytes:
        """Feed and cut."""
        printer = self._dummy()
        printer.cut()
        return bytes(printer.output)


def load_escpos() -> Any:
    """The printers of python-escpos.

    :raises UserError: it is not installed.
    """
    try:
        import escpos.printer
    except ImportError as error:
        raise UserError(
            "printer:escpos needs the library python-escpos "
            f"(install it with: {install_line('printer')})"
        ) from error
    return escpos.printer


def wrapped(lines: Sequence[str], columns: int) -> list[str]:
    """The lines cut to a width; a longer one goes on below.

    >>> wrapped([".   1  e2-e4       e7-e5", ""], 20)
    ['.   1  e2-e4', 'e7-e5', '']
    """
    found = []
    for line in lines:
        rest = line
        while len(rest) > columns:
            place = rest.rfind(" ", 1, columns + 1)
            place = columns if place <= 0 else place
            found.append(rest[:place].rstrip())
            rest = rest[place:].lstrip()
        found.append(rest)
    return found
