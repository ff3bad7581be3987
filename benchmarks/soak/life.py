"""What happens to the machine of the soak: scenes in random order, links that come and go."""

from __future__ import annotations

import os
import random
import socket
import threading
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path

from firmware_model.events import Power
from firmware_model.keys import Key, square_keys
from firmware_model.mode import Mode
from firmware_model.state_codec import decode_state, encode_state
from sapphire_emu.desk import Desk
from sapphire_emu.links.address import Settings
from sapphire_emu.links.opening import open_link
from sapphire_emu.links.serial_link import SerialLink
from sapphire_emu.loop import Session
from sapphire_emu.opening_keys import OpeningKeys
from sapphire_emu.opponent.external import open_opponent
from sapphire_emu.scripts.journal import Recorder
from sapphire_emu.store.memory import Memory
from sapphire_emu.store.saver import Saver

SCENE_S = 0.4
"""A scene that has no end of its own is left after so long."""
KEPT_BYTES = 100_000
"""What the control keeps of every scene."""


class Reader:
    """A terminal at the other end of a pty, reading until it is closed."""

    def __init__(self, path: str) -> None:
        self._handle = os.open(path, os.O_RDWR | os.O_NOCTTY | os.O_NONBLOCK)
        self._closing = False
        self.read_bytes = 0
        self._thread = threading.Thread(target=self._run)
        self._thread.start()

    def _run(self) -> None:
        while not self._closing:
            try:
                self.read_bytes += len(os.read(self._handle, 4096))
            except (BlockingIOError, OSError):
                time.sleep(0.005)

    def close(self) -> None:
        """Hang up."""
        self._closing = True
        self._thread.join()
        os.close(self._handle)


class Life:
    """One machine and everything around it, in a folder of its own."""

    def __init__(self, folder: Path, rng: random.Random, *, leak: bool = False) -> None:
        self._folder, self._rng, self._leak = folder, rng, leak
        self._hoard: list[bytes] = []
        self._names = OpeningKeys(None, note=self._note)
        self._memory = Memory.open(folder / "soak.memory")
        self._session = Session(
            desk=Desk(open_opponent(None), note=self._note, seed=rng.randrange(1 << 30)),
            keeper=Saver(self._memory, note=self._note, opening_of=self._names.of_game),
            journal=Recorder(folder / "journals", note=self._note),
            note=self._note,
        )
        self._readers: list[Reader] = []
        self._count: Counter[str] = Counter()
        self._scenes: list[Callable[[], None]] = [
            *(self.autoplay, self.rated_game, self.printing, self.saving, self.switch),
            *(self.state_slot, self.links, self.links, self.any_keys),
        ]

    def _note(self, text: str) -> None:
        self._count["notes"] += 1

    def live(self) -> None:
        """One scene."""
        scene = self._rng.choice(self._scenes)
        scene()
        self._session.poll()
        self._count["outputs"] += len(self._session.take_outputs())
        self._count[scene.__name__] += 1
        if self._leak:
            self._hoard.append(os.urandom(KEPT_BYTES))

    def pause(self) -> None:
        """Take everything away that may come and go, so that two moments can be compared."""
        for link in self._session.links:
            link.cancel()
            link.close()
        self._session.links.clear()
        for reader in self._readers:
            reader.close()
        self._readers.clear()
        self._session.take_outputs()

    def close(self) -> str:
        """End everything; what was done."""
        self.pause()
        self._session.close()
        self._names.close()
        with Memory.open(self._folder / "soak.memory", read_only=True) as memory:
            self._count["rated games"] = sum(entry.rated is not None for entry in memory.log())
        return ", ".join(f"{count:,} {name}" for name, count in sorted(self._count.items()))

    # -- scenes ----------------------------------------------------------------------------

    def _press(self, words: str) -> None:
        for key in (Key[word.upper()] for word in words.split()):
            self._session.press(key)

    def _home(self) -> None:
        machine = self._session.machine
        if not machine.state.power_on:
            self._session.feed(Power(on=True))
        for _ in range(4):
            if machine.state.mode is Mode.PLAY and not machine.state.entry:
                return
            self._press("go" if machine.state.mode is not Mode.PLAY else "clear")
            self._session.poll()

    def _for_a_while(self, ms: int) -> None:
        end_s = time.monotonic() + SCENE_S
        while time.monotonic() < end_s:
            self._session.poll()
            self._session.wait(ms)
            self._session.take_outputs()
            time.sleep(0.001)

    def autoplay(self) -> None:
        """The machine against itself."""
        self._home()
        self._press("ng level d4 a1 go option c3 go")
        self._for_a_while(50)
        self._press("go ng")

    def rated_game(self) -> None:
        """Some moves, resigned and rated."""
        self._home()
        self._press("ng level d4 a1 go")
        for _ in range(self._rng.randint(1, 3)):
            state = self._session.machine.state
            moves = [move for move in state.board.legal_moves if not move.promotion]
            if state.mode is not Mode.PLAY or state.game.over or not moves:
                break
            uci = self._rng.choice(moves).uci()
            for key in (*square_keys(uci[:2]), *square_keys(uci[2:4])):
                self._session.press(key)
            self._session.settle()
        self._press("option ver bishop option ver pawn go")

    def printing(self) -> None:
        """Everything that can be printed."""
        self._home()
        for key in ("a1", "g7", "h8", "e5"):
            self._press(f"option {key}")
        self._press("go")
        self._for_a_while(100)

    def saving(self) -> None:
        """A game to a slot and back."""
        self._home()
        slot = self._rng.choice(["a1", "b2", "c3", "d4"])
        self._press(f"knight {slot} knight go pawn {slot} pawn go")

    def switch(self) -> None:
        """Off and on."""
        self._session.feed(Power(on=False))
        self._session.wait(500)
        self._session.feed(Power(on=True))

    def state_slot(self) -> None:
        """The whole machine to data and back."""
        self._session.restore(decode_state(encode_state(self._session.machine.state)))

    def any_keys(self) -> None:
        """Whatever comes."""
        for key in self._rng.choices(list(Key), k=30):
            self._session.press(key)
            self._session.poll()

    def links(self) -> None:
        """A link comes, another goes."""
        if self._session.links and self._rng.random() < 0.6:
            link = self._session.links.pop(self._rng.randrange(len(self._session.links)))
            link.cancel()
            link.close()
            return
        kind = self._rng.choice(("pty", "pty", "deaf", "file", "tcp"))
        if kind == "file":
            path = self._folder / "printed.txt"
            path.unlink(missing_ok=True)
            self._session.links.append(self._opened(f"file:{path}"))
        elif kind == "tcp":
            self._tcp()
        else:
            link = self._opened("pty")
            self._session.links.append(link)
            if kind == "pty" and len(self._readers) < 4:
                self._readers.append(Reader(link.path))
        if len(self._readers) == 4:
            self._readers.pop(0).close()

    def _opened(self, address: str) -> SerialLink:
        return open_link(address, Settings(), self._note)

    def _tcp(self) -> None:
        """A client that sends half a command and hangs up."""
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            number = probe.getsockname()[1]
        link = self._opened(f"tcp-listen:{number}")
        self._session.links.append(link)
        with socket.create_connection(("127.0.0.1", number), timeout=5) as client:
            client.sendall(b"P\r\nI\r\nM e2")
            self._for_a_while(100)
