"""``sapphire rating``: the sheet of rated games, and the formula with numbers."""

from __future__ import annotations

import json
from pathlib import Path

import click

from firmware_model.rating import MAX_ELO, MAX_GAMES, Record, Result, Rules, rate
from sapphire_emu.commands.machine_options import MachineOptions, state_options
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
def rating(ctx: click.Context, *, fresh: bool, state: Path | None, as_json: bool) -> None:
    """Show the rating and how it came about.

    \b
    Examples:
      sapphire rating
      sapphire rating --json
      sapphire rating calc --pelo 1400 --games 10 --oelo 2000 --result draw
    """
    if ctx.invoked_subcommand is not None:
        return
    options = MachineOptions(fresh=fresh, state=state)
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
