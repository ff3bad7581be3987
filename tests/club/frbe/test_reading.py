"""Reading: the source's tables, both layouts, the encodings, and bytes that come back the same."""

from __future__ import annotations

from dataclasses import replace
from datetime import date, timedelta
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sapphire_emu.club.frbe.code_line import BadCodeLine, format_code_line, parse_code_line
from sapphire_emu.club.frbe.encoding import decode, encode
from sapphire_emu.club.frbe.model import (
    Cell,
    CodeLine,
    Colour,
    Form,
    Result,
    ResultFile,
    Row,
    Tally,
)
from sapphire_emu.club.frbe.reader import parse, read_file
from sapphire_emu.club.frbe.round_dates import round_dates
from sapphire_emu.club.frbe.writer import for_sending, to_bytes
from sapphire_emu.errors import InputError
from tests.club.frbe.examples import CLOSED, ELITE, OPEN, closed_fixed, made


@pytest.mark.parametrize("path", [ELITE, CLOSED, OPEN])
def test_the_tables_of_the_source_are_read(path: Path) -> None:
    parsed = parse(path.read_bytes())
    assert parsed.problems == ()
    assert parsed.file is not None
    assert len(parsed.file.rows) == parsed.file.code_line.players
    assert parsed.file.form == Form("utf-8", "\n", squeezed=True)


def test_what_the_first_table_says() -> None:
    file = read_file(ELITE)
    code = file.code_line
    assert (code.kind, code.code, code.players, code.rounds) == (0, 0, 16, 7)
    assert (code.first, code.last) == (date(2000, 6, 1), date(2000, 6, 12))
    days = [found.day for found in round_dates(file.column_line, code.last)]
    assert days == [date(2000, 6, day) for day in (1, 3, 5, 7, 9, 11, 13)]
    assert [row.half_points for row in file.rows[:4]] == [9, 9, 10, 9]
    assert file.rows[3].name == "De Ridder Fien"
    assert file.rows[5].cells[6] == Cell(0, Colour.NONE, Result.UNPLAYED)
    assert file.tally() == Tally(33, 32, 33)


def test_what_the_closed_table_says() -> None:
    file = read_file(CLOSED)
    assert (file.code_line.kind, file.code_line.code) == (1, 1)
    assert [row.number for row in file.rows if row.fictive] == [2, 7]
    assert [row.rating for row in file.rows if row.fictive] == [1222, 1222]
    assert file.rows[1].cells[0] == Cell(7, Colour.BLACK, Result.UNPLAYED)
    assert {found.day for found in round_dates(file.column_line, file.code_line.last)} == {None}


@pytest.mark.parametrize("path", [ELITE, CLOSED, OPEN])
def test_squeezed_and_fixed_say_the_same(path: Path) -> None:
    squeezed = read_file(path)
    data = to_bytes(for_sending(squeezed))
    fixed = parse(data)
    assert fixed.problems == ()
    assert fixed.file is not None
    assert fixed.file.rows == squeezed.rows
    assert not fixed.file.form.squeezed
    assert to_bytes(fixed.file) == data
    lines = data.split(b"\r\n")
    assert lines[5].startswith(b"\0")
    assert {len(line) for line in lines[7:-1]} == {48 + 8 * squeezed.code_line.rounds}


def test_columns_of_a_written_line() -> None:
    line = closed_fixed().split(b"\r\n")[8].decode("cp850")
    fields = [(1, 3), (5, 29), (31, 35), (37, 39), (41, 43), (45, 48), (50, 52), (54, 54), (56, 56)]
    assert [line[first - 1 : last].strip() for first, last in fields] == [
        "2", "BASTIN DENIS", "70274", "618", "***", "1222", "7", "N", "-",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("line", "kind", "players", "rounds", "tally"),
    [
        ("00 16 72000060120000612", 0, 16, 7, None),
        ("\x0006 16 72000060120000612", 0, 16, 7, None),
        ("11 8 72000100120001118", 1, 8, 7, None),
        ("11  8 72000100120001118+21=14-21", 1, 8, 7, Tally(21, 14, 21)),
        ("00998202020010120200109+327=344-327", 0, 998, 20, Tally(327, 344, 327)),
        ("00 998 9 20200101 20200109 +1=2-1", 0, 998, 9, Tally(1, 2, 1)),
        ("00 16112020010120200109", 0, 16, 11, None),
    ],
)
def test_code_lines(line: str, kind: int, players: int, rounds: int, tally: Tally | None) -> None:
    code = parse_code_line(line)
    assert isinstance(code, CodeLine)
    assert (code.kind, code.players, code.rounds, code.tally) == (kind, players, rounds, tally)


@pytest.mark.parametrize("path", [ELITE, CLOSED, OPEN])
@pytest.mark.parametrize(
    ("old", "new"), [(" ", "\u00a0"), (" ", "\t"), ("\n", "\r\n"), ("\n", " \n"), ("\n", "\r")]
)
def test_squeezed_tables_as_mail_and_web_pages_leave_them(path: Path, old: str, new: str) -> None:
    lines = path.read_text().splitlines()
    head, *rest = lines[5:]  # without the preamble
    if new != "\t":
        head = head.replace(old, new)
    body = "\n".join(rest).replace(old, new) if old == " " else "\n".join(rest)
    text = "\n".join([head, body, ""])
    text = text.replace(old, new) if old == "\n" else text
    parsed = parse(text.encode())
    assert parsed.problems == ()
    assert parsed.file is not None
    assert parsed.file.rows == read_file(path).rows


def test_code_lines_that_are_none_or_bad() -> None:
    assert parse_code_line("Tournoi complet - Simple rondes - 8 joueurs") is None
    assert parse_code_line("11  8 72000133120001118") == BadCodeLine(
        8, "'20001331' is not a date (YYYYMMDD)"
    )


