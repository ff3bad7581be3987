"""Why a game cannot be rated; taking a reset back."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import click

from firmware_model.game import Game, NotRateable
from firmware_model.rating import Record
from sapphire_emu.commands.machine_options import MachineOptions
from sapphire_emu.commands.owner_options import owner_options
from sapphire_emu.commands.rating.show import meant
from sapphire_emu.errors import UserError
from sapphire_emu.folders import kept_path
from sapphire_emu.store.memory import Memory
from sapphire_emu.store.records import LogEntry


@click.command()
@owner_options
@click.option("--json", "as_json", is_flag=True, help="One JSON object.")
@click.pass_obj
def why(options: MachineOptions, *, state: Path | None, player: str | None, as_json: bool) -> None:
    """Say whether the game on the machine can be rated, and if not, why.

    \b
    Example:
      sapphire rating why
    """
    owner = meant(options, state, player)
    with Memory.open(kept_path(owner.state, owner.player), read_only=True) as memory:
        nvram = memory.load()
    game = nvram.game
    if not game.over and not game.plies and nvram.finished is not None:
        game = nvram.finished
    answer, why_so, oelo = _standing(game)
    if as_json:
        shown = {"rateable": answer, "why": why_so, "oelo": oelo, "notes": list(game.notes)}
        click.echo(json.dumps(shown))
        return
    click.echo(f"{answer}: {why_so}")
    for event in game.notes:
        click.echo(f"noted with the game: {event}")


def _standing(game: Game) -> tuple[str, str, int | None]:
    """``yes``, ``no`` or ``once it is over``; why; and the opponent's rating if it counts."""
    standing = game.qualify()
    if not game.plies:
        return "no", "no move has been played", None
    if game.rated:
        return "no", "this game has been rated already", None
    if isinstance(standing, NotRateable):
        return "no", standing.reason, None
    against = f"against OELO {standing.oelo}"
    if not game.over:
        return "once it is over", f"it qualifies, {against}", standing.oelo
    return "yes", f"press OPTION, Ver/Set, Pawn; it counts {against}", standing.oelo


def open_resets(log: Sequence[LogEntry]) -> list[LogEntry]:
    """The resets to 1400 that have not been taken back since."""
    found: list[LogEntry] = []
    for entry in log:
        if entry.rated is not None:
            continue
        if entry.after == Record():
            found.append(entry)
        else:
            found = [reset for reset in found if reset.before != entry.after]
    return found


@click.command()
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
    path = meant(options, state, player).path
    if not path.exists():
        raise UserError(f"{path}: there is no memory yet, so nothing to restore")
    with Memory.open(path) as memory:
        resets = open_resets(memory.log())
        chosen = [entry for entry in resets if number in (None, entry.number)]
        if not chosen:
            known = ", ".join(str(entry.number) for entry in resets)
            hint = f" (expected {known})" if known else ""
            what = "no reset is left to restore" if not known else f"no reset has number {number}"
            raise UserError(f"{what}{hint}")
        lost = chosen[-1].before
        nvram = memory.load()
        memory.save_reset(replace(nvram, record=lost), nvram.record)
    click.echo(f"rating {lost.elo}  games {lost.games}")
