"""The command ``sapphire``: a table of subcommands, each imported only when it is called."""

from __future__ import annotations

import contextlib
import importlib
import re
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Any, NamedTuple

import click
from click.shell_completion import CompletionItem

from firmware_model._version import __version__
from sapphire_emu import standard_streams
from sapphire_emu.errors import UserError, brief, closest
from sapphire_emu.standard_streams import ReaderGone


class Entry(NamedTuple):
    """One subcommand: where its click command lives and what ``--help`` says of it."""

    target: str
    help: str


COMMANDS: dict[str, Entry] = {
    "cbf": Entry("sapphire_emu.commands.cbf:cbf", "Games of the old CBF/CBI format."),
    "completion": Entry(
        "sapphire_emu.commands.completion:completion", "Let the shell complete words with Tab."
    ),
    "control": Entry("sapphire_emu.commands.control:control", "Let a program hold the machine."),
    "device": Entry("sapphire_emu.commands.device:device", "The machine at a serial port."),
    "doctor": Entry("sapphire_emu.commands.doctor:doctor", "What this computer has and lacks."),
    "eco": Entry("sapphire_emu.commands.eco:eco", "ECO codes, opening books, refined keys."),
    "explain": Entry("sapphire_emu.commands.explain:explain_command", "What each key does."),
    "frbe": Entry("sapphire_emu.commands.frbe:frbe", "Belgian federation result files."),
    "journal": Entry("sapphire_emu.commands.journal:journal", "The inputs of the last runs."),
    "keys": Entry("sapphire_emu.commands.keys:keys", "What each key means in a mode."),
    "ladder": Entry("sapphire_emu.commands.ladder:ladder", "Measure the levels by engine matches."),
    "levels": Entry("sapphire_emu.commands.levels:levels", "The levels and their strength."),
    "link": Entry("sapphire_emu.commands.link:link", "Ask whether a Novag is at a port."),
    "listen": Entry("sapphire_emu.commands.listen:listen", "Follow a Novag's game from outside."),
    "memory": Entry("sapphire_emu.commands.memory:memory", "Back up or move the memory."),
    "play": Entry("sapphire_emu.commands.play:play", "The machine in a window."),
    "ports": Entry("sapphire_emu.commands.ports:ports", "The serial ports of this computer."),
    "press": Entry("sapphire_emu.commands.press:press", "Press keys, see what the LCD shows."),
    "print": Entry("sapphire_emu.commands.print_command:print_command", "Print board or games."),
    "rating": Entry("sapphire_emu.commands.rating:rating", "Your rating and how it came about."),
    "record": Entry("sapphire_emu.commands.record:record", "Play, and get a key script of it."),
    "replay": Entry("sapphire_emu.commands.replay:replay", "Show a key script at a pace."),
    "run": Entry("sapphire_emu.commands.run:run", "Run key scripts, headless."),
    "simulate": Entry("sapphire_emu.commands.simulate:simulate", "Ratings of many careers."),
    "skin": Entry("sapphire_emu.commands.skin:skin", "Check, draw and measure skins."),
    "tui": Entry("sapphire_emu.commands.tui:tui", "The machine in a terminal."),
    "zchess": Entry("sapphire_emu.commands.zchess:zchess", "Z-Chess ratings."),
}


