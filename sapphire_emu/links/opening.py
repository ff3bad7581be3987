"""From what the user wrote to an open line or link: one place that knows every kind."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from sapphire_emu.errors import UserError
from sapphire_emu.links.address import KINDS, Address, Settings, parse, refined
from sapphire_emu.links.line import Line
from sapphire_emu.links.port import Port
from sapphire_emu.links.serial_link import SerialLink

if TYPE_CHECKING:
    from sapphire_emu.links.printer_link import PrinterLink

Note = Callable[[str], None]
PRINTER = "printer:"
PRINTER_KINDS = ("text", "escpos", "cups")
PRINTER_FORMS = (
    "printer:text:PLACE, printer:escpos:PLACE or printer:cups:QUEUE, with a place such as "
    "/dev/ttyUSB0, /dev/usb/lp0, socket://host:9100, file:PATH, or escpos:usb:04b8:0e15"
)


def open_port(address: Address, settings: Settings, note: Note, *, link: Path | None) -> Port:
    """Open the port of an address.

    :param link: a symbolic link to give a pty.
    :raises UserError: it does not open; the message says why.
    """
    place = address.place
    if place == "pty":
        from sapphire_emu.links.pty_port import PtyPort

        return PtyPort(settings.line_baud, link=link, note=note)
    if place.startswith("tcp-listen:"):
        from sapphire_emu.links.tcp_port import TcpPort, listen_address

        return TcpPort(*listen_address(place.removeprefix("tcp-listen:")), note=note)
    if place == "file:-":
        from sapphire_emu.links.file_port import StandardOutput

        return StandardOutput()
    if place.startswith("file:"):
        from sapphire_emu.links.file_port import FilePort

        return FilePort(place.removeprefix("file:"))
    if place.startswith("/dev/usb/lp"):
        from sapphire_emu.links.file_port import FilePort

        return FilePort(place)
    if not place:
        raise UserError(f"serial link '{address.text}': no place named")
    from sapphire_emu.links.serial_port import SerialPort

    return SerialPort(place, settings.line_baud, settings.flow or "none")


def open_line(
    text: str, defaults: Settings, note: Note, *, link: Path | None = None
) -> tuple[Line, Settings, str]:
    """Open an address as a line of bytes; the settings in force; the name for the other end.

    :raises UserError: it does not open, or the address is none.
    """
    if text.startswith(PRINTER):
        raise UserError(f"{text}: a printer only prints (expected {KINDS})")
    address = parse(text)
    settings = refined(defaults, address.settings, text)

    def opened() -> Port:
        return open_port(address, settings, note, link=link)

    port = opened()
    listening = address.place == "pty" or address.place.startswith("tcp-listen:")
    path = str(getattr(port, "path", "")) if listening else ""
    name = f"serial {f'pty {path}' if address.place == 'pty' else path or address.place}"
    line = Line(name, port, reopen=opened, note=note, bytes_per_s=settings.bytes_per_s)
    return line, settings, path


def open_link(text: str, defaults: Settings, note: Note, *, link: Path | None = None) -> SerialLink:
    """Open what the user wrote after ``--serial``.

    :param defaults: settings that the address itself may override.
    :param note: told one line at every loss and recovery, from the link's thread.
    :param link: for a pty: a stable symbolic link to it.
    :raises UserError: it does not open, or the address is none.
    """
    if text.startswith(PRINTER):
        return open_printer(text, defaults, note)
    line, settings, path = open_line(text, defaults, note, link=link)
    return SerialLink(line, settings, path)


def open_printer(text: str, defaults: Settings, note: Note) -> PrinterLink:
    """Open ``printer:[text:|escpos:|cups:]PLACE``.

    :raises UserError: it does not open, or the address is none.
    """
    from sapphire_emu.links.papers import EscposPaper, Paper, TextPaper
    from sapphire_emu.links.printer_link import PrinterLink
    from sapphire_emu.links.printer_port import CupsPort, UsbPort

    address = parse(text)
    settings = refined(defaults, address.settings, text)
    flow = settings.flow or "xonxoff"
    settings = replace(settings, flow=flow)
    kind, _, place = address.place.removeprefix(PRINTER).partition(":")
    if kind not in PRINTER_KINDS:
        kind, place = "text", address.place.removeprefix(PRINTER)
    if not place or place == "pty" or place.startswith(PRINTER):
        raise UserError(f"{text}: no printer (expected {PRINTER_FORMS})")
    paper: Paper
    if kind == "escpos":
        paper = EscposPaper(settings.columns)
    else:
        line_end = settings.dialect.line_end
        paper = TextPaper(line_end, settings.columns, whole_pages=kind == "cups")

    def opened() -> Port:
        if kind == "cups":
            return CupsPort(place)
        if kind == "escpos" and place.startswith("usb:"):
            return UsbPort(place.removeprefix("usb:"))
        return open_port(replace(address, place=place), settings, note, link=None)

    port = opened()
    speed = None if kind == "cups" else settings.bytes_per_s
    line = Line(address.place, port, reopen=opened, note=note, bytes_per_s=speed)
    return PrinterLink(line, settings, paper)
