"""Paper roll, rating sheet, explain line, hint, copies, pictures and pasting."""

from __future__ import annotations

import threading
from dataclasses import replace
from pathlib import Path

import chess
import pygame
import pytest

from firmware_model.events import OpponentMove
from firmware_model.game import By, Ending, Game, Ply
from firmware_model.keys import Key
from firmware_model.mode import Mode
from firmware_model.state import Nvram
from sapphire_emu.opening_keys import OpeningKeys
from sapphire_emu.window import clipboard
from sapphire_emu.window.board_panel import view_of
from sapphire_emu.window.export import fen_of, pgn_of
from sapphire_emu.window.paper import Roll, picture_of
from sapphire_emu.window.sheet import SheetEntry, curve, ticks
from tests.window.rig import Rig


@pytest.fixture
def board_of_clips(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    clips: list[str] = []
    monkeypatch.setattr(clipboard, "put_text", lambda text: clips.append(text) or True)
    monkeypatch.setattr(clipboard, "get_text", lambda: clips[-1] if clips else "")
    return clips


# -- paper roll ------------------------------------------------------------------------------


def test_print_board_comes_out_on_the_roll_and_can_be_kept(
    tmp_path: Path, board_of_clips: list[str]
) -> None:
    rig = Rig(pictures=tmp_path)
    rig.click_key(Key.OPTION, Key.H8)
    assert rig.app.roll.lines[0] == "Position Board"
    assert rig.app.roll.lines[-2] == ".1 WR WN WB WQ WK WB WN WR 1+"
    rig.click(rig.layout.roll_buttons["roll copy"].centre)
    assert board_of_clips == [rig.app.roll.text]
    rig.click(rig.layout.roll_buttons["roll text"].centre)
    rig.click(rig.layout.roll_buttons["roll png"].centre)
    rig.written()
    (text,) = tmp_path.glob("sapphire-roll-*.txt")
    (picture,) = tmp_path.glob("sapphire-roll-*.png")
    assert text.read_text() == rig.app.roll.text
    assert pygame.image.load(picture).get_height() > len(rig.app.roll.lines) * 10
    rig.click(rig.layout.roll_buttons["roll clear"].centre)
    assert rig.app.roll.lines == []
    rig.close()


def test_a_reader_who_scrolled_back_keeps_his_place() -> None:
    roll = Roll()
    roll.add(str(n) for n in range(50))
    roll.scroll(10, 20)
    roll.add(["more"])
    assert roll.lines[len(roll.lines) - roll.offset - 1] == "39"
    roll.scroll(-100, 20)
    assert roll.offset == 0
    roll.scroll(+1000, 20)
    assert roll.offset == 31


def test_the_wheel_scrolls(rig: Rig) -> None:
    rig.app.roll.add(str(n) for n in range(200))
    rig.wait(0, pygame.event.Event(pygame.MOUSEWHEEL, y=2, x=0))
    assert rig.app.scene().roll_offset == 6
    rig.type("page down")
    assert rig.app.scene().roll_offset == 0


def test_the_whole_roll_is_one_picture(rig: Rig) -> None:
    roll = Roll()
    roll.add(["one", "", "three"])
    picture = picture_of(roll, rig.app.stage.colours, rig.app.wishes.skin.mono_font)
    assert picture.get_at((0, 0))[:3] == rig.app.stage.colours.paper


# -- rating sheet ----------------------------------------------------------------------------


def won_game() -> Nvram:
    """The fool's mate, with the user Black, finished and not yet rated."""
    moves = ("f2f3", "e7e5", "g2g4", "d8h4")
    plies = tuple(
        Ply(uci, By.MACHINE if n % 2 == 0 else By.USER, *(("fd1", 800) if n % 2 == 0 else ()))
        for n, uci in enumerate(moves)
    )
    return Nvram(game=Game(plies=plies, machine_is_white=True, ending=Ending.MATE))


def test_a_rated_game_appears_on_the_sheet_with_its_sum() -> None:
    rig = Rig(won_game())
    rig.click_key(Key.OPTION, Key.VER, Key.PAWN)
    assert rig.lcd == "rt 1200"
    (entry,) = rig.app.scene().sheet.entries
    assert (entry.before, entry.after, entry.games) == (1400, 1200, 1)
    assert "1200" in entry.formula
    rig.click_key(Key.CLEAR)
    assert rig.app.scene().sheet.entries[-1] == SheetEntry(1200, 1400, 0, "reset")
    rig.close()


def test_the_board_panel_names_the_opening_as_the_game_goes_on() -> None:
    names = OpeningKeys(None, note=pytest.fail)
    rig = Rig(
        Nvram(game=Game(plies=tuple(Ply(uci, By.USER) for uci in ("e2e4", "c7c5")))),
        opening_of=lambda game: " ".join(names.of_game(game)),
    )
    header = pygame.Rect(rig.layout.headers["board"])

    def named() -> str:
        rig.app.errands.submit(lambda: None).result()  # errands are done one after the other
        rig.wait(0.1)
        return rig.app.scene().opening

    assert named() == "B20 Sicilian Defense"
    rig.session.machine.send("Mg1f3")
    assert named() == "B27 Sicilian Defense"
    with_name = pygame.image.tobytes(rig.app.window.subsurface(header), "RGB")
    rig.click_key(Key.NG)
    assert named() == ""
    assert pygame.image.tobytes(rig.app.window.subsurface(header), "RGB") != with_name
    rig.close()


def test_the_curve_starts_before_the_first_game() -> None:
    entries = (SheetEntry(1400, 1610, 1, "win", "…"), SheetEntry(1610, 1500, 2, "loss", "…"))
    assert curve(entries, 1500) == [1400, 1610, 1500]
    assert curve((), 1400) == [1400]


def test_ticks_are_round_and_few() -> None:
    for low, high in ((1380, 1730), (0, 9999), (1399, 1401), (1000, 1000)):
        found = ticks(low, high)
        assert len(found) <= 4
        assert all(low <= tick <= high for tick in found)


# -- explain line and hint -------------------------------------------------------------------


def test_the_explain_line_says_what_a_key_does_now(rig: Rig) -> None:
    rig.hover(rig.layout.keys[Key.PAWN].centre)
    assert rig.app.scene().strip == "pawn: load a game · manual, section 16 · a hardware fact"
    rig.click_key(Key.OPTION, Key.VER)
    rig.hover(rig.layout.keys[Key.PAWN].centre)
    assert rig.app.scene().strip.startswith("pawn: rate this game · manual, section 35")
    rig.hover(rig.layout.keys[Key.HINT].centre)
    assert "three beeps" in rig.app.scene().strip


def test_the_hint_leads_through_three_steps_and_covers_nothing(rig: Rig) -> None:
    assert rig.app.scene().device.beacon is Key.OPTION
    rig.click_key(Key.OPTION)
    assert rig.app.scene().device.beacon is Key.VER
    rig.click_key(Key.VER)
    assert rig.app.scene().device.beacon is Key.GO
    rig.click_key(Key.GO)
    for key in (Key.E5, Key.B2, Key.E5, Key.D4):
        assert rig.app.scene().device.beacon is key
        rig.click_key(key)
    assert rig.app.hint is None
    assert rig.app.scene().device.beacon is None


def test_the_hint_takes_no_click(rig: Rig) -> None:
    """The card lies on the paper, and every key under a ring still answers."""
    assert not any(box.meets(rig.layout.bodies["roll"]) for box in rig.layout.keys.values())
    rig.click_key(Key.NG, Key.LEVEL)
    assert rig.lcd == "At 3"


# -- copies and pictures ---------------------------------------------------------------------


def test_copies_fen_and_pgn(rig: Rig, board_of_clips: list[str]) -> None:
    rig.type("e", "2", "e", "4", "f6", "f7")
    assert board_of_clips[0] == "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1"
    assert "1. e4 *" in board_of_clips[1]
    assert '[White "Player"]' in board_of_clips[1]


def test_the_clipboard_gives_back_what_was_put(rig: Rig) -> None:
    assert clipboard.put_text("1. e4 ½–½")
    assert clipboard.get_text() == "1. e4 ½–½"


def test_the_pgn_tells_the_result() -> None:
    import datetime

    rig = Rig(won_game())
    text = pgn_of(rig.session.machine.state, datetime.date(2026, 11, 30))
    assert "1. f3 e5 2. g4 Qh4# 0-1" in text
    assert '[Date "2026.11.30"]' in text
    rig.close()


def test_the_photo_is_the_window(tmp_path: Path) -> None:
    rig = Rig(pictures=tmp_path)
    rig.type("f12", "f12")
    rig.written()
    pictures = sorted(tmp_path.glob("sapphire-window-*.png"))
    assert len(pictures) == 2
    assert pygame.image.load(pictures[0]).get_size() == rig.layout.size
    rig.close()


def test_a_slow_disk_does_not_stop_the_window(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The write waits for the test; the machine meanwhile answers to its keys."""
    gate = threading.Event()
    save = pygame.image.save
    monkeypatch.setattr(pygame.image, "save", lambda *what: gate.wait(30) and save(*what))
    rig = Rig(pictures=tmp_path)
    rig.type("f12")
    rig.click_key(Key.OPTION, Key.VER)
    assert rig.lcd == "rt 1400"
    assert not list(tmp_path.iterdir())
    gate.set()
    rig.written()
    assert len(list(tmp_path.iterdir())) == 1
    rig.close()


def test_a_folder_that_cannot_be_written_is_a_note(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    rig = Rig(pictures=tmp_path / "file")
    rig.type("f12")
    rig.written()
    assert "cannot keep it" in rig.app.scene().strip
    rig.close()


POSITIONS = [
    "8/8/8/4k3/8/8/4P3/4K3 w - - 0 1",
    "r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1",
    "8/P5k1/8/8/8/8/8/K7 b - - 0 1",
]


@pytest.mark.parametrize("fen", POSITIONS)
@pytest.mark.parametrize("first", [(), (Key.OPTION,), (Key.E5,), (Key.VER, Key.VER)])
def test_a_pasted_fen_is_entered_by_pressing_keys(
    rig: Rig, board_of_clips: list[str], fen: str, first: tuple[Key, ...]
) -> None:
    rig.click_key(*first)
    board_of_clips.append(fen)
    rig.wait(0, rig.key_event(pygame.KEYDOWN, "v", pygame.KMOD_CTRL))
    while rig.app.driver.finger.busy:
        rig.wait(0.05)
    assert fen_of(rig.session.machine.state).split()[:3] == fen.split()[:3]


@pytest.mark.parametrize("text", ["", "hello", "8/8/8/8/8/8/8/8 w - - 0 1", "x" * 500])
def test_what_is_no_position_is_not_pasted(rig: Rig, board_of_clips: list[str], text: str) -> None:
    board_of_clips.append(text)
    rig.wait(0, rig.key_event(pygame.KEYDOWN, "v", pygame.KMOD_CTRL))
    assert not rig.app.driver.finger.busy
    assert len(rig.app.scene().strip) < 200
    assert fen_of(rig.session.machine.state) == chess.STARTING_FEN


# -- the board -------------------------------------------------------------------------------


def test_the_board_turns_when_the_user_has_black(rig: Rig) -> None:
    rig.click_key(Key.COLOR)
    assert view_of(rig.session.machine.state, rig.app.move).black_below
    thinking = rig.session.machine.thinking
    assert thinking is not None
    rig.session.feed(OpponentMove(thinking.request_id, "e2e4"))
    rig.wait(0)
    rig.click(rig.square("e7"), 0)
    rig.click(rig.square("e5"), 0.5)
    assert rig.session.machine.state.game.plies[1].uci == "e7e5"


def test_the_board_waits_while_the_machine_thinks(rig: Rig) -> None:
    rig.type("e", "2", "e", "4")
    assert rig.session.machine.state.mode is Mode.THINK
    rig.click(rig.square("d2"))
    assert rig.app.move.origin is None
    assert "thinks" in rig.app.scene().strip


def test_a_promotion_is_chosen_on_the_board() -> None:
    fen = "8/P5k1/8/8/8/8/8/K7 w - - 0 1"
    rig = Rig(replace(Nvram(), game=Game(fen)))
    rig.click(rig.square("a7"), 0)
    rig.click(rig.square("a8"), 0.5)
    assert rig.lcd == "Pro ?"
    assert rig.app.scene().board.promoting
    rig.click(rig.app.stage.board.promotion_box(1).centre, 0.3)
    assert rig.session.machine.state.game.plies[0].uci == "a7a8r"
    rig.close()


def test_set_up_on_the_board_places_pieces(rig: Rig) -> None:
    rig.click_key(Key.VER, Key.VER, Key.CLEAR, Key.KING)
    rig.click(rig.square("e4"), 0.3)
    assert rig.app.scene().board.placement == "8/8/8/8/4K3/8/8/8"
