"""``sapphire keys``: the keypad and what every key means in a mode, from the machine's tables."""

from __future__ import annotations

import json
import textwrap

import click

from firmware_model.keys import CAP_LEGEND, KEYPAD_ROWS, Key
from firmware_model.mode import Mode
from firmware_model.modes import row_for

CELL_WIDTH = 16
CELL_LINES = 3


def meaning(mode: Mode, key: Key) -> str:
    """What a key does in a mode; a dash where it is refused."""
    row = row_for(mode, key)
    return "-" if row is None else row.what


def keypad(mode: Mode) -> str:
    """The keypad as text, each key with its legend and its meaning."""
    width = max(len(row) for row in KEYPAD_ROWS) * CELL_WIDTH
    lines = [f"{mode.name}".center(width).rstrip(), ""]
    for row in KEYPAD_ROWS:
        cells = [_cell(mode, key) for key in row]
        for number in range(1 + CELL_LINES):
            lines.append("".join(cell[number] for cell in cells).center(width).rstrip())
        lines.append("")
    return "\n".join(lines).rstrip()


def _cell(mode: Mode, key: Key | None) -> list[str]:
    if key is None:
        return [" " * CELL_WIDTH] * (1 + CELL_LINES)
    words = textwrap.wrap(meaning(mode, key), CELL_WIDTH - 2)[:CELL_LINES]
    words += [""] * (CELL_LINES - len(words))
    return [f"{text:^{CELL_WIDTH}}" for text in (f"[{CAP_LEGEND[key]}]", *words)]


@click.command()
@click.option(
    "--mode",
    "name",
    type=click.Choice([mode.name.lower() for mode in Mode]),
    default="play",
    show_default=True,
    help="Which mode's meanings to show.",
)
@click.option("--all", "every", is_flag=True, help="Every mode, one after the other.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object: key -> meaning.")
def keys(*, name: str, every: bool, as_json: bool) -> None:
    """Show the keypad and what each key means in a mode. A dash is a key that is refused.

    \b
    Examples:
      sapphire keys
      sapphire keys --mode rating
      sapphire keys --all > cheat-sheet.txt
    """
    modes = list(Mode) if every else [Mode[name.upper()]]
    if as_json:
        shown = {
            mode.name.lower(): {key.script_name: meaning(mode, key) for key in Key}
            for mode in modes
        }
        click.echo(json.dumps(shown if every else shown[name], ensure_ascii=False))
        return
    click.echo("\n\n".join(keypad(mode) for mode in modes))