class LazyGroup(click.Group):
    """A click group that imports a subcommand's module when it is asked for, not before."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Every name of the table, sorted."""
        return sorted(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import and return one subcommand; None when the table has no such name."""
        entry = COMMANDS.get(cmd_name)
        if entry is None:
            return None
        module, _, attribute = entry.target.partition(":")
        command = getattr(importlib.import_module(module), attribute)
        assert isinstance(command, click.Command)
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """As click does, but an unknown name is answered with the closest one."""
        unknown = args and args[0] not in COMMANDS and not args[0].startswith("-")
        if unknown and not ctx.resilient_parsing:
            near = closest(args[0], COMMANDS)
            hint = f"; did you mean {near}?" if near else "; see sapphire --help"
            raise UserError(f"unknown command '{args[0]}'{hint}")
        return super().resolve_command(ctx, args)

    def make_context(self, *args: Any, **extra: Any) -> click.Context:
        """As click does, but click's own answer to a reader who has left is status 1."""
        try:
            return super().make_context(*args, **extra)
        except BrokenPipeError as error:
            raise ReaderGone from error

    def invoke(self, ctx: click.Context) -> Any:
        """As click does; see :meth:`make_context`."""
        try:
            return super().invoke(ctx)
        except BrokenPipeError as error:
            raise ReaderGone from error

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        """Names from the table, without importing them; and the program's own options."""
        names = [
            CompletionItem(name, help=COMMANDS[name].help)
            for name in sorted(COMMANDS)
            if name.startswith(incomplete)
        ]
        return [*names, *click.Command.shell_complete(self, ctx, incomplete)]

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """List the subcommands from the table, without importing them."""
        with formatter.section("Commands"):
            formatter.write_dl([(name, COMMANDS[name].help) for name in sorted(COMMANDS)])


@click.group(cls=LazyGroup, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="sapphire")
def sapphire() -> None:
    """The Novag Sapphire II on your computer, without its ROM, and with its rating mode.

    \b
    Examples:
      sapphire press --fresh option ver
      sapphire run first.keys
      sapphire rating calc --pelo 1400 --games 10 --oelo 2000 --result draw
    """


class Terminated(SystemExit):
    """SIGTERM or SIGHUP came: unwind, so that memory is saved and engines are ended."""


@contextmanager
def _ending_in_order() -> Iterator[None]:
    """Let the signals that ask for an end unwind the program instead of cutting it off."""

    def end(number: int, _: FrameType | None) -> None:
        raise Terminated(128 + number)

    numbers = [signal.SIGTERM, *([signal.SIGHUP] if hasattr(signal, "SIGHUP") else [])]
    before = {number: signal.signal(number, end) for number in numbers}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def main(argv: list[str] | None = None) -> None:
    """Run the program and exit; every fault of the user's is one line and status 2."""
    standard_streams.make_ready()
    sys.exit(_run(argv))


def _run(argv: list[str] | None) -> int:
    """Run the program; the exit status (docs/scripting.md has them all)."""
    try:
        with _ending_in_order():
            status = _answered(argv)
            sys.stdout.flush()
    except UserError as error:
        return _told(str(error), error.exit_status)
    except click.ClickException as error:
        return _told(brief(said(error)), error.exit_code)
    except (click.exceptions.Abort, KeyboardInterrupt):
        return _told("stopped", 130)
    except (ReaderGone, BrokenPipeError):
        standard_streams.silence(sys.stdout)
        return standard_streams.READER_GONE
    except OSError as error:
        where = f"{error.filename}: " if error.filename else ""
        return _told(f"{where}{error.strerror or error}", 2)
    except MemoryError:
        return _told("this computer has not enough memory for that", 2)
    return status


def _answered(argv: list[str] | None) -> int:
    """What a command returns; help for a group of commands of which none is named."""
    try:
        status = sapphire.main(args=argv, prog_name="sapphire", standalone_mode=False)
    except click.exceptions.NoArgsIsHelpError as error:
        click.echo(error.format_message())
        return 0
    return status if isinstance(status, int) else 0


def _told(text: str, status: int) -> int:
    """Say one line, after what was printed before it; the status."""
    standard_streams.bring_out(sys.stdout)
    with contextlib.suppress(OSError):  # a full disk behind standard error: the status still tells
        click.echo(f"sapphire: {text}", err=True)
    standard_streams.bring_out(sys.stderr)
    return status


def said(error: click.ClickException) -> str:
    """Click's message as one line, with what was expected where click leaves that out."""
    text = " ".join(error.format_message().split())
    if isinstance(error, click.NoSuchOption) and re.fullmatch(r"-[\d.]+", error.option_name):
        return f"{error.option_name}: no number here is below zero (expected 0 or more)"
    kind = error.param.type if isinstance(error, click.BadParameter) and error.param else None
    if isinstance(kind, click.IntRange | click.FloatRange):
        what = "whole number" if isinstance(kind, click.IntRange) else "number"
        ends = f"{kind.min} or more" if kind.max is None else f"{kind.min} to {kind.max}"
        text = text.replace(f"is not a valid {kind.name}.", f"is no {what} (expected {ends})")
    return text
