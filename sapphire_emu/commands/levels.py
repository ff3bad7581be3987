"""``sapphire levels``: the level table, with what every level's strength was measured to be."""

from __future__ import annotations

import json

import click

from firmware_model.levels import LEVELS
from sapphire_emu.errors import UserError, closest


@click.command()
@click.option(
    "--opponent",
    default="embedded",
    show_default=True,
    metavar="NAME",
    help="embedded, or stockfish for what it is set to.",
)
@click.option("--json", "as_json", is_flag=True, help="One JSON array.")
def levels(*, opponent: str, as_json: bool) -> None:
    """Show the levels: code, clock, how the opponent is limited, its rating and how found.

    The OELO is on the scale of computer rating lists, never FIDE's; ± is the 95 % interval of the
    games behind it. A figure between two measured ones is interpolated and says so.

    \b
    Examples:
      sapphire levels
      sapphire levels --opponent stockfish
      sapphire levels --json
    """
    if opponent == "stockfish":
        _stockfish(as_json=as_json)
        return
    if opponent != "embedded":
        near = closest(opponent, ("embedded", "stockfish"))
        raise UserError(f"unknown opponent '{opponent}' (expected {near or 'embedded, stockfish'})")
    if as_json:
        rows = [
            {
                "name": level.name,
                "code": level.code,
                "clock": level.meaning,
                "limit": level.limit,
                "oelo": level.oelo.elo if level.oelo else None,
                "margin": level.oelo.margin if level.oelo else None,
                "how": level.oelo.how if level.oelo else None,
            }
            for level in LEVELS.values()
        ]
        click.echo(json.dumps(rows))
        return
    click.echo(f"{'level':<6} {'clock':<30} {'limit':<24} {'OELO':<11}  how found")
    for level in LEVELS.values():
        figure = str(level.oelo) if level.oelo else "not rated"
        how = level.oelo.how if level.oelo else "no game at it can be rated"
        click.echo(f"{level.code:<6} {level.meaning:<30} {level.limit:<24} {figure:<11}  {how}")


def _stockfish(*, as_json: bool) -> None:
    """What Stockfish is set to at each level: the level's OELO, as far down as it can go."""
    from sapphire_emu.opponent.external import (
        ELO_LOWEST,
        STOCKFISH_HOW,
        STOCKFISH_MARGIN,
        label_2019,
    )

    rows = []
    for level in LEVELS.values():
        elo = None if level.oelo is None else max(level.oelo.elo, ELO_LOWEST)
        rows.append((level, elo, None if elo is None else label_2019(elo)))
    if as_json:
        shown = [
            {
                "name": level.name,
                "code": level.code,
                "clock": level.meaning,
                "oelo": elo,
                "margin": None if elo is None else STOCKFISH_MARGIN,
                "uci_elo_to_15": label,
                "uci_elo_from_16": elo,
                "how": None if elo is None else STOCKFISH_HOW,
            }
            for level, elo, label in rows
        ]
        click.echo(json.dumps(shown))
        return
    click.echo(f"{'level':<6} {'clock':<30} {'UCI_Elo to 15, from 16':<24} {'OELO':<11}  how found")
    for level, elo, label in rows:
        labels = "no limit" if elo is None else f"{label}, {elo}"
        figure = "not rated" if elo is None else f"{elo} ± {STOCKFISH_MARGIN}"
        how = "no game at it can be rated" if elo is None else STOCKFISH_HOW
        click.echo(f"{level.code:<6} {level.meaning:<30} {labels:<24} {figure:<11}  {how}")
