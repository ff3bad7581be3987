"""A TCP port to connect to, with one client at a time, as a cable has one other end.

The loop-back interface unless an address is named. Bytes as they are: no telnet, no passwords; on
any other interface everybody in the network can play.
"""

from __future__ import annotations

import contextlib
import select
import socket
from collections.abc import Callable

from sapphire_emu.errors import UserError
from sapphire_emu.links.port import PortGone

LOOPBACK = "127.0.0.1"
READ_BYTES = 4096
EXPECTED = "expected tcp-listen:PORT, or tcp-listen:ADDRESS:PORT to be reached from elsewhere"


def listen_address(text: str) -> tuple[str, int]:
    """Address and port of what follows ``tcp-listen:``; port 0 takes any free one.

    :raises UserError: it cannot be one.

    >>> listen_address("4000"), listen_address("0.0.0.0:4000"), listen_address("[::1]:4000")
    (('127.0.0.1', 4000), ('0.0.0.0', 4000), ('::1', 4000))
    """
    host, _, port = text.rpartition(":")
    if not port.isascii() or not port.isdigit() or int(port) > 65535:
        raise UserError(f"tcp-listen:{text}: no port number from 0 to 65535 ({EXPECTED})")
    return host.strip("[]") or LOOPBACK, int(port)


class TcpPort:
    """A listening socket and its one client. Without a client, output goes nowhere, as on a real
    port with no cable; how much that was is told when the next one connects.

    :raises UserError: the port is taken, or the address is not this computer's.
    """

    def __init__(self, host: str, port: int, *, note: Callable[[str], None]) -> None:
        self._note = note
        self._client: socket.socket | None = None
        self._unheard = 0
        try:
            family = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0][0]
            self._listener = socket.create_server((host, port), family=family)
        except OSError as error:
            reason = error.strerror or str(error)
            raise UserError(f"tcp-listen:{host}:{port}: {reason} ({EXPECTED})") from error
        self._listener.setblocking(False)
        bound = self._listener.getsockname()
        shown = f"[{bound[0]}]" if ":" in bound[0] else bound[0]
        self.path = f"tcp-listen:{shown}:{bound[1]}"

    def read(self, wait_s: float) -> bytes:
        """What the client has sent; see :class:`sapphire_emu.links.port.Port`."""
        watched = [self._listener] if self._client is None else [self._listener, self._client]
        ready, _, _ = select.select(watched, [], [], wait_s)
        if self._listener in ready:
            self._accept()
        if self._client is None or self._client not in ready:
            return b""
        try:
            data = self._client.recv(READ_BYTES)
        except BlockingIOError:
            return b""
        except OSError:
            data = b""
        if not data:
            self._drop_client()
        return data

    def _accept(self) -> None:
        try:
            client, address = self._listener.accept()
        except OSError:
            return
        if self._client is not None:
            self._note(f"{self.path}: a second client from {address[0]} was turned away")
            client.close()
            return
        client.setblocking(False)
        client.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
        client.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._client = client
        lost = f"; {self._unheard} bytes had gone unheard" if self._unheard else ""
        self._note(f"{self.path}: {address[0]} has connected{lost}")
        self._unheard = 0

    def _drop_client(self) -> None:
        if self._client is not None:
            self._client.close()
            self._client = None
            self._note(f"{self.path}: the client has gone")

    def write(self, data: bytes) -> int:
        """To the client, as far as it takes."""
        if self._client is None:
            self._unheard += len(data)
            return len(data)
        try:
            return self._client.send(data)
        except BlockingIOError:
            return 0
        except OSError as error:
            self._drop_client()
            if self._listener.fileno() < 0:
                raise PortGone(str(error)) from error
            self._unheard += len(data)
            return len(data)

    def unread(self) -> int:
        """Not known of a network."""
        return 0

    def close(self) -> None:
        """Close both sockets."""
        for one in (self._client, self._listener):
            if one is not None:
                with contextlib.suppress(OSError):
                    one.close()
