"""The unrounded equations of an open, solved: n·R - sum of the unrated opponents' R = constant.

Small groups are solved in exact fractions. Larger ones, where the fractions would grow to thousands
of digits, are solved in floating point and then corrected with exactly computed residuals until
the error is below 2^-60 rating points, far under what rounding to a whole point can notice.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from sapphire_emu.club.rounding import half_up

MOST_EXACT = 40
"""Unknowns of a connected group up to which exact fractions are used."""
_BITS = 96
"""Fixed-point bits of the larger groups' solution."""
_TIE_BITS = 40
"""Closer than 2^-40 to a half counts as the half."""


@dataclass(frozen=True, slots=True)
class Equation:
    """``games * R - sum(R of opponents) = constant``; ``opponents`` may repeat."""

    games: int
    constant: int
    opponents: tuple[int, ...]


def solve(equations: Sequence[Equation]) -> tuple[int, ...]:
    """Every unknown rounded half up. Each connected group must have a rated opponent somewhere.

    >>> solve([Equation(2, 1500, (1,)), Equation(2, 1503, (0,))])
    (1501, 1502)
    """
    result = [0] * len(equations)
    for group in _groups(equations):
        solver = _solve_exactly if len(group) <= MOST_EXACT else _solve_by_refinement
        for place, value in zip(group, solver(equations, group), strict=True):
            result[place] = value
    return tuple(result)


def _groups(equations: Sequence[Equation]) -> list[list[int]]:
    """Connected unknowns, each group sorted."""
    neighbours: list[set[int]] = [set(equation.opponents) for equation in equations]
    for place, equation in enumerate(equations):
        for other in equation.opponents:
            neighbours[other].add(place)
    groups, seen = [], set[int]()
    for start in range(len(equations)):
        if start in seen:
            continue
        group, open_ = {start}, [start]
        while open_:
            fresh = neighbours[open_.pop()] - group
            group |= fresh
            open_ += fresh
        seen |= group
        groups.append(sorted(group))
    return groups


def _solve_exactly(equations: Sequence[Equation], group: Sequence[int]) -> list[int]:
    """Gauss elimination in fractions; no pivoting is needed, the matrix is diagonally dominant."""
    order = {place: number for number, place in enumerate(group)}
    size = len(group)
    matrix = [[Fraction(0)] * (size + 1) for _ in group]
    for number, place in enumerate(group):
        matrix[number][number] += equations[place].games
        matrix[number][size] = Fraction(equations[place].constant)
        for other in equations[place].opponents:
            matrix[number][order[other]] -= 1
    for pivot in range(size):
        head = matrix[pivot]
        for line in matrix[pivot + 1 :]:
            if line[pivot]:
                factor = line[pivot] / head[pivot]
                for column in range(pivot, size + 1):
                    line[column] -= factor * head[column]
    values = [Fraction(0)] * size
    for number in reversed(range(size)):
        line = matrix[number]
        known = sum((line[c] * values[c] for c in range(number + 1, size)), Fraction(0))
        values[number] = (line[size] - known) / line[number]
    return [half_up(value) for value in values]


def _solve_by_refinement(equations: Sequence[Equation], group: Sequence[int]) -> list[int]:
    import numpy as np

    order = {place: number for number, place in enumerate(group)}
    matrix = np.zeros((len(group), len(group)))
    for number, place in enumerate(group):
        matrix[number, number] += equations[place].games
        for other in equations[place].opponents:
            matrix[number, order[other]] -= 1
    inverse = np.linalg.inv(matrix)
    values = [0] * len(group)  # integers, in units of 2^-_BITS
    for _ in range(60):
        residual = []
        for number, place in enumerate(group):
            equation = equations[place]
            met = sum([values[order[other]] for other in equation.opponents])
            residual.append((equation.constant << _BITS) - equation.games * values[number] + met)
        size = max(map(abs, residual))
        shift = max(size.bit_length() - 60, 0)
        correction = inverse @ np.array([part >> shift for part in residual], dtype=float)
        steps = [int(part) << shift for part in correction.tolist()]
        values = [value + step for value, step in zip(values, steps, strict=True)]
        if max(map(abs, steps)) < 1 << (_BITS - 60):
            break
    tie = 1 << (_BITS - _TIE_BITS)
    return [(value + (1 << (_BITS - 1)) + tie) >> _BITS for value in values]
