"""Options and arguments that several of the commands share."""

from __future__ import annotations

import contextlib
import re
from datetime import date
from pathlib import Path

import click

from sapphire_emu.club.frbe.encoding import ENCODINGS

FILE = click.Path(path_type=Path)

encoding_option = click.option(
    "--encoding",
    type=click.Choice(ENCODINGS, case_sensitive=False),
    help="Read the file in this encoding instead of finding out.",
)
json_option = click.option("--json", "as_json", is_flag=True, help="Print JSON for a program.")


class Day(click.ParamType):  # type: ignore[type-arg]
    """A date written YYYY-MM-DD."""

    name = "YYYY-MM-DD"

    def convert(
        self, value: object, param: click.Parameter | None, ctx: click.Context | None
    ) -> date:
        """Turn the word into a date; click names the option when it cannot be."""
        if isinstance(value, date):
            return value
        text = str(value)
        if re.fullmatch(r"\d{4}-\d\d-\d\d", text, re.ASCII):
            with contextlib.suppress(ValueError):
                return date.fromisoformat(text)
        return self.fail(f"'{text[:40]}' is not a date (expected YYYY-MM-DD)", param, ctx)


DAY = Day()
