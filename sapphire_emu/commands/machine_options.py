"""The options that every command running a machine takes, and the session they describe."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, TypeVar

import chess
import click

from firmware_model.game import Game, automatic_ending
from firmware_model.levels import LEVELS
from firmware_model.setup_keys import SET_UP, broken_rules
from firmware_model.state import Nvram
from sapphire_emu.commands.completing import level_names, opponents, serial_links
from sapphire_emu.commands.owner_options import owner_options
from sapphire_emu.commands.serial_options import open_links
from sapphire_emu.desk import Desk
from sapphire_emu.errors import UserError, closest
from sapphire_emu.folders import journal_folder, make_folder, owner_path
from sapphire_emu.loop import Link, Session
from sapphire_emu.opening_keys import OpeningKeys
from sapphire_emu.opponent.external import open_opponent
from sapphire_emu.scripts.journal import Recorder
from sapphire_emu.store.memory import Memory
from sapphire_emu.store.saver import Saver

F = TypeVar("F", bound=Callable[..., Any])


@dataclass(frozen=True, slots=True)
class MachineOptions:
    """What the user said about the machine to run."""

    fresh: bool = False
    state: Path | None = None
    opponent: str | None = None
    serial: tuple[str, ...] = ()
    level: str | None = None
    fen: str | None = None
    read_only: bool = False
    player: str | None = None
    link: Path | None = None
    dialect: str | None = None
    baud: str | None = None
    pace: bool = False
    line_end: str | None = None
    eco_book: Path | None = None

    @property
    def path(self) -> Path:
        """The memory file in question."""
        return owner_path(self.state, self.player)


def say(text: str) -> None:
    """A note to the user, on standard error."""
    click.echo(f"sapphire: {text}", err=True)


def say_port(path: str) -> None:
    """Name a port that another program can open, on standard output."""
    click.echo(f"port {path}")


def state_options(command: F) -> F:
    """Decorator: ``--fresh``, ``--state`` and ``--player``."""
    fresh = click.option("--fresh", is_flag=True, help="Start with empty memory and save nothing.")
    return owner_options(fresh(command))


eco_book_option = click.option(
    "--eco-book",
    metavar="FILE",
    type=click.Path(path_type=Path, exists=True, dir_okay=False),
    envvar="SAPPHIRE_ECO_BOOK",
    show_envvar=True,
    help="Your refined book: openings get its keys XDD/DD instead of plain codes.",
)


def machine_options(command: F) -> F:
    """Decorator: every option of a command that runs a machine."""
    for option in (
        eco_book_option,
        click.option(
            "--read-only", is_flag=True, help="Look at a memory that is in use; save nothing."
        ),
        click.option("--fen", metavar="FEN", help="Start from this position (not rateable)."),
        click.option(
            "--level",
            metavar="NAME",
            shell_complete=level_names,
            help="Set the level first, such as tr7 or at3.",
        ),
        click.option(
            "--opponent",
            metavar="SPEC",
            shell_complete=opponents,
            help="Who plays: embedded (default); stockfish[:ELO] or uci:COMMAND, which play "
            "without the built-in book.",
        ),
        click.option(
            "--serial",
            metavar="URL",
            multiple=True,
            shell_complete=serial_links,
            help="Attach a serial link: pty, file:PATH, /dev/ttyUSB0, socket://host:port, "
            "tcp-listen:PORT, printer:… May be repeated.",
        ),
    ):
        command = option(command)
    return state_options(command)


def _prepared(nvram: Nvram, options: MachineOptions) -> Nvram:
    """The memory with ``--level`` and ``--fen`` applied.

    :raises UserError: no such level, no such position.
    """
    if options.level is not None:
        name = options.level.lower().replace(" ", "")
        if name not in LEVELS:
            near = closest(name, LEVELS)
            hint = f"{near}?" if near else "a name such as at3, tr7, sd5, fd4, be1, ma3, an, up4"
            raise UserError(f"unknown level '{options.level}' (expected {hint})")
        nvram = replace(nvram, levels=(name, name))
    if options.fen is not None:
        try:
            board = chess.Board(options.fen)
        except ValueError as error:
            raise UserError(f"--fen: {error}") from error
        broken = broken_rules(board)
        if broken:
            raise UserError(f"--fen: an impossible position: {broken}")
        game = Game(
            board.fen(),
            machine_is_white=not board.turn,
            ending=automatic_ending(board),
            flaws=(SET_UP,),
        )
        nvram = replace(nvram, game=game, finished=None)
    return nvram


def open_memory(options: MachineOptions) -> Memory | None:
    """The memory file, locked; None where nothing is saved. A damaged one is set aside."""
    if options.fresh and (options.state is not None or options.player is not None):
        raise UserError("--fresh goes with neither --state nor --player (expected one of them)")
    if options.fresh or options.read_only:
        return None
    if options.state is None:
        make_folder(options.path.parent)
    memory = Memory.open(options.path)
    if memory.set_aside is not None:
        say(str(memory.set_aside))
    return memory


def _kept(options: MachineOptions, memory: Memory | None) -> Nvram:
    """What the memory holds; a new owner's with ``--fresh``."""
    if memory is not None:
        return memory.load()
    if not options.read_only:
        return Nvram()
    with Memory.open(options.path, read_only=True) as looked_at:
        return looked_at.load()


@contextmanager
def session(
    options: MachineOptions,
    *,
    links: tuple[Link, ...] = (),
    announce: Callable[[str], None] = say_port,
    seed: int | None = 0,
    journal: Path | None = None,
) -> Iterator[Session]:
    """A running machine as the options describe it, saved and closed at the end.

    :param links: open links, beside those of ``--serial``; the session closes them.
    :param announce: told the path of each port that another program can open.
    :param seed: decides book moves and slips; None for other ones every time.
    :param journal: folder of the run's journal; the user's own when None.
    :raises UserError: anything the user said does not work out.
    """
    _prepared(Nvram(), options)
    opponent = open_opponent(options.opponent)
    memory = open_memory(options)
    try:
        nvram = _prepared(_kept(options, memory), options)
        chosen = options.opponent not in (None, "embedded")
        desk = Desk(opponent, note=say, seed=seed, built_in_book=not chosen)
        opened = open_links(options, say, announce)
    except BaseException:
        if memory is not None:
            memory.close()
        raise
    names = OpeningKeys(options.eco_book, note=say)
    saver = None if memory is None else Saver(memory, note=say, opening_of=names.of_game)
    if saver is not None and (options.level is not None or options.fen is not None):
        saver.save(nvram)
    recorder = Recorder(journal or journal_folder(), note=say)
    running = Session(
        nvram,
        desk=desk,
        keeper=saver,
        links=[*links, *opened],
        journal=recorder,
        note=say,
    )
    try:
        yield running
    finally:
        running.close()
        names.close()
