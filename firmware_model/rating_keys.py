"""GAME RATING, section 35: the keys of the RATING mode.

Entered with OPTION, Ver/Set. GO leaves, C/CB resets to 1400, Pawn rates, Knight offers a draw,
Bishop resigns (all M); any other key is refused (P).
"""

from __future__ import annotations

from dataclasses import replace

from firmware_model.display import MESSAGE_MS, message, refuse, show, then
from firmware_model.game import Ending, Game, NotRateable, Rateable
from firmware_model.keys import Key
from firmware_model.levels import LEVELS
from firmware_model.mode import Mode
from firmware_model.moves import Out, commit, end_game
from firmware_model.rating import Record, rate
from firmware_model.state import Nvram, RatedGame, State

DRAW_OFFER_BLACK_MOVES = 20
"""A draw may be offered once Black's 20th move has been played (M, P)."""
DRAW_LIMIT_CP = 100


def rating_key(state: State, key: Key, out: Out) -> None:
    """OPTION, Ver/Set: enter the mode and show the rating."""
    state.mode = Mode.RATING
    state.option_key = None
    show(state, "rating", state.nvram.record.elo)


def reset_key(state: State, key: Key, out: Out) -> None:
    """C/CB: back to 1400 and no games (M; the games: P)."""
    commit(state, out, replace(state.nvram, record=Record()))
    show(state, "rating", state.nvram.record.elo)


def candidate(nvram: Nvram) -> Game | None:
    """The finished, unrated game that Pawn would rate; None when there is none."""
    game = nvram.game
    if not game.over and not game.plies and nvram.finished is not None:
        game = nvram.finished
    return game if game.over and not game.rated else None


def rate_key(state: State, key: Key, out: Out) -> None:
    """Pawn: rate the game."""
    game = candidate(state.nvram)
    standing = game.qualify() if game is not None else None
    if game is None or not isinstance(standing, Rateable):
        refuse(state, out)
        return
    _rate(state, game, standing, out)
    show(state, "rating", state.nvram.record.elo)


def _rate(state: State, game: Game, standing: Rateable, out: Out) -> None:
    before = state.nvram.record
    result = game.result_for_user(user_is_white=standing.user_is_white)
    rating = rate(before, standing.oelo, result, state.nvram.rules)
    game = replace(game, rated=True)
    weakest = min((ply for ply in game.plies if ply.level), key=lambda ply: (ply.oelo, ply.level))
    rated = RatedGame(
        before,
        rating.record,
        standing.oelo,
        result,
        rating.tier,
        state.nvram.rules,
        rating.formula,
        weakest.level,
        standing.user_is_white,
        game,
    )
    nvram = replace(state.nvram, record=rating.record)
    nvram = replace(nvram, game=game) if nvram.game.over else replace(nvram, finished=game)
    commit(state, out, nvram, rated)


def resign_key(state: State, key: Key, out: Out) -> None:
    """Bishop: the user resigns; the game is rated at once as a loss."""
    standing = state.game.qualify()
    if state.game.over or isinstance(standing, NotRateable):
        refuse(state, out)
        return
    end_game(state, Ending.USER_RESIGNED, out)
    _rate(state, state.game, standing, out)
    then(state, MESSAGE_MS, "rating", state.nvram.record.elo)


def draw_key(state: State, key: Key, out: Out) -> None:
    """Knight: offer a draw."""
    game = state.game
    if game.over or not _may_offer(state):
        refuse(state, out)
        return
    if state.draw_offered_at == len(game.plies) or not _accepts(state):
        state.draw_offered_at = len(game.plies)
        message(state, "reject")
        return
    end_game(state, Ending.AGREED, out)


def _may_offer(state: State) -> bool:
    """On the user's turn, against a machine that has moved, after Black's 20th move."""
    black_plies = (len(state.game.plies) + (state.game.start_fen.split()[1] == "b")) // 2
    return (
        state.board.turn != state.game.machine_is_white
        and state.game.machine_moved
        and black_plies >= DRAW_OFFER_BLACK_MOVES
    )


def _accepts(state: State) -> bool:
    """Whether the machine takes a draw: by the player's rating and its own last evaluation (P)."""
    pelo = state.nvram.record.elo
    level = LEVELS[state.nvram.levels[0 if state.game.machine_is_white else 1]]
    oelo = level.oelo.elo if level.oelo else pelo
    limit_cp = min(max((pelo - oelo) / 4, -DRAW_LIMIT_CP), DRAW_LIMIT_CP)
    return state.eval_cp <= limit_cp
