"""Show how fictive ratings came about: the whole reasoning in text, or as JSON."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from sapphire_emu.club.frbe.closed_group import ClosedResult
from sapphire_emu.club.frbe.fictive import FictiveReport
from sapphire_emu.club.frbe.open_event import Method, OpenResult, Step
from sapphire_emu.club.frbe.report import points
from sapphire_emu.club.frbe.standing import Status
from sapphire_emu.club.rounding import decimal
from sapphire_emu.club.tables import Column, table
from sapphire_emu.errors import printable


def as_text(report: FictiveReport) -> str:
    """The reasoning, ending with one line a rated player: number, name, rating."""
    field = report.field
    left_out = sum(1 for status in field.statuses if status is Status.LEFT_OUT)
    lines = [
        f"{report.kind.value} ({report.why})",
        f"{len(field.rated)} rated, {len(field.unrated)} unrated players"
        + (f", {left_out} without matricule and rating left out" if left_out else ""),
        "",
    ]
    if not field.unrated:
        return "\n".join([*lines, "nobody is unrated: nothing to work out"])
    if isinstance(report.result, ClosedResult):
        lines += _closed_lines(report, report.result)
    else:
        lines += _open_lines(report, report.result)
    for place, rating in report.ratings.items():
        row = field.rows[place]
        lines.append(f"{row.number} {_name(report, place)} *** {rating}")
    return "\n".join(lines)


def _name(report: FictiveReport, place: int) -> str:
    return printable(report.field.rows[place].name)


def _signed(value: int) -> str:
    return f"+ {value}" if value >= 0 else f"- {-value}"


def _closed_lines(report: FictiveReport, result: ClosedResult) -> list[str]:
    rows = [
        [
            str(report.field.rows[share.place].number),
            _name(report, share.place),
            str(share.games),
            points(share.half_points),
            str(sum(share.ratings)),
        ]
        for share in result.shares
    ]
    columns = [
        Column("no", right=True),
        Column("unrated player"),
        Column("games against rated", right=True),
        Column("score", right=True),
        Column("sum of ratings", right=True),
    ]
    lines = [table(columns, rows), ""]
    if result.refusal:
        return [*lines, f"not applicable: {result.refusal}; the ratings stay 0000"]
    score, mean = points(result.rated_half_points), result.rating - result.dp
    share = decimal(Fraction(100 * result.rated_half_points, 2 * result.games), 1)
    return [
        *lines,
        f"games                  {result.games}",
        f"sum of rated ratings   {result.total}",
        f"mean                   {result.total} / {result.games} = {decimal(result.mean, 1)}, "
        f"rounded {mean}",
        f"rated side             {score} / {result.games} = {share} %, "
        f"rounded {result.rated_percent} %",
        f"unrated side           100 - {result.rated_percent} = {result.unrated_percent} %",
        f"dp                     {result.dp:+d}",
        f"fictive rating         {mean} {_signed(result.dp)} = {result.rating}",
        "",
    ]


def _open_lines(report: FictiveReport, result: OpenResult) -> list[str]:
    lines: list[str] = []
    columns = [
        Column("iteration", right=True),
        Column("no", right=True),
        Column("games", right=True),
        Column("score", right=True),
        Column("sum", right=True),
        Column("mean", right=True),
        Column("percent", right=True),
        Column("dp", right=True),
        Column("rating", right=True),
    ]
    rows = [
        [
            str(number) if place == result.places[0] else "",
            str(report.field.rows[place].number),
            *_step_cells(step),
        ]
        for number, steps in enumerate(result.iterations(), start=1)
        for place, step in zip(result.places, steps, strict=True)
    ]
    if result.places:
        lines += [table(columns, rows), ""]
        lines += _how_it_ended(result)
    lines += [
        f"refused: {report.field.rows[refused.place].number} {_name(report, refused.place)}: "
        f"{refused.reason}; the rating stays 0000"
        for refused in result.refused
    ]
    return [*lines, ""]


def _step_cells(step: Step) -> list[str]:
    if not step.games:
        return ["0", "-", "-", str(step.mean), "-", "-", str(step.rating)]
    return [
        str(step.games),
        points(step.half_points),
        str(step.total),
        str(step.mean),
        str(step.percent),
        f"{step.dp:+d}",
        str(step.rating),
    ]


def _how_it_ended(result: OpenResult) -> list[str]:
    count = len(result.values)
    lines = []
    if result.method is Method.ITERATION:
        lines.append(f"nothing changed any more: {count} iterations")
    else:
        lines.append(f"{result.method.value} ({count} iterations shown)")
    if any(not step.games for step in result.first):
        lines.append("a player who met no rated one starts from the mean of all rated players")
    return lines


def as_dict(report: FictiveReport, name: str) -> dict[str, Any]:
    """The reasoning as plain values for JSON."""
    rows, result = report.field.rows, report.result
    values: dict[str, Any] = {
        "file": name,
        "kind": report.kind.value,
        "why": report.why,
        "ratings": [
            {"number": rows[place].number, "name": rows[place].name, "rating": rating}
            for place, rating in report.ratings.items()
        ],
    }
    if isinstance(result, ClosedResult):
        values |= {
            "applicable": not result.refusal,
            "reason": result.refusal or None,
            "games": result.games,
            "sum": result.total,
            "mean": float(result.mean),
            "rated_score": result.rated_half_points / 2,
            "rated_percent": result.rated_percent,
            "unrated_percent": result.unrated_percent,
            "dp": result.dp,
        }
        return values
    values |= {
        "method": result.method.name.lower(),
        "iteration_count": len(result.values),
        "refused": [
            {"number": rows[r.place].number, "name": rows[r.place].name, "reason": r.reason}
            for r in result.refused
        ],
        "iterations": [
            [
                {
                    "number": rows[place].number,
                    "games": step.games,
                    "score": step.half_points / 2,
                    "sum": step.total,
                    "mean": step.mean,
                    "percent": step.percent if step.games else None,
                    "dp": step.dp if step.games else None,
                    "rating": step.rating,
                }
                for place, step in zip(result.places, steps, strict=True)
            ]
            for steps in result.iterations()
        ],
    }
    return values