NAMES = st.text(st.sampled_from("ABCdefgh éèêëïöüç-'."), min_size=1, max_size=25).filter(
    lambda name: name == name.rstrip() and name.strip() != ""
)
CELLS = st.builds(Cell, st.integers(0, 998), st.sampled_from(Colour), st.sampled_from(Result))
DAYS = st.dates(date(1970, 1, 1), date(2099, 12, 31))


@st.composite
def files(draw: st.DrawFn) -> ResultFile:
    rounds, players = draw(st.integers(1, 5)), draw(st.integers(1, 8))
    rows = tuple(
        Row(
            draw(st.integers(1, 998)),
            draw(NAMES),
            draw(st.integers(0, 99999)),
            draw(st.integers(0, 999)),
            draw(st.sampled_from(["BEL", "***", "", "F"])),
            draw(st.sampled_from(["", "0", "0000", "0850", "850", "2334"])),
            draw(st.tuples(*[CELLS] * rounds)),
        )
        for _ in range(players)
    )
    tally = draw(st.none() | st.builds(Tally, *[st.integers(0, 9999)] * 3))
    code = CodeLine(draw(st.integers(0, 2)), draw(st.integers(0, 9)), players, rounds,
                    draw(DAYS), draw(DAYS), tally, draw(st.booleans()))  # fmt: skip
    form = Form(
        draw(st.sampled_from(["cp850", "latin-1", "utf-8"])),
        draw(st.sampled_from(["\r\n", "\n"])),
        final_newline=draw(st.booleans()),
    )
    preamble = tuple(draw(st.lists(NAMES, max_size=6)))
    trailer = tuple(draw(st.sampled_from([(), ("\x1a",), ("", "")])))
    return ResultFile(preamble, code, "Nr Nom Matr. Clb Nat ELO", rows, trailer, form)


@settings(max_examples=300, deadline=None)
@given(files())
def test_reading_what_was_written_and_writing_it_again(file: ResultFile) -> None:
    data = to_bytes(file)
    parsed = parse(data, file.form.encoding)
    assert parsed.problems == ()
    assert parsed.file is not None
    assert parsed.file.rows == file.rows
    assert parsed.file.code_line == file.code_line
    assert to_bytes(parsed.file) == data


@settings(max_examples=100, deadline=None)
@given(files())
def test_the_bytes_come_back_whichever_encoding_was_found(file: ResultFile) -> None:
    data = to_bytes(file)
    parsed = parse(data)
    assert parsed.file is not None
    assert to_bytes(parsed.file) == data


def test_a_large_file_comes_back_byte_for_byte() -> None:
    data = to_bytes(made(998, 20, 100))
    parsed = parse(data)
    assert parsed.problems == ()
    assert parsed.file is not None
    assert to_bytes(parsed.file) == data


@pytest.mark.parametrize("encoding", ["utf-8", "cp850", "latin-1"])
@pytest.mark.parametrize("text", ["Noé, tél. N°", "Zoë Façade", "Rémy à l'été", "Jürgen Größ"])
def test_the_encoding_is_found(encoding: str, text: str) -> None:
    found = decode(text.encode(encoding))
    assert (found.text, found.encoding) == (text, encoding)


def test_utf8_is_detected_first_and_a_mark_is_kept() -> None:
    data = b"\xef\xbb\xbf" + CLOSED.read_bytes()
    parsed = parse(data)
    assert parsed.file is not None
    assert parsed.file.form.byte_order_mark
    assert parsed.file.preamble[1].startswith("Rue du Modèle")
    assert encode("é", "utf-8", byte_order_mark=True) == b"\xef\xbb\xbf\xc3\xa9"


def test_an_encoding_can_be_forced() -> None:
    assert decode("é".encode(), "latin-1").text == "Ã©"
    with pytest.raises(InputError, match=r"1:2: byte 0x82 is not UTF-8"):
        decode(b"N\x82", "utf-8")
    with pytest.raises(InputError, match="UTF-16"):
        decode("abc".encode("utf-16"))


def test_a_letter_without_place_is_named() -> None:
    file = replace(made(2, 1, 0), preamble=("ok", "棋"))
    with pytest.raises(InputError, match=r"x\.618:2:1: '棋' .* cannot be written in cp850"):
        to_bytes(for_sending(file), Path("x.618"))


def test_typographic_letters_become_plain_ones() -> None:
    file = replace(made(2, 1, 0), preamble=("l’été “x” … – ź",))
    first = to_bytes(for_sending(file)).split(b"\r\n")[0].decode("cp850")
    assert first == 'l\'été "x" ... - z'


def test_individual_games_keep_date_and_tournament() -> None:
    lines = [
        "Tournoi : parties", "x", "y", "on line 24L",
        "\x0031  2 12020010120200109",
        "Nr Nom",
        "  1 Ada                       10001 618 BEL 1500   2 B 1\0 02/01/2020 618XYZ",
        "  2 Bo                        10002 618 BEL 1400   1 N 0\0 02/01/2020 618XYZ",
    ]  # fmt: skip
    data = "".join(line + "\r\n" for line in lines).encode("cp850")
    parsed = parse(data)
    assert parsed.problems == ()
    assert parsed.file is not None
    assert parsed.file.rows[0].tail == "\0 02/01/2020 618XYZ"
    assert to_bytes(parsed.file) == data


def test_dates_before_the_year_1000_are_written_with_four_digits() -> None:
    code = CodeLine(0, 0, 2, 1, date(200, 1, 1), date(200, 1, 1) + timedelta(1))
    assert parse_code_line(format_code_line(code)) == code
