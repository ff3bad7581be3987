"""The parser: the whole file is understood before anything runs; faults know line and column."""

from __future__ import annotations

import contextlib
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware_model.keys import Key
from sapphire_emu.errors import InputError, UserError
from sapphire_emu.scripts import grammar
from sapphire_emu.scripts.parser import parse, parse_file

FAULTS = [
    ("prss option", "1:1: unknown statement 'prss' (expected press?)"),
    ("\n  press optoin", "2:9: unknown key 'optoin' (expected option?)"),
    ("press", "1:6: the line ends too early (expected a key)"),
    ("power up", "1:7: unknown state 'up' (expected on, off)"),
    ("move e2e9", "1:6: 'e2e9' is no move (expected a move such as e2e4 or e7e8q)"),
    ("move e2e2", "1:6: 'e2e2' is no move (expected a move such as e2e4 or e7e8q)"),
    ("move e2e4 e7e5", "1:11: 'e7e5' after the end of the statement (expected nothing)"),
    ("reply resing", "1:7: 'resing' is no move (expected a move such as e2e4 or e7e8q)"),
    ("wait 3", "1:6: '3' is no time (expected a time such as 2.5s or 500ms)"),
    ("wait 0.5ms", "1:6: time '0.5ms' (expected whole milliseconds, at most 100 hours)"),
    ("lcd rt", "1:5: 'rt' without quotes (expected a text in quotes, such as \"rt 1400\")"),
    ('lcd "rt', '1:5: a quote that is not closed (expected a closing ")'),
    ('cells "1234567"', '1:7: 7 glyphs in "1234567" (expected at most 6)'),
    (
        'lcd "rating 1400"',
        '1:5: 10 letters and figures in "rating 1400" '
        "(expected at most the 6 that the display has)",
    ),
    ("symbols drow", "1:9: unknown symbol 'drow' (expected draw?)"),
    ("beeps x", "1:7: beeps 'x' (expected a whole number 0...100000)"),
    ("rating 10000", "1:8: rating '10000' (expected a whole number 0...9999)"),
    ("nvram level tr9", "1:13: unknown level 'tr9' (expected tr8?)"),
    ("nvram", "1:6: the line ends too early (expected rating or games or level or rules)"),
    ("power on\nnvram games 1", "2:1: nvram while the power is on (expected it before power on)"),
    ("load a", "1:6: unknown slot 'a'"),
    ("save a/b", "1:6: name 'a/b' (expected letters, digits, - and _, at most 40)"),
    (
        "serial file none.txt",
        "1:13: none.txt: no such file",
    ),
    ("serial fiel", "1:8: unknown word 'fiel' (expected file?)"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "message"), FAULTS)
def test_faults_name_line_column_and_what_was_expected(text: str, message: str) -> None:
    with pytest.raises(InputError) as caught:
        parse(text, "x.keys")
    assert str(caught.value) == f"x.keys:{message}"


def test_a_position_that_is_no_fen_is_found_when_the_script_is_checked() -> None:
    with pytest.raises(InputError, match=r"x\.keys:1:10: no FEN"):
        parse('position "8/8/8/8 w - -"', "x.keys")


def test_every_statement_of_the_language() -> None:
    text = """
    nvram rating 1400 games 10 level tr7 rules corrected   # before
    power on
    press option ver a1
    move e7e8q
    reply e7e5 resign
    eval -250
    wait 2.5s
    wait 500ms
    lcd "rt # 1400"  # a hash in quotes is no comment
    cells "rt"
    symbols draw not check = + x
    beeps 3
    rating 1455 games 11
    rating games 11
    rating 1455
    position "8/8/8/8/8/8/8/K1k5 w - -"
    send "P"
    serial "M   1   e2-e4"
    serial none
    save one
    load one
    power off
    """
    statements = parse(text)
    assert statements[0] == grammar.SetNvram(2, 1400, 10, "tr7", "corrected")
    assert statements[2] == grammar.Press(4, (Key.OPTION, Key.VER, Key.A1))
    assert statements[6] == grammar.Wait(8, 2500)
    assert statements[8] == grammar.ExpectLcd(10, "rt # 1400")
    assert statements[9] == grammar.ExpectCells(11, "rt    ")
    assert statements[10] == grammar.ExpectSymbols(
        12, ("draw", "draw", "check", "capture"), ("check",)
    )
    assert statements[13] == grammar.ExpectRating(15, None, 11)
    assert len(statements) == 22


@pytest.mark.parametrize("text", ["1.001s", "1.003s", "0.007s", "2.999s"])
def test_milliseconds_in_seconds_are_exact(text: str) -> None:
    (statement,) = parse(f"wait {text}")
    assert statement == grammar.Wait(1, int(text[:-1].replace(".", "")))


def test_an_endless_number_is_a_fault_like_any_other() -> None:
    for text in (f"wait {'9' * 400}s", f"beeps {'9' * 5000}"):
        with pytest.raises(InputError):
            parse(text)


def test_a_file_is_read_as_utf8_and_its_faults_are_placed(tmp_path: Path) -> None:
    path = tmp_path / "a.keys"
    path.write_bytes(b'power on\nlcd "\xff"\n')
    with pytest.raises(InputError, match=r"a\.keys:2:6: byte 0xFF is not text"):
        parse_file(path)
    with pytest.raises(UserError, match="no such file"):
        parse_file(tmp_path / "none.keys")
    with pytest.raises(UserError, match="it is a folder"):
        parse_file(tmp_path)


def test_serial_file_is_relative_to_the_script(tmp_path: Path) -> None:
    (tmp_path / "board.txt").write_text("one\ntwo\n")
    path = tmp_path / "a.keys"
    path.write_text("serial file board.txt\n")
    assert parse_file(path) == (grammar.ExpectSerial(1, ("one", "two")),)


words = st.sampled_from(
    [*grammar.VERBS, "option", "not", "on", '"', "#", "e2e4", "1400", "\\", "≡", "file", "\t", "-1"]
)


@given(st.lists(st.lists(words, max_size=6).map(" ".join), max_size=5).map("\n".join))
def test_rubbish_raises_only_the_documented_error(text: str) -> None:
    with contextlib.suppress(InputError):
        parse(text)
