"""``sapphire skin``: check, draw and measure skins."""

from __future__ import annotations

import json
import os
from pathlib import Path

import click

from sapphire_emu.commands.completing import skins
from sapphire_emu.commands.window_options import parse_size
from sapphire_emu.key_names import keys_named
from sapphire_emu.outputs import may_replace


@click.group()
def skin() -> None:
    """Check, draw and measure skins: what the device looks like, as data.

    A skin is one text file; copy assets/skins/sapphire.toml, which explains every entry.
    """
    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")


@skin.command()
@click.argument("file", metavar="NAME|FILE", shell_complete=skins)
def check(file: str) -> None:
    """Check a skin; the first fault is named with line and column.

    \b
    Example:
      sapphire skin check my.toml
    """
    from sapphire_emu.window.skin import find_skin, load_skin

    path = find_skin(file)
    found = load_skin(path)
    click.echo(f"{path}: {found.name}, {found.size[0]:g} x {found.size[1]:g} units, no fault")


@skin.command()
@click.argument("file", metavar="NAME|FILE", default="sapphire", shell_complete=skins)
@click.option("-o", "--output", required=True, metavar="PNG", type=click.Path(path_type=Path))
@click.option("--force", is_flag=True, help="Replace the output if it exists.")
@click.option("--size", default="1100x760", show_default=True, metavar="WxH")
@click.option(
    "--press", "keys", default="", metavar="KEYS", help='Keys to press first: "option ver".'
)
@click.option("--light", is_flag=True, help="Bright surroundings.")
@click.option("--keyboard", is_flag=True, help="Show the keyboard map, as F1 does.")
@click.option(
    "--sheet",
    type=click.Choice(["screens", "modes"]),
    help="A contact sheet instead: every screen of the LCD, or the device in every mode.",
)
def render(
    file: str,
    *,
    output: Path,
    force: bool,
    size: str,
    keys: str,
    light: bool,
    keyboard: bool,
    sheet: str | None,
) -> None:
    """Draw a window with this skin into a PNG, without opening one.

    \b
    Examples:
      sapphire skin render -o window.png
      sapphire skin render contrast -o rating.png --size 1600x1000 --press "option ver"
      sapphire skin render my.toml -o screens.png --sheet screens
    """
    from sapphire_emu.window.skin import find_skin, load_skin
    from sapphire_emu.window.still import Look, draw_sheet, draw_still, save_picture

    pressed = keys_named(keys.split())
    may_replace(output, [], force=force)
    found = load_skin(find_skin(file))
    if sheet is not None:
        picture = draw_sheet(found, sheet)
    else:
        picture = draw_still(found, parse_size(size), pressed, Look(light, keyboard))
    save_picture(picture, output)
    click.echo(str(output))


@skin.command()
@click.argument("file", metavar="NAME|FILE", default="sapphire", shell_complete=skins)
@click.option("--size", default="1100x760", show_default=True, metavar="WxH")
@click.option("--json", "as_json", is_flag=True, help="One JSON object.")
def info(file: str, *, size: str, as_json: bool) -> None:
    """Where keys and LCD lie in a window of a size, as at first start, in pixels.

    \b
    Example:
      sapphire skin info --size 800x600 --json
    """
    from sapphire_emu.window.layout import arrange
    from sapphire_emu.window.skin import find_skin, load_skin

    layout = arrange(load_skin(find_skin(file)), parse_size(size))
    if as_json:
        click.echo(json.dumps(layout.info()))
        return
    for name, box in (("lcd", layout.lcd), *((k.script_name, b) for k, b in layout.keys.items())):
        click.echo(f"{name:<7} {box.x:>5} {box.y:>5} {box.w:>4} {box.h:>4}")
