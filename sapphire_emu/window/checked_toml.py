"""Reads the data files of the window (TOML) so that every fault is named with line and column.

``tomllib`` tells where a file is not TOML; for a value that is TOML but wrong this module finds the
place itself. It knows the plain style of our files: one ``key = value`` a line, ``[tables]`` and
``[[arrays of tables]]`` on lines of their own.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, NoReturn

from sapphire_emu.errors import InputError, closest
from sapphire_emu.parsing import Unparsable, parse_toml
from sapphire_emu.reading import MIB, read_utf8

Colour = tuple[int, int, int]

_HEADER = re.compile(r"\s*(\[\[?)\s*([^\]]+?)\s*\]\]?")
_KEY = re.compile(r'\s*("?)([\w.-]+)\1\s*=\s*')


def places_of(text: str) -> dict[str, tuple[int, int]]:
    """Where every table (its header) and every value begins: dotted name -> (line, column).

    >>> places_of("[a]\\nb = 1\\n[[c]]\\nd = 2")["c.0.d"]
    (4, 5)
    """
    places: dict[str, tuple[int, int]] = {}
    counts: dict[str, int] = {}
    table = ""
    for number, line in enumerate(text.splitlines(), start=1):
        if header := _HEADER.match(line):
            table = re.sub(r'["\s]', "", header[2])
            if header[1] == "[[":
                counts[table] = counts.get(table, -1) + 1
                table = f"{table}.{counts[table]}"
            places[table] = (number, header.start(1) + 1)
        elif key := _KEY.match(line):
            name = f"{table}.{key[2]}" if table else key[2]
            places.setdefault(name, (number, key.end() + 1))
    return places


class Table:
    """One table of a file, with checks that say where, what was found and what was expected.

    Every reader raises :class:`InputError`.
    """

    def __init__(
        self, data: dict[str, Any], path: Path, places: dict[str, tuple[int, int]]
    ) -> None:
        self._data = data
        self._path = path
        self._places = places
        self._name = ""
        self._seen: set[str] = set()

    def _child(self, data: Any, name: str) -> Table:
        if not isinstance(data, dict):
            self.fail(name, f"{name} is {_kind(data)}", "a table")
        child = Table(data, self._path, self._places)
        child._name = f"{self._name}.{name}" if self._name else name
        return child

    def fail(self, key: str, message: str, expected: str = "") -> NoReturn:
        """Raise the error that points at a value of this table, or at the table itself."""
        full = f"{self._name}.{key}" if self._name and key else self._name or key
        while full and full not in self._places:
            full = full.rpartition(".")[0]
        line, column = self._places.get(full, (1, 1))
        raise InputError(message, path=self._path, line=line, column=column, expected=expected)

    def _get(self, key: str, expected: str) -> Any:
        self._seen.add(key)
        if key not in self._data:
            where = f"in [{self._name}]" if self._name else "at the top"
            self.fail("", f"'{key}' is missing {where}", expected)
        return self._data[key]

    def __contains__(self, key: str) -> bool:
        return key in self._data

    def names(self) -> Iterator[str]:
        """The keys of the table, in the order of the file."""
        return iter(self._data)

    def number(self, key: str, low: float, high: float) -> float:
        """A number within bounds, both included."""
        expected = f"a number from {low:g} to {high:g}"
        value = self._get(key, expected)
        if isinstance(value, bool) or not isinstance(value, int | float):
            self.fail(key, f"{key} is {_kind(value)}", expected)
        if not low <= value <= high:
            self.fail(key, f"{key} is {value:g}", expected)
        return float(value)

    def numbers(self, key: str, count: int, low: float, high: float) -> tuple[float, ...]:
        """A list of so many numbers within bounds."""
        expected = f"{count} numbers from {low:g} to {high:g}"
        value = self._get(key, expected)
        if not isinstance(value, list) or len(value) != count:
            self.fail(key, f"{key} is {_kind(value)}", expected)
        for item in value:
            if isinstance(item, bool) or not isinstance(item, int | float):
                self.fail(key, f"{key} holds {_kind(item)}", expected)
            if not low <= item <= high:
                self.fail(key, f"{key} holds {item:g}", expected)
        return tuple(float(item) for item in value)

    def points(self, key: str, low: float, high: float) -> tuple[tuple[float, float], ...]:
        """A list of at least three [x, y] pairs."""
        expected = f"a list of three or more [x, y] from {low:g} to {high:g}"
        value = self._get(key, expected)
        good = isinstance(value, list) and len(value) >= 3
        good = good and all(
            isinstance(pair, list)
            and len(pair) == 2
            and all(isinstance(item, int | float) and low <= item <= high for item in pair)
            for pair in value
        )
        if not good:
            self.fail(key, f"{key} is not a list of points", expected)
        return tuple((float(x), float(y)) for x, y in value)

    def text(self, key: str) -> str:
        """A string."""
        value = self._get(key, "a text in quotes")
        if not isinstance(value, str):
            self.fail(key, f"{key} is {_kind(value)}", "a text in quotes")
        return value

    def strings(self, key: str) -> list[str]:
        """A list of strings; it may be empty."""
        value = self._get(key, "a list of texts in quotes")
        if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
            self.fail(key, f"{key} is {_kind(value)}", "a list of texts in quotes")
        return list(value)

    def colour(self, key: str) -> Colour:
        """A colour written ``"#rrggbb"``."""
        value = self.text(key)
        if not re.fullmatch("#[0-9a-fA-F]{6}", value):
            self.fail(key, f"{key} is '{value}'", "a colour such as #1e2a38")
        return int(value[1:3], 16), int(value[3:5], 16), int(value[5:7], 16)

    def table(self, key: str) -> Table:
        """A table inside this one."""
        return self._child(self._get(key, "a table"), key)

    def tables(self, key: str) -> list[Table]:
        """An array of tables; empty when there is none."""
        self._seen.add(key)
        value = self._data.get(key, [])
        if not isinstance(value, list):
            self.fail(key, f"{key} is {_kind(value)}", f"[[{key}]] tables")
        return [self._child(item, f"{key}.{number}") for number, item in enumerate(value)]

    def no_more(self, known: Iterable[str] | None = None) -> None:
        """Refuse keys that nobody has read, or that are not among ``known``."""
        allowed = set(known) if known is not None else self._seen
        for key in self._data:
            if key not in allowed:
                near = closest(key, allowed)
                expected = f"{near}?" if near else "one of " + ", ".join(sorted(allowed))
                self.fail(key, f"unknown '{key}'", expected)


def _kind(value: Any) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, list):
        return f"a list of {len(value)}"
    if isinstance(value, dict):
        return "a table"
    return f"'{value}'"


def read_toml(path: Path) -> Table:
    """Open a data file.

    :raises InputError: it cannot be read, or is not TOML.
    """
    text = read_utf8(path, most=MIB, expected="TOML in UTF-8")
    try:
        data = parse_toml(text)
    except Unparsable as error:
        message = str(error)
        raise InputError(
            message[:1].lower() + message[1:], path=path, line=error.line, column=error.column
        ) from error
    return Table(data, path, places_of(text))
