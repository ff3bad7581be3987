"""A port's thread: bytes wait in a bounded queue, and nothing at the other end stops the machine.

* What is sent together (a move line, a page) is a block. A block that does not fit into the queue
  is lost whole, and counted (into an empty one even the longest fits).
* A port that disappears is opened again, after 0.1 s, 0.2 s … up to 5 s between tries, for as long
  as the line lives. The block that was under way is lost from there on, so that nobody gets half a
  line; later ones wait in the queue. One that opens but fails again before a byte has moved (a
  full disk) is still the same trouble: it is told once, and tried ever more seldom.
* Every loss is told in bytes: when it begins and, with the sum, when the line works again.
"""

from __future__ import annotations

import threading
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass

from sapphire_emu.errors import UserError
from sapphire_emu.links.port import Port, PortGone

CAPACITY_BYTES = 65_536
INBOX_BYTES = 65_536
IDLE_S = 0.02
FIRST_RETRY_S = 0.1
LONGEST_RETRY_S = 5.0
GRACE_S = 1.0
"""At the end, how long the other end may take nothing before the rest is given up."""


@dataclass(frozen=True, slots=True)
class Progress:
    """How far the output is, in bytes: gone out, still waiting, lost; ``up`` while the port is
    there. ``unfetched`` are those gone out that the other end has not taken yet, where known.
    ``trouble`` is why the port went away; empty again as soon as a byte has moved.
    """

    sent: int
    waiting: int
    lost: int
    up: bool
    unfetched: int = 0
    trouble: str = ""


