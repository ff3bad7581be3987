"""A small scripted UCI engine that misbehaves in one chosen way.

``python scripted_engine.py FAULT COUNTER``: COUNTER is a file that says how often it was started.
The first start shows the fault, later ones behave; with FAULT ``none`` all behave.
"""

from __future__ import annotations

import sys
import time
from pathlib import Path

fault, counter = sys.argv[1], Path(sys.argv[2])
starts = int(counter.read_text()) if counter.exists() else 0
counter.write_text(str(starts + 1))
if starts:
    fault = "none"
if fault == "crash at start":
    sys.exit(3)


def say(line: str) -> None:
    print(line, flush=True)


for line in sys.stdin:
    word = line.split()[0] if line.strip() else ""
    if word == "uci":
        if fault == "hang at start":
            time.sleep(60)
        say("id name Scripted\noption name Hash type spin default 1 min 1 max 64\nuciok")
    elif word == "isready":
        say("readyok")
    elif word == "setoption":
        if not line.startswith("setoption name Hash "):
            sys.exit(4)  # an option this engine does not have
        if not 1 <= int(line.split()[-1]) <= 64:
            sys.exit(6)  # a value this engine does not allow
    elif word == "go":
        say("info depth 1 score cp 20 nodes 1 pv e7e5")
        if fault == "crash in search":
            sys.exit(5)
        if fault == "hang in search":
            time.sleep(60)
        say(
            {
                "illegal move": "bestmove e2e4",
                "garbage": "bestmove %$&",
                "no move": "bestmove (none)",
                "null move": "bestmove 0000",
                "noise": "nonsense\ninfo depth x\ninfo\n\ufffd\nbestmove e7e5",
            }.get(fault, "bestmove e7e5")
        )
    elif word == "quit":
        break
