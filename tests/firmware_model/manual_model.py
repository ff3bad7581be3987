"""A small model of what the manual says, written without a look at the machine's handlers.

It knows the rating mode, the two option layers, LEVEL, C/CB, NG, COLOR, GO, taking back, the power
switch, and moves by keys. Of a level it reads the OELO from the level table, of an option its
values; everything else, the rating sums too, is written down here a second time. Where the manual
leaves the display open, :attr:`Manual.screen` is None and nothing is expected of it.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction

import chess

from firmware_model.levels import LEVELS
from firmware_model.options import OPTIONS, Option

OPTION_WINDOW_MS = 2000
REFUSAL_MS = 2000
MOVES_BEFORE_A_DRAW = 20
HOPELESS_CP, HOPELESS_MOVES = -900, 3
USER, MACHINE = "user", "machine"


@dataclass
class Played:
    """A game: the half-moves as (colour, who, OELO of the level), and how it ended, if it did.

    ``score`` is the user's: 1, 0 or -1; None while the game runs.
    """

    plies: list[tuple[bool, str, int]] = field(default_factory=list)
    score: int | None = None
    rated: bool = False
    flawed: bool = False

    def qualifies(self) -> bool:
        """The machine has played one and only one side, and no move was taken back."""
        machine = {colour for colour, who, _ in self.plies if who == MACHINE}
        user = {colour for colour, who, _ in self.plies if who == USER}
        return not self.flawed and len(machine) == 1 and not machine & user and self.oelo() > 0

    def oelo(self) -> int:
        """The lowest OELO of the levels that the machine has used; 0 if one has none."""
        return min((oelo for _, who, oelo in self.plies if who == MACHINE), default=0)


def new_rating(elo: int, games: int, oelo: int, score: int) -> int:
    """The two tiers, halves up, within 0 and 9999."""
    if games < 20:
        exact = Fraction(elo * games + oelo + 400 * score, games + 1)
    else:
        exact = elo + (oelo - elo) * Fraction(4, 100) + 16 * score
    return max(0, min(9999, (2 * exact.numerator + exact.denominator) // (2 * exact.denominator)))


class Manual:
    """The machine as the manual tells it. Times are emulated ms."""

    def __init__(self, elo: int = 1400, games: int = 0) -> None:
        self.elo, self.games = elo, games
        self.level = "at3"
        self.options = {row.name: row.default for row in OPTIONS.values()}
        self.board = chess.Board()
        self.game = Played()
        self.put_aside: Played | None = None
        self.user_is_white = True
        self.thinking = False
        self.layer = "play"
        self.selected: str | None = None
        self.option_ms = -1_000_000
        self.group = ""
        self.offered_at = -1
        self.eval_cp = 0
        self.hopeless: int | None = 0
        self.screen: str | None = "0:00:00"

    # -- the layers ------------------------------------------------------------------------

    def option(self, at_ms: int) -> bool:
        """OPTION; False when it is refused. Within two seconds it toggles, later it is OPTION I."""
        if self.thinking or self.layer == "rating":
            return False
        again = self.layer in ("option1", "option2")
        soon = at_ms - self.option_ms <= OPTION_WINDOW_MS
        self.layer = "option2" if again and soon and self.layer == "option1" else "option1"
        self.option_ms = at_ms
        self.selected = None
        self.screen = "oPt 2" if self.layer == "option2" else "oPt 1"
        return True

    def setting(self, row: Option) -> set[int]:
        """A setting's key: the values that it may have afterwards."""
        before = self.options[row.name]
        if self.selected != row.name:
            self.selected = row.name
            return {before}
        return {value for value in row.values if value != before}

    def leave(self) -> None:
        """Back to play."""
        self.layer = "play"
        self.selected = None
        self.screen = None

    def level_key(self) -> bool:
        """LEVEL: open the layer, or leave it."""
        if self.thinking or self.layer in ("option1", "option2", "rating"):
            return False
        if self.layer == "level":
            self.leave()
            return True
        self.layer, self.group = "level", ""
        self.screen = LEVELS[self.level].code
        return True

    def choose_level(self, name: str) -> None:
        """A letter for the group, a digit for the level: it takes effect at once."""
        self.level = name
        self.screen = LEVELS[name].code

    # -- play ------------------------------------------------------------------------------

    @property
    def users_turn(self) -> bool:
        """The game runs and waits for the user."""
        return self.game.score is None and not self.thinking

    def _made(self, move: chess.Move, who: str) -> None:
        oelo = LEVELS[self.level].oelo
        plain = not move.promotion and not self.board.is_castling(move)
        squares = (chess.square_name(move.from_square), chess.square_name(move.to_square))
        self.screen = "-".join(squares).upper() if plain else None
        self.game.plies.append((self.board.turn, who, oelo.elo if oelo else 0))
        self.put_aside = None
        self.board.push(move)
        self._look_for_the_end()

    def _look_for_the_end(self) -> None:
        board = self.board
        if board.is_checkmate():
            self.game.score = 1 if board.turn != self.user_is_white else -1
            self.screen = "MAtE"
            return
        draws = {
            "dr StA": board.is_stalemate(),
            "dr InS": board.is_insufficient_material(),
            "dr 3rd": board.is_repetition(3),
            "dr 50": board.halfmove_clock >= 100,
        }
        for screen, happened in draws.items():
            if happened:
                self.game.score = 0
                self.screen = screen
                return

    def user_moves(self, move: chess.Move) -> None:
        """A legal move by keys; the machine replies by itself."""
        self._made(move, USER)
        self.thinking = self.game.score is None

    def machine_moves(self, move: chess.Move, score_cp: int) -> None:
        """The machine's reply, unless it has been hopeless three times on end: then it resigns."""
        self.thinking = False
        self.eval_cp = score_cp
        self.hopeless = (self.hopeless or 0) + 1 if score_cp <= HOPELESS_CP else 0
        if self.hopeless >= HOPELESS_MOVES:
            self.machine_resigns()
            return
        self._made(move, MACHINE)

    def machine_resigns(self) -> None:
        """The machine gives up."""
        self.thinking = False
        self.game.score = 1
        self.screen = "rESIGn"

    def machine_takes_over(self) -> None:
        """COLOR, or GO on the user's turn: the machine has the side to move, and begins."""
        self.user_is_white = not self.board.turn
        self.thinking = True
        self.hopeless = None
        self.screen = None

    def take_back_a_move(self) -> None:
        """Both half-moves."""
        for _ in range(2):
            self.board.pop()
            self.game.plies.pop()
        self.game.flawed = True
        self.hopeless = None
        self.screen = None

    def new_game(self) -> None:
        """The user gets White; a finished game stays rateable until the first move.

        It also ends the sending of moves, as the description of the serial port has it.
        """
        self.options["print_moves"] = 0
        if self.game.score is not None and not self.game.rated:
            self.put_aside = self.game
        self.board, self.game = chess.Board(), Played()
        self.user_is_white = True
        self.offered_at, self.eval_cp, self.hopeless = -1, 0, None
        self.screen = None

    # -- rating ----------------------------------------------------------------------------

    def open_rating(self) -> None:
        """Ver/Set in OPTION I."""
        self.layer = "rating"
        self._show_rating()

    def _show_rating(self) -> None:
        self.screen = f"rt {self.elo}"

    def reset(self) -> None:
        """C/CB."""
        self.elo, self.games = 1400, 0
        self._show_rating()

    def rate(self) -> bool:
        """Pawn; False when it is refused."""
        game = self.game if self.game.plies or self.put_aside is None else self.put_aside
        if game.score is None or game.rated or not game.qualifies():
            return False
        self._count(game)
        self._show_rating()
        return True

    def _count(self, game: Played) -> None:
        assert game.score is not None
        self.elo = new_rating(self.elo, self.games, game.oelo(), game.score)
        self.games += 1
        game.rated = True

    def resign(self) -> bool:
        """Bishop: a loss, rated at once."""
        game = self.game
        if game.score is not None or not game.qualifies():
            return False
        game.score = -1
        self._count(game)
        self.screen = None
        return True

    def may_offer_a_draw(self) -> bool:
        """Not before Black's twentieth move."""
        return self.users_turn and self.board.fullmove_number > MOVES_BEFORE_A_DRAW

    def offer_a_draw(self) -> bool:
        """Knight, where it may be offered; True when the machine agrees."""
        again = self.offered_at == len(self.game.plies)
        self.offered_at = len(self.game.plies)
        limit = max(Fraction(-100), min(Fraction(100), Fraction(self.elo - self.game.oelo(), 4)))
        if again or self.eval_cp > limit:
            self.screen = None
            return False
        self.game.score = 0
        self.screen = None
        return True

    # -- power -----------------------------------------------------------------------------

    def power_cycle(self) -> None:
        """Off and on: rating, level, settings and the game are as they were."""
        self.leave()
        self.hopeless = None
