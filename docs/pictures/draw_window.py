"""Draws the README's pictures of the window: ``python docs/pictures/draw_window.py``.

``window.png`` is the window in the middle of a game; ``rated-game.gif`` replays the key script of a
rated win, one picture a key. Both are drawn by the program itself; Pillow only packs the GIF.
"""

from __future__ import annotations

import os
from pathlib import Path

os.environ["SDL_VIDEODRIVER"] = "dummy"
os.environ["PYGAME_HIDE_SUPPORT_PROMPT"] = "1"

import pygame
from PIL import Image

from firmware_model.events import SerialOut
from firmware_model.game import Rateable
from firmware_model.keys import Key
from firmware_model.machine import Machine
from firmware_model.printing import DIALECTS, to_lines
from firmware_model.rating import Record, rate
from firmware_model.state import Nvram
from sapphire_emu.opening_keys import OpeningKeys
from sapphire_emu.resources import asset
from sapphire_emu.scripts.parser import parse_file
from sapphire_emu.scripts.runner import Runner
from sapphire_emu.window.layout import arrange
from sapphire_emu.window.paper import Roll
from sapphire_emu.window.sheet import SheetEntry
from sapphire_emu.window.skin import find_skin, load_skin
from sapphire_emu.window.still import Look, picture_of_machine, save_picture

HERE = Path(__file__).parent
SKIN = load_skin(find_skin("sapphire"))
PICTURE_PX = (1280, 884)
FILM_PX = (880, 608)
DOWN_MS, FRAME_MS, LAST_MS = 160, 420, 4000
SCRIPT = "rating-win.keys"

GAME = ("e2e4", "e7e5", "g1f3", "b8c6", "f1b5", "a7a6", "b5a4", "g8f6")
HISTORY = (
    SheetEntry(1400, 1610, 1, "loss against 2010", "(1400*0 + 2010 - 400) / 1 = 1610"),
    SheetEntry(1610, 1743, 2, "win against 1475", "(1610*1 + 1475 + 400) / 2 = 1742.5 -> 1743"),
    SheetEntry(1743, 1654, 3, "draw against 1475", "(1743*2 + 1475) / 3 = 1653.67 -> 1654"),
    SheetEntry(1654, 1709, 4, "win against 1475", "(1654*3 + 1475 + 400) / 4 = 1709.25 -> 1709"),
)


def window_picture() -> pygame.Surface:
    """A game under way, its moves printed, the rating sheet open, in RATING."""
    roll = Roll()

    def listen(event: object) -> None:
        if isinstance(event, SerialOut):
            roll.add(to_lines(event.report, DIALECTS["sapphire2"]))

    nvram = Nvram(record=Record(HISTORY[-1].after, HISTORY[-1].games))
    machine = Machine(nvram, listener=listen)
    machine.press("option", "a1", "a1", "clear")
    for number, uci in enumerate(GAME):
        if number % 2:
            machine.answer(uci)
        else:
            squares = "abcdefgh", "12345678"
            keys = [Key(23 - squares[n % 2].index(sign)) for n, sign in enumerate(uci)]
            machine.press(*keys)
    machine.press("option", "ver")
    return picture_of_machine(
        SKIN,
        PICTURE_PX,
        machine,
        roll=roll,
        entries=HISTORY,
        open_panels=frozenset({"board", "roll", "sheet"}),
        look=Look(opening=" ".join(OpeningKeys(None, note=print).of_game(machine.state.game))),
    )


class Film:
    """The pictures of a script's run: two a key, one for every change in between."""

    def __init__(self, path: Path) -> None:
        self.runner = Runner(path)
        self.frames: list[Image.Image] = []
        self.times_ms: list[int] = []
        self._entries: tuple[SheetEntry, ...] = ()
        self._shown = ""
        self._press = self.runner.stage.press
        self.runner.stage.press = self.press

    def press(self, key: Key) -> None:
        """Press a key in front of the camera."""
        machine = self.runner.machine
        if machine.lcd.text != self._shown:
            self.take(None, FRAME_MS)  # what the machine did since the last key
        self.take(key, DOWN_MS)
        game, before = machine.nvram.game, machine.nvram.record
        self._press(key)
        after, standing = machine.nvram.record, game.qualify()
        if after.games > before.games and isinstance(standing, Rateable):
            result = game.result_for_user(user_is_white=standing.user_is_white)
            formula = rate(before, standing.oelo, result).formula
            what = f"{result.word} against {standing.oelo}"
            entry = SheetEntry(before.elo, after.elo, after.games, what, formula)
            self._entries = (*self._entries, entry)
        self.take(None, FRAME_MS)

    def take(self, down: Key | None, time_ms: int) -> None:
        """One picture, shown so long."""
        machine = self.runner.machine
        self._shown = machine.lcd.text
        picture = picture_of_machine(
            SKIN,
            FILM_PX,
            machine,
            down=down,
            entries=self._entries,
            open_panels=frozenset({"board", "sheet"}),
        )
        pixels = pygame.image.tobytes(picture, "RGB")
        self.frames.append(Image.frombytes("RGB", FILM_PX, pixels))
        self.times_ms.append(time_ms)


def one_palette(frames: list[Image.Image]) -> Image.Image:
    """A palette that serves the first picture and the last, the small green switch included."""
    width, height = FILM_PX
    power = arrange(SKIN, FILM_PX).power
    switch = frames[0].crop((power.x, power.y, power.right, power.bottom))
    sample = Image.new("RGB", (width, 2 * height + 60))
    sample.paste(frames[0], (0, 0))
    sample.paste(frames[-1], (0, height))
    sample.paste(switch.resize((width // 2, 60)), (0, 2 * height))
    return sample.quantize(255, dither=Image.Dither.NONE)


def main() -> None:
    """Draw both."""
    save_picture(window_picture(), HERE / "window.png")
    path = asset("scripts", SCRIPT)
    film = Film(path)
    failure = film.runner.run(parse_file(path))
    if failure is not None:
        raise SystemExit(str(failure))
    palette = one_palette(film.frames)
    frames = [frame.quantize(palette=palette, dither=Image.Dither.NONE) for frame in film.frames]
    frames[0].save(
        HERE / "rated-game.gif",
        save_all=True,
        append_images=frames[1:],
        duration=[*film.times_ms[:-1], LAST_MS],
        loop=0,
        optimize=True,
    )


if __name__ == "__main__":
    main()
