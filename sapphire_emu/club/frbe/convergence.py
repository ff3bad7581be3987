"""Pictures of how fictive ratings came about: an open's iterations, a closed group's one step."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence

from sapphire_emu.club.frbe.closed_group import ClosedResult
from sapphire_emu.club.frbe.fictive import FictiveReport
from sapphire_emu.club.frbe.open_event import Method, OpenResult
from sapphire_emu.club.picture import (
    GRID,
    HUES,
    INK,
    MUTED,
    Dot,
    Line,
    Picture,
    Shape,
    Text,
    ticks,
)

_WIDTH, _HEIGHT = 820, 470
_LEFT, _TOP, _RIGHT, _BOTTOM = 76, 84, 236, 64
_MOST_LABELS = 14
"""Lines named at their end; with more players the names would run into each other."""
_NAMES_FIT = 23


def explain_picture(report: FictiveReport, title: str) -> Picture:
    """The picture of one file's calculation."""
    if isinstance(report.result, ClosedResult):
        return _closed_picture(report, report.result, title)
    return _open_picture(report, report.result, title)


def _head(title: str, subtitle: str) -> list[Shape]:
    return [
        Text(24, 28, _cut(title, 70), 18, bold=True),
        Text(24, 54, subtitle, 12, MUTED),
    ]


def _cut(text: str, most: int) -> str:
    return text if len(text) <= most else text[: most - 1] + "…"


