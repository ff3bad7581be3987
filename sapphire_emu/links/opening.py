"""From what the user wrote to an open line or link: one place that knows every kind."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from sapphire_emu.errors import UserError
from sapphire_emu.links.address import Address, Settings, parse, refined
from sapphire_emu.links.line import Line
from sapphire_emu.links.port import Port
from sapphire_emu.links.serial_link import SerialLink

Note = Callable[[str], None]


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
    if not place:
        raise UserError(f"serial link '{address.text}': no place named")
    from sapphire_emu.links.serial_port import SerialPort

    return SerialPort(place, settings.line_baud, settings.flow)


def open_line(
    text: str, defaults: Settings, note: Note, *, link: Path | None = None
) -> tuple[Line, Settings, str]:
    """Open an address as a line of bytes; the settings in force; the name for the other end.

    :raises UserError: it does not open, or the address is none.
    """
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
    line, settings, path = open_line(text, defaults, note, link=link)
    return SerialLink(line, settings, path)
