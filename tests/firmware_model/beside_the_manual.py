"""The rules by which Hypothesis drives the machine and the small model of the manual alike."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from typing import Any, ClassVar

import chess
import hypothesis
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from firmware_model import Machine
from firmware_model.keys import SQUARE_KEYS, Key
from firmware_model.options import BY_KEY
from firmware_model.rating import Record
from firmware_model.state import Nvram
from tests.firmware_model.manual_model import REFUSAL_MS, USER, Manual
from tests.firmware_model.walk import keys_of

STEPS = 50
RECORDS = (
    Record(),
    Record(1400, 19),
    Record(1900, 20),
    Record(9990, 3),
    Record(3, 40),
)
"""New owners, and some near the ends of the tiers and of the scale."""
DEBOUNCE_MS = 20
NO_OPTION_KEY = (
    *(Key.PAWN, Key.KNIGHT, Key.BISHOP, Key.ROOK, Key.QUEEN, Key.KING),
    *(Key.COLOR, Key.HINT, Key.LEVEL, Key.LEFT, Key.RIGHT, Key.NG),
)
RATING_KEYS = frozenset((Key.GO, Key.CLEAR, Key.PAWN, Key.KNIGHT, Key.BISHOP))
GROUPS = {"at": Key.A1, "tr": Key.B2, "sd": Key.C3, "fd": Key.D4, "be": Key.E5, "ma": Key.F6}


Rule = Callable[[Any], Any]


MATES = (
    "f2f3 e7e5 g2g4 d8h4",
    "e2e4 e7e5 d1h5 b8c6 f1c4 g8f6 h5f7",
)
"""Lost by the user in two moves, won by him in four."""


def in_layer(*names: str) -> Callable[[Rule], Rule]:
    return precondition(lambda self: self.manual.layer in names)


def on_the_users_turn() -> Callable[[Rule], Rule]:
    return precondition(lambda self: self.manual.layer == "play" and self.manual.users_turn)


class Beside(RuleBasedStateMachine):
    """Every rule does one thing to both."""

    executed = 0
    seen: ClassVar[Counter[str]] = Counter()

    def __init__(self) -> None:
        super().__init__()
        self.error_until_ms = -1

    @initialize(record=st.sampled_from(RECORDS))
    def an_owner(self, record: Record) -> None:
        self.machine = Machine(Nvram(record=record))
        self.manual = Manual(*record)

    # -- hands ---------------------------------------------------------------------------------

    def press(self, *keys: Key, accepted: bool = True) -> None:
        """Press keys; the last one is accepted, or refused with ``Error`` and three beeps."""
        Beside.executed += 1
        for key in keys[:-1]:
            self.machine.press(key)
            assert self.machine.lcd.text != "Error"
        at_ms = self.machine.now_ms + DEBOUNCE_MS
        self.machine.press(keys[-1])
        self.error_until_ms = -1 if accepted else at_ms + REFUSAL_MS
        if not accepted:
            assert self.machine.beeps == 3

    @property
    def event_ms(self) -> int:
        return self.machine.now_ms + DEBOUNCE_MS

    def legal(self, number: int) -> chess.Move:
        moves = sorted(self.manual.board.legal_moves, key=chess.Move.uci)
        return moves[number % len(moves)]

    # -- the layers ----------------------------------------------------------------------------

    @rule()
    def option(self) -> None:
        if self.manual.layer != "level":
            accepted = self.manual.option(self.event_ms)
            self.press(Key.OPTION, accepted=accepted)

    @rule()
    def level(self) -> None:
        self.press(Key.LEVEL, accepted=self.manual.level_key())

    @in_layer("level")
    @rule(group=st.sampled_from(sorted(GROUPS)), digit=st.integers(1, 8))
    def choose_a_level(self, group: str, digit: int) -> None:
        if not self.manual.group:
            self.press(GROUPS[group], SQUARE_KEYS[digit - 1])
            self.manual.choose_level(f"{group}{digit}")

    @in_layer("level")
    @rule(key=st.sampled_from((Key.NG, Key.VER)))
    def a_key_that_level_does_not_know(self, key: Key) -> None:
        self.press(key, accepted=False)

    @in_layer("option1", "option2")
    @rule(key=st.sampled_from(SQUARE_KEYS[:7]), times=st.integers(1, 3))
    def a_setting(self, key: Key, times: int) -> None:
        row = BY_KEY.get((1 if self.manual.layer == "option1" else 2, key))
        for _ in range(times if row else 0):
            assert row is not None
            possible = self.manual.setting(row)
            self.press(key)
            value = self.machine.nvram.option(row.name)
            assert value in possible, row.name
            self.manual.options[row.name] = value
            hash_bars = "hASh ≡≡≡≡" if value else "hASh ----"
            self.manual.screen = hash_bars if row.name == "hash" else None

    @in_layer("option1", "option2")
    @rule(key=st.sampled_from(NO_OPTION_KEY))
    def a_key_without_a_setting(self, key: Key) -> None:
        self.press(key, accepted=False)

    @in_layer("option2")
    @rule()
    def the_rating_is_not_in_option_two(self) -> None:
        self.press(Key.VER, accepted=False)

    @in_layer("option1")
    @rule()
    def print_board(self) -> None:
        self.machine.serial_lines.clear()
        self.press(Key.H8)
        assert self.machine.serial_lines[0] == "Position Board"
        self.manual.leave()

    @in_layer("option1", "option2", "level", "rating")
    @rule()
    def go_leaves(self) -> None:
        self.press(Key.GO)
        self.manual.leave()

    @in_layer("option1", "option2", "level")
    @rule()
    def clear_leaves(self) -> None:
        self.press(Key.CLEAR)
        self.manual.leave()

    # -- rating --------------------------------------------------------------------------------

    @in_layer("option1")
    @rule()
    def rating(self) -> None:
        self.press(Key.VER)
        self.manual.open_rating()

    @precondition(lambda self: self.manual.layer == "play" and not self.manual.thinking)
    @rule()
    def rating_from_play(self) -> None:
        self.manual.option(self.event_ms)
        self.press(Key.OPTION, Key.VER)
        self.manual.open_rating()

    @in_layer("rating")
    @rule()
    def rate(self) -> None:
        accepted = self.manual.rate()
        self.press(Key.PAWN, accepted=accepted)
        self.seen["games rated"] += accepted

    @in_layer("rating")
    @rule()
    def resign(self) -> None:
        accepted = self.manual.resign()
        self.press(Key.BISHOP, accepted=accepted)
        self.seen["games resigned"] += accepted

    @in_layer("rating")
    @rule()
    def offer_a_draw(self) -> None:
        if not self.manual.may_offer_a_draw():
            self.press(Key.KNIGHT, accepted=False)
        elif self.manual.game.qualifies():
            agreed = self.manual.offer_a_draw()
            self.press(Key.KNIGHT)
            assert (self.machine.lcd.text == "rEJECt") is not agreed
            assert self.machine.state.game.over is agreed
            self.seen["draws agreed" if agreed else "draws refused"] += 1

    @in_layer("rating")
    @rule(sure=st.integers(0, 9))
    def reset(self, sure: int) -> None:
        if sure == 0:  # seldom, so that ratings come about
            self.press(Key.CLEAR)
            self.manual.reset()

    @in_layer("rating")
    @rule(key=st.sampled_from([key for key in Key if key not in RATING_KEYS]))
    def a_key_that_rating_does_not_know(self, key: Key) -> None:
        self.press(key, accepted=False)

    # -- play ----------------------------------------------------------------------------------

    @on_the_users_turn()
    @rule(number=st.integers(0, 200))
    def move(self, number: int) -> None:
        move = self.legal(number)
        keys = keys_of(move)
        if move.promotion:
            self.press(*keys[:4])
            assert self.machine.lcd.text == "Pro ?"
            keys = keys[4:]
        self.manual.user_moves(move)
        self.press(*keys)

    @on_the_users_turn()
    @rule(number=st.integers(0, 200), to=st.integers(0, 63))
    def an_illegal_move(self, number: int, to: int) -> None:
        move = chess.Move(self.legal(number).from_square, to)
        ways = {(legal.from_square, legal.to_square) for legal in self.manual.board.legal_moves}
        if move and (move.from_square, to) not in ways:
            self.manual.screen = None
            self.press(*keys_of(move), accepted=False)

    @on_the_users_turn()
    @rule(number=st.integers(0, 200))
    def clear_a_half_typed_move(self, number: int) -> None:
        move = self.legal(number)
        self.press(*keys_of(move)[:2])
        assert self.machine.lcd.text == chess.square_name(move.from_square).upper()
        self.press(Key.CLEAR)
        self.manual.screen = None

    @precondition(lambda self: self.manual.thinking)
    @rule(number=st.integers(0, 200), score=st.sampled_from((-950, -900, -899, -30, 0, 40, 100)))
    def answer(self, number: int, score: int) -> None:
        Beside.executed += 1
        if self.manual.hopeless is None and score <= -900:
            score = 0
        move = self.legal(number)
        self.machine.answer(move.uci(), score_cp=score)
        self.manual.machine_moves(move, score)

    @precondition(lambda self: self.manual.thinking)
    @rule(sure=st.integers(0, 4))
    def the_machine_resigns(self, sure: int) -> None:
        if sure == 0:
            Beside.executed += 1
            self.machine.answer(None, resigns=True)
            self.manual.machine_resigns()

    @precondition(lambda self: self.manual.thinking)
    @rule(key=st.sampled_from((Key.OPTION, Key.LEVEL)))
    def layers_are_refused_while_it_thinks(self, key: Key) -> None:
        self.press(key, accepted=False)

    @precondition(lambda self: self.manual.thinking)
    @rule()
    def move_now(self) -> None:
        self.press(Key.GO)
        self.manual.screen = None

    @on_the_users_turn()
    @rule(key=st.sampled_from((Key.GO, Key.COLOR)))
    def the_machine_takes_over(self, key: Key) -> None:
        self.press(key)
        self.manual.machine_takes_over()

    @precondition(lambda self: self.manual.layer == "play" and not self.manual.thinking)
    @rule()
    def new_game(self) -> None:
        self.press(Key.NG)
        self.manual.new_game()

    @on_the_users_turn()
    @rule()
    def take_back_a_move(self) -> None:
        if len(self.manual.game.plies) >= 2:
            self.press(Key.LEFT, Key.LEFT)
            self.manual.take_back_a_move()

    @on_the_users_turn()
    @rule(seed=st.integers(0, 1 << 16), moves=st.integers(5, 30))
    def play_on(self, seed: int, moves: int) -> None:
        """Many moves at once, so that draws can be offered and games come to an end."""
        rng = random.Random(seed)
        for _ in range(moves):
            if self.manual.users_turn:
                self.move(rng.randrange(200))
            if self.manual.thinking:
                self.answer(rng.randrange(200), rng.choice((-30, 0, 40)))

    @precondition(lambda self: self.manual.layer == "play" and not self.manual.thinking)
    @rule(line=st.sampled_from(MATES), then=st.sampled_from(("rate", "rate twice", "nothing")))
    def a_whole_game(self, line: str, then: str) -> None:
        """A new game, mated or mating within four moves, and rated."""
        self.new_game()
        for number, uci in enumerate(line.split()):
            move = chess.Move.from_uci(uci)
            if number % 2 == 0:
                self.manual.user_moves(move)
                self.press(*keys_of(move))
            else:
                self.machine.answer(uci)
                self.manual.machine_moves(move, 0)
        if then != "nothing":
            self.rating_from_play()
            self.rate()
        if then == "rate twice":
            self.rate()

    @on_the_users_turn()
    @rule(seed=st.integers(0, 1 << 16), times=st.integers(1, 2))
    def a_long_game_and_an_offer(self, seed: int, times: int) -> None:
        self.play_on(seed, 22)
        if not self.manual.thinking:
            self.rating_from_play()
            for _ in range(times):
                self.offer_a_draw()

    # -- time and power ------------------------------------------------------------------------

    @rule(ms=st.sampled_from((1, 500, 1899, 1900, 1901, 2000, 5000)))
    def wait(self, ms: int) -> None:
        Beside.executed += 1
        self.machine.wait(ms)
        if self.manual.layer == "play":
            self.manual.screen = None

    @precondition(lambda self: not self.manual.thinking)
    @rule()
    def power_cycle(self) -> None:
        Beside.executed += 1
        self.machine.power(on=False)
        assert self.machine.lcd.text == ""
        self.machine.power(on=True)
        self.manual.power_cycle()
        self.error_until_ms = -1

    # -- what must agree -----------------------------------------------------------------------

    @invariant()
    def the_memory_agrees(self) -> None:
        nvram, manual = self.machine.nvram, self.manual
        assert nvram.record == (manual.elo, manual.games)
        assert nvram.record.tier == (1 if manual.games < 20 else 2)
        assert nvram.levels == (manual.level, manual.level)
        assert {name: nvram.option(name) for name in manual.options} == manual.options

    @invariant()
    def the_game_agrees(self) -> None:
        game, manual = self.machine.state.game, self.manual
        assert self.machine.fen == manual.board.fen(en_passant="fen")
        assert (self.machine.thinking is not None) is manual.thinking
        assert game.over is (manual.game.score is not None)
        assert game.machine_is_white is not manual.user_is_white
        made = [(ply.by.value == "u") for ply in game.plies]
        assert made == [who == USER for _, who, _ in manual.game.plies]

    @invariant()
    def the_display_agrees(self) -> None:
        text = self.machine.lcd.text
        if self.machine.now_ms < self.error_until_ms:
            assert text == "Error"
        elif self.manual.screen is not None and text != "FLAG":
            assert text == self.manual.screen, f"shows {text}, expected {self.manual.screen}"


def run_rules(examples: int, seed: int) -> tuple[int, Counter[str]]:
    """So many examples of up to 50 rules each; how many rules did something, and what it met."""
    Beside.executed = 0
    Beside.seen.clear()
    run_state_machine_as_test(
        hypothesis.seed(seed)(Beside),
        settings=settings(
            max_examples=examples,
            stateful_step_count=STEPS,
            deadline=None,
            database=None,
            phases=[Phase.generate],  # a failure tells its steps; that they are few costs minutes
            suppress_health_check=list(HealthCheck),
        ),
    )
    return Beside.executed, Beside.seen.copy()
