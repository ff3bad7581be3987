"""Unmodified Scid, from its package, plays at the emulator's port (recipe: it is driven by its own
Tcl interpreter; nothing of it is changed).

Facts of Scid 4.7: it opens the port at 57600 baud, which does no harm on a pty; ends each command
with ``\\n\\r\\n``; sends every move twice, after a capture three seconds apart; wants piece letters
and stumbles over ``ep`` and ``O-O-O``: that is what ``--dialect scid`` is for.
"""

from __future__ import annotations

import os
import queue
import select
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.links.fakes import PATIENCE_S, until
from tests.links.running import Running, device, running
from tests.peers.game import GAME
from tests.peers.needs import program

HERE = Path(__file__).parent


class Scid:
    """A running Scid that obeys Tcl."""

    def __init__(self, port: Path, display: str, home: Path) -> None:
        self.process = subprocess.Popen(
            [program("tkscid", "scid"), str(HERE / "scid_remote.tcl")],
            env={**os.environ, "DISPLAY": display, "HOME": str(home), "NOVAG_PORT": str(port)},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            bufsize=1,
        )
        self._lines: queue.SimpleQueue[str] = queue.SimpleQueue()
        threading.Thread(target=self._collect, daemon=True).start()
        while self._lines.get(timeout=PATIENCE_S) != "ready":
            pass

    def _collect(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self._lines.put(line.rstrip("\n"))

    def tcl(self, line: str) -> str:
        """Evaluate a line of Tcl; its result, with | for the ends of lines."""
        assert self.process.stdin is not None
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()
        while not (answer := self._lines.get(timeout=PATIENCE_S)).startswith("=> "):
            pass
        return answer.removeprefix("=> ")

    def until(self, line: str, holds: str) -> None:
        """Wait until a line of Tcl gives a result that ends so."""
        end = time.monotonic() + PATIENCE_S
        while not (got := self.tcl(line)).endswith(holds):
            assert time.monotonic() < end, f"{line}: {got!r}, expected …{holds!r}"
            time.sleep(0.02)

    def connect(self) -> None:
        """As its menu Tools, Connect Hardware would; ends when the machine referees."""
        self.tcl(
            "set ::ExtHardware::port $::env(NOVAG_PORT); set ::ExtHardware::hardware 1; "
            "after idle ::novag::connect"
        )
        self.until(TRAFFIC, "Referee on|")

    def move(self, uci: str) -> None:
        """Make a move as its user does; ends when Scid has sent it for the second time."""
        self.tcl(f"set ::moved 0; after idle {{addMoveUCI {uci}; set ::moved 1}}")
        self.until("set ::moved", "1")

    def close(self) -> None:
        """End it."""
        self.process.kill()
        self.process.wait()
        for stream in (self.process.stdin, self.process.stdout):
            if stream is not None:
                stream.close()


TRAFFIC = r'string cat [string trimright [.novag.f.top.output get 1.0 end]] "\n"'
MOVES = "sc_game moves coord list"


@pytest.fixture(scope="module")
def display() -> Iterator[str]:
    """A screen of its own."""
    told, tells = os.pipe()
    xvfb = subprocess.Popen(
        [
            program("Xvfb", "xvfb"),
            "-displayfd",
            str(tells),
            "-screen",
            "0",
            "1000x700x24",
            "-noreset",
        ],
        pass_fds=[tells],
        stderr=subprocess.DEVNULL,
    )
    os.close(tells)
    try:
        assert select.select([told], [], [], PATIENCE_S)[0], "Xvfb does not start"
        yield f":{os.read(told, 20).decode().strip()}"
    finally:
        xvfb.kill()
        xvfb.wait()
        os.close(told)


def position(machine: Running) -> str:
    """The machine's position as FEN."""
    machine.type("position")
    while not (line := machine.line()).startswith("position "):
        pass
    return line.removeprefix("position ")


def press_move(machine: Running, uci: str, scid: Scid) -> None:
    """Enter a move on the keypad; ends when Scid shows it."""
    machine.type(f"move {uci}")
    scid.until(MOVES, uci)


def played(count: int) -> str:
    return " ".join(GAME[:count])


def test_a_game_in_referee_mode_entered_on_the_keypad_and_in_scid(
    display: str, tmp_path: Path
) -> None:
    with running(*device(tmp_path, "--dialect", "scid")) as machine:
        machine.line()
        scid = Scid(tmp_path / "novag", display, tmp_path)
        try:
            scid.connect()
            for number, uci in enumerate(GAME):
                if number % 4 in (0, 3):
                    scid.move(uci)
                else:
                    press_move(machine, uci, scid)
                assert scid.tcl(MOVES) == played(number + 1)
            moves = scid.tcl(MOVES)
            assert "13.Ng5 e5 14.Ne6#" in scid.tcl("sc_game pgn")
        finally:
            scid.close()
        assert moves.split() == GAME
        assert machine_moves(machine, tmp_path) == GAME
        assert machine.ask("lcd").startswith('lcd     "MAtE"')
        until(lambda: any("the client is at 57600 baud" in line for line in machine.errors))


def test_a_game_against_the_machine_after_referee_off(display: str, tmp_path: Path) -> None:
    """The machine answers each move of the keypad and of Scid; Scid follows both."""
    player = f"uci:{sys.executable} {HERE / 'scripted_player.py'} {' '.join(GAME)}"
    with running(*device(tmp_path, "--dialect", "scid", "--opponent", player)) as machine:
        machine.line()
        machine.type("press option option d4 d4 go")  # the built-in book off
        scid = Scid(tmp_path / "novag", display, tmp_path)
        try:
            scid.connect()
            scid.tcl('::novag::send "U OFF"')
            scid.until(TRAFFIC, "Referee off|")
            for number in range(0, len(GAME), 2):
                if number % 4:
                    machine.type(f"move {GAME[number]}")
                else:
                    scid.move(GAME[number])
                scid.until(MOVES, played(number + 2))
            moves = scid.tcl(MOVES)
        finally:
            scid.close()
        assert moves.split() == GAME
        assert machine_moves(machine, tmp_path) == GAME


def machine_moves(machine: Running, tmp_path: Path) -> list[str]:
    """The machine's own game, asked for at its port."""
    import chess
    import serial

    from sapphire_emu.links.replies import GameBlock, Reader, resolve

    with serial.Serial(str(tmp_path / "novag"), timeout=PATIENCE_S) as port:
        port.write(b"G\rI\r")
        text = port.read_until(b"V1.02\r\n")
    game = next(reply for reply in Reader().feed(text) if isinstance(reply, GameBlock))
    board = chess.Board()
    for move in game.moves:
        found = resolve(board, move)
        assert found is not None
        board.push(found)
    assert board.fen(en_passant="fen") == position(machine)
    return [move.uci() for move in board.move_stack]


def test_scid_needs_its_dialect(display: str, tmp_path: Path) -> None:
    """Control: with a Citrine's move lines Scid loses the game at the first capture by a piece."""
    with running(*device(tmp_path, "--dialect", "sapphire2")) as machine:
        machine.line()
        scid = Scid(tmp_path / "novag", display, tmp_path)
        try:
            scid.connect()
            for uci in ("e2e4", "d7d5", "e4d5"):
                press_move(machine, uci, scid)
            machine.type("move d8d5")
            scid.until(TRAFFIC, "M   2,  d8xd5|")
            assert scid.tcl(MOVES) == "e2e4 d7d5 e4d5"
        finally:
            scid.close()
