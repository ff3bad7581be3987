"""What the window itself can do: speed, pause, copies, pictures, folding, light."""

from __future__ import annotations

import datetime
from pathlib import Path
from typing import TYPE_CHECKING

import pygame

from firmware_model.mode import Mode
from sapphire_emu.errors import UserError
from sapphire_emu.window import clipboard
from sapphire_emu.window.export import fen_of, pgn_of
from sapphire_emu.window.layout import PANELS
from sapphire_emu.window.paper import picture_of
from sapphire_emu.window.position_entry import position_of, set_up_keys

if TYPE_CHECKING:
    from sapphire_emu.window.app import App


def act(app: App, name: str) -> None:
    """Do what a button or a function key asks for."""
    if name in PANELS:
        app.open_panels = app.open_panels ^ {name}
        app.rearrange()
    elif name.startswith("roll "):
        _roll(app, name.removeprefix("roll "))
    else:
        _ACTS[name](app)


def shortcut(app: App, name: str) -> None:
    """Ctrl (or Command) and a key."""
    match name:
        case "q" | "w":
            app.done = True
        case "c":
            _copy_fen(app)
        case "v":
            _paste(app)


def _speed(app: App) -> None:
    app.driver.speed = app.driver.speed.next


def _pause(app: App) -> None:
    app.driver.paused = not app.driver.paused


def _sound(app: App) -> None:
    app.piezo.toggle()
    app.prefs.muted = app.piezo.muted
    if app.piezo.note and not app.piezo.muted:
        app.say(app.piezo.note)


def _power(app: App) -> None:
    app.driver.power(on=not app.running.machine.state.power_on)


def _light(app: App) -> None:
    app.light = not app.light
    app.rearrange()


def _copy(app: App, text: str, what: str) -> None:
    if clipboard.put_text(text):
        app.say(f"Copied {what}")
    else:
        app.say("This computer gives the window no clipboard")


def _copy_fen(app: App) -> None:
    fen = fen_of(app.running.machine.state)
    _copy(app, fen, fen)


def _copy_pgn(app: App) -> None:
    text = pgn_of(app.running.machine.state, datetime.date.today())
    _copy(app, text, f"the game, {len(app.running.machine.state.game.plies)} half-moves")


def _paste(app: App) -> None:
    """Enter a FEN from the clipboard by pressing the keys of Set Up."""
    text = clipboard.get_text().strip()
    state = app.running.machine.state
    if state.mode is Mode.THINK:
        app.say("The machine thinks; GO makes it move now")
        return
    try:
        board = position_of(text)
    except UserError as error:
        app.say(str(error))
        return
    app.driver.paused = False
    app.driver.finger.tap(*set_up_keys(state, board))
    app.say(f"Setting up {board.board_fen()}; castling follows from where king and rooks stand")


def _fresh_path(app: App, kind: str, ending: str) -> Path:
    stamp = datetime.datetime.now().strftime("%Y%m%d-%H%M%S")
    number = 0
    while True:
        extra = f"-{number}" if number else ""
        path = app.wishes.pictures / f"sapphire-{kind}-{stamp}{extra}.{ending}"
        if not path.exists():
            return path
        number += 1


def _keep(app: App, kind: str, ending: str, content: str | pygame.Surface) -> None:
    """Write a file in a thread of its own: a slow disk does not stop the window."""
    kept = content if isinstance(content, str) else content.copy()

    def write() -> None:
        try:
            app.wishes.pictures.mkdir(parents=True, exist_ok=True)
            path = _fresh_path(app, kind, ending)
            if isinstance(kept, str):
                path.write_text(kept, encoding="utf-8")
            else:
                pygame.image.save(kept, path)
        except (OSError, pygame.error) as error:
            app.news.put(f"{app.wishes.pictures}: cannot keep it: {error}")
            return
        app.news.put(f"Kept as {path}")

    app.errands.submit(write)


def _shot(app: App) -> None:
    _keep(app, "window", "png", app.window)


def _roll(app: App, what: str) -> None:
    if not app.roll.lines:
        app.say("Nothing has been printed yet")
        return
    match what:
        case "copy":
            _copy(app, app.roll.text, f"{len(app.roll.lines)} printed lines")
        case "text":
            _keep(app, "roll", "txt", app.roll.text)
        case "png":
            skin = app.wishes.skin
            _keep(app, "roll", "png", picture_of(app.roll, app.stage.colours, skin.mono_font))
        case "clear":
            app.roll.clear()


_ACTS = {
    "speed": _speed,
    "pause": _pause,
    "sound": _sound,
    "power": _power,
    "light": _light,
    "fen": _copy_fen,
    "pgn": _copy_pgn,
    "paste": _paste,
    "shot": _shot,
}
