"""Playing the ladder's games on this machine, so that they can be broken off and gone on with.

A result file has one line a game: engine's signature, White, Black, opening's number, result,
plies, how it ended; tab-separated, written as soon as the game is over. Going on means playing what
the file does not hold yet. Games of an engine with another signature are not counted.
"""

from __future__ import annotations

import hashlib
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from random import Random

import chess
import chess.pgn

from sapphire_emu.errors import InputError, UserError
from sapphire_emu.opponent.engine.book import LINES
from sapphire_emu.opponent.engine.position import from_fen, move_text
from sapphire_emu.opponent.engine.root import Engine, Limits, Report
from sapphire_emu.opponent.engine.search import INFINITE, Search
from sapphire_emu.opponent.external import open_opponent
from sapphire_emu.opponent.interface import Answer, Job, Opponent
from sapphire_emu.opponent.ladder import Player, Result, player
from sapphire_emu.reading import read_bytes

LONGEST_PLIES = 300
DECIDED_CP, DECIDED_PLIES = 1000, 8
BENCH_FENS = (
    chess.STARTING_FEN,
    "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
    "2rq1rk1/pb1n1ppN/4p3/1pb5/3P1Pn1/P1N5/1PQ1B1PP/R1B2RK1 b - - 0 16",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
)


def signature() -> str:
    """Eight hex digits that change when the engine's play changes.

    A digest of the reports of short searches of a few positions, with and without weakness.
    """
    digest = hashlib.sha256()
    engine = Engine(1)
    for fen in BENCH_FENS:
        for weakness in (0, 60):
            engine.search.forget()
            reports: list[Report] = []
            limits = Limits(nodes=2000, weakness=weakness, seed=3)
            engine.think(from_fen(fen), [], limits, reports.append)
            for report in reports:
                digest.update(f"{report.depth} {report.score} {report.nodes}".encode())
                digest.update(" ".join(map(move_text, report.pv)).encode())
    return digest.hexdigest()[:8]


def opening(number: int) -> list[str]:
    """The moves of opening ``number``: a book line, from the 41st on with two seeded moves added.

    The added moves leave the game open (within 80 centipawns by a count of the captures).
    """
    lines = LINES.strip().splitlines()
    moves = lines[number % len(lines)].split()
    dice = Random(number)
    while number >= len(lines):
        board = chess.Board()
        for text in moves:
            board.push_uci(text)
        more = []
        for _ in range(2):
            legal = sorted(move.uci() for move in board.legal_moves)
            more.append(dice.choice(legal))
            board.push_uci(more[-1])
        search = Search(1)
        search.limit = 100_000
        if board.is_game_over() or board.is_check():
            continue
        if abs(search.visit(from_fen(board.fen()), 2, -INFINITE, INFINITE, 0)) <= 80:
            return moves + more
    return moves


@dataclass(frozen=True, slots=True)
class Fixture:
    """A game to be played."""

    white: str
    black: str
    opening: int


