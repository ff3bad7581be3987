"""Clicks and keys reach the machine, the title says what the LCD says, the first frame is there."""

from __future__ import annotations

from pathlib import Path

import pygame
import pytest

from firmware_model.events import Power
from firmware_model.keys import Key
from sapphire_emu.driver import Speed
from tests.window.rig import Rig


def test_the_first_frame_shows_the_device(rig: Rig) -> None:
    colours = {tuple(rig.app.window.get_at(box.centre))[:3] for box in rig.layout.keys.values()}
    assert len(colours) > 3
    assert rig.app.window.get_size() == (800, 600)


def test_the_title_is_the_lcd_text_exactly(rig: Rig) -> None:
    assert rig.title == "0:00:00"
    rig.click_key(Key.OPTION, Key.VER)
    assert rig.title == rig.lcd == "rt 1400"
    rig.click_key(Key.HINT)
    assert rig.title == "Error"


def test_a_key_is_down_while_the_mouse_is(rig: Rig) -> None:
    point = rig.layout.keys[Key.OPTION].centre
    rig.down(point)
    rig.wait(3.0)
    assert rig.lcd == "oPt 1"
    assert rig.app.scene().device.down is Key.OPTION
    rig.up(point)
    rig.wait(0.1)
    assert rig.app.scene().device.down is None


def test_a_click_beside_the_keys_presses_none(rig: Rig) -> None:
    before = rig.session.machine.state.copy()
    box = rig.layout.keys[Key.OPTION]
    rig.click((box.x, box.y))
    after = rig.session.machine.state
    assert (after.mode, after.lcd) == (before.mode, before.lcd)


@pytest.mark.parametrize("key", list(Key), ids=lambda key: key.script_name)
def test_every_key_answers_to_the_mouse_and_to_the_keyboard(rig: Rig, key: Key) -> None:
    rig.down(rig.layout.keys[key].centre)
    assert rig.app.driver.finger.key is key
    rig.up(rig.layout.keys[key].centre)
    rig.wait(0.2)
    name = rig.app.keymap.names_of(key)[0]
    rig.wait(0, rig.key_event(pygame.KEYDOWN, name))
    assert rig.app.driver.finger.key is key
    rig.wait(0.2, rig.key_event(pygame.KEYUP, name))
    assert rig.app.driver.finger.key is None


def test_a_move_is_typed_on_the_keyboard(rig: Rig) -> None:
    rig.type("e", "2", "e", "4")
    assert rig.lcd == "E2-E4"


def test_two_clicks_on_the_board_press_the_four_keys(rig: Rig) -> None:
    rig.click(rig.square("e2"), 0)
    assert rig.app.move.origin is not None
    rig.click(rig.square("e4"), 0.5)
    assert rig.lcd == "E2-E4"
    assert rig.session.machine.fen.startswith("rnbqkbnr/pppppppp/8/8/4P3/")


def test_a_drag_on_the_board_presses_the_four_keys(rig: Rig) -> None:
    rig.down(rig.square("g1"))
    rig.hover(rig.square("g2"))
    rig.hover(rig.square("f3"))
    rig.up(rig.square("f3"))
    rig.wait(0.5)
    assert rig.lcd == "G1-F3"


def test_a_board_move_leaves_a_layer_and_clears_a_half_typed_move_first(rig: Rig) -> None:
    rig.click_key(Key.OPTION, Key.VER)
    rig.click(rig.square("e2"), 0)
    rig.click(rig.square("e4"), 0.6)
    assert rig.lcd == "E2-E4"
    assert rig.session.machine.nvram.record.elo == 1400


def test_an_illegal_move_on_the_board_is_refused_by_the_machine(rig: Rig) -> None:
    rig.click(rig.square("e2"), 0)
    rig.click(rig.square("e5"), 0.5)
    assert rig.lcd == "Error"
    assert rig.session.machine.beeps == 3


