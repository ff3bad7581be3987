"""What a book holds: positions, fan-out, main nodes and keys of each code, shared leaves."""

from __future__ import annotations

from typing import Any

import numpy as np

from sapphire_emu.club.openings.book import Book
from sapphire_emu.club.openings.codes import code_text
from sapphire_emu.club.openings.refine import CodeReport, Options, Order, refine


def as_dict(book: Book, codes: frozenset[int] | None = None, options: Options | None = None) -> Any:
    """Everything, for a program. ``options`` are those to count main nodes with."""
    options = options or options_of(book)
    _, reports = refine(book, options, codes)
    fan_out = np.bincount(book.branches)
    shared = book.ends > 1
    keys = {code: len(np.unique(book.suffix[book.code == code])) for code in _codes(reports)}
    return {
        "depth": book.depth,
        "games": book.all_games,
        "positions": len(book),
        "moves": len(book.move),
        "refined_with": book.refined_with or None,
        "unrefined_positions": int((book.suffix < 0).sum()),
        "largest_fan_out": int(len(fan_out) - 1) if len(fan_out) else 0,
        "fan_out": {str(n): int(count) for n, count in enumerate(fan_out) if count},
        "last_positions": book.markable,
        "shared_leaves": book.shared_leaves,
        "games_sharing": int(book.ends[shared].sum()),
        "counted_with": {"min_games": options.min_games, "min_branches": options.min_branches},
        "overflow_codes": sum(report.overflow for report in reports),
        "codes": {
            code_text(report.code): {
                "positions": report.positions,
                "roots": report.roots,
                "keys_wanted": report.wanted,
                "min_games_used": report.min_games,
                "main_nodes": report.main_nodes,
                "keys_now": keys[report.code],
            }
            for report in reports
        },
    }


def _codes(reports: list[CodeReport]) -> list[int]:
    return [report.code for report in reports]


def options_of(book: Book) -> Options:
    """The options that the book was last refined with, or the usual ones."""
    told = book.refined_with
    usual = Options()
    games, branches = told.get("min_games"), told.get("min_branches")
    most = told.get("most_branches")
    return Options(
        games if isinstance(games, int) else usual.min_games,
        branches if isinstance(branches, int) else usual.min_branches,
        Order(str(told.get("order", usual.order))),
        most if isinstance(most, int) else None,
    )


def as_text(found: Any, most: int | None = 20) -> str:
    """The same for a reader: the totals, then the codes with the most positions (all, if None)."""
    lines = [
        f"{found['games']:,} games to {found['depth']} half-moves: {found['positions']:,} "
        f"positions, {found['moves']:,} moves, at most {found['largest_fan_out']} in one position",
        f"{found['shared_leaves']:,} last positions are shared by {found['games_sharing']:,} "
        f"games; {found['last_positions']:,} games can be marked",
        _refined(found),
    ]
    with_these = found["counted_with"]
    lines.append(
        f"with N = {with_these['min_games']} and M = {with_these['min_branches']}, "
        f"{found['overflow_codes']} of {len(found['codes'])} codes want more than 100 keys; "
        "their N is raised until 100 suffice"
    )
    lines.append("code  positions  main nodes  keys wanted  N used  keys now")
    ranked = sorted(found["codes"].items(), key=lambda item: -item[1]["positions"])
    for code, of in sorted(ranked if most is None else ranked[:most]):
        mark = "  overflow" if of["min_games_used"] > with_these["min_games"] else ""
        lines.append(
            f"{code}   {of['positions']:9,}  {of['main_nodes']:10}  {of['keys_wanted']:11}  "
            f"{of['min_games_used']:6}  {of['keys_now']:8}{mark}"
        )
    if most is not None and len(ranked) > most:
        lines.append(f"({len(ranked) - most} smaller codes not shown: --all)")
    return "\n".join(lines)


def _refined(found: Any) -> str:
    told = found["refined_with"]
    if not told:
        return "not refined"
    only = f"{', '.join(told['codes'])} last " if told.get("codes") else ""
    text = (
        f"{only}refined with N = {told['min_games']}, M = {told['min_branches']}, {told['order']}"
    )
    if found["unrefined_positions"]:
        text += f"; {found['unrefined_positions']:,} positions are not refined"
    return text
