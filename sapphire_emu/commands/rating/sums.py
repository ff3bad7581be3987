"""The formula with its numbers: for any values, or for one game of the log."""

from __future__ import annotations

import json
from pathlib import Path

import click

from firmware_model.rating import MAX_ELO, MAX_GAMES, Record, Result, Rules, rate
from sapphire_emu.commands.machine_options import MachineOptions
from sapphire_emu.commands.owner_options import owner_options
from sapphire_emu.commands.rating.show import look, meant
from sapphire_emu.errors import UserError


@click.command()
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
@click.option("--json", "as_json", is_flag=True, help="One JSON object.")
def calc(*, pelo: int, games: int, oelo: int, result: str, rules: str, as_json: bool) -> None:
    """Work out one game: the formula with its numbers, then the new rating.

    \b
    Example:
      sapphire rating calc --pelo 1400 --games 10 --oelo 2000 --result draw
    """
    found = rate(Record(pelo, games), oelo, Result[result.upper()], Rules(rules))
    if as_json:
        shown = {"tier": found.tier, "rules": rules, "result": result, "formula": found.formula}
        click.echo(json.dumps(shown | {"rating": found.record.elo, "games": found.record.games}))
        return
    click.echo(f"tier {found.tier}, {rules}, {result}")
    click.echo(found.formula)
    click.echo(f"new rating {found.record.elo}")


@click.command()
@click.argument("number", type=click.IntRange(min=1))
@owner_options
@click.pass_obj
def explain(
    options: MachineOptions, number: int, *, state: Path | None, player: str | None
) -> None:
    """Explain game NUMBER of the log: the sum in both readings, and other systems' opinion.

    \b
    Example:
      sapphire rating explain 12
    """
    from sapphire_emu.sheet.others import elo_history, glicko_history
    from sapphire_emu.sheet.standing import rated_games

    _, log = look(meant(options, state, player))
    entry = next((entry for entry in log if entry.number == number), None)
    if entry is None:
        raise UserError(f"the log has no entry {number} (expected 1...{len(log)})")
    if entry.rated is None:
        click.echo(f"entry {number} is a {entry.word} from {entry.before.elo} to {entry.after.elo}")
        return
    rated = entry.rated
    colour = "White" if rated.user_is_white else "Black"
    click.echo(
        f"game {number}, {entry.at[:10]}: {rated.result.word} with {colour} against "
        f"OELO {rated.oelo} (level {rated.level}), {rated.before.games} games rated before"
    )
    if rated.eco:
        click.echo(f"opening: {' '.join((rated.eco, rated.opening)).strip()}")
    for rules in Rules:
        found = rate(rated.before, rated.oelo, rated.result, rules)
        used = "  <- used" if rules is rated.rules else ""
        click.echo(f"{rules.value:<10} tier {found.tier}: {found.formula}{used}")
    until = rated_games([other for other in log if other.number <= number])
    elo = [1400.0, *elo_history(until)]
    click.echo(f"Elo, K 32:  {elo[-2]:.0f} -> {elo[-1]:.0f}")
    try:
        glicko = glicko_history(until)
    except UserError as missing:
        click.echo(str(missing))
    else:
        click.echo(
            f"Glicko-2:   {glicko[-1].rating:.0f}, 95 % within "
            f"{glicko[-1].rating - 2 * glicko[-1].deviation:.0f}..."
            f"{glicko[-1].rating + 2 * glicko[-1].deviation:.0f}"
        )
    for noted in rated.game.notes:
        click.echo(f"noted with the game: {noted}")
