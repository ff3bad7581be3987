"""How fast the core is: ``python -m benchmarks.core``.

Everything is a ratio to plain dict stores of the same run, so that figures of different computers
can be compared: presses and script statements per million dict stores.
"""

from __future__ import annotations

import random
import time

from firmware_model import Machine
from firmware_model.keys import Key
from sapphire_emu.scripts.parser import parse
from sapphire_emu.scripts.runner import Runner

SEED = 1
PRESSES = 100_000
STATEMENTS = 50_000


def million_dict_stores_s() -> float:
    """Seconds that a million plain dict stores take now."""
    store: dict[int, int] = {}
    started = time.perf_counter()
    for number in range(1_000_000):
        store[number] = number
    return time.perf_counter() - started


def presses_per_s() -> float:
    """Random presses of all 24 keys on one machine, a second."""
    rng = random.Random(SEED)
    keys = rng.choices([key.script_name for key in Key], k=PRESSES)
    machine = Machine()
    started = time.perf_counter()
    for name in keys:
        machine.press(name)
    return PRESSES / (time.perf_counter() - started)


def statements_per_s() -> float:
    """One-key ``press`` statements of a script, checked beforehand, a second."""
    script = parse("\n".join(["press option", "press ver", "press go"] * (STATEMENTS // 3)))
    runner = Runner("benchmark")
    started = time.perf_counter()
    runner.run(script)
    return len(script) / (time.perf_counter() - started)


def main() -> None:
    """Print the figures."""
    stores_s = million_dict_stores_s()
    presses, statements = presses_per_s(), statements_per_s()
    stores_s = (stores_s + million_dict_stores_s()) / 2
    print(f"a million dict stores: {stores_s:.3f} s")
    print(f"presses: {presses:,.0f}/s, {presses * stores_s:,.0f} per million dict stores")
    print(f"script keys: {statements:,.0f}/s, {statements * stores_s:,.0f} per million dict stores")


if __name__ == "__main__":
    main()
