"""The other end of the cable: talks to a Novag through a line and follows its game.

What real machines need (serial 2, 4): the first characters after power-up may be lost, so the
identity is asked for until it is told; commands sent back to back are lost, so there are 100 ms
between them; nothing is answered to what a model does not know, so nobody waits for an answer for
ever.
"""

from __future__ import annotations

from collections import deque

from sapphire_emu.links.following import Event, Follower, Said
from sapphire_emu.links.line import Line
from sapphire_emu.links.replies import BoardBlock, GameBlock, Reader, Reply

GAP_S = 0.1
"""Between two commands."""
ASK_AGAIN_S = 2.0
"""When to ask once more for what has not been answered."""
PAUSE_S = 0.4
"""A list that has not gone on for so long is over."""


class Listener:
    """One conversation. :meth:`step` is to be called some hundred times a second or less.

    :param line: the open line.
    :param line_end: ends every command.
    """

    def __init__(self, line: Line, line_end: bytes = b"\r\n") -> None:
        self.line = line
        self.follower = Follower()
        self.identity = ""
        self.last_board: BoardBlock | None = None
        self.last_game: GameBlock | None = None
        self._line_end = line_end
        self._reader = Reader()
        self._commands: deque[str] = deque()
        self._openings = 0
        self._next_send_s = self._asked_s = self._heard_s = 0.0

    def ask(self, command: str) -> None:
        """Queue a command, such as ``G`` or ``U OFF``."""
        self._commands.append(command)

    def step(self, now_s: float) -> list[Event]:
        """Read what has come, send what is due.

        :param now_s: a clock that only goes forward.
        """
        if self._openings != self.line.openings:
            self._openings = self.line.openings
            self._begin(now_s)
        events: list[Event] = []
        data = self.line.receive()
        if data:
            self._heard_s = now_s
            replies = self._reader.feed(data)
        else:
            replies = self._reader.pause() if now_s - self._heard_s > PAUSE_S else []
        for reply in replies:
            events += self._take(reply)
        self._ask_again(now_s)
        self._send(now_s)
        return events

    def _begin(self, now_s: float) -> None:
        """The line is open, for the first time or once more: who is there, and where is it?"""
        self._reader = Reader()
        self._commands.clear()
        self.identity = ""
        self.follower.sync()
        self.follower.asks.clear()
        self._commands += ["", "I"]  # the empty line ends what noise may have begun
        self._asked_s = now_s

    def _take(self, reply: Reply) -> list[Event]:
        match reply:
            case BoardBlock():
                self.last_board = reply
            case GameBlock():
                self.last_game = reply
        events = self.follower.feed(reply)
        for event in events:
            if isinstance(event, Said) and not self.identity and event.text.upper()[:2] == "ID":
                self.identity = event.text
                self.follower.sync()
        self._commands += self.follower.asks
        self.follower.asks.clear()
        return events

    def _ask_again(self, now_s: float) -> None:
        if self._commands or now_s - self._asked_s < ASK_AGAIN_S:
            return
        if self.identity and self.follower.in_step:
            return
        self._asked_s = now_s
        if not self.identity:
            self._commands += ["", "I"]
        # A machine that tells no name is followed all the same.
        self.follower.sync()
        self._commands += self.follower.asks
        self.follower.asks.clear()

    def _send(self, now_s: float) -> None:
        if self._commands and now_s >= self._next_send_s and self.line.progress.up:
            self.line.send(self._commands.popleft().encode("ascii", "replace") + self._line_end)
            self._next_send_s = now_s + GAP_S
            self._asked_s = now_s
