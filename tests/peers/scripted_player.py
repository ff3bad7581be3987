"""A UCI engine that plays a given game: after so many moves, the next one of the list.

``python scripted_player.py MOVE…``
"""

from __future__ import annotations

import sys

game = sys.argv[1:]
played = 0
for line in sys.stdin:
    words = line.split()
    if words[:1] == ["uci"]:
        print("id name Scripted player\nuciok", flush=True)
    elif words[:1] == ["isready"]:
        print("readyok", flush=True)
    elif words[:1] == ["position"]:
        played = len(words) - words.index("moves") - 1 if "moves" in words else 0
    elif words[:1] == ["go"]:
        print(f"info depth 1 score cp 0 nodes 1\nbestmove {game[played]}", flush=True)
    elif words[:1] == ["quit"]:
        break
