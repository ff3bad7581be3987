"""``sapphire rating``: the sheet of rated games, and the formula with numbers."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import click

from firmware_model.game import NotRateable
from firmware_model.rating import MAX_ELO, MAX_GAMES, Record, Result, Rules, rate
from sapphire_emu.commands.machine_options import MachineOptions, owner_options, state_options
from sapphire_emu.errors import UserError
from sapphire_emu.store.memory import Memory
from sapphire_emu.store.records import LogEntry


def _entry_line(entry: LogEntry) -> str:
    change = f"{entry.before.elo} -> {entry.after.elo}"
    if entry.rated is None:
        return f"{entry.number:>4}  {entry.at[:16]}  reset   {change}"
    rated = entry.rated
    colour = "White" if rated.user_is_white else "Black"
    return (
        f"{entry.number:>4}  {entry.at[:16]}  {rated.result.word:<5} {colour}  "
        f"level {rated.level:<4} OELO {rated.oelo:<5} {change:<13} {rated.formula}"
    )


@click.group(invoke_without_command=True)
@state_options
@click.option("--json", "as_json", is_flag=True, help="Rating, games, tier and log as JSON.")
@click.pass_context
def rating(
    ctx: click.Context, *, fresh: bool, state: Path | None, player: str | None, as_json: bool
) -> None:
    """Show the rating and how it came about.

    \b
    Examples:
      sapphire rating
      sapphire rating --json
      sapphire rating why
      sapphire rating calc --pelo 1400 --games 10 --oelo 2000 --result draw
    """
    options = MachineOptions(fresh=fresh, state=state, player=player)
    ctx.obj = options
    if ctx.invoked_subcommand is not None:
        return
    if fresh:
        record, log = Record(), []
    else:
        with Memory.open(options.path, read_only=True) as memory:
            record, log = memory.load().record, memory.log()
    if as_json:
        shown = {
            "rating": record.elo,
            "games": record.games,
            "tier": record.tier,
            "log": [entry.to_json() for entry in log],
        }
        click.echo(json.dumps(shown))
        return
    click.echo(f"rating {record.elo}  games {record.games}  tier {record.tier}")
    for entry in log:
        click.echo(_entry_line(entry))
    if not log:
        click.echo("no game has been rated yet")


def _meant(options: MachineOptions, state: Path | None, player: str | None) -> MachineOptions:
    """Whose memory: what the subcommand was told, else what the group was."""
    if state is None and player is None:
        return options
    return MachineOptions(state=state, player=player)


@rating.command()
@owner_options
@click.pass_obj
def why(options: MachineOptions, *, state: Path | None, player: str | None) -> None:
    """Say whether the game on the machine can be rated, and if not, why.

    \b
    Example:
      sapphire rating why
    """
    with Memory.open(_meant(options, state, player).path, read_only=True) as memory:
        nvram = memory.load()
    game = nvram.game
    if not game.over and not game.plies and nvram.finished is not None:
        game = nvram.finished
    standing = game.qualify()
    if not game.plies:
        click.echo("no: no move has been played")
    elif game.rated:
        click.echo("no: this game has been rated already")
    elif isinstance(standing, NotRateable):
        click.echo(f"no: {standing.reason}")
    elif not game.over:
        click.echo(f"once it is over: it qualifies, against OELO {standing.oelo}")
    else:
        click.echo(f"yes: press OPTION, Ver/Set, Pawn; it counts against OELO {standing.oelo}")
    for event in game.notes:
        click.echo(f"noted with the game: {event}")


@rating.command()
@click.argument("number", type=click.IntRange(min=1), required=False)
@owner_options
@click.pass_obj
def restore(
    options: MachineOptions, number: int | None, *, state: Path | None, player: str | None
) -> None:
    """Take back a reset: the rating and the games of before log entry NUMBER (the last reset).

    \b
    Example:
      sapphire rating restore
    """
    with Memory.open(_meant(options, state, player).path) as memory:
        log = memory.log()
        resets = [entry for entry in log if entry.rated is None]
        chosen = [entry for entry in resets if number in (None, entry.number)]
        if not chosen:
            known = " ".join(str(entry.number) for entry in resets) or "none"
            wanted = "a reset" if number is None else f"a reset numbered {number}"
            raise UserError(f"the log has not {wanted} (expected one of: {known})")
        lost = chosen[-1].before
        nvram = memory.load()
        memory.save_reset(replace(nvram, record=lost), nvram.record)
    click.echo(f"rating {lost.elo}  games {lost.games}")


@rating.command()
@click.option("--pelo", required=True, type=click.IntRange(0, MAX_ELO), help="Your rating.")
@click.option("--games", required=True, type=click.IntRange(0, MAX_GAMES), help="Rated before.")
@click.option("--oelo", required=True, type=click.IntRange(0, MAX_ELO), help="Opponent's rating.")
@click.option("--result", required=True, type=click.Choice([result.word for result in Result]))
@click.option(
    "--rules",
    type=click.Choice([rules.value for rules in Rules]),
    default=Rules.CORRECTED.value,
    show_default=True,
    help="The signs of the formula: mended, or as the manual prints them.",
)
def calc(*, pelo: int, games: int, oelo: int, result: str, rules: str) -> None:
    """Work out one game: the formula with its numbers, then the new rating.

    \b
    Example:
      sapphire rating calc --pelo 1400 --games 10 --oelo 2000 --result draw
    """
    found = rate(Record(pelo, games), oelo, Result[result.upper()], Rules(rules))
    click.echo(f"tier {found.tier}, {rules}, {result}")
    click.echo(found.formula)
    click.echo(f"new rating {found.record.elo}")
