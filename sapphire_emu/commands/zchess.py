"""``sapphire zchess``: the Z-Chess chart, conversion, titles and whole events."""

from __future__ import annotations

import json
import re
import sys
from fractions import Fraction
from pathlib import Path

import click

from sapphire_emu.club.rounding import decimal, half_up
from sapphire_emu.club.zchess import conversion, titles
from sapphire_emu.club.zchess.chart import (
    EQUAL_TRANSFER,
    Exchange,
    Outcome,
    Reading,
    exchange,
    row,
)
from sapphire_emu.club.zchess.event_report import number, signed
from sapphire_emu.errors import UserError

HIGHEST_RATING = 9999


class Rating(click.ParamType):  # type: ignore[type-arg]
    """A rating from 0 to 9999, whole or with decimals, kept exact."""

    name = "rating"

    def convert(
        self, value: object, param: click.Parameter | None, ctx: click.Context | None
    ) -> Fraction:
        """Turn the word into a fraction; click names the argument when it cannot be."""
        if isinstance(value, Fraction):
            return value
        text = str(value)
        if not re.fullmatch(r"\d{1,6}(\.\d{1,6})?", text, re.ASCII):
            self.fail(f"'{text[:40]}' is not a rating (expected 0 to {HIGHEST_RATING})", param, ctx)
        rating = Fraction(text)
        if rating > HIGHEST_RATING:
            self.fail(f"{text} is too high (expected 0 to {HIGHEST_RATING})", param, ctx)
        return rating


RATING = Rating()
READINGS = click.Choice([reading.value for reading in Reading])
as_json = click.option("--json", "as_json", is_flag=True, help="Print JSON for a program.")
reading_option = click.option(
    "--reading",
    type=READINGS,
    default=Reading.FLOOR.value,
    show_default=True,
    help="How a difference between two chart rows is read.",
)


@click.group(
    context_settings={"help_option_names": ["-h", "--help"]},
    epilog="See docs/zchess.md for the formulas and for what the source leaves open.",
)
def zchess() -> None:
    """Z-Chess ratings (Zoltan Bartok, 1998): rate games, convert, look up titles.

    \b
    Examples:
      sapphire zchess rate 900 820 win
      sapphire zchess chart --pair 900 820 --svg chart.svg
      sapphire zchess convert 1400
      sapphire zchess title 1420 --games 100
      sapphire zchess event club-evening.csv
    """


@zchess.command()
@click.argument("a", type=RATING)
@click.argument("b", type=RATING)
@click.argument("outcome", type=click.Choice([o.value for o in Outcome], case_sensitive=False))
@reading_option
@as_json
def rate(a: Fraction, b: Fraction, outcome: str, reading: str, as_json: bool) -> None:
    """Rate one game: A's rating, B's rating, and A's outcome (win, draw or loss).

    The last line is the result, for example "A 904 B 816".

    \b
    Examples:
      sapphire zchess rate 900 820 win
      sapphire zchess rate 900 819 draw --reading exact
    """
    done = exchange(a, b, Outcome(outcome), Reading(reading))
    if as_json:
        click.echo(json.dumps(_exchange_dict(done)))
        return
    for line in _explain(done):
        click.echo(line)
    click.echo(f"A {decimal(done.new_a)} B {decimal(done.new_b)}")


def _explain(done: Exchange) -> list[str]:
    first, last = row(done.difference, done.reading)
    rows = f"{first} and above" if last is None else str(first) if first == last else None
    between = "between the marks" if done.reading is Reading.EXACT else "row"
    if done.difference == 0:
        who = "equal ratings"
    else:
        who = f"{'A' if done.rating_a > done.rating_b else 'B'} is the favourite"
    lines = [
        f"reading     {done.reading.value}: {done.reading.meaning}",
        f"difference  {decimal(done.difference)} ({who}), {between} "
        f"{rows or f'{first} to {last}'}, step {decimal(done.step)}",
        f"diagonal    {done.diagonal.value}: {_diagonal_words(done)}",
        f"transfer    A {signed(done.gain_a)}, B {signed(-done.gain_a)}",
    ]
    lines += [
        f"note        {side} is held at 0, so this exchange is not zero-sum"
        for side in done.held_at_zero
    ]
    return lines


