"""The rating's history as a picture, and a simulated career's quantiles as one."""

from __future__ import annotations

from collections.abc import Sequence

from sapphire_emu.club.picture import GRID, HUES, INK, MUTED, Dot, Line, Picture, Shape, Text, ticks
from sapphire_emu.sheet.simulation import QUANTILES, Career
from sapphire_emu.store.records import LogEntry

WIDTH, HEIGHT = 900, 480
LEFT, RIGHT, TOP, BOTTOM = 64.0, 24.0, 56.0, 52.0
BAND = "#d5e4f3"
INNER_BAND = "#a9c8e6"
DOTS_UP_TO = 120
"""With more games than this, single ones are not marked."""


class _Axes:
    """From games and points to units of the picture."""

    def __init__(self, games: int, low: float, high: float) -> None:
        marks = ticks(low, high, 6)
        self.games = max(games, 1)
        self.low = min(low, marks[0]) if marks else low
        self.high = max(high, marks[-1]) if marks else high
        if self.high == self.low:
            self.low, self.high = self.low - 50, self.high + 50
        self.marks = [mark for mark in ticks(self.low, self.high, 6) if low <= mark <= high]

    def x(self, game: float) -> float:
        return LEFT + (WIDTH - LEFT - RIGHT) * game / self.games

    def y(self, elo: float) -> float:
        return HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * (elo - self.low) / (self.high - self.low)

    def shapes(self, title: str, below: str) -> list[Shape]:
        shapes: list[Shape] = [
            Text(LEFT, 28, title, size=18, bold=True),
            Text(LEFT, 46, below, size=12, colour=MUTED),
        ]
        for mark in self.marks:
            shapes.append(Line(((LEFT, self.y(mark)), (WIDTH - RIGHT, self.y(mark))), GRID))
            shapes.append(Text(LEFT - 8, self.y(mark), str(mark), anchor="end", colour=MUTED))
        for mark in ticks(0, self.games, 8):
            if 0 <= mark <= self.games:
                shapes.append(
                    Text(
                        self.x(mark), HEIGHT - BOTTOM + 20, str(mark), anchor="middle", colour=MUTED
                    )
                )
        shapes.append(
            Text((LEFT + WIDTH - RIGHT) / 2, HEIGHT - 12, "games", anchor="middle", colour=MUTED)
        )
        return shapes


def history_picture(log: Sequence[LogEntry], margins: Sequence[float]) -> Picture:
    """The rating after each game, with a band around it.

    :param margins: half-width of the band in points, one for each entry of the log.
    """
    ratings = [log[0].before.elo, *(entry.after.elo for entry in log)] if log else [1400]
    widths = [margins[0] if margins else 0.0, *margins]
    axes = _Axes(
        len(ratings) - 1,
        min(elo - width for elo, width in zip(ratings, widths, strict=True)),
        max(elo + width for elo, width in zip(ratings, widths, strict=True)),
    )
    shapes = axes.shapes(
        "Your rating", f"{len(log)} entries; the band is how far the games so far leave it open"
    )
    step = max(1, len(ratings) // 800)
    for game in range(0, len(ratings), step):
        elo, width = ratings[game], widths[game]
        shapes.append(
            Line(
                ((axes.x(game), axes.y(elo - width)), (axes.x(game), axes.y(elo + width))),
                BAND,
                width=max(1.5, (WIDTH - LEFT - RIGHT) * step / max(len(ratings), 1) + 0.5),
            )
        )
    points = tuple((axes.x(game), axes.y(ratings[game])) for game in range(0, len(ratings), step))
    shapes.append(Line(points, HUES[0], width=2.0))
    if len(ratings) <= DOTS_UP_TO:
        shapes += [Dot(x, y, 3.5, HUES[0]) for x, y in points]
    shapes.append(
        Text(
            axes.x(len(ratings) - 1) - 4,
            axes.y(ratings[-1]) - 10,
            str(ratings[-1]),
            anchor="end",
            bold=True,
            colour=INK,
        )
    )
    said = f"Rating history from {ratings[0]} to {ratings[-1]} in {len(log)} entries."
    return Picture(WIDTH, HEIGHT, "Your rating", said, tuple(shapes))


def career_picture(career: Career) -> Picture:
    """Median and quantiles after each game, and the true strength."""
    games = career.counts.shape[0] - 1
    rows = [career.quantiles(game) for game in range(games + 1)]
    low = min(min(row) for row in rows)
    high = max(max(row) for row in rows)
    axes = _Axes(games, min(low, career.strength), max(high, career.strength))
    shapes = axes.shapes(
        f"A player of {career.strength} against {career.oelo}, {career.rules.value} formulas",
        "median, the middle half and nine in ten players; dashed: true strength",
    )
    wide = (WIDTH - LEFT - RIGHT) / max(games, 1) + 0.5
    for game, row in enumerate(rows):
        for lower, upper, fill in (
            (0, len(QUANTILES) - 1, BAND),
            (1, len(QUANTILES) - 2, INNER_BAND),
        ):
            x = axes.x(game)
            shapes.append(
                Line(((x, axes.y(row[lower])), (x, axes.y(row[upper]))), fill, width=wide)
            )
    middle = QUANTILES.index(0.5)
    shapes.append(
        Line(
            tuple((axes.x(game), axes.y(row[middle])) for game, row in enumerate(rows)),
            HUES[0],
            width=2.0,
        )
    )
    y = axes.y(career.strength)
    shapes.append(Line(((LEFT, y), (WIDTH - RIGHT, y)), HUES[1], width=1.5, dash=6))
    said = f"After {games} games the median is {rows[-1][middle]}."
    return Picture(WIDTH, HEIGHT, "Simulated careers", said, tuple(shapes))
