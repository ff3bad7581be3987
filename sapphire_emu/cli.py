"""The command ``sapphire``: a table of subcommands, each imported only when it is called."""

from __future__ import annotations

import importlib
import os
import sys
from typing import NamedTuple

import click

from firmware_model._version import __version__
from sapphire_emu.errors import UserError, closest


class Entry(NamedTuple):
    """One subcommand: where its click command lives and what ``--help`` says of it."""

    target: str
    help: str


COMMANDS: dict[str, Entry] = {
    "cbf": Entry("sapphire_emu.commands.cbf:cbf", "Games of the old CBF/CBI format."),
    "control": Entry("sapphire_emu.commands.control:control", "Let a program hold the machine."),
    "eco": Entry("sapphire_emu.commands.eco:eco", "ECO codes, opening books, refined keys."),
    "explain": Entry("sapphire_emu.commands.explain:explain_command", "What each key does."),
    "frbe": Entry("sapphire_emu.commands.frbe:frbe", "Belgian federation result files."),
    "journal": Entry("sapphire_emu.commands.journal:journal", "The inputs of the last runs."),
    "keys": Entry("sapphire_emu.commands.keys:keys", "What each key means in a mode."),
    "ladder": Entry("sapphire_emu.commands.ladder:ladder", "Measure the levels by engine matches."),
    "memory": Entry("sapphire_emu.commands.memory:memory", "Back up or move the memory."),
    "play": Entry("sapphire_emu.commands.play:play", "The machine in a window."),
    "press": Entry("sapphire_emu.commands.press:press", "Press keys, see what the LCD shows."),
    "rating": Entry("sapphire_emu.commands.rating:rating", "Your rating and how it came about."),
    "replay": Entry("sapphire_emu.commands.replay:replay", "Show a key script at a pace."),
    "run": Entry("sapphire_emu.commands.run:run", "Run key scripts, headless."),
    "skin": Entry("sapphire_emu.commands.skin:skin", "Check, draw and measure skins."),
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
        if args and args[0] not in COMMANDS and not args[0].startswith("-"):
            near = closest(args[0], COMMANDS)
            hint = f"; did you mean {near}?" if near else "; see sapphire --help"
            raise UserError(f"unknown command '{args[0]}'{hint}")
        return super().resolve_command(ctx, args)

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


def main(argv: list[str] | None = None) -> None:
    """Run the program and exit; every fault of the user's is one line and status 2."""
    try:
        status = sapphire.main(args=argv, prog_name="sapphire", standalone_mode=False)
    except UserError as error:
        click.echo(f"sapphire: {error}", err=True)
        sys.exit(error.exit_status)
    except click.exceptions.NoArgsIsHelpError as error:
        click.echo(error.format_message())
        sys.exit(0)
    except click.ClickException as error:
        click.echo(f"sapphire: {' '.join(error.format_message().split())}", err=True)
        sys.exit(error.exit_code)
    except click.exceptions.Abort:
        click.echo("sapphire: stopped", err=True)
        sys.exit(130)
    except BrokenPipeError:
        # The reader (head, less) has gone: nothing is wrong, and nothing may be said at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(0)
    sys.exit(status if isinstance(status, int) else 0)