class ResultFile:
    """The games played so far, on disk and in memory; safe to append to from several threads."""

    def __init__(self, path: Path, pgn: Path | None = None) -> None:
        self.path, self.pgn = path, pgn
        self.signature = signature()
        self.results: list[Result] = []
        self.lock = threading.Lock()
        if path.exists():
            self.results = [r for mark, r in read_results(path) if mark == self.signature]

    def make_ready(self) -> None:
        """Make sure, before the first game, that games can be kept.

        :raises UserError: a file cannot be written.
        """
        for path in (self.path, self.pgn):
            if path is not None:
                try:
                    path.parent.mkdir(parents=True, exist_ok=True)
                    path.open("a", encoding="utf-8").close()
                except OSError as error:
                    raise UserError(f"cannot write {path}: {error.strerror}") from None

    def add(self, fixture: Fixture, score: float, ending: str, board: chess.Board) -> None:
        """Keep one finished game."""
        result = {1.0: "1-0", 0.0: "0-1", 0.5: "1/2-1/2"}[score]
        words = (fixture.white, fixture.black, str(fixture.opening), result, str(board.ply()))
        with self.lock:
            with self.path.open("a", encoding="ascii") as file:
                file.write("\t".join((self.signature, *words, ending)) + "\n")
            self.results.append(Result(fixture.white, fixture.black, fixture.opening, score))
            if self.pgn:
                game = chess.pgn.Game.from_board(board)
                game.headers.update(
                    White=fixture.white, Black=fixture.black, Result=result, Event="ladder"
                )
                with self.pgn.open("a", encoding="ascii") as file:
                    print(game, file=file, end="\n\n")

    def missing(self, plan: list[tuple[str, str, int]]) -> list[Fixture]:
        """The games of the plan that the file does not hold, in the plan's order."""
        played = {(r.white, r.black, r.opening) for r in self.results}
        wanted = []
        for one, two, games in plan:
            for number in range(games):
                white, black = (one, two) if number % 2 == 0 else (two, one)
                if (white, black, number // 2) not in played:
                    wanted.append(Fixture(white, black, number // 2))
        return wanted


def read_results(path: Path) -> Iterator[tuple[str, Result]]:
    """Signature and result of every line of a result file.

    :raises InputError: a line that is not one, or a file that cannot be read.
    """
    scores = {"1-0": 1.0, "0-1": 0.0, "1/2-1/2": 0.5}
    lines = read_bytes(path, expected="a result file").decode("utf-8", "replace").splitlines()
    for number, line in enumerate(lines, start=1):
        words = line.split("\t")
        if len(words) != 7 or words[4] not in scores or not words[3].isdigit():
            raise InputError("not a result line", path=path, line=number)
        player(words[1])
        player(words[2])
        yield words[0], Result(words[1], words[2], int(words[3]), scores[words[4]])


class Seats:
    """The engines of one thread, by how they are opened; kept from game to game.

    An answer of the embedded engine depends on the job alone, so one process serves both sides.
    """

    def __init__(self) -> None:
        self._open: dict[str, Opponent] = {}

    def of(self, who: Player) -> Opponent:
        """The engine that plays for ``who``."""
        spec = "embedded" if who.elo is None else f"stockfish:{who.elo}"
        if spec not in self._open:
            self._open[spec] = open_opponent(spec)
        return self._open[spec]

    def close(self) -> None:
        """End all of them."""
        for opponent in self._open.values():
            opponent.close()


def _reply(opponent: Opponent, who: Player, board: chess.Board, seed: int) -> Answer:
    """One move.

    :raises UserError: the engine failed; a ladder with a broken engine measures nothing.
    """
    moves = tuple(move.uci() for move in board.move_stack)
    opponent.start(
        Job(
            board.ply(),
            moves=moves,
            nodes=who.nodes,
            depth=who.depth,
            weakness=who.weakness,
            seed=seed,
        )
    )
    while True:
        events = opponent.wait()
        if events and isinstance(events[-1], Answer):
            answer = events[-1]
            if answer.move is None:
                raise UserError(f"{who.word}: {answer.failure or 'no move'}")
            return answer


def play(fixture: Fixture, seats: Seats) -> tuple[float, str, chess.Board]:
    """Play one game: White's score, how it ended, the final board.

    Between players that do not slip a game is decided when both have agreed for some moves that
    one side is far ahead; with a weakened player it is always played out.
    """
    players = {chess.WHITE: player(fixture.white), chess.BLACK: player(fixture.black)}
    board = chess.Board()
    for text in opening(fixture.opening):
        board.push_uci(text)
    played_out = any(who.weakness for who in players.values())
    decided = 0
    while board.ply() < LONGEST_PLIES:
        outcome = board.outcome(claim_draw=True)
        if outcome:
            points = {True: 1.0, False: 0.0, None: 0.5}[outcome.winner]
            return points, outcome.termination.name.lower(), board
        who = players[board.turn]
        answer = _reply(seats.of(who), who, board, fixture.opening)
        score = answer.score_cp or 0
        if answer.mate is not None:
            score = 10_000 if answer.mate > 0 else -10_000
        sign = (score > DECIDED_CP) - (score < -DECIDED_CP)
        lead = sign if board.turn else -sign
        decided = decided + lead if lead * decided >= 0 and lead else lead
        board.push_uci(answer.move or "")
        if abs(decided) >= DECIDED_PLIES and not played_out:
            return float(decided > 0), "decided", board
    return 0.5, "too_long", board


def play_all(
    fixtures: list[Fixture], file: ResultFile, workers: int, finished: Callable[[], None]
) -> None:
    """Play games on ``workers`` threads with engines of their own; keep each when it is over.

    :raises UserError: an engine failed; the games under way elsewhere are still finished and kept.
    """
    waiting = iter(fixtures)
    lock = threading.Lock()
    broken = threading.Event()

    def work() -> None:
        seats = Seats()
        try:
            while not broken.is_set():
                with lock:
                    fixture = next(waiting, None)
                if fixture is None:
                    return
                file.add(fixture, *play(fixture, seats))
                with lock:
                    finished()
        except BaseException:
            broken.set()
            raise
        finally:
            seats.close()

    pool = ThreadPoolExecutor(workers)
    futures = [pool.submit(work) for _ in range(workers)]
    try:
        for future in futures:
            future.result()
    finally:
        broken.set()
        pool.shutdown()
