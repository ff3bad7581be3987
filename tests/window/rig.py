"""A window on the dummy driver, with a clock that the test winds."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pygame

from firmware_model.keys import Key
from firmware_model.state import Nvram
from sapphire_emu.loop import Session
from sapphire_emu.window.app import App, Wishes, open_display
from sapphire_emu.window.skin import find_skin, load_skin
from sapphire_emu.window.skin_parts import Skin


class Rig:
    """The app, its session (no opponent) and its clock; what it noted and spoke."""

    def __init__(
        self,
        nvram: Nvram | None = None,
        *,
        size: tuple[int, int] = (800, 600),
        prefs_path: Path | None = None,
        keymap_path: Path | None = None,
        pictures: Path = Path(),
        skin: Skin | None = None,
        muted: bool = True,
        **wishes: Any,
    ) -> None:
        open_display()
        self.now_s = 100.0
        self.notes: list[str] = []
        self.spoken: list[str] = []
        self.session = Session(nvram)
        self.app = App(
            self.session,
            Wishes(
                skin or load_skin(find_skin("sapphire")),
                size,
                muted=muted,
                prefs_path=prefs_path,
                keymap_path=keymap_path,
                pictures=pictures,
                speak=self.spoken.append,
                note=self.notes.append,
                **wishes,
            ),
            clock=lambda: self.now_s,
        )
        self.app.turn([])

    @property
    def layout(self) -> Any:
        return self.app.stage.layout

    @property
    def lcd(self) -> str:
        return self.session.machine.lcd.text

    @property
    def title(self) -> str:
        caption = pygame.display.get_caption()
        return caption[0] if caption else ""

    def wait(self, seconds: float, *events: pygame.event.Event) -> None:
        """Give the window events, then let wall time pass in small looks."""
        self.app.turn(list(events))
        until = self.now_s + seconds
        while self.now_s < until - 1e-9:
            self.now_s = min(self.now_s + 0.01, until)
            self.app.turn([])

    def mouse(self, kind: int, point: tuple[int, int]) -> pygame.event.Event:
        return pygame.event.Event(kind, pos=point, button=1, rel=(0, 0), buttons=(0, 0, 0))

    def down(self, point: tuple[int, int]) -> None:
        self.wait(0, self.mouse(pygame.MOUSEBUTTONDOWN, point))

    def up(self, point: tuple[int, int]) -> None:
        self.wait(0, self.mouse(pygame.MOUSEBUTTONUP, point))

    def hover(self, point: tuple[int, int]) -> None:
        self.wait(0, self.mouse(pygame.MOUSEMOTION, point))

    def click(self, point: tuple[int, int], seconds: float = 0.2) -> None:
        """A click as fast as a program makes it: down and up in one look."""
        self.wait(
            seconds,
            self.mouse(pygame.MOUSEBUTTONDOWN, point),
            self.mouse(pygame.MOUSEBUTTONUP, point),
        )

    def click_key(self, *keys: Key) -> None:
        for key in keys:
            self.click(self.layout.keys[key].centre)

    def key_event(self, kind: int, name: str, mod: int = 0) -> pygame.event.Event:
        return pygame.event.Event(kind, key=pygame.key.key_code(name), mod=mod, unicode="")

    def type(self, *names: str, seconds: float = 0.2) -> None:
        for name in names:
            self.wait(
                seconds,
                self.key_event(pygame.KEYDOWN, name),
                self.key_event(pygame.KEYUP, name),
            )

    def square(self, name: str) -> tuple[int, int]:
        import chess

        flipped = self.session.machine.state.game.machine_is_white
        box = self.app.stage.board.square_box(chess.parse_square(name), black_below=flipped)
        return box.centre

    def written(self) -> None:
        """Wait until the files that were asked for are written, and let the window say so."""
        self.app.errands.submit(lambda: None).result()
        self.wait(0)

    def close(self) -> None:
        self.app.close()
