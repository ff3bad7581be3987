"""The user's hands: mouse and keyboard events become keys of the machine or acts of the window."""

from __future__ import annotations

from typing import TYPE_CHECKING

import chess
import pygame

from firmware_model.keys import Key, square_keys
from firmware_model.mode import Mode
from sapphire_emu.errors import UserError
from sapphire_emu.window import acts
from sapphire_emu.window.board_panel import PROMOTION_KEYS, keys_for, moves_by_hand
from sapphire_emu.window.focus import DIRECTIONS, neighbour, next_key
from sapphire_emu.window.keymap import save_keymap

if TYPE_CHECKING:
    from sapphire_emu.window.app import App

Point = tuple[int, int]

DRAG_PX = 5
"""A press that moves less is a click."""
WHEEL_LINES = 3

HINTS: dict[str, str] = {
    "speed": "Speed: emulated time at 1x, 4x, or as fast as it goes (F3)",
    "pause": "Pause: emulated time stands; any key of the machine goes on (F4)",
    "sound": "Sound of this computer; the machine's own is its Sound key (F5)",
    "fen": "Copy the position as FEN (F6)",
    "pgn": "Copy the game as PGN (F7)",
    "paste": "Paste a FEN: the window presses the keys of Set Up for you (Ctrl+V)",
    "shot": "Keep a picture of the window (F12)",
    "light": "Light or dark surroundings (F11)",
    "board": "Fold or unfold the board (F8)",
    "roll": "Fold or unfold the paper roll (F9)",
    "sheet": "Fold or unfold the rating sheet (F10)",
    "roll copy": "Copy what was printed",
    "roll text": "Keep what was printed as a text file",
    "roll png": "Keep what was printed as a picture",
    "roll clear": "Tear the paper off",
    "power": "The power switch: the memory is kept (F2)",
}
"""What the explain line says of everything that is not a key of the machine."""

HOST_KEYS: dict[str, str] = {
    "f2": "power",
    "f3": "speed",
    "f4": "pause",
    "pause": "pause",
    "f5": "sound",
    "f6": "fen",
    "f7": "pgn",
    "f8": "board",
    "f9": "roll",
    "f10": "sheet",
    "f11": "light",
    "f12": "shot",
}
"""Keys of the computer that work the window itself."""


