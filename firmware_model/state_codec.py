"""A whole machine as plain data and back: saved states, journals, digests.

Where :mod:`firmware_model.codec` keeps what survives power-off, this keeps everything: the mode,
pending
keys, clocks, what the opponent was asked. Loading in mid-anything continues identically; the open
request, the board and the display are rebuilt, not stored. The digest is of the canonical JSON
text, so it is the same on every platform, Python and hash seed.

>>> from firmware_model.state import State
>>> decode_state(encode_state(State())) == State()
True
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from typing import Any

from firmware_model import codec
from firmware_model.codec import DamagedMemory, Json
from firmware_model.display import ANALYSIS, CLOCK, present
from firmware_model.keys import BY_NAME, Key, KeyMatrix
from firmware_model.mode import Mode
from firmware_model.state import State, Thought
from firmware_model.state_checks import call, check, drawable, whole, words
from firmware_model.wire import Pending

STATE_VERSION = 1

_DERIVED = frozenset(("board", "lcd"))
_WHOLE = (
    "clock_since_ms", "debounce_ms", "draw_offered_at", "eval_cp", "hint_index", "hopeless",
    "info_page", "last_id", "level_side", "lit_flags", "message_until_ms", "next_screen_ms",
    "now_ms", "option_since_ms", "replay_due_ms", "search_moves", "slot", "test_due_ms",
    "test_stage", "think_id", "think_since_ms",
)  # fmt: skip
_FLAGS = ("battery_low", "locked", "loop_heard", "mover_white", "power_on", "reply_on_wire")
_TEXTS = ("entry", "level_group", "purpose", "setup_placement")


def _name(key: Key | None) -> str | None:
    return None if key is None else key.script_name


def _key(name: Any) -> Key | None:
    return None if name is None else BY_NAME[name]


def _matrix(data: Any) -> KeyMatrix:
    closed, winner, open_since_ms = data
    return KeyMatrix(
        tuple((BY_NAME[name], int(since)) for name, since in closed),
        _key(winner),
        int(open_since_ms),
    )


def _call(data: Any) -> tuple[str | int, ...]:
    for fixed in (CLOCK, ANALYSIS):
        if tuple(data) == fixed:
            return fixed
    return call(data)


def _thought(data: Any) -> Thought | None:
    if data is None:
        return None
    depth, score_cp, mate, nodes, pv = data
    distance = None if mate is None else whole(mate)
    return Thought(whole(depth), whole(score_cp), distance, whole(nodes), words(pv))


def _optional_call(data: Any) -> tuple[str | int, ...] | None:
    return None if data is None else _call(data)


def _pair(data: Any) -> tuple[int, int]:
    first, second = data
    return whole(first), whole(second)


def _placing(data: Any) -> tuple[int, bool]:
    kind, white = data
    if not isinstance(white, bool):
        raise ValueError(f"expected true or false, got {white!r}")
    return whole(kind, 0, 6), white


_OTHERS: dict[str, tuple[Callable[[Any], Any], Callable[[Any], Any]]] = {
    # slot: (to JSON, from JSON)
    "excluded": (list, words),
    "flagged": (list, _pair),
    "hint_line": (list, words),
    "home": (lambda mode: mode.name, lambda name: Mode[name]),
    "info": (lambda info: None if info is None else [*info[:4], list(info.pv)], _thought),
    "matrix": (
        lambda m: [[[k.script_name, t] for k, t in m.closed], _name(m.winner), m.open_since_ms],
        _matrix,
    ),
    "message": (lambda call: None if call is None else list(call), _optional_call),
    "mode": (lambda mode: mode.name, lambda name: Mode[name]),
    "next_screen": (lambda call: None if call is None else list(call), _optional_call),
    "nvram": (codec.encode, codec.decode),
    "option_key": (_name, _key),
    "placing": (list, _placing),
    "redo": (
        lambda plies: [codec.encode_ply(ply) for ply in plies],
        lambda data: tuple(codec.decode_ply(entry) for entry in data),
    ),
    "rx": (
        lambda rx: [[n, p.data.decode("latin-1"), p.overlong, p.dropped] for n, p in rx],
        lambda data: tuple(
            (int(n), Pending(text.encode("latin-1"), bool(over), int(dropped)))
            for n, text, over, dropped in data
        ),
    ),
    "screen": (list, _call),
    "tested_keys": (
        lambda keys: sorted(key.script_name for key in keys),
        lambda names: frozenset(BY_NAME[name] for name in names),
    ),
    "walk": (list, _pair),
}


def encode_state(state: State) -> Json:
    """The state as a dictionary of JSON types."""
    data: Json = {"version": STATE_VERSION}
    for name in (*_WHOLE, *_FLAGS, *_TEXTS):
        data[name] = getattr(state, name)
    for name, (to_json, _) in _OTHERS.items():
        data[name] = to_json(getattr(state, name))
    return data


def decode_state(data: object) -> State:
    """The state that :func:`encode_state` made ``data`` of.

    :raises DamagedMemory: it is not a possible state.
    """
    if not isinstance(data, dict):
        raise DamagedMemory(f"state: expected an object, got {type(data).__name__}")
    if data.get("version") != STATE_VERSION:
        raise DamagedMemory(f"state version {data.get('version')!r}, expected {STATE_VERSION}")
    fields: Json = {}
    for name in _WHOLE:
        fields[name] = _checked(data, name, int)
        if isinstance(fields[name], bool):
            raise DamagedMemory(f"{name}: expected a whole number, got {fields[name]!r}")
    fields |= {name: _checked(data, name, bool) for name in _FLAGS}
    fields |= {name: _checked(data, name, str) for name in _TEXTS}
    for name, (_, from_json) in _OTHERS.items():
        try:
            fields[name] = from_json(data[name])
        except DamagedMemory:
            raise
        except (KeyError, TypeError, ValueError, AttributeError) as error:
            raise DamagedMemory(f"{name}: not a possible value: {error}") from error
    state = State(fields["nvram"])
    for name, value in fields.items():
        setattr(state, name, value)
    check(state)
    try:
        state.lcd = drawable(present(state))
    except (KeyError, TypeError, ValueError, IndexError) as error:
        raise DamagedMemory(f"a display that cannot be: {error}") from error
    return state


def _checked(data: Json, name: str, kind: type) -> Any:
    value = data.get(name)
    if not isinstance(value, kind):
        raise DamagedMemory(f"{name}: expected {kind.__name__}, got {value!r}")
    return value


def digest(state: State) -> str:
    """Sixteen hex digits that are equal exactly when two states are.

    >>> digest(State()) == digest(State().copy())
    True
    """
    text = json.dumps(encode_state(state), sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()[:16]


assert {*_WHOLE, *_FLAGS, *_TEXTS, *_OTHERS, *_DERIVED} == set(State.__slots__)
