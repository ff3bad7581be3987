"""``sapphire ladder``: measure the levels by engine matches on this machine."""

from __future__ import annotations

import os
from pathlib import Path

import click
import platformdirs

from sapphire_emu.counting import counted
from sapphire_emu.errors import UserError
from sapphire_emu.opponent.external import find_engine
from sapphire_emu.opponent.ladder import PLAN, fit, level_table, pair_score, player
from sapphire_emu.opponent.matches import ResultFile, play_all


def _plan(pairs: tuple[str, ...], games: int | None) -> list[tuple[str, str, int]]:
    """The pairs asked for, or the whole plan; without Stockfish the pairs that do without."""
    plan = list(PLAN)
    if pairs:
        plan = []
        for pair in pairs:
            one, colon, two = pair.partition(":")
            if not colon or one == two:
                raise UserError(f"pair '{pair}' (expected two different players, as n300:n1000)")
            player(one)
            player(two)
            plan.append((one, two, games or 100))
    if find_engine("stockfish") is None:
        anchored = [pair for pair in plan if "sf" not in pair[0] + pair[1]]
        if not anchored:
            raise UserError("stockfish is not installed, and every pair asked for needs it")
        if len(anchored) < len(plan):
            click.echo("stockfish is not installed: its pairs are left out", err=True)
        plan = anchored
    return [(one, two, games or wanted) for one, two, wanted in plan]


@click.command()
@click.argument("pairs", nargs=-1, metavar="[PAIR]...")
@click.option("--games", type=click.IntRange(1, 100_000), help="Games a pair.")
@click.option(
    "--results",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Result file; games it holds are not played again.",
)
@click.option(
    "--pgn",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Keep the games here; default: beside the results.",
)
@click.option("--jobs", type=click.IntRange(1, 256), help="Games at a time; default: all cores.")
@click.option("--fit-only", is_flag=True, help="Play nothing; show what the results say.")
def ladder(
    pairs: tuple[str, ...],
    games: int | None,
    results: Path | None,
    pgn: Path | None,
    jobs: int | None,
    fit_only: bool,
) -> None:
    """Measure how strong each level is, by matches of the embedded engine.

    Without arguments the whole plan is played (many hours); break it off with Ctrl-C and start it
    again to go on. PAIR names two players: n3000 nodes, d4 depth, n60w80 weakened, sf1700
    Stockfish at 1700.
    """
    if results is None:
        results = Path(platformdirs.user_data_dir("sapphire-emu")) / "ladder.tsv"
    plan = _plan(pairs, games)
    file = ResultFile(results, pgn or results.with_suffix(".pgn"))
    if not fit_only:
        file.make_ready()
        fixtures = file.missing(plan)
        workers = jobs or os.cpu_count() or 1
        with click.progressbar(length=len(fixtures), label="games", show_pos=True) as bar:
            try:
                play_all(fixtures, file, workers, lambda: bar.update(1))
            except KeyboardInterrupt:
                click.echo("\nstopped; the games played are kept", err=True)
    if not file.results:
        raise UserError(
            f"{results}: no game of this engine is kept there (expected --results FILE, such as "
            "benchmarks/ladder/results.tsv, or games played first)"
        )
    ratings = fit(file.results)
    for one, two, _ in plan:
        wins, draws, losses = pair_score(file.results, one, two)
        if wins + draws + losses:
            share = (wins + draws / 2) / (wins + draws + losses)
            click.echo(f"{one:>8} - {two:<8} +{wins} ={draws} -{losses}  {share:.3f}")
    click.echo(f"{counted(len(file.results), 'game')} of this engine (signature {file.signature})")
    for word, rating in sorted(ratings.items(), key=lambda item: item[1].elo):
        note = "set" if player(word).elo is not None else f"± {rating.margin:.0f}"
        click.echo(f"{word:>8} {rating.elo:5.0f} {note:>6}  {counted(rating.games, 'game')}")
    click.echo(level_table(ratings, "sapphire ladder"))
