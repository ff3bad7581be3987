"""Memory as data: older schemas open, what is no possible memory is refused."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from firmware_model import Machine, options
from firmware_model.codec import DamagedMemory, decode, decode_game, encode, encode_game
from firmware_model.events import OpponentInfo
from firmware_model.game import By, Ending, Game, Ply
from firmware_model.rating import Record, Rules
from firmware_model.state import BookLine, Nvram, Thought
from firmware_model.state_codec import decode_state, encode_state

ENDGAME = "8/8/8/4k3/8/8/4P3/4K3 w - - 0 1"


def test_memory_of_the_first_schema_opens() -> None:
    """What the previous version stored: no saved games, no book, no learnt lines, fewer options."""
    old = encode(replace(Nvram(), sound=2))
    old["schema"] = 1
    for name in ("saves", "book", "learnt"):
        del old[name]
    for name in ("random", "easy", "book_select"):
        del old["options"][name]
    assert decode(old) == replace(Nvram(), sound=2)


DAMAGE: list[tuple[tuple[str, ...], object]] = [
    (("schema",), 99),
    (("elo",), 10_000),
    (("elo",), True),
    (("games",), -1),
    (("rules",), "other"),
    (("levels",), ["at3"]),
    (("levels",), ["at3", "zz9"]),
    (("options",), []),
    (("options", "hash"), 7),
    (("sound",), 5),
    (("saves",), [None]),
    (("book",), [[["e2e5"], False]]),
    (("book",), [["e2e4"]]),
    (("learnt",), [[]]),
    (("saves",), "none"),
    (("game", "start_fen"), "8/8/8/8/8/8/8/8 w - - 0 1"),
    (("game",), None),
    (("game", "start_fen"), "8/8 w"),
    (("game", "start_fen"), 5),
    (("game", "plies"), [["e2e5", "u", "", 0]]),
    (("game", "plies"), [["e2e4", "u", ""]]),
    (("game", "plies"), [["e2e4", "x", "", 0]]),
    (("game", "plies"), [["e2e4", "m", "zz", 0]]),
    (("game", "clocks_ms"), [0]),
    (("game", "ending"), "flagged"),
    (("game", "rated"), 1),
    (("game", "flaws"), [3]),
]


@pytest.mark.parametrize(("place", "value"), DAMAGE, ids=str)
def test_what_is_no_possible_memory_is_refused(place: tuple[str, ...], value: object) -> None:
    data = encode(Nvram())
    inner = data
    for name in place[:-1]:
        inner = inner[name]
    inner[place[-1]] = value
    with pytest.raises(DamagedMemory):
        decode(data)


@pytest.mark.parametrize("data", [None, [], "x", {}])
def test_rubbish_is_refused(data: object) -> None:
    with pytest.raises(DamagedMemory):
        decode(data)


def a_full_memory() -> Nvram:
    """Something in every field."""
    plies = (
        Ply("e2e4", By.USER),
        Ply("e7e5", By.MACHINE, "at3", 1593, from_book=True),
        Ply("g1f3", By.USER),
        Ply("b8c6", By.MACHINE, "ma2", 0),
    )
    game = Game(
        plies=plies,
        machine_is_white=True,
        ending=Ending.AGREED,
        rated=True,
        flaws=("one", "two"),
        notes=("three",),
        clocks_ms=(12_345, 678),
    )
    return Nvram(
        record=Record(1873, 57),
        rules=Rules.PRINTED,
        levels=("tr7", "fd2"),
        options=tuple(3 - value if value in (0, 3) else value for value in options.DEFAULTS),
        sound=2,
        game=game,
        finished=replace(game, rated=False, ending=Ending.MACHINE_RESIGNED),
        saves=(None, game, *(None,) * 13, replace(game, start_fen=ENDGAME, plies=())),
        book=(BookLine(("e2e4",)), BookLine(("d2d4", "d7d5"), priority=True)),
        learnt=(("e2e4", "e7e5"), ("c2c4",)),
    )


def test_everything_in_a_memory_comes_back() -> None:
    nvram = a_full_memory()
    assert decode(json.loads(json.dumps(encode(nvram)))) == nvram


def test_a_game_known_to_be_whole_is_read_alike() -> None:
    game = a_full_memory().game
    assert decode_game(encode_game(game), trusted=True) == game
    assert decode_game(encode_game(game)) == game


def test_a_whole_state_comes_back() -> None:
    m = Machine(replace(a_full_memory(), game=Game()))
    m.press("bishop")
    assert m.thinking is not None
    request_id = m.thinking.request_id
    m.feed(OpponentInfo(request_id, 7, 35, 1234, ("e2e4", "e7e5"), mate=3))
    again = decode_state(json.loads(json.dumps(encode_state(m.state))))
    assert again == m.state
    assert again.info == Thought(7, 35, 3, 1234, ("e2e4", "e7e5"))


@pytest.mark.parametrize("data", [None, [], "state", 3])
def test_what_is_no_object_is_no_state(data: object) -> None:
    with pytest.raises(DamagedMemory, match="state: expected an object, got"):
        decode_state(data)


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"rules": "other"}, "rules: "),
        ({"ending": "other"}, "ending: "),
        ({"flaws": [3]}, "flaw: "),
        ({"notes": [3]}, "note: "),
        ({"rated": 1}, "rated: expected true or false, got 1"),
        ({"plies": [["e2e4", "x", "", 0]]}, "by: "),
        ({"plies": [[3, "u", "", 0]]}, "move: "),
        ({"plies": [["e2e5", "u", "", 0]]}, "impossible game: "),
        ({"start_fen": None}, "start_fen: "),
    ],
    ids=lambda value: str(value)[:30],
)
def test_damage_is_told_with_the_name_of_the_field(change: dict[str, object], told: str) -> None:
    data = encode(Nvram())
    (data if "rules" in change else data["game"]).update(change)
    with pytest.raises(DamagedMemory) as caught:
        decode(data)
    assert str(caught.value).startswith(told)


def test_a_key_held_down_or_just_let_go_of_comes_back() -> None:
    m = Machine()
    m.hold("go")
    for ms in (5, 30):
        m.wait(ms)
        assert decode_state(json.loads(json.dumps(encode_state(m.state)))) == m.state
    m.release("go")
    m.wait(3)
    again = decode_state(json.loads(json.dumps(encode_state(m.state))))
    assert again.matrix == m.state.matrix
    assert again.matrix.open_since_ms == m.state.now_ms - 3


@pytest.mark.parametrize("keys", ["bishop", "level hint", "hint", "go"])
def test_a_machine_that_is_restored_asks_the_same_again(keys: str) -> None:
    m = Machine()
    m.press(*keys.split())
    again = Machine()
    again.restore(m.state)
    assert again.thinking == m.thinking
    assert again.thinking is not None


@pytest.mark.parametrize(
    ("name", "value", "message"),
    [
        ("version", 0, "state version 0, expected 1"),
        ("now_ms", True, "now_ms: expected a whole number, got True"),
        ("now_ms", "0", "now_ms: expected int, got '0'"),
        ("power_on", 1, "power_on: expected bool, got 1"),
        ("screen", ["no such"], "screen: not a possible value: no display ('no such',)"),
    ],
)
def test_a_state_with_a_value_of_the_wrong_kind_is_refused(
    name: str, value: object, message: str
) -> None:
    with pytest.raises(DamagedMemory) as caught:
        decode_state(encode_state(Machine().state) | {name: value})
    assert str(caught.value) == message


def test_a_state_whose_memory_is_damaged_is_refused_with_the_memorys_reason() -> None:
    data = encode_state(Machine().state)
    data["nvram"]["elo"] = 10_000
    with pytest.raises(DamagedMemory, match="elo"):
        decode_state(data)