def _diagonal_words(done: Exchange) -> str:
    s = decimal(done.step)
    if done.outcome is Outcome.DRAW:
        points = decimal(abs(done.gain_a))
        return f"draw, the step itself: {points}"
    if done.diagonal.value == "a,b":
        who = "the favourite wins" if done.difference else "a win between equals"
        return f"{who}, {EQUAL_TRANSFER} - {s} = {decimal(EQUAL_TRANSFER - done.step)}"
    return f"the underdog wins, {EQUAL_TRANSFER} + {s} = {decimal(EQUAL_TRANSFER + done.step)}"


def _exchange_dict(done: Exchange) -> dict[str, object]:
    first, last = row(done.difference, done.reading)
    return {
        "reading": done.reading.value,
        "difference": number(done.difference),
        "row": [first, last],
        "step": number(done.step),
        "diagonal": done.diagonal.value,
        "transfer_a": number(done.gain_a),
        "transfer_b": number(-done.gain_a),
        "a": number(done.new_a),
        "b": number(done.new_b),
        "held_at_zero": list(done.held_at_zero),
    }


@zchess.command()
@click.option("--pair", nargs=2, type=RATING, help="Look up two ratings and highlight their row.")
@click.option("--svg", type=click.Path(path_type=Path), help="Save the chart as an SVG picture.")
@click.option("--png", type=click.Path(path_type=Path), help="Save the chart as a PNG picture.")
@click.option("--force", is_flag=True, help="Replace a picture that exists.")
@reading_option
def chart(
    pair: tuple[Fraction, Fraction] | None,
    svg: Path | None,
    png: Path | None,
    force: bool,
    reading: str,
) -> None:
    """Show the chart in the terminal, and save it as a picture.

    \b
    Examples:
      sapphire zchess chart
      sapphire zchess chart --pair 900 820 --reading nearest
      sapphire zchess chart --pair 900 820 --png chart.png
    """
    from sapphire_emu.club.picture import draw
    from sapphire_emu.club.zchess.chart_picture import Pair, chart_picture
    from sapphire_emu.club.zchess.chart_text import chart_text
    from sapphire_emu.outputs import may_replace

    looked_up = Pair(*pair) if pair else None
    for path, suffix in ((svg, ".svg"), (png, ".png")):
        if path is not None and path.suffix.lower() != suffix:
            raise UserError(f"{path}: a picture saved by --{suffix[1:]} ends in {suffix}")
    wanted = [path for path in (svg, png) if path is not None]
    replace = [may_replace(path, [], force=force) for path in wanted]
    for path, over in zip(wanted, replace, strict=True):
        draw(chart_picture(Reading(reading), looked_up), path, replace=over)
    difference = looked_up.difference if looked_up else None
    click.echo(chart_text(Reading(reading), difference, lambda line: click.style(line, bold=True)))
    for path in wanted:
        click.echo(f"saved {path}")


@zchess.command()
@click.argument("rating", type=RATING)
@click.option("--to-conventional", is_flag=True, help="From Z-Chess to a conventional rating.")
@as_json
def convert(rating: Fraction, to_conventional: bool, as_json: bool) -> None:
    """Convert a conventional rating to Z-Chess (times 16, divided by 30), or back.

    The last line is the exact value to two decimals and, in brackets, rounded half up.

    \b
    Examples:
      sapphire zchess convert 1400
      sapphire zchess convert 800 --to-conventional
    """
    if to_conventional:
        result, sum_ = conversion.to_conventional(rating), f"{decimal(rating)} x 30 / 16"
    else:
        result, sum_ = conversion.from_conventional(rating), f"{decimal(rating)} x 16 / 30"
    if as_json:
        exact = f"{result.numerator}/{result.denominator}"
        click.echo(json.dumps({"exact": exact, "value": float(result), "rounded": half_up(result)}))
        return
    click.echo(f"{sum_} = {result} (a converted rating carries no title)")
    click.echo(f"{decimal(result)} ({half_up(result)})")


