"""Engines from outside: found on PATH or named, and Stockfish set to a true strength.

Facts
    Stockfish's ``UCI_Elo`` changed its meaning. From release 16 on (option minimum 1320) the label
    is right on the scale of 2023. Release 15 and earlier (minimum 1350) have the formula of 2019:
    their "2000" plays about 2460. ``label_2019`` finds the label at which such a Stockfish plays
    with the strength wanted, through the skill level that both formulas map to. Checked by matches:
    five neighbouring pairs scored .375 .175 .050 .100 .225 against .352 .161 .046 .123 .229
    predicted; the unmapped label predicts .24.

    A Stockfish weakened to at most ``DEPTH_9_UNTIL`` is as strong at ``go depth 9`` as with time,
    because it takes its move from an early depth; that removes the clock from the game.
"""

from __future__ import annotations

import math
import os
import re
import shlex
import shutil
from collections.abc import Mapping
from pathlib import Path

from sapphire_emu.errors import UserError, closest
from sapphire_emu.opponent.embedded import embedded_opponent
from sapphire_emu.opponent.interface import Job, Opponent
from sapphire_emu.opponent.program import EngineProgram, Offer, Order, Patience, plain_order
from sapphire_emu.opponent.uci import UciOpponent

ELO_LOWEST, ELO_HIGHEST = 1320, 3190
DEPTH_9_UNTIL = 2300
STOCKFISH_MARGIN = 50
STOCKFISH_HOW = "set; the remapping was checked by 200 games of five neighbouring pairs"
# Debian keeps games off root's PATH.
MORE_FOLDERS = ("/usr/games", "/usr/local/games", "/opt/homebrew/bin")


def skill_level(elo: int) -> float:
    """Stockfish's internal skill level for a strength on the scale of 2023.

    >>> round(skill_level(2000), 2), skill_level(1320)
    (4.18, 0.0)
    """
    e = (elo - 1320) / 1870
    return max(0.0, ((37.2473 * e - 40.8525) * e + 22.2943) * e - 0.311438)


def label_2019(elo: int) -> int:
    """The ``UCI_Elo`` at which Stockfish 15 or older plays with strength ``elo``.

    >>> label_2019(2000), label_2019(1320)
    (1801, 1350)
    """
    return max(1350, round(1346.6 + 143.4 * math.pow(skill_level(elo), 0.806)))


def stockfish_order(elo: int | None, job: Job, offered: Mapping[str, Offer]) -> Order:
    """How to ask a Stockfish for strength ``elo`` (or the job's): option, label, limits."""
    wanted = elo if elo is not None else job.elo
    options: dict[str, str | int | bool] = {"Hash": job.hash_mb, "Threads": 1}
    scale = offered.get("UCI_Elo")
    if wanted is None or scale is None or "UCI_LimitStrength" not in offered:
        options["UCI_LimitStrength"] = False
        return Order(options, job.nodes, job.depth, job.mate, job.movetime_ms)
    wanted = min(max(wanted, ELO_LOWEST), ELO_HIGHEST)
    label = label_2019(wanted) if (scale.low or 0) > 1320 else wanted
    options |= {"UCI_LimitStrength": True, "UCI_Elo": min(label, scale.high or label)}
    if job.infinite or job.mate is not None:
        return Order(options, mate=job.mate, oelo=wanted)
    depth = job.depth or (9 if wanted <= DEPTH_9_UNTIL else None)
    return Order(options, None, depth, None, job.movetime_ms if depth else 1000, wanted)


def find_engine(name: str) -> str | None:
    """Path of a program: on PATH, or where systems keep games; None when there is none."""
    return shutil.which(name) or shutil.which(name, path=os.pathsep.join(MORE_FOLDERS))


def _stockfish(elo: int | None) -> EngineProgram:
    """The Stockfish of this system.

    :raises UserError: there is none.
    """
    path = find_engine("stockfish")
    if path is None:
        raise UserError("no stockfish on PATH; install it, or name an engine with uci:COMMAND")
    label = "stockfish" if elo is None else f"stockfish at {elo}"
    return EngineProgram(label, (path,), lambda job, offered: stockfish_order(elo, job, offered))


def _named(command: str) -> EngineProgram:
    """The engine of ``uci:COMMAND``.

    :raises UserError: the command cannot be split, or there is no such program.
    """
    try:
        words = shlex.split(command)
    except ValueError as error:
        raise UserError(f"opponent uci:{command}: {error}") from None
    if not words:
        raise UserError("opponent uci: needs a command (expected uci:COMMAND)")
    path = find_engine(words[0])
    if path is None:
        raise UserError(f"no program '{words[0]}' for --opponent")
    return EngineProgram(Path(words[0]).name, (path, *words[1:]), plain_order)


def open_opponent(spec: str | None = None, patience: Patience | None = None) -> Opponent:
    """The opponent of a ``--opponent`` word; nothing is started yet.

    ``embedded`` (or None), ``stockfish``, ``stockfish:ELO``, ``uci:COMMAND``.

    :raises UserError: no such word, no such program, or an Elo out of range.
    """
    if spec is None or spec == "embedded":
        return embedded_opponent(patience)
    kind, colon, rest = spec.partition(":")
    if kind == "uci" and colon:
        return UciOpponent(_named(rest), patience)
    if kind == "stockfish":
        if not colon:
            return UciOpponent(_stockfish(None), patience)
        if not re.fullmatch(r"\d{3,4}", rest) or not ELO_LOWEST <= int(rest) <= ELO_HIGHEST:
            raise UserError(
                f"opponent {spec}: expected an Elo from {ELO_LOWEST} to {ELO_HIGHEST}, got '{rest}'"
            )
        return UciOpponent(_stockfish(int(rest)), patience)
    near = closest(kind, ("embedded", "stockfish", "uci"))
    hint = f"; did you mean {near}?" if near else ""
    raise UserError(
        f"unknown opponent '{spec}'{hint} (expected embedded, stockfish[:ELO] or uci:COMMAND)"
    )