def _open_picture(report: FictiveReport, result: OpenResult, title: str) -> Picture:
    series = [[values[n] for values in result.values] for n in range(len(result.places))]
    if result.method is not Method.ITERATION:
        series = [[*values, last] for values, last in zip(series, result.ratings, strict=True)]
    if not series:
        about = "No unrated player could be rated."
        shapes = _head(title, about)
        return Picture(_WIDTH, 120, title, about, tuple(shapes))
    marks = ticks(min(map(min, series)) - 1, max(map(max, series)) + 1)
    count = len(series[0])
    subtitle = "fictive rating of each unrated player by iteration"
    if result.method is not Method.ITERATION:
        subtitle += "; the last column is the exact solution, rounded"

    def x(number: int) -> float:
        return _LEFT + (_WIDTH - _LEFT - _RIGHT) * (number / max(count - 1, 1))

    def y(rating: float) -> float:
        share = (rating - marks[0]) / (marks[-1] - marks[0])
        return _HEIGHT - _BOTTOM - (_HEIGHT - _TOP - _BOTTOM) * share

    shapes = _head(title, subtitle)
    shapes += _rating_axis(marks, y, _WIDTH - _RIGHT)
    every = max(1, -(-count // 16))
    for number in range(0, count, every):
        label = str(number + 1)
        if number == count - 1 and result.method is not Method.ITERATION:
            label = "exact"
        shapes.append(Text(x(number), _HEIGHT - _BOTTOM + 22, label, 13, INK, "middle"))
    middle = (_LEFT + _WIDTH - _RIGHT) / 2
    shapes.append(Text(middle, _HEIGHT - 18, "iteration", 12, MUTED, "middle"))
    thickness = 2.5 if len(series) <= _MOST_LABELS else 1.2
    for place, values in enumerate(series):
        colour = HUES[place % len(HUES)]
        shapes.append(Line(tuple((x(n), y(v)) for n, v in enumerate(values)), colour, thickness))
        if count <= 30 and len(series) <= _MOST_LABELS:
            shapes += [Dot(x(n), y(v), 4.5, colour) for n, v in enumerate(values)]
    shapes += _end_labels(report, result, [y(values[-1]) for values in series])
    about = f"{subtitle}; {len(series)} players, {len(result.values)} iterations."
    return Picture(_WIDTH, _HEIGHT, title, about, tuple(shapes))


def _rating_axis(marks: Sequence[int], y: Callable[[float], float], right: float) -> list[Shape]:
    shapes: list[Shape] = []
    for mark in marks:
        shapes.append(Line(((_LEFT, y(mark)), (right, y(mark))), GRID))
        shapes.append(Text(_LEFT - 12, y(mark), str(mark), 13, INK, "end"))
    return shapes


def _end_labels(report: FictiveReport, result: OpenResult, ends: Sequence[float]) -> list[Shape]:
    """Number, name and rating beside each line's end, moved apart where they would touch."""
    x = _WIDTH - _RIGHT + 14
    if len(ends) > _MOST_LABELS:
        return [Text(x, _TOP, f"{len(ends)} players", 13, MUTED)]
    order = sorted(range(len(ends)), key=lambda place: ends[place])
    heights = _apart([ends[place] for place in order], _HEIGHT - _BOTTOM)
    shapes: list[Shape] = []
    for place, height in zip(order, heights, strict=True):
        row = report.field.rows[result.places[place]]
        label = f"{row.number} {_cut(row.name, _NAMES_FIT)} {result.ratings[place]}"
        shapes.append(Text(x, height, label, 13, HUES[place % len(HUES)]))
    return shapes


def _apart(heights: Sequence[float], lowest: float, least: float = 17) -> list[float]:
    """Sorted heights moved at least ``least`` units apart, none below ``lowest``.

    >>> _apart([10, 12, 95, 96], 100, 10)
    [10, 20, 90, 100]
    """
    moved: list[float] = []
    for height in heights:
        moved.append(max(height, moved[-1] + least) if moved else height)
    limit = lowest
    for number in reversed(range(len(moved))):
        moved[number] = min(moved[number], limit)
        limit = moved[number] - least
    return moved


def _closed_picture(report: FictiveReport, result: ClosedResult, title: str) -> Picture:
    ratings = Counter(rating for share in result.shares for rating in share.ratings)
    if result.refusal:
        about = f"not applicable: {result.refusal}"
        return Picture(_WIDTH, 120, title, about, tuple(_head(title, about)))
    mean = result.rating - result.dp
    values = [*ratings, mean, result.rating]
    marks = ticks(min(values) - 1, max(values) + 1, 8)
    top, bottom, right = 100, 270, _WIDTH - 44

    def x(rating: float) -> float:
        return _LEFT + (right - _LEFT) * (rating - marks[0]) / (marks[-1] - marks[0])

    subtitle = (
        f"{result.games} games: mean of the rated opponents {mean}, unrated side "
        f"{result.unrated_percent} %, dp {result.dp:+d}, fictive rating {result.rating}"
    )
    shapes = _head(title, subtitle)
    for mark in marks:
        shapes.append(Line(((x(mark), top), (x(mark), bottom)), GRID))
        shapes.append(Text(x(mark), bottom + 20, str(mark), 13, INK, "middle"))
    shapes.append(Text(right, bottom + 44, "rating", 12, MUTED, "end"))
    base = bottom - 26
    for rating, games in sorted(ratings.items()):
        for number in range(min(games, 12)):
            shapes.append(Dot(x(rating), base - 11 * number, 5.5, HUES[0]))
        if games > 12:
            shapes.append(Text(x(rating), base - 11 * 12 - 4, f"{games}", 12, MUTED, "middle"))
    shapes += [
        Line(((x(mean), top), (x(mean), bottom)), MUTED, 2, 5),
        Line(((x(result.rating), top), (x(result.rating), bottom)), HUES[1], 3),
        *_closed_labels(x(mean), x(result.rating), mean, result.rating, top),
        Dot(_LEFT, 330, 5.5, HUES[0]),
        Text(_LEFT + 14, 330, "one game against a rated player of this rating", 13),
    ]
    return Picture(_WIDTH, 356, title, subtitle, tuple(shapes))


def _closed_labels(
    mean_x: float, fictive_x: float, mean: int, fictive: int, top: int
) -> list[Shape]:
    """Labels of the two lines, on their outer sides so that they never touch."""
    outward = "end" if fictive_x < mean_x else "start"
    inward = "start" if outward == "end" else "end"
    shift = 6 if outward == "start" else -6
    return [
        Text(fictive_x + shift, top - 10, f"fictive {fictive}", 13, HUES[1], outward, bold=True),
        Text(mean_x - shift, top - 10, f"mean {mean}", 13, MUTED, inward),
    ]
