"""The window's loop: events in, the machine brought up to now, changes drawn.

One pass: sleep until something is due or the user does something; hand every event to the hands
(:mod:`hands`); let the driver bring the machine up to now; deal with what came out; draw what has
changed. Nothing in a pass waits for the opponent, a port or the disk.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from queue import SimpleQueue

import pygame

from firmware_model.dialects import DIALECTS
from firmware_model.events import Beep, Commit, LcdChanged, Notice, Output, SerialOut
from firmware_model.levels import LEVELS
from firmware_model.printing import to_lines
from firmware_model.rating import Record
from firmware_model.state import State
from sapphire_emu.driver import Driver, Running, Speed
from sapphire_emu.errors import UserError
from sapphire_emu.window.board_panel import Move, view_of
from sapphire_emu.window.device import View
from sapphire_emu.window.hands import HINTS, Hands
from sapphire_emu.window.hint import Hint
from sapphire_emu.window.hush import hushed
from sapphire_emu.window.keymap import KeyMap, default_keymap, load_keymap
from sapphire_emu.window.layout import BUTTONS
from sapphire_emu.window.legends import explain
from sapphire_emu.window.opening import Namer, OpeningWatch
from sapphire_emu.window.paint import WHITE, coverage, disc, mask_of, scaled, tinted
from sapphire_emu.window.paper import Roll
from sapphire_emu.window.prefs import load_prefs, save_prefs
from sapphire_emu.window.shapes import shapes
from sapphire_emu.window.sheet import SheetEntry, SheetView
from sapphire_emu.window.skin_parts import Skin
from sapphire_emu.window.sound import Piezo
from sapphire_emu.window.stage import Scene, Stage

UNSEEN = ("offscreen", "dummy", "evdev")
"""Drivers that SDL falls back to where there is no display; nobody sees their windows."""
WAY_OUT = "start it in a desktop session, or use sapphire press or sapphire run"

PLAIN_WORDS = {"fen": "FEN", "pgn": "PGN", "paste": "Paste", "shot": "Photo"}
"""Buttons whose word never changes."""

ICON_PX, ICON_BLUE = 64, (70, 104, 150)

NAP_S, NAP_BUSY_S = 0.012, 0.004
"""Between two looks for the user's events: when he is away, and when he is at it."""
BUSY_S = 1.0

NOTE_S = 6.0
"""How long a note stays in the strip."""


@dataclass(slots=True)
class Wishes:
    """What the program was asked for. Paths that are None are neither read nor written."""

    skin: Skin
    size: tuple[int, int] | None = None
    muted: bool = False
    light: bool | None = None
    prefs_path: Path | None = None
    keymap_path: Path | None = None
    pictures: Path = Path()
    history: tuple[SheetEntry, ...] = ()
    speak: Callable[[str], None] | None = None
    note: Callable[[str], None] = print
    stopping: Callable[[], bool] = field(default=lambda: False)
    speed: Speed = Speed.NORMAL
    other_scale: Callable[[int], str] = field(default=lambda elo: "")
    opening_of: Namer = field(default=lambda game: "")


def open_display() -> None:
    """Open the display, the fonts, and nothing else.

    :raises UserError: there is no display.
    """
    if sys.platform.startswith("linux"):
        # Through a texture every change costs a whole window (10 ms); without, only what changed.
        os.environ.setdefault("SDL_FRAMEBUFFER_ACCELERATION", "0")
    try:
        with hushed():
            pygame.display.init()
    except pygame.error as error:
        raise UserError(f"no display ({error}); {WAY_OUT}") from error
    if pygame.display.get_driver() in UNSEEN and "SDL_VIDEODRIVER" not in os.environ:
        pygame.display.quit()
        raise UserError(f"no display (neither DISPLAY nor WAYLAND_DISPLAY is usable); {WAY_OUT}")
    pygame.font.init()


