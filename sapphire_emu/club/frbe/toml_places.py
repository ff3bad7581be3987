"""Where a key or a string stands in a TOML text: the standard parser keeps no places."""

from __future__ import annotations

import re


class Places:
    """Finds lines and columns, from 1, for messages; (0, 0) when it cannot tell."""

    def __init__(self, text: str) -> None:
        self._lines = text.splitlines()

    def table(self, name: str, index: int | None = None) -> int:
        """Line of ``[name]``, or of the ``index``-th (from 0) ``[[name]]``; 0 if not found."""
        brackets = rf"\[\s*{name}\s*\]" if index is None else rf"\[\[\s*{name}\s*\]\]"
        header = re.compile(rf"\s*{brackets}\s*(#.*)?$")
        wanted = index or 0
        for number, line in enumerate(self._lines, start=1):
            if header.match(line):
                if wanted == 0:
                    return number
                wanted -= 1
        return 0

    def key(self, table: str, index: int | None, key: str) -> tuple[int, int]:
        """Place of a key's value in a table, or of the table when the key is not there."""
        start = self.table(table, index)
        if not start:
            return 0, 0
        pattern = re.compile(rf"\s*[\"']?{re.escape(key)}[\"']?\s*=\s*")
        for number, line in enumerate(self._lines[start:], start=start + 1):
            if line.lstrip().startswith("["):
                break
            found = pattern.match(line)
            if found:
                return number, found.end() + 1
        return start, 1

    def string(self, table: str, index: int | None, text: str, nth: int = 0) -> tuple[int, int]:
        """Place of the ``nth`` (from 0) string with these contents below a table's header."""
        start = self.table(table, index)
        pattern = re.compile(rf"([\"']){re.escape(text)}\1")
        for number, line in enumerate(self._lines[start:], start=start + 1):
            if re.match(r"\s*\[+\s*\w+\s*\]+\s*(#.*)?$", line):
                break
            for found in pattern.finditer(line):
                if nth == 0:
                    return number, found.start() + 2
                nth -= 1
        return self.key(table, index, "games")