class Line:
    """Serves one port in a thread of its own; every method may be called from any other.

    :param name: names the link in notes.
    :param port: the port, already open.
    :param reopen: opens it again, or UserError; without it a line that is lost stays so.
    :param note: told one line at a loss and at a recovery; called from the thread.
    :param bytes_per_s: output is held back to this speed.
    """

    def __init__(
        self,
        name: str,
        port: Port,
        *,
        reopen: Callable[[], Port] | None = None,
        note: Callable[[str], None],
        bytes_per_s: float | None = None,
        capacity_bytes: int = CAPACITY_BYTES,
        first_retry_s: float = FIRST_RETRY_S,
    ) -> None:
        self.name = name
        self._port: Port | None = port
        self._reopen = reopen
        self._note = note
        self._speed = bytes_per_s
        self._capacity = capacity_bytes
        self._retry_s = self._first_retry_s = first_retry_s
        self._blocks: deque[bytes] = deque()
        self._offset = 0
        self._waiting = self._sent = self._lost = 0
        self._lost_before = 0
        self._inbox = bytearray()
        self._openings = 1
        self._stuck = False
        self._allowed = 0.0
        self._paced_at = time.monotonic()
        self._down_since = 0.0
        self._gone = ""
        self._fails_at_once = False
        self._refusal = ""
        self._ending = False
        self._guard = threading.Lock()
        self._end = threading.Event()
        self._thread = threading.Thread(target=self._run, name=f"line {name}", daemon=True)
        self._thread.start()

    # -- for the machine's thread ----------------------------------------------------------

    def send(self, block: bytes) -> bool:
        """Queue a block; False when it did not fit and is lost. Returns at once."""
        if not block:
            return True
        with self._guard:
            fits = not self._waiting or self._waiting + len(block) <= self._capacity
            if fits:
                self._blocks.append(block)
                self._waiting += len(block)
            else:
                self._lost += len(block)
                first = self._lost == self._lost_before + len(block)
        if not fits and first:
            state = "takes nothing" if self._port is not None else "is still gone"
            self._note(f"{self.name}: the other end {state}; what does not fit is lost")
        return fits

    def receive(self) -> bytes:
        """What has arrived since the last call."""
        with self._guard:
            data = bytes(self._inbox)
            self._inbox.clear()
        return data

    @property
    def openings(self) -> int:
        """How many times the port has been opened; it grows when a lost one is there again."""
        return self._openings

    @property
    def progress(self) -> Progress:
        """How far the output is."""
        with self._guard:
            port = self._port
            unfetched = port.unread() if port is not None else 0
            return Progress(
                self._sent, self._waiting, self._lost, port is not None, unfetched, self._gone
            )

    def cancel(self) -> int:
        """Drop everything that waits; how many bytes that were."""
        with self._guard:
            dropped, self._waiting = self._waiting, 0
            self._blocks.clear()
            self._offset = 0
        return dropped

    def close(self, grace_s: float = GRACE_S) -> None:
        """Let go out what goes out, as long as something moves, then close the port.

        :param grace_s: how long nothing may move before the rest is given up.
        """
        last, since = (-1, -1), time.monotonic()
        while self._thread.is_alive() and time.monotonic() - since <= grace_s:
            with self._guard:
                port, waiting = self._port, self._waiting
            left = (waiting, port.unread() if port is not None else 0)
            if left == (0, 0) or port is None:
                break
            if left != last:
                last, since = left, time.monotonic()
            time.sleep(0.005)
        self._end.set()
        self._thread.join(grace_s + 5)
        port = self._port
        unread = port.unread() if port is not None else 0
        rest = self._waiting + unread
        if port is not None and not self._thread.is_alive():
            port.close()
        if rest:
            self._note(f"{self.name}: closed; the last {rest} bytes were not fetched")

    # -- the thread ------------------------------------------------------------------------

    def _run(self) -> None:
        while not self._end.is_set():
            port = self._port
            if port is None:
                if not self._try_again():
                    return
                continue
            try:
                self._exchange(port)
            except PortGone as error:
                self._lose(port, str(error))

    def _exchange(self, port: Port) -> None:
        """Read once and write once."""
        with self._guard:
            block = self._blocks[0] if self._blocks else b""
            offset = self._offset
            room = len(self._inbox) < INBOX_BYTES
        piece = block[offset : offset + self._may_send(len(block) - offset)] if block else b""
        wait_s = 0.0 if piece and not self._stuck else IDLE_S
        if room:
            data = port.read(wait_s)
            if data:
                self._works()
                with self._guard:
                    self._inbox += data
        else:
            time.sleep(wait_s)
        if piece:
            taken = port.write(piece)
            if taken:
                self._works()
            self._account(block, taken)

    def _works(self) -> None:
        """A byte has moved: whatever trouble there was is over."""
        self._gone = ""
        if self._fails_at_once:
            self._fails_at_once = False
            self._tell_return()

    def _may_send(self, most: int) -> int:
        """How many bytes the line's speed allows now."""
        if self._speed is None:
            return most
        now = time.monotonic()
        self._allowed = min(
            self._allowed + (now - self._paced_at) * self._speed, max(1.0, self._speed * IDLE_S * 3)
        )
        self._paced_at = now
        return min(most, int(self._allowed))

    def _account(self, block: bytes, taken: int) -> None:
        self._stuck = taken == 0
        recovered = 0
        with self._guard:
            self._sent += taken
            self._allowed -= taken
            if self._blocks and self._blocks[0] is block:  # not cancelled meanwhile
                self._waiting -= taken
                self._offset += taken
                if self._offset == len(block):
                    self._blocks.popleft()
                    self._offset = 0
            if taken and self._lost > self._lost_before and not self._blocks:
                recovered, self._lost_before = self._lost - self._lost_before, self._lost
        if recovered:
            self._note(f"{self.name}: the other end takes bytes again; {recovered} were lost")

    def _lose(self, port: Port, reason: str) -> None:
        """The port is gone: forget the block under way, keep those behind it."""
        with self._guard:
            self._port = None
            self._stuck = False
            if self._offset and self._blocks:
                rest = len(self._blocks.popleft()) - self._offset
                self._lost += rest
                self._waiting -= rest
                self._offset = 0
        port.close()
        known, self._fails_at_once = self._fails_at_once, self._gone == reason
        self._gone = reason
        if self._fails_at_once:
            if not known:
                self._note(f"{self.name}: opens, but fails again; trying ever more seldom")
            return
        self._down_since = time.monotonic()
        self._retry_s = self._first_retry_s
        self._refusal = ""
        if not self._end.is_set():
            hope = "trying to open it again" if self._reopen is not None else "it stays closed"
            self._note(f"{self.name}: gone ({reason}); {hope}")

    def _try_again(self) -> bool:
        """Wait, then open the port; False when there is nothing to try."""
        if self._reopen is None:
            return False
        if self._end.wait(self._retry_s):
            return True
        self._retry_s = min(self._retry_s * 2, LONGEST_RETRY_S)
        try:
            port = self._reopen()
        except UserError as error:
            if str(error) != self._refusal and "no such port" not in str(error):
                self._note(f"{self.name}: not there again yet: {error}")
            self._refusal = str(error)
            return True
        with self._guard:
            self._port = port
            self._openings += 1
        if not self._fails_at_once:
            self._tell_return()
        return True

    def _tell_return(self) -> None:
        with self._guard:
            lost, self._lost_before = self._lost - self._lost_before, self._lost
        away_s = time.monotonic() - self._down_since
        sum_of = f"{lost} bytes were lost" if lost else "nothing that waited was lost"
        self._note(f"{self.name}: there again after {away_s:.1f} s; {sum_of}")
