"""The one table of figures: what is promised, how it is checked, and how much of it when."""

from __future__ import annotations

from benchmarks.figures import journals, pages, presses, rating_grid, speed, store, streams, suites
from benchmarks.figures.figure import Figure, Size
from firmware_model.mode import Mode

ONCE = Size(1, 1)
GAMES_COUNTS = 21
"""0-19 games in tier 1, and one for all of tier 2."""

FIGURES: tuple[Figure, ...] = (
    Figure(
        "presses",
        "random key presses, other inputs between them",
        "every invariant holds after each",
        "presses",
        presses.random_presses,
        per_change=Size(8, 125_000),
        per_release=Size(64, 1_562_500),
        seed=0,
    ),
    Figure(
        "sequences",
        "every key sequence from each mode, 3 keys a change, 4 a release",
        "invariants hold, GO leads back to play, every table entry is accepted once",
        "sequences",
        presses.sequences,
        per_change=Size(len(Mode), 3),
        per_release=Size(len(Mode), 4),
    ),
    Figure(
        "kill",
        "`kill -9` while saving",
        "nothing corrupt, no acknowledged save lost",
        "kills",
        store.kills,
        per_change=Size(4, 25),
        per_release=Size(60, 50),
    ),
    # A model of power loss, in which unsynced writes vanish, has its row here.
    Figure(
        "truncation",
        "memory file cut off after every byte",
        "set aside and kept, defaults instead",
        "lengths",
        store.truncations,
        per_change=Size(store.TRUNCATION_PARTS, 1),
        per_release=Size(store.TRUNCATION_PARTS, 1),
    ),
    Figure(
        "flips",
        "memory file with a bit turned over",
        "never another memory",
        "bits",
        store.flips,
        per_change=Size(4, 500),
        per_release=Size(store.TRUNCATION_PARTS, 0),
    ),
    Figure(
        "streams",
        "malformed serial streams",
        "no exception, bounded buffer, whole = in pieces = byte by byte",
        "streams",
        streams.malformed,
        per_change=Size(8, 12_500),
        per_release=Size(100, 50_000),
    ),
    Figure(
        "line",
        "serial faults: unplugged at every byte of a page, deaf reader, port taken, reconnect",
        "bounded queue, every loss counted",
        "tests",
        suites.line_faults,
        per_change=ONCE,
        per_release=ONCE,
        alone=True,
    ),
    Figure(
        "replay",
        "journals replayed in fresh processes, random hash seed, each supported Python",
        "the same digest at every step",
        "steps",
        journals.replays,
        per_change=Size(20, 60),
        per_release=Size(500, 200),
    ),
    Figure(
        "reload",
        "saved and loaded at every step of a journal, port attached",
        "same digests, same serial bytes",
        "steps",
        journals.saved_at_every_step,
        per_change=Size(1, 300),
        per_release=Size(20, 5_000),
        seed=7,
    ),
    Figure(
        "rating",
        "rating core against exact fractions on a grid",
        "no difference",
        "cells",
        rating_grid.grid,
        per_change=Size(GAMES_COUNTS, 90),
        per_release=Size(GAMES_COUNTS, 10_000),
    ),
    Figure(
        "pages",
        "printed pages over a pty",
        "every byte arrives, the page shows the position",
        "pages",
        pages.printed,
        per_change=Size(2, 100),
        per_release=Size(20, 5_000),
    ),
    Figure(
        "statements",
        "statements of the manual's rating section",
        "each has a key script that holds",
        "scripts",
        suites.rating_section,
        per_change=ONCE,
        per_release=ONCE,
    ),
    Figure(
        "branches",
        "branches of the model that its own tests take",
        "95 % a change",
        "branches",
        suites.branches,
        per_change=Size(1, 95),
        per_release=Size(1, 95),
        alone=True,
    ),
    Figure(
        "soak",
        "memory growth while keys are pressed",
        "less than 1 MB",
        "presses",
        speed.soak,
        per_change=Size(1, 200_000),
        per_release=Size(4, 5_000_000),
        alone=True,
    ),
    Figure(
        "speed",
        "key presses without a window",
        "at least 100,000 a second",
        "presses",
        speed.presses,
        per_change=Size(1, 3),
        per_release=Size(1, 10),
        alone=True,
    ),
    Figure(
        "window",
        "the window: debounced key to pixels; first frame beyond importing pygame and opening one",
        "p99 under 16 ms; under 0.5 s",
        "presses",
        speed.window,
        per_change=ONCE,
        per_release=ONCE,
        alone=True,
    ),
)
"""Every figure, in the order in which the README shows them."""

BY_NAME: dict[str, Figure] = {figure.name: figure for figure in FIGURES}
