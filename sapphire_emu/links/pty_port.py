"""A pseudo-terminal: a serial port made of software, for programs on the same computer.

Rules, each measured (Linux, macOS alike unless said):

1. The slave is raw before its name is told: a cooked one would echo the machine's own output.
2. The slave stays open here: otherwise reading fails while no client is connected.
3. The master never blocks. Up to some 20 kB that nobody reads stay in the system's queue; the next
   client that opens the port finds them.
4. The speed a client sets changes nothing but is seen here, and told apart.
5. The name ``/dev/pts/N`` differs from run to run; a symbolic link gives it a stable one.
"""

from __future__ import annotations

import contextlib
import errno
import os
import select
import sys
from collections.abc import Callable
from pathlib import Path

from sapphire_emu.errors import UserError
from sapphire_emu.links.port import PortGone

if sys.platform != "win32":
    import fcntl
    import struct
    import termios
    import tty

READ_BYTES = 4096
NO_PTY = (
    "pty: this system has no pseudo-terminals (use tcp-listen:PORT, or a pair of ports made by "
    "com0com and --serial COM3)"
)


class PtyPort:
    """The master side; clients open :attr:`path`, or the symbolic link where there is one.

    :param baud: the speed clients are expected to use.
    :param link: where to put a symbolic link to the slave; None for none.
    :param note: told one line when something is worth knowing.
    :raises UserError: no pseudo-terminals here, or the link cannot be made.
    """

    def __init__(
        self, baud: int, *, link: Path | None = None, note: Callable[[str], None] = lambda _: None
    ) -> None:
        if sys.platform == "win32":
            raise UserError(NO_PTY)
        try:
            self._master, self._slave = os.openpty()
        except OSError as error:
            raise UserError(f"pty: none to be had: {error.strerror}") from error
        self._note = note
        tty.setraw(self._slave)
        self._speed = getattr(termios, f"B{baud}", termios.B9600)
        attributes = termios.tcgetattr(self._slave)
        attributes[4] = attributes[5] = self._speed
        termios.tcsetattr(self._slave, termios.TCSANOW, attributes)
        os.set_blocking(self._master, False)
        self.path = os.ttyname(self._slave)
        self.baud = baud
        self._last_speed = self._speed
        self._link = link
        if link is not None:
            try:
                self._publish(link)
            except BaseException:
                self._close_both()
                raise

    def _publish(self, link: Path) -> None:
        """Put the symbolic link in place, at once; a link of an earlier run is replaced."""
        if link.is_symlink():
            old = str(link.readlink())
            if not old.startswith("/dev/"):
                raise UserError(f"{link}: is a link to {old} (expected a free name)")
            if old != self.path and os.path.exists(old):  # noqa: PTH110 - as text, never resolved
                raise UserError(
                    f"{link}: leads to {old}, which is in use (expected a free name; "
                    "remove the link if nothing of yours is there)"
                )
        elif link.exists():
            raise UserError(f"{link}: exists and is no symbolic link (expected a free name)")
        part = link.with_name(f".{link.name}.{os.getpid()}")
        try:
            part.symlink_to(self.path)
            part.replace(link)
        except OSError as error:
            with contextlib.suppress(OSError):
                part.unlink()
            raise UserError(f"{link}: cannot make the link: {error.strerror}") from error

    def read(self, wait_s: float) -> bytes:
        """What a client has written; see :class:`sapphire_emu.links.port.Port`."""
        if sys.platform == "win32":
            raise PortGone(NO_PTY)
        ready, _, _ = select.select([self._master], [], [], wait_s)
        if not ready:
            return b""
        try:
            data = os.read(self._master, READ_BYTES)
        except BlockingIOError:
            return b""
        except OSError as error:
            raise PortGone(error.strerror or str(error)) from error
        self._look_at_the_client()
        return data

    def write(self, data: bytes) -> int:
        """Into the system's queue, as far as it takes."""
        try:
            return os.write(self._master, data)
        except BlockingIOError:
            return 0
        except OSError as error:
            if error.errno == errno.EINTR:
                return 0
            raise PortGone(error.strerror or str(error)) from error

    def unread(self) -> int:
        """What lies in the slave's input queue."""
        if sys.platform == "win32":
            return 0
        try:
            found = fcntl.ioctl(self._slave, termios.FIONREAD, struct.pack("i", 0))
        except OSError:
            return 0
        return int(struct.unpack("i", found)[0])

    def _look_at_the_client(self) -> None:
        """Tell of a speed that is not this machine's; a port set to echo is set raw again."""
        if sys.platform == "win32":
            return
        attributes = termios.tcgetattr(self._slave)
        if attributes[3] & (termios.ECHO | termios.ICANON):
            tty.setraw(self._slave, termios.TCSANOW)
        speed = attributes[4]
        if speed not in (self._last_speed, self._speed):
            self._note(
                f"pty {self.path}: the client is at {_baud_of(speed)} baud, this machine at "
                f"{self.baud}; here that does no harm, on a real port nothing would be understood"
            )
        self._last_speed = speed

    def _close_both(self) -> None:
        for handle in (self._master, self._slave):
            with contextlib.suppress(OSError):
                os.close(handle)

    def close(self) -> None:
        """Remove the symbolic link if it is still ours, and close."""
        if self._link is not None:
            with contextlib.suppress(OSError):
                if str(self._link.readlink()) == self.path:
                    self._link.unlink()
        self._close_both()


def _baud_of(speed: int) -> str:
    if sys.platform == "win32":
        return "?"
    names = {getattr(termios, name): name[1:] for name in dir(termios) if _is_speed(name)}
    return names.get(speed, "another")


def _is_speed(name: str) -> bool:
    return name[0] == "B" and name[1:].isdigit()
