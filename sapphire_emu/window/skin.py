"""Skins: what the device looks like, as data.

A skin is one commented text file (``assets/skins/*.toml``): geometry in units of the device,
colours, fonts. It is checked when it is loaded; a fault is named with line and column. The shipped
``sapphire.toml`` explains every entry.
"""

from __future__ import annotations

from pathlib import Path

from firmware_model.keys import Key
from firmware_model.lcd import SYMBOLS
from sapphire_emu.errors import UserError, closest
from sapphire_emu.resources import asset
from sapphire_emu.window.checked_toml import Table, read_toml
from sapphire_emu.window.shapes import shape_names
from sapphire_emu.window.skin_parts import (
    LAYERS,
    READING_ORDER,
    Blend,
    CapColours,
    Case,
    Cells,
    Glass,
    Keypad,
    Label,
    Lamp,
    Lamps,
    Numbers4,
    Panel,
    PowerSwitch,
    Skin,
    Surroundings,
    Symbol,
)

__all__ = ["Skin", "find_skin", "load_skin", "skin_names"]

FAR = 10_000
"""No length in a skin is longer than this many units."""


def _blend(table: Table) -> Blend:
    return Blend(table.colour("top"), table.colour("low"))


def _box(table: Table) -> Numbers4:
    x, y, w, h = table.numbers("box", 4, 0, FAR)
    if w <= 0 or h <= 0:
        table.fail("box", "box is empty", "[x, y, width, height] with a width and a height above 0")
    return x, y, w, h


def _within(table: Table, key: str, box: Numbers4, size: tuple[float, float], where: str) -> None:
    if box[0] < 0 or box[1] < 0 or box[0] + box[2] > size[0] or box[1] + box[3] > size[1]:
        table.fail(key, f"{key} reaches beyond {where}", f"within {size[0]:g} x {size[1]:g}")


def _panel(table: Table) -> Panel:
    return Panel(_box(table), table.number("radius", 0, FAR), _blend(table))


def _font(table: Table, key: str, skin: Path) -> Path:
    name = table.text(key)
    found = [p for p in (skin.parent / name, asset("fonts") / name) if p.is_file()]
    if found:
        return found[0]
    return table.fail(key, f"no font file '{name}' beside the skin or in assets/fonts")


def _case(table: Table, size: tuple[float, float]) -> Case:
    case = Case(
        table.points("outline", 0, max(size)),
        table.number("radius", 0, FAR),
        _blend(table),
        table.colour("edge"),
        table.colour("groove"),
        table.number("groove_y", 0, size[1]),
    )
    table.no_more()
    return case


def _symbol(table: Table, size: tuple[float, float]) -> Symbol:
    box = _box(table)
    _within(table, "box", box, size, "the glass")
    if ("text" in table) == ("shape" in table):
        table.fail("", "a symbol has either a text or a shape")
    shape = "" if "text" in table else table.text("shape")
    if shape and shape not in shape_names():
        near = closest(shape, shape_names())
        table.fail(
            "shape", f"no drawing '{shape}' in assets/shapes.toml", f"{near}?" if near else ""
        )
    symbol = Symbol(box, "" if shape else table.text("text"), shape)
    table.no_more()
    return symbol


def _glass(table: Table, size: tuple[float, float]) -> Glass:
    panel = _panel(table)
    _within(table, "box", panel.box, size, "the device")
    inner = panel.box[2], panel.box[3]
    cells = table.table("cells")
    found = Cells(
        x=cells.number("x", 0, FAR),
        y=cells.number("y", 0, FAR),
        width=cells.number("width", 1, FAR),
        height=cells.number("height", 1, FAR),
        pitch=cells.number("pitch", 1, FAR),
        slant=cells.number("slant", 0, 30),
        thickness=cells.number("thickness", 0.5, FAR),
        gap=cells.number("gap", 0, FAR),
    )
    cells.no_more()
    right = found.x + 5 * found.pitch + found.width
    if right > inner[0] or found.y + found.height > inner[1]:
        cells.fail(
            "", "the six cells reach beyond the glass", f"within {inner[0]:g} x {inner[1]:g}"
        )
    symbols = table.table("symbols")
    drawn = {name: _symbol(symbols.table(name), inner) for name in SYMBOLS}
    symbols.no_more(SYMBOLS)
    glass = Glass(
        panel,
        table.colour("ink"),
        table.number("ghost", 0, 1),
        table.number("shadow", 0, 1),
        found,
        drawn,
    )
    table.no_more()
    return glass


