"""A real window under a real X server: real clicks and keys, the LCD read from its pixels."""

from __future__ import annotations

import re
import signal
from pathlib import Path

import chess
import pytest

from sapphire_emu.store.memory import Memory
from sapphire_emu.window.board_panel import BoardPanel
from sapphire_emu.window.layout import arrange
from tests.window.reading import shows
from tests.window.real import SKIN, real_window

SIZE = (900, 640)
SMALL = (700, 500)
MOVE = "[A-H][1-8]-[A-H][1-8]"


def answered(title: str) -> bool:
    return re.fullmatch(MOVE, title) is not None and title != "E2-E4"


def square(name: str, size: tuple[int, int]) -> tuple[int, int]:
    box = arrange(SKIN, size).board
    side = box.w // 8
    file, rank = "abcdefgh".index(name[0]), int(name[1]) - 1
    return box.x + file * side + side // 2, box.y + (7 - rank) * side + side // 2


def test_rating_by_mouse_a_move_on_the_board_a_resize_and_a_clean_end(tmp_path: Path) -> None:
    memory = tmp_path / "mine.memory"
    with real_window(tmp_path, "--state", str(memory), "--level", "fd1", size=SIZE) as window:
        assert window.title == "0:00:00"
        window.click_key("option")
        window.see("oPt 1")
        assert not shows(window.cells(), "rt1400")  # the control: the eyes tell displays apart
        window.click_key("ver")
        window.see("rt1400")
        assert window.title == "rt 1400"
        window.click_key("go")
        window.see(" 00000")

        window.click(*square("e2", SIZE))
        window.click(*square("e4", SIZE))
        window.until(lambda: answered(window.title), "the machine's answer")
        window.until(lambda: "-" in window.cells()[2], "a move on the LCD")

        window.resize(SMALL)
        window.click_key("option")
        window.see("oPt 1")
        window.type("v")
        window.see("rt1400")

        window.process.send_signal(signal.SIGTERM)
        assert window.process.wait(30) == 0
    with Memory.open(memory, read_only=True) as kept:
        plies = kept.load().game.plies
    assert plies[0].uci == "e2e4"
    assert len(plies) == 2
    board = chess.Board()
    for ply in plies:
        board.push_uci(ply.uci)


def test_quitting_by_keyboard_loses_nothing(tmp_path: Path) -> None:
    memory = tmp_path / "mine.memory"
    with real_window(tmp_path, "--state", str(memory), "--level", "tr8", size=SIZE) as window:
        window.type("d2d4")
        window.until(lambda: re.fullmatch(MOVE, window.title) is not None, "a whole move")
        window.key("ctrl+q")
        assert window.process.wait(30) == 0
        assert window.errors.read_text() == ""
    with Memory.open(memory, read_only=True) as kept:
        assert [ply.uci for ply in kept.load().game.plies][:1] == ["d2d4"]


@pytest.mark.parametrize("end", ["close button", "kill -9"])
def test_however_the_window_ends_nothing_is_lost(tmp_path: Path, end: str) -> None:
    memory = tmp_path / "mine.memory"
    with real_window(tmp_path, "--state", str(memory), "--level", "fd1", size=SIZE) as window:
        window.type("e2e4")
        window.until(lambda: answered(window.title), "the machine's answer")
        answer = window.title
        if end == "close button":
            window.press_close_button()
            assert window.process.wait(30) == 0
        else:
            window.until(lambda: len(moves_in(memory)) == 2, "the answer in the memory")
            window.process.kill()
            window.process.wait(30)
        assert window.errors.read_text() == ""
    assert moves_in(memory) == ["e2e4", answer.replace("-", "").lower()]


def moves_in(memory: Path) -> list[str]:
    with Memory.open(memory, read_only=True) as kept:
        return [ply.uci for ply in kept.load().game.plies]


def test_board_squares_are_where_the_test_clicks() -> None:
    import pygame

    pygame.display.init()
    pygame.display.set_mode((1, 1))
    panel = BoardPanel(arrange(SKIN, SIZE).board, SKIN.dark, SKIN.text_font)
    for name in ("a1", "e4", "h8"):
        found = panel.square_at(square(name, SIZE), black_below=False)
        assert found == chess.parse_square(name)
