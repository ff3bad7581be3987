"""Real ports, and every URL pyserial opens: ``socket://``, ``rfc2217://``, ``spy://``, ``loop://``.

What pyserial leaves to its user (measured with 3.5): a port that disappears raises SerialException
or plain OSError; ``write_timeout=0`` spins when the queue is full, so a port with a file handle is
asked first whether it takes bytes; ``rfc2217://`` knows no write timeout; ``in_waiting`` of a
socket is 0 or 1.
"""

from __future__ import annotations

import contextlib
import errno
import os
import re
import select

import serial

from sapphire_emu.errors import UserError
from sapphire_emu.links.address import KINDS
from sapphire_emu.links.port import PortGone

READ_TIMEOUT_S = 0.02
READ_BYTES = 4096
SOCKET_READ_BYTES = 256
WRITE_TIMEOUT_S = 1.0
WINDOWS_WRITE_BYTES = 64
"""On Windows, the most that one write is trusted with: how much a timed-out one took is unknown."""

NETWORKS = ("socket://", "rfc2217://")

GONE = (serial.SerialException, OSError, TypeError)
"""What pyserial raises when a port disappears under it (TypeError: closed in its own thread)."""


class SerialPort:
    """An open pyserial port, exclusively ours where the system can do that.

    :param place: a device name or URL.
    :param baud: the line speed; networks ignore it.
    :param flow: none, xonxoff, rtscts or dsrdtr.
    :raises UserError: it cannot be opened; the message says why and what to do.
    """

    def __init__(self, place: str, baud: int, flow: str = "none") -> None:
        self.path = place
        if place.startswith(NETWORKS) and not re.match(r"\w+://[^/?]+:[0-9]", place):
            raise UserError(f"{place}: no port number (expected such as {NETWORKS[0]}host:4000)")
        try:
            self._serial = serial.serial_for_url(place, do_not_open=True, timeout=READ_TIMEOUT_S)
            self._serial.baudrate = baud
            self._serial.xonxoff = flow == "xonxoff"
            self._serial.rtscts = flow == "rtscts"
            self._serial.dsrdtr = flow == "dsrdtr"
            if not place.startswith(("rfc2217://", "loop://")):
                self._serial.write_timeout = 0 if os.name == "posix" else WRITE_TIMEOUT_S
            if "://" not in place:
                self._serial.exclusive = True
            self._serial.open()
        except ValueError as error:
            raise UserError(f"{place}: {_plain(error)} (expected {KINDS})") from error
        except (OSError, AttributeError, NotImplementedError) as error:
            raise UserError(f"{place}: {_cause(error, place)}") from error
        self._handle = self._file_handle()
        self._heeds_dsr = flow == "dsrdtr"

    def _file_handle(self) -> int | None:
        try:
            return int(self._serial.fileno())
        except (OSError, AttributeError, ValueError):
            return None

    def read(self, wait_s: float) -> bytes:
        """What has arrived; see :class:`sapphire_emu.links.port.Port`."""
        try:
            waiting = self._serial.in_waiting
            if not waiting and not wait_s:
                return b""
            if self._handle is not None and os.name == "posix":
                if not waiting and not select.select([self._handle], [], [], wait_s)[0]:
                    return b""
                return bytes(self._serial.read(min(max(waiting, 1), READ_BYTES)))
            size = waiting if waiting > 1 else SOCKET_READ_BYTES
            return bytes(self._serial.read(min(size, READ_BYTES)))
        except GONE as error:
            raise PortGone(_plain(error)) from error

    def write(self, data: bytes) -> int:
        """Hand over bytes; see :class:`sapphire_emu.links.port.Port`."""
        try:
            if self._heeds_dsr and not self._ready():
                return 0
            if self._handle is not None and os.name == "posix":
                if not select.select([], [self._handle], [], 0)[1]:
                    return 0
            elif os.name != "posix":
                data = data[:WINDOWS_WRITE_BYTES]
            taken = self._serial.write(data)
            return len(data) if taken is None else int(taken)
        except serial.SerialTimeoutException:
            return 0
        except GONE as error:
            raise PortGone(_plain(error)) from error

    def _ready(self) -> bool:
        """DSR, which a printer drops while its buffer is full; the system does not look at it.

        A port without modem lines (a pty) is always ready.
        """
        try:
            return bool(self._serial.dsr)
        except OSError as error:
            if error.errno in (errno.ENOTTY, errno.EINVAL):
                return True
            raise

    def unread(self) -> int:
        """What the driver has not sent yet."""
        try:
            return int(self._serial.out_waiting)
        except (*GONE, AttributeError, NotImplementedError):
            return 0

    def close(self) -> None:
        """Close at once: a driver that still holds bytes would wait for a stopped printer."""
        with contextlib.suppress(Exception):
            if self.unread():
                self._serial.reset_output_buffer()
        with contextlib.suppress(Exception):  # a port that is gone may complain
            self._serial.close()


def _plain(error: BaseException) -> str:
    if str(error).startswith("device reports readiness to read but returned no data"):
        return "unplugged, or another program reads there too"
    return " ".join(str(error).split()) or type(error).__name__


def _cause(error: BaseException, place: str) -> str:
    """Why a port does not open, and the way out."""
    number = getattr(error, "errno", None)
    text = _plain(error)
    if number == errno.ENOENT or "FileNotFoundError" in text:
        return f"no such port (expected {KINDS}; sapphire ports lists the real ones)"
    if number == errno.EACCES or "PermissionError" in text:
        return "no permission, or in use by another program (on Linux, join the group dialout)"
    if number == errno.EBUSY or "exclusively lock" in text:
        return "in use by another program (close that first)"
    if "could not configure port" in text.lower():
        return "not a serial port (for a plain file use file:PATH)"
    if "waiting for option 'control'" in text:
        return "the server's port has no modem lines (add ?ign_set_control to the URL)"
    if number is not None:
        return f"cannot be opened: {os.strerror(number)}"
    text = re.sub(r"^.*?Could not open port \S+: ", "", text)
    return f"cannot be opened: {re.sub(r'^.Errno -?[0-9]+. ', '', text)}"
