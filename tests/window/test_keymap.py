"""The keyboard map: complete by default, shown by F1, edited with F1 and a click, checked."""

from __future__ import annotations

from pathlib import Path

import pygame
import pytest

from firmware_model.keys import Key
from sapphire_emu.errors import InputError, UserError
from sapphire_emu.resources import asset
from sapphire_emu.window.keymap import default_keymap, load_keymap, save_keymap
from tests.window.rig import Rig

DEFAULT = asset("keymaps", "default.toml").read_text()


@pytest.fixture(autouse=True)
def keyboard() -> None:
    pygame.display.init()


def test_every_key_has_a_keyboard_key_and_letters_and_digits_name_squares() -> None:
    keymap = default_keymap()
    assert all(keymap.names_of(key) for key in Key)
    for letter, digit, key in zip("abcdefgh", "12345678", reversed(list(Key)[16:]), strict=True):
        assert keymap.by_name[letter] is keymap.by_name[digit] is key


def test_a_saved_map_reads_back_the_same(tmp_path: Path) -> None:
    keymap = default_keymap().with_name("z", Key.GO).with_name("\\", Key.NG)
    path = tmp_path / "deep" / "keymap.toml"
    save_keymap(keymap, path)
    assert load_keymap(path) == keymap or set(load_keymap(path).by_name.items()) == set(
        keymap.by_name.items()
    )


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('ver = ["v"]', 'ver = ["vv"]', "the keyboard has no key 'vv'"),
        ('ver = ["v"]', 'ver = ["tab"]', "'tab' is a key of the window's own"),
        ('ver = ["v"]', 'ver = ["a"]', "'a' already presses a1"),
        ('ver = ["v"]', 'ver = "v"', "ver is 'v'"),
        ('ver = ["v"]', 'vre = ["v"]', "'ver' is missing"),
    ],
)
def test_a_wrong_map_is_named_with_its_place(
    tmp_path: Path, old: str, new: str, message: str
) -> None:
    path = tmp_path / "keymap.toml"
    path.write_text(DEFAULT.replace(old, new))
    with pytest.raises(InputError) as error:
        load_keymap(path)
    assert message in str(error.value)
    wrong_line = DEFAULT[: DEFAULT.index(old)].count("\n") + 1
    header_line = DEFAULT[: DEFAULT.index("[keys]")].count("\n") + 1
    assert error.value.line == (header_line if "missing" in message else wrong_line)


def test_f1_shows_the_map_while_it_is_held(rig: Rig) -> None:
    assert rig.app.scene().device.key_names == ()
    rig.wait(0, rig.key_event(pygame.KEYDOWN, "f1"))
    shown = dict(rig.app.scene().device.key_names)
    assert shown[Key.A1] == "A 1"
    assert shown[Key.GO] == "M enter"
    rig.wait(0, rig.key_event(pygame.KEYUP, "f1"))
    assert rig.app.scene().device.key_names == ()


def test_f1_and_a_click_give_a_key_another_keyboard_key_for_good(tmp_path: Path) -> None:
    path = tmp_path / "keymap.toml"
    rig = Rig(keymap_path=path)
    rig.wait(0, rig.key_event(pygame.KEYDOWN, "f1"))
    rig.click(rig.layout.keys[Key.OPTION].centre)
    assert rig.lcd == "0:00:00"  # the click asks, it does not press
    assert "option" in rig.app.scene().strip
    rig.wait(0, rig.key_event(pygame.KEYUP, "f1"))
    rig.type("z")
    rig.type("z")
    assert rig.lcd == "oPt 1"
    rig.close()
    again = Rig(keymap_path=path)
    again.type("z")
    assert again.lcd == "oPt 1"
    again.close()


def test_a_key_of_the_windows_own_cannot_be_given_away(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="'f5'"):
        default_keymap().with_name("f5", Key.GO)
    rig = Rig(keymap_path=tmp_path / "keymap.toml")
    rig.wait(0, rig.key_event(pygame.KEYDOWN, "f1"))
    rig.click(rig.layout.keys[Key.GO].centre)
    rig.type("tab")
    assert "cannot be given away" in rig.app.scene().strip
    assert not (tmp_path / "keymap.toml").exists()
    rig.close()


def test_a_folder_that_cannot_be_written_is_one_line(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(UserError, match="cannot keep the key map"):
        save_keymap(default_keymap(), tmp_path / "file" / "keymap.toml")