def test_tab_and_arrows_move_a_visible_focus_and_space_presses_it(rig: Rig) -> None:
    rig.type("tab")
    assert rig.app.scene().device.focus is Key.A1
    for name in ("right", "right", "right", "right", "down"):
        rig.type(name)
    assert rig.app.scene().device.focus is Key.OPTION
    rig.type("space")
    assert rig.lcd == "oPt 1"
    rig.type("up", "space")
    assert rig.lcd == "rt 1400"
    rig.type("escape")
    assert rig.app.scene().device.focus is None


def test_return_presses_go_only_without_a_focus(rig: Rig) -> None:
    rig.click_key(Key.OPTION, Key.VER)
    rig.type("return")
    assert rig.lcd == "0:00:00"


def test_speaking_says_each_display_once(rig: Rig) -> None:
    rig.spoken.clear()
    rig.click_key(Key.OPTION, Key.VER, Key.GO)
    assert rig.spoken == ["oPt 1", "rt 1400", "0:00:00"]


def test_pause_stops_emulated_time_and_a_key_goes_on(rig: Rig) -> None:
    rig.type("f4")
    before = rig.session.machine.now_ms
    rig.wait(5)
    assert rig.session.machine.now_ms == before
    rig.click_key(Key.OPTION)
    assert rig.lcd == "oPt 1"


@pytest.mark.parametrize(("speed", "emulated_ms"), [(Speed.NORMAL, 1000), (Speed.FAST, 4000)])
def test_emulated_time_follows_the_wall_clock(speed: Speed, emulated_ms: int) -> None:
    rig = Rig()
    rig.app.driver.speed = speed
    before = rig.session.machine.now_ms
    rig.wait(1.0)
    assert rig.session.machine.now_ms - before == pytest.approx(emulated_ms, abs=1)
    rig.close()


def test_resizing_lays_the_window_out_anew_and_keys_still_answer(rig: Rig) -> None:
    pygame.display.set_mode((700, 500), pygame.RESIZABLE)
    rig.wait(0, pygame.event.Event(pygame.VIDEORESIZE, w=700, h=500, size=(700, 500)))
    assert rig.layout.size == (700, 500)
    rig.click_key(Key.OPTION, Key.VER)
    assert rig.lcd == "rt 1400"


def test_the_power_switch_keeps_the_game(rig: Rig) -> None:
    rig.type("e", "2", "e", "4")
    rig.click(rig.layout.power.centre)
    assert rig.title == ""
    assert not rig.app.scene().device.power
    rig.click(rig.layout.power.centre)
    assert rig.session.machine.fen.startswith("rnbqkbnr/pppppppp/8/8/4P3/")


def test_nothing_is_redrawn_when_nothing_changes(rig: Rig) -> None:
    assert rig.app.stage.draw(rig.app.window, rig.app.scene(), rig.app.roll) == []
    rig.session.feed(Power(on=False))
    assert rig.app.stage.draw(rig.app.window, rig.app.scene(), rig.app.roll) != []


def test_closing_the_window_ends_the_loop(rig: Rig) -> None:
    rig.wait(0, pygame.event.Event(pygame.QUIT))
    assert rig.app.done


def test_prefs_remember_the_panels_and_that_the_hint_was_seen(tmp_path: Path) -> None:
    path = tmp_path / "config" / "window.json"
    first = Rig(prefs_path=path)
    assert first.app.hint is not None
    first.type("f9")
    first.close()
    second = Rig(prefs_path=path)
    assert second.app.hint is None
    assert second.app.open_panels == {"board"}
    second.close()


def test_drawing_changes_one_by_one_ends_in_the_same_picture_as_drawing_all(rig: Rig) -> None:
    rig.click_key(Key.OPTION, Key.OPTION, Key.GO, Key.LEVEL, Key.A1)
    rig.wait(0, rig.key_event(pygame.KEYDOWN, "f1"))
    rig.wait(0, rig.key_event(pygame.KEYUP, "f1"))
    rig.type("tab", "down", "escape")
    rig.hover(rig.layout.keys[Key.GO].centre)
    step_by_step = pygame.image.tobytes(rig.app.window, "RGB")
    rig.app.rearrange()
    rig.app.refresh()
    assert pygame.image.tobytes(rig.app.window, "RGB") == step_by_step
