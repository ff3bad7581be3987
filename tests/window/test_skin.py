"""A skin is checked when it is loaded; a fault is named with line, column and what was expected."""

from __future__ import annotations

from pathlib import Path

import pytest

from sapphire_emu.errors import InputError, UserError
from sapphire_emu.window.skin import find_skin, load_skin, skin_names

SHIPPED = find_skin("sapphire").read_text()


def place(text: str, needle: str) -> tuple[int, int]:
    """Line and column, from 1, of the first character after ``needle``."""
    before = text[: text.index(needle) + len(needle)]
    return before.count("\n") + 1, len(before) - before.rfind("\n")


def changed(tmp_path: Path, old: str, new: str) -> Path:
    assert SHIPPED.count(old) >= 1
    path = tmp_path / "mine.toml"
    path.write_text(SHIPPED.replace(old, new, 1))
    return path


@pytest.mark.parametrize("name", skin_names())
def test_the_shipped_skins_have_no_fault(name: str) -> None:
    assert load_skin(find_skin(name)).keypad.radius > 0


FAULTS = [
    # old, new, text up to the faulty place, message, expected
    ('top = "#647fa3"', 'top = "#64"', "radius = 46\ntop = ", "top is '#64'", "#1e2a38"),
    ("relief = 1.0", "relief = 3", "relief = ", "relief is 3", "a number from 0 to 1"),
    ("radius = 25", "radius = true", "[keys]\nradius = ", "radius is true", "a number"),
    ("a1 = [66, 292]", "a1 = [66]", "a1 = ", "a1 is a list of 1", "2 numbers"),
    ("a1 = [66, 292]", "a1 = [2, 292]", "a1 = ", "beyond the device", "within 560 x 776"),
    ("b2 = [144, 292]", "b2 = [80, 292]", "b2 = ", "b2 lies on", ""),
    ('shape = "knight"', 'shape = "kngiht"', "shape = ", "no drawing 'kngiht'", "knight?"),
    ("size = [560, 776]", 'size = "big"', "size = ", "size is 'big'", "2 numbers"),
    ('text = "Cabin-SemiBold.otf"', 'text = "No.otf"', "text = ", "no font file 'No.otf'", ""),
]


@pytest.mark.parametrize(("old", "new", "until", "message", "expected"), FAULTS)
def test_a_wrong_value_is_named_with_its_place(
    tmp_path: Path, old: str, new: str, until: str, message: str, expected: str
) -> None:
    path = changed(tmp_path, old, new)
    with pytest.raises(InputError) as error:
        load_skin(path)
    assert message in str(error.value)
    assert expected in str(error.value)
    value = new.partition("= ")[2]
    line, column = place(path.read_text(), new)
    assert (error.value.line, error.value.column) == (line, column - len(value))
    assert str(error.value).startswith(f"{path}:{line}:")
    assert "\n" not in str(error.value)


def test_a_missing_value_points_at_its_table(tmp_path: Path) -> None:
    path = changed(tmp_path, 'ink = "#151c1a"', "")
    with pytest.raises(InputError, match=r"'ink' is missing in \[lcd\]") as error:
        load_skin(path)
    assert error.value.line == place(path.read_text(), "\n[lcd]")[0]


def test_an_unknown_entry_is_refused_with_the_closest(tmp_path: Path) -> None:
    path = changed(tmp_path, "relief = 1.0", "relief = 1.0\nrelif = 1.0")
    with pytest.raises(InputError, match=r"unknown 'relif'.*relief") as error:
        load_skin(path)
    assert error.value.column == len("relif = ") + 1


def test_broken_toml_is_named_with_its_place(tmp_path: Path) -> None:
    path = changed(tmp_path, "relief = 1.0", "relief = = 1")
    with pytest.raises(InputError) as error:
        load_skin(path)
    assert (error.value.line, error.value.column) == (place(path.read_text(), "relief = ")[0], 10)


def test_a_file_that_is_not_there_or_not_text_is_one_line(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="no such file"):
        load_skin(tmp_path / "none.toml")
    (tmp_path / "picture.toml").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(UserError, match=r"1:1: byte 0xFF is not text \(expected TOML in UTF-8\)"):
        load_skin(tmp_path / "picture.toml")


def test_an_unknown_name_is_answered_with_the_closest() -> None:
    with pytest.raises(UserError, match="did you mean contrast"):
        find_skin("contrats")


def test_a_font_beside_the_skin_is_found_first(tmp_path: Path) -> None:
    font = load_skin(find_skin("sapphire")).text_font
    (tmp_path / "Own.otf").write_bytes(font.read_bytes())
    path = changed(tmp_path, 'text = "Cabin-SemiBold.otf"', 'text = "Own.otf"')
    assert load_skin(path).text_font == tmp_path / "Own.otf"
