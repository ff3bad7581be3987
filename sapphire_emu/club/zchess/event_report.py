"""Show a rated event: a table for people, JSON and CSV for programs."""

from __future__ import annotations

import csv
import io
from fractions import Fraction
from typing import Any

from sapphire_emu.club.rounding import decimal
from sapphire_emu.club.tables import Column, table
from sapphire_emu.club.zchess.chart import Outcome
from sapphire_emu.club.zchess.event import EventReport, RatedGame, Standing
from sapphire_emu.club.zchess.titles import GAMES_FOR_TITLE

SCORES = {Outcome.WIN: "1-0", Outcome.DRAW: "1/2", Outcome.LOSS: "0-1"}


def shown(rating: Fraction, provisional: bool = False) -> str:
    """A rating as it is printed: ``800?`` while provisional, decimals only where there are any."""
    return decimal(rating) + ("?" if provisional else "")


def signed(points: Fraction) -> str:
    """``+4``, ``-4`` or ``0``."""
    return ("+" if points > 0 else "") + decimal(points)


def standing_title(player: Standing) -> str:
    """The title, or why there is none."""
    if player.games is None:
        return "- (games before the event unknown)"
    if player.title is None:
        return f"- ({player.games} of {GAMES_FOR_TITLE} games)"
    return player.title.label


def as_text(report: EventReport) -> str:
    """Every game's transfer and the final list, as aligned tables."""
    games = table(
        [
            Column("#", right=True),
            Column("White"),
            Column("rating", right=True),
            Column("Black"),
            Column("rating", right=True),
            Column("result"),
            Column("diff", right=True),
            Column("line"),
            Column("White", right=True),
            Column("Black", right=True),
            Column("after"),
        ],
        [_game_cells(number, game) for number, game in enumerate(report.games, start=1)],
    )
    final = table(
        [
            Column("rank", right=True),
            Column("player"),
            Column("start", right=True),
            Column("rating", right=True),
            Column("change", right=True),
            Column("games", right=True),
            Column("title"),
        ],
        [
            [
                str(rank),
                player.name,
                shown(player.start),
                shown(player.rating, player.provisional),
                signed(player.change),
                str(player.event_games),
                standing_title(player),
            ]
            for rank, player in enumerate(report.standings, start=1)
        ],
    )
    notes = [
        f"chart reading: {report.reading.value} ({report.reading.meaning})",
        f"new players: {report.rule.value}; '?' marks a provisional rating",
        *held_notes(report),
    ]
    return "\n\n".join(["\n".join(notes), games, final])


def held_notes(report: EventReport) -> list[str]:
    """One line for each game in which a rating was held at 0, so that points were created."""
    return [
        f"game {number}: {game.game.white if side == 'A' else game.game.black} is held at 0; "
        "this exchange is not zero-sum"
        for number, game in enumerate(report.games, start=1)
        for side in game.exchange.held_at_zero
    ]


def _game_cells(number: int, rated: RatedGame) -> list[str]:
    done = rated.exchange
    return [
        str(number),
        rated.game.white,
        shown(done.rating_a, rated.white_provisional),
        rated.game.black,
        shown(done.rating_b, rated.black_provisional),
        SCORES[done.outcome],
        decimal(done.difference),
        done.diagonal.value,
        signed(done.gain_a),
        signed(-done.gain_a),
        f"{shown(rated.white_after)} {shown(rated.black_after)}",
    ]


def number(value: Fraction) -> int | float:
    """A rating for JSON: an integer where it is one."""
    return value.numerator if value.denominator == 1 else float(value)


def as_dict(report: EventReport) -> dict[str, Any]:
    """The report as plain values for JSON."""
    return {
        "reading": report.reading.value,
        "provisional_rule": report.rule.value,
        "games": [
            {
                "line": rated.game.line,
                "date": rated.game.date,
                "white": rated.game.white,
                "black": rated.game.black,
                "result": SCORES[rated.exchange.outcome],
                "white_before": number(rated.exchange.rating_a),
                "black_before": number(rated.exchange.rating_b),
                "white_provisional": rated.white_provisional,
                "black_provisional": rated.black_provisional,
                "difference": number(rated.exchange.difference),
                "diagonal": rated.exchange.diagonal.value,
                "step": number(rated.exchange.step),
                "white_transfer": number(rated.exchange.gain_a),
                "black_transfer": number(-rated.exchange.gain_a),
                "white_after": number(rated.white_after),
                "black_after": number(rated.black_after),
            }
            for rated in report.games
        ],
        "players": [
            {
                "rank": rank,
                "name": player.name,
                "start": number(player.start),
                "rating": number(player.rating),
                "change": number(player.change),
                "event_games": player.event_games,
                "games": player.games,
                "provisional": player.provisional,
                "title": player.title.label if player.title else None,
            }
            for rank, player in enumerate(report.standings, start=1)
        ],
        "notes": held_notes(report),
    }


def as_csv(report: EventReport) -> str:
    """The final list as CSV, one player a line."""
    out = io.StringIO(newline="")
    writer = csv.writer(out, lineterminator="\n")
    fields = ["rank", "name", "start", "rating", "change", "event_games", "games"]
    writer.writerow([*fields, "provisional", "title"])
    for player in as_dict(report)["players"]:
        provisional = "yes" if player["provisional"] else "no"
        writer.writerow([*(player[f] for f in fields), provisional, player["title"] or ""])
    return out.getvalue()
