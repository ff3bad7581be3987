"""``sapphire control``: the machine held by a program, over stdin and stdout or a socket."""

from __future__ import annotations

import io
import os
import re
import socket
import sys
from contextlib import suppress
from queue import SimpleQueue
from threading import Semaphore, Thread
from typing import Any, Protocol

import click

from firmware_model.lcd import Lcd
from firmware_model.machine import Machine
from sapphire_emu.commands.machine_options import (
    MachineOptions,
    machine_options,
    say,
    session,
)
from sapphire_emu.errors import UserError
from sapphire_emu.folders import states_folder
from sapphire_emu.loop import Session
from sapphire_emu.scripts.control import COMMANDS, MAX_LINE, Controller, banner

PATIENCE_S = 1.0
"""How long a second program waits for the first to end before it is told that it cannot be."""


class Lines(Protocol):
    """Where command lines come from."""

    def readline(self, limit: int, /) -> bytes:
        """The next line, at most so many bytes."""
        ...


class Answers(Protocol):
    """Where answers go."""

    def write(self, data: bytes, /) -> object:
        """Put bytes."""

    def flush(self) -> None:
        """Send them."""


def picture(lcd: Lcd) -> bytes:
    """The display as a PNG, drawn in the default skin."""
    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
    import pygame

    from sapphire_emu.window.layout import OPEN_AT_FIRST, arrange
    from sapphire_emu.window.skin import find_skin, load_skin
    from sapphire_emu.window.still import picture_of_machine

    skin, size = load_skin(find_skin("sapphire")), (1100, 760)
    machine = Machine()
    machine.state.lcd = lcd
    whole = picture_of_machine(skin, size, machine)
    glass = whole.subsurface(arrange(skin, size, OPEN_AT_FIRST).lcd)
    file = io.BytesIO()
    pygame.image.save(glass, file, "lcd.png")
    return file.getvalue()


def serve(running: Session, lines: Lines, answers: Answers) -> None:
    """Answer command lines until ``quit`` or the end of input."""
    controller = Controller(running, states_folder(), picture)
    answers.write(f"{banner()}\n".encode())
    answers.flush()
    while not controller.ended:
        line = lines.readline(MAX_LINE + 2)
        if not line:
            return
        if not line.endswith(b"\n") and len(line) > MAX_LINE:
            while line and not line.endswith(b"\n"):
                line = lines.readline(MAX_LINE)
            answer = f"ERR toolong a line may have {MAX_LINE} characters"
        else:
            answer = controller.handle(line.decode("utf-8", "replace"))
        answers.write(f"{answer}\n".encode())
        answers.flush()


def _listen(running: Session, address: str) -> None:
    host, _, port = address.rpartition(":")
    if not re.fullmatch(r"\d{1,5}", port) or int(port) > 65535:
        raise UserError(f"--listen {address} (expected a port, or HOST:PORT)")
    try:
        server = socket.create_server((host or "127.0.0.1", int(port)))
    except OSError as error:
        raise UserError(f"--listen {address}: {error.strerror or error}") from error
    waiting: SimpleQueue[socket.socket] = SimpleQueue()
    free = Semaphore()
    with server:
        name, number = server.getsockname()[:2]
        say(f"listening on {name}:{number}, one program at a time; Ctrl-C ends")
        Thread(target=_admit, args=(server, waiting, free), daemon=True).start()
        while True:
            with suppress(OSError), waiting.get() as peer, peer.makefile("rwb") as stream:
                serve(running, stream, stream)
            free.release()


def _admit(server: socket.socket, waiting: SimpleQueue[socket.socket], free: Semaphore) -> None:
    """Let one program in at a time, and tell every other one so instead of leaving it waiting.

    A program that comes back at once may find its own old session still ending: it waits a moment.
    """
    while True:
        try:
            peer, _ = server.accept()
        except OSError:
            return  # the server has been closed
        if free.acquire(timeout=PATIENCE_S):
            waiting.put(peer)
            continue
        with peer, suppress(OSError):
            peer.sendall(b"ERR busy another program holds this machine\n")


def _commands(ctx: click.Context, _: click.Parameter, wanted: bool) -> None:
    if wanted:
        width = max(len(command.usage) for command in COMMANDS.values())
        for command in COMMANDS.values():
            click.echo(f"{command.usage:<{width}}  {command.answers}")
        ctx.exit()


def _announce(path: str) -> None:
    say(f"port {path}")  # standard output belongs to the protocol


@click.command()
@machine_options
@click.option(
    "--listen",
    metavar="[HOST:]PORT",
    help="Serve a socket instead of stdin and stdout; loopback unless HOST is named.",
)
@click.option(
    "--words",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=_commands,
    help="List the commands of the protocol and exit.",
)
def control(*, listen: str | None, **options: Any) -> None:
    """Let a program hold the machine: one command a line in, one OK or ERR line out.

    \b
    Examples:
      printf 'press option ver\\nlcd\\nquit\\n' | sapphire control --fresh
      sapphire control --fresh --listen 4711
      sapphire control --words
    """
    with session(MachineOptions(**options), announce=_announce) as running:
        try:
            if listen is None:
                serve(running, sys.stdin.buffer, sys.stdout.buffer)
            else:
                _listen(running, listen)
        except KeyboardInterrupt:
            say("stopped")
