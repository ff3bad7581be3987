"""The rating sheet itself."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import click

from firmware_model.rating import Record
from sapphire_emu.commands.machine_options import MachineOptions, state_options
from sapphire_emu.commands.rating.selecting import eco_options, selected
from sapphire_emu.folders import kept_path
from sapphire_emu.store.memory import Memory
from sapphire_emu.store.records import LogEntry


def meant(options: MachineOptions, state: Path | None, player: str | None) -> MachineOptions:
    """Whose memory: what the subcommand was told, else what the group was."""
    if state is None and player is None:
        return options
    return MachineOptions(state=state, player=player)


def look(options: MachineOptions) -> tuple[Record, list[LogEntry]]:
    """The present record and the whole log."""
    if options.fresh:
        return Record(), []
    with Memory.open(kept_path(options.state, options.player), read_only=True) as memory:
        return memory.load().record, memory.log()


def entry_line(entry: LogEntry) -> str:
    """One line of the sheet."""
    change = f"{entry.before.elo} -> {entry.after.elo}"
    if entry.rated is None:
        return f"{entry.number:>4}  {entry.at[:16]}  {entry.word:<7}{'':<37} {change}"
    rated = entry.rated
    colour = "White" if rated.user_is_white else "Black"
    return (
        f"{entry.number:>4}  {entry.at[:16]}  {rated.result.word:<5} {colour}  "
        f"level {rated.level:<4} OELO {rated.oelo:<5} {rated.eco:<6} {change:<13} {rated.formula}"
    )


def _scaled(record: Record, scale: str) -> str:
    if scale == "conventional":
        return str(record.elo)
    from sapphire_emu.club.rounding import decimal, half_up
    from sapphire_emu.club.zchess.conversion import from_conventional

    exact = from_conventional(record.elo)
    return f"{decimal(exact)} ({half_up(exact)}) on the Z-Chess scale, {record.elo} conventional"


def _summary(log: list[LogEntry]) -> list[str]:
    from sapphire_emu.sheet.standing import standing

    found = standing(log)
    total = found.total
    if not total.games:
        return []
    lines = [
        f"results  {total.wins} won  {total.draws} drawn  {total.losses} lost  "
        f"performance {total.performance}"
    ]
    if found.best_win is not None and found.best_win.rated is not None:
        best = found.best_win
        lines.append(f"best win against {best.rated.oelo} in game {best.number}")  # type: ignore[union-attr]
    for name, tally in (*sorted(found.by_level.items()), *found.by_colour.items()):
        if tally.games:
            lines.append(
                f"  {name:<6} {tally.games:>4} games  +{tally.wins} ={tally.draws} "
                f"-{tally.losses}  performance {tally.performance}"
            )
    return lines


@click.group(invoke_without_command=True)
@state_options
@eco_options
@click.option("--json", "as_json", is_flag=True, help="Rating, games, tier and log as JSON.")
@click.option(
    "--scale",
    type=click.Choice(["conventional", "zchess"]),
    default="conventional",
    show_default=True,
    help="Show the rating on the Z-Chess scale (times 16, divided by 30).",
)
@click.pass_context
def rating(
    ctx: click.Context,
    *,
    fresh: bool,
    state: Path | None,
    player: str | None,
    keys: tuple[int, int, int] | None,
    eco_book: Path | None,
    as_json: bool,
    scale: str,
) -> None:
    """Show the rating and how it came about.

    \b
    Examples:
      sapphire rating
      sapphire rating --json
      sapphire rating --eco B33
      sapphire rating explain 12
      sapphire rating plot -o history.svg
      sapphire rating calc --pelo 1400 --games 10 --oelo 2000 --result draw
    """
    options = MachineOptions(fresh=fresh, state=state, player=player)
    ctx.obj = options
    if ctx.invoked_subcommand is not None:
        return
    record, whole = look(options)
    log = selected(whole, keys, eco_book)
    if as_json:
        shown: dict[str, Any] = {
            "rating": record.elo,
            "games": record.games,
            "tier": record.tier,
            "log": [entry.to_json() for entry in log],
        }
        click.echo(json.dumps(shown))
        return
    click.echo(f"rating {_scaled(record, scale)}  games {record.games}  tier {record.tier}")
    if keys is not None:
        click.echo(f"{len(log)} of {sum(entry.rated is not None for entry in whole)} rated games")
    for line in _summary(log):
        click.echo(line)
    for entry in log:
        click.echo(entry_line(entry))
    if not whole:
        click.echo("no game has been rated yet")