def _caps(table: Table) -> CapColours:
    caps = CapColours(_blend(table), table.colour("cap"))
    table.no_more()
    return caps


def _keypad(table: Table, size: tuple[float, float]) -> Keypad:
    radius = table.number("radius", 1, FAR)
    centres_table = table.table("centres")
    centres: dict[Key, tuple[float, float]] = {}
    for key in READING_ORDER:
        x, y = centres_table.numbers(key.script_name, 2, 0, FAR)
        disc = (x - radius, y - radius, 2 * radius, 2 * radius)
        _within(centres_table, key.script_name, disc, size, "the device")
        for other, (ox, oy) in centres.items():
            if (x - ox) ** 2 + (y - oy) ** 2 < (2 * radius) ** 2:
                centres_table.fail(
                    key.script_name, f"{key.script_name} lies on {other.script_name}"
                )
        centres[key] = (x, y)
    centres_table.no_more(key.script_name for key in Key)
    keypad = Keypad(
        centres,
        radius,
        table.number("cap_size", 1, FAR),
        table.number("icon_size", 1, FAR),
        (table.number("line1", -FAR, FAR), table.number("line2", -FAR, FAR)),
        table.number("print_size", 1, FAR),
        table.number("print_width", 1, FAR),
        (table.colour("first"), table.colour("second")),
        table.colour("now"),
        _caps(table.table("grey")),
        _caps(table.table("red")),
    )
    table.no_more()
    return keypad


def _lamps(table: Table, size: tuple[float, float]) -> Lamps:
    by_layer = {}
    for layer in LAYERS:
        row = table.table(layer)
        by_layer[layer] = Lamp(row.text("text"), row.number("x", 0, size[0]), row.colour("colour"))
        row.no_more()
    lamps = Lamps(
        table.number("y", 0, size[1]), table.number("size", 1, FAR), table.colour("off"), by_layer
    )
    table.no_more()
    return lamps


def _power(table: Table, size: tuple[float, float]) -> PowerSwitch:
    switch = PowerSwitch(_box(table), table.colour("face"), table.colour("on"))
    _within(table, "box", switch.box, size, "the device")
    table.no_more()
    return switch


def _surroundings(table: Table) -> Surroundings:
    found = Surroundings(*(table.colour(name) for name in Surroundings.__slots__))
    table.no_more()
    return found


def _label(table: Table) -> Label:
    x, y = table.numbers("at", 2, 0, FAR)
    label = Label(
        table.text("text"),
        (x, y),
        table.number("size", 1, FAR),
        table.number("tracking", 0, FAR),
        table.colour("colour"),
    )
    table.no_more()
    return label


def load_skin(path: Path) -> Skin:
    """Read and check a skin.

    :raises UserError: the file cannot be read.
    :raises InputError: something in it is wrong, with line and column.
    """
    top = read_toml(path)
    width, height = top.numbers("size", 2, 50, FAR)
    size = width, height
    fonts = top.table("fonts")
    skin = Skin(
        top.text("name"),
        size,
        top.number("relief", 0, 1),
        _font(fonts, "text", path),
        _font(fonts, "mono", path),
        _case(top.table("case"), size),
        _panel(top.table("bezel")),
        tuple(_label(table) for table in top.tables("label")),
        _glass(top.table("lcd"), size),
        _keypad(top.table("keys"), size),
        _lamps(top.table("lamps"), size),
        _power(top.table("power"), size),
        _surroundings(top.table("dark")),
        _surroundings(top.table("light")),
    )
    fonts.no_more()
    top.no_more()
    return skin


def skin_names() -> list[str]:
    """The shipped skins."""
    return sorted(path.stem for path in asset("skins").glob("*.toml"))


def find_skin(name: str) -> Path:
    """The file of a shipped skin's name, or of a path.

    :raises UserError: neither exists.
    """
    if name in skin_names():
        return asset("skins") / f"{name}.toml"
    path = Path(name)
    if path.suffix == ".toml" or path.exists():
        return path
    near = closest(name, skin_names())
    hint = f"did you mean {near}?" if near else "shipped: " + ", ".join(skin_names())
    raise UserError(f"no skin '{name}'; {hint}, or name a .toml file")