class App:
    """The open window.

    :raises UserError: no display, or a faulty key map.
    """

    def __init__(
        self, running: Running, wishes: Wishes, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self.running = running
        self.wishes = wishes
        self.clock = clock
        self.prefs, trouble = load_prefs(wishes.prefs_path)
        if trouble:
            wishes.note(trouble)
        self.keymap: KeyMap = default_keymap()
        if wishes.keymap_path is not None and wishes.keymap_path.exists():
            self.keymap = load_keymap(wishes.keymap_path)
        self.light = self.prefs.light if wishes.light is None else wishes.light
        self.window = self._open(wishes.size or self.prefs.size)
        self.open_panels = frozenset(self.prefs.open_panels)
        self.stage = Stage(wishes.skin, self.window.get_size(), self.open_panels, light=self.light)
        self.piezo = Piezo(muted=wishes.muted or self.prefs.muted)
        if self.piezo.note:
            wishes.note(self.piezo.note)
        self.driver = Driver(running, clock)
        self.driver.speed = wishes.speed
        self.roll = Roll()
        self.move = Move()
        self.hint: Hint | None = None if self.prefs.hint_seen else Hint()
        self.entries: tuple[SheetEntry, ...] = wishes.history
        self._record: Record = running.machine.nvram.record
        self._note = ""
        self._note_until_s = 0.0
        self._title: str | None = None
        self._busy_until_s = 0.0
        self.done = False
        self.hands = Hands(self)
        self.news: SimpleQueue[str] = SimpleQueue()
        self.errands = ThreadPoolExecutor(max_workers=1, thread_name_prefix="errands")
        self.opening = OpeningWatch(wishes.opening_of, self.errands)
        if self.hint is not None:
            self.prefs.hint_seen = True
            self._keep_prefs()

    def _open(self, size: tuple[int, int]) -> pygame.Surface:
        pygame.display.set_icon(icon())
        try:
            window = pygame.display.set_mode(size, pygame.RESIZABLE)
        except pygame.error as error:
            raise UserError(f"the display opens no window: {error}") from error
        return window

    # -- the loop ----------------------------------------------------------------------------

    def run(self) -> None:
        """Run until the window is closed."""
        try:
            self.refresh()
            while not self.done and not self.wishes.stopping():
                self.turn(self.wait())
        finally:
            self.close()

    def wait(self) -> list[pygame.event.Event]:
        """Sleep until something is due or the user does something; his events.

        SDL's own wait looks a thousand times a second; these naps cost a third of that, and are
        shorter while the user is at it.
        """
        now_s = time.monotonic()
        until_s = now_s + self.driver.sleep_s()
        while True:
            events: list[pygame.event.Event] = pygame.event.get()
            now_s = time.monotonic()
            if events:
                self._busy_until_s = now_s + BUSY_S
                return events
            if now_s >= until_s or self.wishes.stopping():
                return []
            nap_s = NAP_BUSY_S if now_s < self._busy_until_s else NAP_S
            time.sleep(min(nap_s, until_s - now_s))

    def turn(self, events: list[pygame.event.Event]) -> None:
        """One pass of the loop with these events."""
        for event in events:
            self.hands.handle(event)
        self.hands.enter_ordered()
        while not self.news.empty():
            self.say(self.news.get_nowait())
        self._deal_with(self.driver.pump())
        self.refresh()

    def close(self) -> None:
        """Remember how the window looked, and close it; files being written are finished."""
        self.errands.shutdown()
        self.prefs.size = self.window.get_size()
        self.prefs.open_panels = sorted(self.open_panels)
        self.prefs.light = self.light
        self._keep_prefs()
        self.piezo.close()
        pygame.display.quit()

    def _keep_prefs(self) -> None:
        trouble = save_prefs(self.prefs, self.wishes.prefs_path)
        if trouble:
            self.wishes.note(trouble)

    # -- what comes out of the machine ---------------------------------------------------------

    def _deal_with(self, outputs: list[Output]) -> None:
        for event in outputs:
            match event:
                case Beep():
                    self.piezo.sound(event)
                case SerialOut(report):
                    self.roll.add(to_lines(report, DIALECTS["sapphire2"]))
                case LcdChanged(lcd) if self.wishes.speak is not None:
                    self.wishes.speak(lcd.text)
                case Notice(text):
                    self.say(text)
                case Commit():
                    self._sheet_entry(event)

    def _sheet_entry(self, commit: Commit) -> None:
        record, before = commit.nvram.record, self._record
        self._record = record
        rated = commit.rated
        if rated is not None:
            level = LEVELS[rated.level].code if rated.level in LEVELS else rated.level
            what = f"{rated.result.word} against {rated.oelo}, level {level}"
            entry = SheetEntry(
                rated.before.elo, rated.after.elo, rated.after.games, what, rated.formula
            )
        elif record != before:
            entry = SheetEntry(before.elo, record.elo, record.games, "reset")
        else:
            return
        self.entries = (*self.entries, entry)

    # -- what is shown -------------------------------------------------------------------------

    def say(self, note: str) -> None:
        """Show a note in the strip for a few seconds."""
        self._note = note
        self._note_until_s = self.clock() + NOTE_S

    def rearrange(self) -> None:
        """Lay the window out anew after a change of size, panels or surroundings."""
        self.window = pygame.display.get_surface() or self.window
        self.stage = Stage(
            self.wishes.skin, self.window.get_size(), self.open_panels, light=self.light
        )

    def refresh(self) -> None:
        """Bring title and picture up to date."""
        state = self.running.machine.state
        if state.lcd.text != self._title:
            self._title = state.lcd.text
            pygame.display.set_caption(self._title)
        if self.hint is not None:
            self.hint.watch(state)
            if self.hint.done:
                self.hint = None
        if self._note and self.clock() >= self._note_until_s:
            self._note = ""
        drawn = self.stage.draw(self.window, self.scene(), self.roll)
        if drawn:
            pygame.display.update([pygame.Rect(box) for box in drawn])

    def scene(self) -> Scene:
        """All that the window shows now."""
        state = self.running.machine.state
        hands = self.hands
        record = state.nvram.record
        device = View(
            state.lcd.frame_at(state.now_ms),
            state.mode,
            state.power_on,
            self.driver.finger.key,
            hands.hover_key,
            hands.focus,
            self.hint.beacon(state) if self.hint is not None else None,
            self.keymap.labels() if hands.show_keymap else (),
        )
        strip, urgent = self._strip()
        return Scene(
            device,
            view_of(state, self.move),
            SheetView(
                record.elo,
                record.games,
                record.tier,
                self.entries,
                self.wishes.other_scale(record.elo),
            ),
            self.roll.version,
            self.roll.offset,
            strip,
            self._aside(),
            urgent,
            tuple(self._button(name) for name in BUTTONS),
            hands.hover_name,
            self.hint.step if self.hint is not None else None,
            self.opening.name_of(state.game),
        )

    def unsent(self) -> int:
        """Bytes that wait to go out at the serial links."""
        return sum(link.progress.waiting for link in self.running.links)

    def cancel_output(self) -> None:
        """Drop what waits to be sent or printed."""
        dropped = sum(link.cancel() for link in self.running.links)
        self.say(f"{dropped:,} bytes of output cancelled")

    def _aside(self) -> str:
        unsent = self.unsent()
        return f"{unsent:,} bytes to send, Esc cancels" if unsent else "F1 shows the keyboard"

    def _button(self, name: str) -> tuple[str, str, bool]:
        match name:
            case "speed":
                return name, self.driver.speed.label, False
            case "pause":
                return name, "Go on" if self.driver.paused else "Pause", self.driver.paused
            case "sound":
                return name, "Silent" if self.piezo.silent else "Sound", False
            case "light":
                return name, "Dark" if self.light else "Light", False
        return name, PLAIN_WORDS.get(name, name), False

    def _strip(self) -> tuple[str, bool]:
        state, hands = self.running.machine.state, self.hands
        if hands.prompt:
            return hands.prompt, True
        if self._note:
            return self._note, True
        if hands.hover_name:
            return HINTS[hands.hover_name], False
        key = hands.hover_key if hands.hover_key is not None else hands.focus
        if key is not None and state.power_on:
            return explain(state.mode, key).line, False
        if self.hint is not None:
            return self.hint.text, True
        return situation(state), False


def icon() -> pygame.Surface:
    """The window's icon: the knight's key."""
    size = ICON_PX, ICON_PX
    picture = tinted(coverage(disc(*size, (ICON_PX / 2, ICON_PX / 2), ICON_PX / 2 - 1)), ICON_BLUE)
    knight = shapes()["knight"]
    at, inner = (ICON_PX * 0.17, ICON_PX * 0.15), (ICON_PX * 0.66, ICON_PX * 0.66)
    mask = mask_of(size, scaled(knight.body, inner, at), scaled(knight.cut, inner, at))
    picture.blit(tinted(mask, WHITE), (0, 0))
    return picture


def situation(state: State) -> str:
    """What is going on, in one line."""
    if not state.power_on:
        return "Switched off; the switch on the case or F2 switches it on"
    level = LEVELS[state.nvram.levels[0 if state.game.machine_is_white else 1]]
    if state.game.over:
        return "The game is over; OPTION, VER, Pawn rates it, NG starts another"
    if state.thinking:
        return f"The machine thinks, level {level.code} ({level.meaning}); GO makes it move now"
    side = "White" if state.board.turn else "Black"
    return f"{side} to move · level {level.code}, {level.meaning}"