@zchess.command()
@click.argument("rating", type=RATING)
@click.option("--games", type=click.IntRange(0, 10**6), help="Rated tournament games played.")
@as_json
def title(rating: Fraction, games: int | None, as_json: bool) -> None:
    """Tell the title of a rating; it takes 100 rated tournament games.

    \b
    Examples:
      sapphire zchess title 1420 --games 100
      sapphire zchess title 1420 --games 99
    """
    would_be = titles.class_of(rating)
    held = titles.title_of(rating, titles.GAMES_FOR_TITLE if games is None else games)
    if as_json:
        known = held if games is not None else None
        result = {"title": known.label if known else None, "class": would_be.label, "games": games}
        click.echo(json.dumps(result))
    elif games is None:
        click.echo(f"{would_be.label}, once {titles.GAMES_FOR_TITLE} rated games are played")
    elif held is None:
        missing = titles.GAMES_FOR_TITLE - games
        click.echo(f"no title: {missing} more rated tournament game{'s' * (missing != 1)} needed")
        click.echo(f"(with them, {decimal(rating)} would be {would_be.label})")
    else:
        click.echo(held.label)


@zchess.command()
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--ratings", type=click.Path(path_type=Path), help="CSV: name,rating[,games].")
@reading_option
@click.option(
    "--provisional",
    type=click.Choice(["chart", "hold", "performance"]),
    default="chart",
    show_default=True,
    help="How a new player's first four games count.",
)
@click.option(
    "--elo",
    type=click.Choice(["ignore", "z", "conventional"]),
    default="ignore",
    show_default=True,
    help="What a PGN's WhiteElo and BlackElo tags are.",
)
@as_json
@click.option("--csv", "as_csv", is_flag=True, help="Print the final list as CSV.")
@click.option("-o", "--output", type=click.Path(path_type=Path), help="Write to a file.")
@click.option("--force", is_flag=True, help="Replace the output if it exists.")
def event(
    file: Path,
    ratings: Path | None,
    reading: str,
    provisional: str,
    elo: str,
    as_json: bool,
    as_csv: bool,
    output: Path | None,
    force: bool,
) -> None:
    """Rate a whole event (CSV or PGN) in the order of its games.

    The CSV has a first line with the columns white,black,result and, if you like, date,
    white_rating, black_rating, white_games, black_games (read at a player's first game). A player
    without a rating starts at 800, provisional (800?) until four games are played.

    \b
    Examples:
      sapphire zchess event evening.csv
      sapphire zchess event cup.pgn --ratings members.csv --json
      sapphire zchess event cup.pgn --elo conventional --csv -o list.csv
    """
    from sapphire_emu.club.zchess import event_report
    from sapphire_emu.club.zchess.event import ProvisionalRule, rate_event
    from sapphire_emu.club.zchess.event_input import EloTags, read_event, read_starts
    from sapphire_emu.outputs import may_replace
    from sapphire_emu.saving import save

    if as_json and as_csv:
        raise UserError("--json and --csv exclude each other")
    inputs = [file, *([ratings] if ratings else [])]
    replace = output is not None and may_replace(output, inputs, force=force)
    known = read_starts(ratings) if ratings else {}
    found = read_event(file, EloTags(elo))
    if found.faults:
        for fault in found.faults:
            click.echo(str(fault), err=True)
        count = len(found.faults)
        raise UserError(f"{count} bad row{'s' * (count != 1)} in {file}; nothing was written")
    starts = {**found.starts, **known}
    report = rate_event(found.games, starts, Reading(reading), ProvisionalRule(provisional))
    if as_json:
        text = json.dumps(event_report.as_dict(report), ensure_ascii=False, indent=2) + "\n"
    elif as_csv:
        text = event_report.as_csv(report)
    else:
        text = event_report.as_text(report) + "\n"
    if found.unfinished:
        word = "game" if found.unfinished == 1 else "games"
        click.echo(f"{found.unfinished} unfinished {word} left out", err=True)
    if output is None:
        sys.stdout.write(text)
        return
    save(output, text.encode(), replace=replace)
    click.echo(f"saved {output}")
