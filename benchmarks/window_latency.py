"""How fast the window is: ``python -m benchmarks.window_latency``, best on an idle machine.

Three figures of one run, each beside what it is measured against:

* key event to changed LCD pixels: from the moment the debounced key is due until the changed part
  of the window has been handed to the display, over 300 presses; p99 as a share of one frame of
  16 ms, and beside it the mere handing over of a picture of the same size;
* idle CPU: processor time over 10 s of a window in which nothing happens, and in which a clock
  runs, as a share of one core;
* start to first frame, beyond importing pygame and opening an empty window of the same size, both
  in fresh processes.

It needs a display (for example ``xvfb-run``); with SDL_VIDEODRIVER=dummy it measures drawing alone.
"""

from __future__ import annotations

import json
import os
import statistics
import subprocess
import sys
import time
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sapphire_emu.window.skin import Skin

SIZE = (1100, 760)
PRESSES = 300
IDLE_S = 10.0
FRAME_MS = 16.0
STARTS = 5

_BARE = """
import time
started = time.perf_counter()
import pygame
pygame.display.init()
pygame.font.init()
pygame.display.set_mode({size}, pygame.RESIZABLE)
pygame.display.flip()
print(time.perf_counter() - started)
"""

_WHOLE = """
import time
started = time.perf_counter()
from sapphire_emu.desk import Desk
from sapphire_emu.loop import Session
from sapphire_emu.opponent.external import open_opponent
from sapphire_emu.window.app import App, Wishes, open_display
from sapphire_emu.window.skin import find_skin, load_skin
skin = load_skin(find_skin("sapphire"))
open_display()
session = Session(desk=Desk(open_opponent(None), note=print))
app = App(session, Wishes(skin, {size}, muted=True))
app.refresh()
print(time.perf_counter() - started)
app.close()
session.close()
"""


def _start_s(code: str) -> float:
    """Median seconds that some code says it took, in fresh processes, after one warm-up."""
    env = {**os.environ, "PYGAME_HIDE_SUPPORT_PROMPT": "1", "SDL_FRAMEBUFFER_ACCELERATION": "0"}
    env.pop("PYTHONDONTWRITEBYTECODE", None)  # an installed program is compiled already
    found = []
    for _ in range(STARTS + 1):
        done = subprocess.run(
            [sys.executable, "-c", code.format(size=SIZE)],
            capture_output=True,
            text=True,
            check=True,
            env=env,
        )
        found.append(float(done.stdout.split()[-1]))
    return statistics.median(found[1:])


def _p99(values: list[float]) -> float:
    return sorted(values)[int(len(values) * 0.99)]


def key_to_pixels(skin: Skin) -> tuple[list[float], list[float], float]:
    """Wall ms from key event to display, ms of handing a picture over, mean processor ms."""
    import pygame

    from firmware_model.keys import DEBOUNCE_MS, Key
    from sapphire_emu.loop import Session
    from sapphire_emu.window.app import App, Wishes, open_display

    open_display()
    wall = [0.0]
    app = App(Session(), Wishes(skin, SIZE, muted=True), clock=lambda: wall[0])
    app.refresh()
    latencies, cpu_ms = [], 0.0
    for number in range(PRESSES):
        key = (Key.OPTION, Key.GO)[number % 2]
        app.driver.finger.press(key)
        app.turn([])
        wall[0] += (DEBOUNCE_MS + 1) / 1000  # the debounce is over: the key event is due
        before = app.running.machine.lcd
        started = time.perf_counter()
        cpu = time.process_time()
        app.turn([])
        latencies.append((time.perf_counter() - started) * 1000)
        cpu_ms += (time.process_time() - cpu) * 1000 / PRESSES
        assert app.running.machine.lcd != before
        app.driver.finger.release(key)
        wall[0] += 0.2
        app.turn([])
    bare = []
    for _ in range(PRESSES):
        started = time.perf_counter()
        pygame.display.update([pygame.Rect(app.stage.layout.device)])
        bare.append((time.perf_counter() - started) * 1000)
    app.close()
    return latencies, bare, cpu_ms


def main(arguments: list[str]) -> None:
    """Print the figures; with ``--json`` those that are promised, as one object."""
    os.environ["PYGAME_HIDE_SUPPORT_PROMPT"] = "1"
    from firmware_model.keys import Key
    from sapphire_emu.window.skin import find_skin, load_skin

    skin = load_skin(find_skin("sapphire"))
    latencies, bare, cpu_ms = key_to_pixels(skin)
    p99 = _p99(latencies)
    if "--json" in arguments:
        beyond_s = _start_s(_WHOLE) - _start_s(_BARE)
        print(json.dumps({"presses": PRESSES, "p99_ms": p99, "beyond_s": beyond_s}))
        return
    print(f"key event to LCD pixels: p99 {p99:.1f} ms = {p99 / FRAME_MS:.2f} frames of 16 ms")
    median = statistics.median(latencies)
    print(f"  median {median:.1f} ms, {cpu_ms:.1f} ms of it our processor time")
    print(f"  handing over the whole device, and nothing else: p99 {_p99(bare):.1f} ms")
    for name, keys in (("nothing happens", ()), ("a clock runs", (Key.E5, Key.B2, Key.E5, Key.D4))):
        print(f"idle CPU, {name}: {_idle_share(skin, keys):.2%} of a core")
    whole, empty = _start_s(_WHOLE), _start_s(_BARE)
    print(f"start to first frame: {whole:.2f} s, of which pygame and an empty window {empty:.2f} s")
    print(f"  beyond them {whole - empty:.2f} s = {(whole - empty) / empty:.2f} times as long")


def _idle_share(skin: Skin, keys: tuple[object, ...]) -> float:
    """Processor time by wall time of a window nobody touches, after some keys."""
    from sapphire_emu.loop import Session
    from sapphire_emu.window.app import App, Wishes, open_display

    open_display()
    session = Session()
    app = App(session, Wishes(skin, SIZE, muted=True))
    app.refresh()
    for key in keys:
        session.press(key)  # type: ignore[arg-type]
    if session.machine.thinking is not None:
        from firmware_model.events import OpponentMove

        session.feed(OpponentMove(session.machine.thinking.request_id, "e7e5"))
    end = time.monotonic() + IDLE_S
    cpu = time.process_time()
    while time.monotonic() < end:
        app.turn(app.wait())
    share = (time.process_time() - cpu) / IDLE_S
    app.close()
    return share


if __name__ == "__main__":
    main(sys.argv[1:])