class Hands:
    """Turns events into presses and acts, and knows what the mouse is over."""

    def __init__(self, app: App) -> None:
        self._app = app
        self.hover_key: Key | None = None
        self.hover_name = ""
        self.focus: Key | None = None
        self.show_keymap = False
        self._assigning: Key | None = None
        self._mouse_on: Key | None = None
        self._held: dict[int, Key] = {}
        self._pressed_at: Point | None = None
        self._ordered: tuple[int, int] | None = None

    @property
    def prompt(self) -> str:
        """What the window is waiting for, if anything."""
        if self._assigning is not None:
            name = self._assigning.script_name
            return f"Press the keyboard key for {name}; Escape leaves it, Delete frees its keys"
        return ""

    def handle(self, event: pygame.event.Event) -> None:
        """Deal with one event."""
        match event.type:
            case pygame.MOUSEBUTTONDOWN:
                self._mouse_down(event.pos, event.button)
            case pygame.MOUSEBUTTONUP if event.button == 1:
                self._mouse_up(event.pos)
            case pygame.MOUSEMOTION:
                self._mouse_move(event.pos)
            case pygame.MOUSEWHEEL:
                self._wheel(event.y)
            case pygame.KEYDOWN:
                self._key_down(event)
            case pygame.KEYUP:
                self._key_up(event)
            case _:
                self._window_event(event.type)

    def _window_event(self, kind: int) -> None:
        match kind:
            case pygame.QUIT:
                self._app.done = True
            case pygame.VIDEORESIZE | pygame.WINDOWSIZECHANGED:
                if pygame.display.get_surface().get_size() != self._app.stage.layout.size:
                    self._app.rearrange()
            case pygame.WINDOWEXPOSED:
                pygame.display.flip()
            case pygame.WINDOWLEAVE:
                self.hover_key, self.hover_name = None, ""
            case pygame.WINDOWFOCUSLOST:
                self._let_go()

    # -- the mouse -----------------------------------------------------------------------------

    def _name_at(self, point: Point) -> str:
        layout = self._app.stage.layout
        for boxes in (layout.roll_buttons, layout.buttons, layout.headers):
            for name, box in boxes.items():
                if box.holds(point):
                    return name
        return "power" if layout.power.holds(point) else ""

    def _mouse_move(self, point: Point) -> None:
        app = self._app
        before = self.hover_key
        self.hover_key = app.stage.layout.key_at(point)
        if self.hover_key is not None and self.hover_key is not before:
            app.say("")
        self.hover_name = "" if self.hover_key is not None else self._name_at(point)
        if app.move.origin is not None and self._pressed_at is not None:
            dx, dy = point[0] - self._pressed_at[0], point[1] - self._pressed_at[1]
            if app.move.dragged_to is not None or max(abs(dx), abs(dy)) >= DRAG_PX:
                app.move.dragged_to = point

    def _mouse_down(self, point: Point, button: int) -> None:
        if button != 1:
            return
        app = self._app
        self.focus = None
        self._mouse_move(point)
        if self.hover_key is not None:
            if self.show_keymap:
                self._assigning = self.hover_key
                return
            self._mouse_on = self.hover_key
            self._press(self.hover_key)
        elif self.hover_name:
            acts.act(app, self.hover_name)
            self._mouse_move(point)
        elif app.stage.board.box.holds(point):
            self._board_down(point)

    def _mouse_up(self, point: Point) -> None:
        app = self._app
        if self._mouse_on is not None:
            app.driver.finger.release(self._mouse_on)
            self._mouse_on = None
        if app.move.origin is not None and app.move.dragged_to is not None:
            target = self._square_at(point)
            origin = app.move.origin
            app.move.clear()
            if target is not None and target != origin:
                self._ordered = (origin, target)
        self._pressed_at = None

    def _wheel(self, by: int) -> None:
        app = self._app
        app.roll.scroll(by * WHEEL_LINES, app.stage.paper.page)

    # -- the board -----------------------------------------------------------------------------

    def _square_at(self, point: Point) -> int | None:
        app = self._app
        black_below = app.running.machine.state.game.machine_is_white
        return app.stage.board.square_at(point, black_below=black_below)

    def _board_down(self, point: Point) -> None:
        app = self._app
        state = app.running.machine.state
        if state.mode is Mode.PROMOTION:
            for number, key in enumerate(PROMOTION_KEYS):
                if app.stage.board.promotion_box(number).holds(point):
                    self._tap(key)
            return
        square = self._square_at(point)
        if square is None:
            return
        if state.mode in (Mode.SETUP, Mode.VERIFY):
            self._tap(*square_keys(chess.square_name(square)))
            return
        if state.mode is Mode.THINK:
            app.say("The machine thinks; GO makes it move now")
            return
        if not moves_by_hand(state.home):
            app.say("GO leads back to play")
            return
        if state.game.over:
            app.say("The game is over; NG starts another")
            return
        own = state.board.color_at(square) == state.board.turn
        if app.move.origin is not None and square != app.move.origin and not own:
            origin = app.move.origin
            app.move.clear()
            self._ordered = (origin, square)
            return
        picked_again = app.move.origin == square
        app.move.clear()
        if own and not picked_again:
            app.move.origin = square
            self._pressed_at = point

    def enter_ordered(self) -> None:
        """Press the keys of a move made on the board, once the finger has nothing else to do."""
        app = self._app
        if self._ordered is None or app.driver.finger.busy:
            return
        origin, target = self._ordered
        self._ordered = None
        keys = keys_for(app.running.machine.state, origin, target)
        self._tap(*keys)
        names = " ".join(key.script_name.upper() for key in keys)
        app.say(f"{chess.square_name(origin)}–{chess.square_name(target)}: keys {names}")

    # -- keys of the machine -------------------------------------------------------------------

    def _go_on(self) -> None:
        self._app.driver.paused = False

    def _press(self, key: Key) -> None:
        self._go_on()
        self._app.move.clear()
        self._app.driver.finger.press(key)

    def _tap(self, *keys: Key) -> None:
        self._go_on()
        self._app.driver.finger.tap(*keys)

    def _let_go(self) -> None:
        for key in self._held.values():
            self._app.driver.finger.release(key)
        self._held.clear()
        if self._mouse_on is not None:
            self._app.driver.finger.release(self._mouse_on)
            self._mouse_on = None
        self.show_keymap = False

    # -- the keyboard --------------------------------------------------------------------------

    def _key_down(self, event: pygame.event.Event) -> None:
        app = self._app
        name = pygame.key.name(event.key)
        if self._assigning is not None:
            self._assign(name)
            return
        if event.mod & (pygame.KMOD_CTRL | pygame.KMOD_META):
            acts.shortcut(app, name)
            return
        if name == "f1":
            self.show_keymap = True
        elif name in HOST_KEYS:
            acts.act(app, HOST_KEYS[name])
        elif name in ("page up", "page down"):
            page = app.stage.paper.page
            app.roll.scroll(page if name == "page up" else -page, page)
        elif not self._focus_key(name, event):
            key = app.keymap.by_name.get(name)
            if key is not None and event.key not in self._held:
                self._held[event.key] = key
                self._press(key)

    def _focus_key(self, name: str, event: pygame.event.Event) -> bool:
        if name == "tab":
            self.focus = next_key(self.focus, -1 if event.mod & pygame.KMOD_SHIFT else 1)
        elif name in DIRECTIONS:
            self.focus = neighbour(self.focus, name, self._app.stage.layout.keys)
        elif name == "escape":
            if self.focus is None and self._app.move.origin is None and self._app.unsent():
                self._app.cancel_output()
            self.focus = None
            self._app.move.clear()
        elif name in ("space", "return", "enter") and self.focus is not None:
            self._held[event.key] = self.focus
            self._press(self.focus)
        else:
            return name == "space"
        return True

    def _key_up(self, event: pygame.event.Event) -> None:
        if pygame.key.name(event.key) == "f1":
            self.show_keymap = False
        key = self._held.pop(event.key, None)
        if key is not None:
            self._app.driver.finger.release(key)

    def _assign(self, name: str) -> None:
        app, key = self._app, self._assigning
        self._assigning = None
        if key is None or name in ("escape", "f1"):
            return
        try:
            keymap = (
                app.keymap.without(key) if name == "delete" else app.keymap.with_name(name, key)
            )
            if app.wishes.keymap_path is not None:
                save_keymap(keymap, app.wishes.keymap_path)
        except UserError as error:
            app.say(str(error))
            return
        app.keymap = keymap
        names = ", ".join(keymap.names_of(key)) or "no key"
        app.say(f"{key.script_name} is now on {names}")
