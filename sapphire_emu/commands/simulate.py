"""``sapphire simulate``: where the two-tier system takes a player of known strength."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from firmware_model.rating import MAX_ELO, Rules
from sapphire_emu.outputs import may_replace

if TYPE_CHECKING:
    from sapphire_emu.sheet.simulation import Career

NEAR_POINTS = 100


def _shown_games(games: int) -> list[int]:
    wanted = [0, 1, 2, 3, 5, 10, 15, 20, 21, 25, 30, 40, 50, 60, 80, 100, 150, 200, 300, 500]
    return sorted({game for game in wanted if game <= games} | {games})


def _misled(career: Career) -> str:
    """From which game on most players are rated near their strength, and stay so."""
    games = career.counts.shape[0] - 1
    far = [game for game in range(games + 1) if career.near(game, NEAR_POINTS) < 0.5]
    first = (far[-1] + 1) if far else 0
    if first > games:
        return f"even after game {games} most are more than {NEAR_POINTS} points off"
    return f"from game {first} on most are within {NEAR_POINTS} points of their strength"


@click.command()
@click.option("--strength", required=True, type=click.IntRange(0, MAX_ELO), help="True strength.")
@click.option("--oelo", required=True, type=click.IntRange(0, MAX_ELO), help="The opponents'.")
@click.option("--games", default=60, show_default=True, type=click.IntRange(1, 2000))
@click.option("--players", default=100_000, show_default=True, type=click.IntRange(1, 10_000_000))
@click.option("--seed", default=1, show_default=True, type=click.IntRange(0))
@click.option(
    "--rules",
    type=click.Choice([*(rules.value for rules in Rules), "both"]),
    default="both",
    show_default=True,
)
@click.option("-o", "--output", type=click.Path(path_type=Path), help="Plot to a .png or .svg.")
@click.option("--force", is_flag=True, help="Replace the output if it exists.")
@click.option("--json", "as_json", is_flag=True, help="Quantiles after every game as JSON.")
def simulate(
    *,
    strength: int,
    oelo: int,
    games: int,
    players: int,
    seed: int,
    rules: str,
    output: Path | None,
    force: bool,
    as_json: bool,
) -> None:
    """Let many players of one strength play, and show what ratings they are given.

    \b
    Examples:
      sapphire simulate --strength 1650 --oelo 2010 --games 60 --players 100000
      sapphire simulate --strength 1200 --oelo 1700 --rules printed -o printed.svg
    """
    from sapphire_emu.sheet.simulation import QUANTILES, simulate_careers

    replace = output is not None and may_replace(output, [], force=force)
    chosen = list(Rules) if rules == "both" else [Rules(rules)]
    careers: list[Career] = []
    with click.progressbar(length=players * len(chosen), label="players", file=sys.stderr) as bar:
        for each in chosen:
            careers.append(
                simulate_careers(
                    strength=strength,
                    oelo=oelo,
                    games=games,
                    players=players,
                    rules=each,
                    seed=seed,
                    progress=bar.update,
                )
            )
    if as_json:
        shown = {
            career.rules.value: [career.quantiles(game) for game in range(games + 1)]
            for career in careers
        }
        click.echo(json.dumps({"quantiles": QUANTILES, **shown}))
    else:
        head = "  ".join(f"{share:>5.0%}" for share in QUANTILES)
        for career in careers:
            click.echo(f"{career.rules.value}: rating after each game, by quantile")
            click.echo(f"{'game':>5}  {head}")
            for game in _shown_games(games):
                row = "  ".join(f"{elo:>5}" for elo in career.quantiles(game))
                click.echo(f"{game:>5}  {row}")
            click.echo(f"{career.rules.value}: {_misled(career)}")
    if output is not None:
        from sapphire_emu.club.picture import draw
        from sapphire_emu.sheet.pictures import career_picture

        draw(career_picture(careers[0]), output, replace=replace)
        click.echo(output)
