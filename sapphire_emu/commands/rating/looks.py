"""The history as a picture, and the log for other programs."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path

import click

from firmware_model.codec import encode_game
from firmware_model.game import START_FEN
from sapphire_emu.commands.machine_options import MachineOptions
from sapphire_emu.commands.owner_options import owner_options
from sapphire_emu.commands.rating.selecting import eco_options, selected
from sapphire_emu.commands.rating.show import look, meant
from sapphire_emu.errors import UserError
from sapphire_emu.outputs import may_replace
from sapphire_emu.saving import save
from sapphire_emu.store.records import LogEntry


@click.command()
@click.option(
    "-o", "--output", required=True, type=click.Path(path_type=Path), help="A .png or .svg file."
)
@click.option("--force", is_flag=True, help="Replace the output if it exists.")
@owner_options
@click.pass_obj
def plot(
    options: MachineOptions,
    *,
    output: Path,
    force: bool,
    state: Path | None,
    player: str | None,
) -> None:
    """Draw the rating's history with a band around it.

    The band is how far the games so far leave the rating open: 400 points divided by the square
    root of their number, twice.

    \b
    Example:
      sapphire rating plot -o history.svg
    """
    from sapphire_emu.club.picture import draw
    from sapphire_emu.sheet.pictures import history_picture

    replace = may_replace(output, [], force=force)
    _, log = look(meant(options, state, player))
    if not log:
        raise UserError("no game has been rated yet; there is nothing to draw")
    margins = [min(800.0, 2 * 400 / max(entry.after.games, 1) ** 0.5) for entry in log]
    draw(history_picture(log, margins), output, replace=replace)
    click.echo(output)


_CSV = (
    *("number", "at", "kind", "result", "colour", "level", "oelo", "old", "new", "games", "tier"),
    *("eco", "opening", "sum"),
)


def _pgn(entry: LogEntry) -> str:
    rated = entry.rated
    assert rated is not None
    score = {1: ("1-0", "0-1"), 0: ("1/2-1/2", "1/2-1/2"), -1: ("0-1", "1-0")}
    result = score[rated.result.value][0 if rated.user_is_white else 1]
    names = ("Player", f"Sapphire II, level {rated.level}")
    elos = (rated.before.elo, rated.oelo)
    white, black = (0, 1) if rated.user_is_white else (1, 0)
    game = encode_game(rated.game)
    tags: dict[str, str] = {
        "Event": "Rated game",
        "Site": "?",
        "Date": entry.at[:10].replace("-", "."),
        "Round": str(entry.number),
        "White": names[white],
        "Black": names[black],
        "Result": result,
        "WhiteElo": str(elos[white]),
        "BlackElo": str(elos[black]),
        "Termination": game["ending"] or "unterminated",
    }
    if game["start_fen"] != START_FEN:
        tags |= {"SetUp": "1", "FEN": game["start_fen"]}
    if rated.eco:
        tags["ECO"] = rated.eco
        if rated.opening:
            tags["Opening"] = rated.opening
    head = "\n".join(f'[{name} "{value}"]' for name, value in tags.items())
    text, line = "", ""
    for word in [*rated.san.split(), result]:
        if len(line) + len(word) >= 80:
            text += f"{line}\n"
            line = ""
        line = f"{line} {word}".strip()
    return f"{head}\n\n{text}{line}\n"


def _csv_text(log: list[LogEntry]) -> str:
    file = io.StringIO()
    writer = csv.DictWriter(file, _CSV, extrasaction="ignore", lineterminator="\n")
    writer.writeheader()
    for entry in log:
        writer.writerow(entry.to_json())
    return file.getvalue()


@click.command()
@click.option("--pgn", "form", flag_value="pgn", help="The games as PGN.")
@click.option("--csv", "form", flag_value="csv", help="One line an entry.")
@click.option("--json", "form", flag_value="json", help="Everything, as JSON.")
@click.option("-o", "--output", type=click.Path(path_type=Path), help="Write to this file.")
@click.option("--force", is_flag=True, help="Replace the output if it exists.")
@eco_options
@owner_options
@click.pass_obj
def export(
    options: MachineOptions,
    *,
    form: str | None,
    output: Path | None,
    force: bool,
    keys: tuple[int, int, int] | None,
    eco_book: Path | None,
    state: Path | None,
    player: str | None,
) -> None:
    """Give the log to other programs.

    \b
    Examples:
      sapphire rating export --pgn -o games.pgn
      sapphire rating export --csv > rating.csv
      sapphire rating export --pgn --eco C89/90-99 --eco-book my.book
    """
    if form is None:
        raise UserError("which form? (expected --pgn, --csv or --json)")
    replace = output is not None and may_replace(output, [], force=force)
    _, whole = look(meant(options, state, player))
    log = selected(whole, keys, eco_book)
    if form == "pgn":
        text = "\n".join(_pgn(entry) for entry in log if entry.rated is not None)
    elif form == "csv":
        text = _csv_text(log)
    else:
        text = json.dumps([entry.to_json() for entry in log], indent=1) + "\n"
    if output is None:
        click.echo(text, nl=False)
    else:
        save(output, text.encode(), replace=replace)
        click.echo(output)
