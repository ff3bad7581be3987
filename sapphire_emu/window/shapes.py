"""Drawings as paths: read from ``assets/shapes.toml``, flattened to polygons.

A path is text in a box of 100 x 100 with SVG's absolute letters M, L, C and Z, and ``O x y r`` for
a disc.
"""

from __future__ import annotations

import math
from functools import cache
from typing import NamedTuple

from sapphire_emu.resources import asset
from sapphire_emu.window.checked_toml import Table, read_toml

Point = tuple[float, float]
Polygon = tuple[Point, ...]

BOX = 100.0
CURVE_STEPS = 12
DISC_STEPS = 40

_ARGUMENTS = {"M": 2, "L": 2, "C": 6, "Z": 0, "O": 3}


class Shape(NamedTuple):
    """A drawing: what is filled, what is taken out again, and what is filled in the hole."""

    body: tuple[Polygon, ...]
    cut: tuple[Polygon, ...]
    fill: tuple[Polygon, ...]


def _curve(start: Point, control: tuple[float, ...]) -> list[Point]:
    x1, y1, x2, y2, x3, y3 = control
    points = []
    for step in range(1, CURVE_STEPS + 1):
        t = step / CURVE_STEPS
        u = 1 - t
        a, b, c, d = u * u * u, 3 * u * u * t, 3 * u * t * t, t * t * t
        points.append(
            (a * start[0] + b * x1 + c * x2 + d * x3, a * start[1] + b * y1 + c * y2 + d * y3)
        )
    return points


def _disc(x: float, y: float, radius: float) -> Polygon:
    turn = 2 * math.pi / DISC_STEPS
    return tuple(
        (x + radius * math.cos(n * turn), y + radius * math.sin(n * turn))
        for n in range(DISC_STEPS)
    )


def flatten(path: str) -> tuple[Polygon, ...]:
    """The polygons of a path.

    :raises ValueError: what is wrong with it.

    >>> flatten("M 0 0 L 9 0 L 9 9 Z")
    (((0.0, 0.0), (9.0, 0.0), (9.0, 9.0)),)
    """
    words = path.split()
    polygons: list[Polygon] = []
    points: list[Point] = []
    at = 0
    while at < len(words):
        letter = words[at]
        if letter not in _ARGUMENTS:
            raise ValueError(f"'{letter}' in a path (expected M, L, C, Z or O)")
        count = _ARGUMENTS[letter]
        try:
            numbers = tuple(float(word) for word in words[at + 1 : at + 1 + count])
        except ValueError:
            numbers = ()
        if len(numbers) < count:
            raise ValueError(f"{letter} in a path lacks a number (expected {count})")
        at += 1 + count
        match letter:
            case "O":
                polygons.append(_disc(numbers[0], numbers[1], numbers[2]))
            case "Z":
                polygons.append(tuple(points))
                points = []
            case "C":
                if not points:
                    raise ValueError("C before M in a path")
                points += _curve(points[-1], numbers)
            case _:
                points.append((numbers[0], numbers[1]))
    if points:
        raise ValueError("a path is not closed (expected Z at its end)")
    return tuple(polygons)


def _polygons(table: Table, key: str) -> tuple[Polygon, ...]:
    try:
        return flatten(table.text(key))
    except ValueError as error:
        table.fail(key, str(error))


@cache
def shapes() -> dict[str, Shape]:
    """Every drawing by name."""
    top = read_toml(asset("shapes.toml"))
    found = {}
    for name in top.names():
        table = top.table(name)
        fill = _polygons(table, "fill") if "fill" in table else ()
        found[name] = Shape(_polygons(table, "body"), _polygons(table, "cut"), fill)
        table.no_more()
    return found


def shape_names() -> list[str]:
    """The names of every drawing."""
    return list(shapes())
