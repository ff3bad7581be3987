"""From a description to a file, to TRF and back; an outside reader agrees with what we write."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import Any

import pytest
import trf as outside

from sapphire_emu.club.frbe.check import check, report_lines
from sapphire_emu.club.frbe.convert import Request, convert_bytes
from sapphire_emu.club.frbe.event import EventKind, Player, to_result_file
from sapphire_emu.club.frbe.event_toml import parse_event
from sapphire_emu.club.frbe.event_toml_writer import format_event
from sapphire_emu.club.frbe.from_games import MachineGame, individual_games
from sapphire_emu.club.frbe.model import Cell, Colour, Result, Tally
from sapphire_emu.club.frbe.reader import parse, read_file
from sapphire_emu.club.frbe.trf_read import Options, from_trf
from sapphire_emu.club.frbe.trf_write import Sender, to_swar, to_trf16
from sapphire_emu.club.frbe.writer import for_sending, to_bytes
from sapphire_emu.errors import InputError
from tests.club.frbe.examples import CLOSED, ELITE, OPEN, made

EVENT = """[event]
title = "Automne fermé"
kind = "closed"
id = "TST"
series = "B"
club = 618
sender = "A. Nonyme"
start = 2000-10-01
end = 2000-11-18

[[players]]
name = "Ada Linden"
matricule = 12345
rating = 1150

[[players]]
name = "Bo Marsh"
matricule = 12346
club = 810

[[players]]
name = "Cy Noor"
nationality = "ned"
rating = 1500

[[rounds]]
date = 2000-10-01
games = ["1-2 1-0"]

[[rounds]]
games = [
  "2-3 1/2-1/2",
]

[[rounds]]
games = ["3-1 --"]
"""


def test_a_description_becomes_a_clean_file() -> None:
    file = to_result_file(parse_event(EVENT))
    data = to_bytes(file)
    assert report_lines("f", [p for p in check(data, "B18TST1B.618") if not p.note]) == []
    lines = data.decode("cp850").split("\r\n")
    assert lines[:6] == [
        "Tournoi : Automne fermé",
        "Nombre de participants : 3 ; 3 rondes",
        "Envoyé par : A. Nonyme",
        "Type : tournoi complet",
        "Date fin de tournoi : 18-11-2000",
        "Tempo : -",
    ]
    assert lines[6] == "\x0011  3 32000100120001118+1=2-1"
    assert lines[8:11] == [
        "  1 Ada Linden                12345 618 BEL 1150   2 B 1   0 - -   3 N -",
        "  2 Bo Marsh                  12346 810 BEL 0000   1 N 0   3 B 5   0 - -",
        "  3 Cy Noor                       0 618 NED 1500   0 - -   2 N 5   1 B -",
    ]


def test_the_description_is_written_and_read_back() -> None:
    event = parse_event(EVENT)
    assert parse_event(format_event(event)) == event


def test_individual_games() -> None:
    text = (
        EVENT[: EVENT.index("[[rounds]]")].replace('"closed"', '"24L"').replace('id = "TST"\n', "")
    )
    text += '[[games]]\ngame = "3-1 0-1"\ndate = 2000-10-03\ntournament = "618XYZ"\n'
    event = parse_event(text)
    assert parse_event(format_event(event)) == event
    file = to_result_file(event)
    assert (file.code_line.kind, file.code_line.code) == (3, 1)
    assert "on line 24L" in file.preamble[3]
    assert [(row.number, row.name) for row in file.rows] == [(1, "Cy Noor"), (2, "Ada Linden")]
    line = to_bytes(file).decode("cp850").split("\r\n")[8]
    assert (line[55], line[56], line[58:68], line[69:]) == ("0", "\0", "03/10/2000", "618XYZ")
    assert parse(to_bytes(file)).problems == ()


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('title = "Automne fermé"\n', "", "1:1: no title"),
        ('kind = "closed"', 'kind = "swiss"', "3:8: unknown kind 'swiss' (expected closed, open"),
        ('id = "TST"', 'id = "OPE"', "4:6: 'OPE' is reserved (default for opens)"),
        ('id = "TST"', 'id = "TS"', "4:6: the identifier 'TS' is not three letters or digits"),
        (
            'series = "B"',
            'serie = "B"',
            "5:1: unknown key 'serie' in [event]; did you mean series?",
        ),
        ('series = "B"', 'series = "BB"', "5:10: the series 'BB' is not A to Z"),
        ("club = 618", "club = 99", "6:8: club 99 (expected 100 to 999)"),
        ("end = 2000-11-18", "end = 2000-09-18", "9:7: ends 2000-09-18, before it starts"),
        ("end = 2000-11-18", 'end = "18-11-2000"', "9:7: end is not a date"),
        ("end = 2000-11-18", "end = 2000-11-31", "not TOML"),
        ("rating = 1150", "rating = 11500", "14:10: rating 11500 (expected 1 to 9999)"),
        ("rating = 1150", "rating = true", "14:10: rating True"),
        ('name = "Bo Marsh"', 'nam = "Bo Marsh"', "17:1: unknown key 'nam' in [players]"),
        ('name = "Bo Marsh"', 'name = ""', "17:8: no name"),
        ("matricule = 12346", "matricule = 12345", "18:13: matricule 12345 is already player 1's"),
        ('"ned"', '"N"', "23:15: nationality 'N'"),
        ('"1-2 1-0"', '"1-4 1-0"', "28:11: game '1-4 1-0': no player 4 (expected 1 to 3)"),
        ('"1-2 1-0"', '"1-2 2-0"', "28:11: game '1-2 2-0' (expected 'WHITE-BLACK RESULT'"),
        ('"1-2 1-0"', '"1-1 1-0"', "28:11: game '1-1 1-0': player 1 meets himself"),
        ('"1-2 1-0"', '"1-2 1-0", "3-1 1-0"', "28:22: round 1: player 1 plays twice"),
        ('"2-3 1/2-1/2"', '"2-3 draw"', "32:4: game '2-3 draw'"),
        ("[[rounds]]\ndate", "[[round]]\ndate", "unknown table 'round'; did you mean rounds?"),
        ("games = [\n", "games = [[\n", "not TOML"),
    ],
)
def test_faults_are_named_with_their_place(old: str, new: str, message: str) -> None:
    assert old in EVENT
    with pytest.raises(InputError) as caught:
        parse_event(EVENT.replace(old, new, 1))
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("path", [ELITE, CLOSED, OPEN])
def test_an_outside_reader_agrees_with_our_trf(path: Path) -> None:
    file = read_file(path)
    event = outside.loads(to_trf16(file).text)
    assert event.numplayers == len(event.players) == len(file.rows)
    assert event.numrounds == file.code_line.rounds
    assert event.enddate == f"{file.code_line.last:%Y/%m/%d}"
    colours = {"w": Colour.WHITE, "b": Colour.BLACK, "-": Colour.NONE}
    results = {"1": "1", "0": "0", "=": "5", "-": "-", "Z": "-"}
    for row, player in zip(file.rows, event.players, strict=True):
        assert (player.startrank, player.name, player.id) == (row.number, row.name, row.matricule)
        assert player.points == row.half_points / 2
        assert (player.rating or 0) == (0 if row.fictive else row.rating)
        cells = [
            Cell(game.startrank or 0, colours[game.color], Result(results[game.result]))
            for game in player.games
        ]
        assert tuple(cells) == row.cells


@pytest.mark.parametrize("form", ["trf16", "swar"])
@pytest.mark.parametrize("path", [ELITE, CLOSED, OPEN])
def test_there_and_back(path: Path, form: str) -> None:
    file = for_sending(read_file(path))
    text = to_trf16(file).text if form == "trf16" else to_swar(file, Sender(618)).text
    back, notes = from_trf(text, Options(club=618))
    assert [row.cells for row in back.rows] == [row.cells for row in file.rows]
    assert [row.name for row in back.rows] == [row.name for row in file.rows]
    assert [row.matricule for row in back.rows] == [row.matricule for row in file.rows]
    assert (back.code_line.first, back.code_line.last) == (
        file.code_line.first,
        file.code_line.last,
    )
    assert back.code_line.tally == file.tally()
    kind = EventKind.CLOSED if path == CLOSED else EventKind.OPEN
    assert (back.code_line.kind, back.code_line.code) == (kind.type_digit, kind.code)
    assert [line for line in check(to_bytes(for_sending(back)), None) if line.fatal] == []
    del notes


def test_columns_of_a_swar_line() -> None:
    file = replace(read_file(ELITE))
    text = to_swar(file, Sender(209, "club@example.org")).text.splitlines()
    assert text[:6] == [
        "00A sapphire-emu",
        "00B 7 rondes",
        "00C Envoi des rondes 1 à 7",
        "00D Envoi par : club@example.org",
        "00E Envoi par le club : 209",
        "00F P=016 R=07 S=01.06.2000 E=12.06.2000 +33 =32 -33",
    ]
    line = next(line for line in text if line.startswith("001    4"))
    assert [line[a - 1 : b].strip() for a, b in [
        (5, 8), (15, 47), (49, 52), (54, 56), (58, 68), (81, 84), (92, 95), (97, 97), (99, 99),
    ]] == ["4", "De Ridder Fien", "2267", "BEL", "40548", "4.5", "12", "w", "1"]  # fmt: skip
    dates = next(line for line in text if line.startswith("132"))
    assert dates[91:99] == "00.06.01"


def notes_of(data: bytes, target: str, **more: Any) -> tuple[str, list[str]]:
    text, notes = convert_bytes(data, Request(target, **more), Path("B18TST1B.618"))
    return text.decode("cp850" if target == "frbe" else "utf-8"), notes


TIMED = EVENT.replace('sender = "A. Nonyme"', 'sender = "A. Nonyme"\ntime_control = "40/2h"')


def test_sender_club_and_time_control_go_to_swar_and_come_back() -> None:
    sent = to_bytes(to_result_file(parse_event(TIMED)))
    swar, notes = notes_of(sent, "swar")
    assert "00D Envoi par : A. Nonyme\n00E Envoi par le club : 618\n" in swar
    assert "\n122 40/2h\n" in swar
    assert notes == [
        "not every round has a date: the rounds' dates are left out",
        "TRF has no place for the players' clubs: left out",
        "pairings that were not played became forfeits without points, '-' and '-'",
    ]
    back, notes = notes_of(swar.encode(), "frbe")
    assert notes == []
    assert back.split("\r\n")[2:7] == [
        "Envoyé par : A. Nonyme",
        "Type : tournoi complet",
        "Date fin de tournoi : 18-11-2000",
        "Tempo : 40/2h",
        "Club : 618",
    ]
    assert notes_of(back.encode("cp850"), "swar", club=101)[0].count(" : 101\n") == 1


def test_what_trf16_and_csv_cannot_hold_is_told() -> None:
    sent = to_bytes(to_result_file(parse_event(TIMED)))
    trf16, notes = notes_of(sent, "trf16")
    assert "\n122 40/2h\n" in trf16
    assert "TRF has no place for the sender, 'A. Nonyme': left out" in notes
    assert "Tempo : 40/2h" in notes_of(trf16.encode(), "frbe")[0]
    assert notes_of(sent, "csv")[1] == [
        "CSV holds the players' lines: what stands before and after them is left out"
    ]
    file = read_file(CLOSED)
    trf16, told = to_trf16(replace(file, trailer=("Merci",)))
    assert trf16.startswith("012 TEST (00TST1B) - du 01/10/2000 au 18/11/2000\n")
    assert "\n122 40c/2h, 1h KO\n" in trf16
    assert told[:5] == (
        "TRF has no place for line 1, 'Club: 618 CDE - Cercle de l\"Exemple': left out",
        "TRF has no place for line 2, 'Rue du Modèle, 22, 4999 Exempleville, tél.: "
        "085/00.00.00': left out",
        "TRF has no place for line 3, 'DT : XYZ, tél.: 0400/00.00.00': left out",
        "TRF has no place for the sender's club, 618: left out",
        "the lines after the players are left out",
    )


def test_what_an_frbe_file_cannot_hold_is_told() -> None:
    more = "00D Envoi par : Ž. Ada\n032 FRA\n102 Arb Iter\n112 Deputy\n"
    text, notes = notes_of((more + TRF).encode(), "frbe")
    assert "Envoyé par : Z. Ada" in text
    for words in (
        "line 2: the federation FRA is left out",
        "line 4: '112 Deputy' is left out",
        "sex, title and date of birth are left out (players: 2)",
        "the arbiter, 'Arb Iter', is left out",
        "signs that cp850 lacks became plain ones in 1 line",
    ):
        assert words in notes


TRF = "".join(line + "\n" for line in (
    "012 Open de Test",
    "042 2020/01/01",
    "052 2020/01/09",
    "092 Individual: Swiss-System",
    "001    1 mWGM Linden, Ada                       2100 BEL    12345678 1990/01/01 "
    " 2.0    1     2 w 1     3 b +",
    "001    2    m Marsh, Bo                         1900 FRA       12346 1990/01/01 "
    " 0.5    3     1 b 0  0000 - H",
    "001    3      Noor, Cyprian van der Longname    1850 BEL       12347            "
    " 0.0    2  0000 - U     1 w -",
))  # fmt: skip


def test_byes_forfeits_and_foreign_ids_are_told() -> None:
    file, notes = from_trf(TRF, Options())
    assert [row.matricule for row in file.rows] == [0, 12346, 12347]
    assert file.rows[0].cells[1] == Cell(3, Colour.BLACK, Result.UNPLAYED)
    assert file.tally() == Tally(1, 0, 1)
    assert (file.code_line.kind, file.code_line.code) == (0, 0)
    told = "\n".join(notes)
    for words in (
        "id 12345678 is no matricule",
        "'+' counts as not played",
        "name cut to 25",
        "player 2, round 2: points of a bye",
        "player 3, round 1: points of a bye",
    ):
        assert words in told


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("001    2", "001    x", "6:5: start number 'x'"),
        (" 1900 FRA", " 19OO FRA", "6:49: rating '19OO'"),
        ("     1 b 0", "     1 q 0", "6:97: colour 'q'"),
        ("     1 b 0", "     1 b 2", "6:99: result '2'"),
        ("     1 b 0", "     ! b 0", "6:92: opponent '!'"),
        ("052 2020/01/09", "052 2020/13/09", "3:5: '2020/13/09' is not a date"),
    ],
)
def test_trf_faults_are_named_with_their_place(old: str, new: str, message: str) -> None:
    assert old in TRF
    with pytest.raises(InputError) as caught:
        from_trf(TRF.replace(old, new, 1), Options())
    assert str(caught.value).startswith(message)


def test_a_trf_without_dates_or_players() -> None:
    with pytest.raises(InputError, match="no dates"):
        from_trf("\n".join(TRF.splitlines()[4:]), Options())
    with pytest.raises(InputError, match="no player line"):
        from_trf("012 x\n", Options())
    file, _ = from_trf(
        "\n".join(TRF.splitlines()[4:]), Options(start=date(2020, 1, 1), end=date(2020, 1, 2))
    )
    assert file.code_line.last == date(2020, 1, 2)


def test_converting_squeezed_text_to_fixed_columns() -> None:
    data, _ = convert_bytes(CLOSED.read_bytes(), Request("frbe"))
    assert data == to_bytes(for_sending(read_file(CLOSED)))
    csv, _ = convert_bytes(CLOSED.read_bytes(), Request("csv"))
    assert (
        csv.decode().splitlines()[2].startswith("2,BASTIN DENIS,70274,618,***,1222,2.0,7,N,-,1,B")
    )


def test_individual_games_have_no_trf() -> None:
    event = parse_event(
        EVENT[: EVENT.index("[[rounds]]")].replace('"closed"', '"24L"')
        + '[[games]]\ngame = "3-1 0-1"\n'
    )
    with pytest.raises(InputError, match="no rounds"):
        to_trf16(to_result_file(event))


def test_games_against_the_machine_become_individual_ones() -> None:
    games = [
        MachineGame(date(2026, 1, 2), "Sapphire a3", 1850, 2, white=True),
        MachineGame(date(2026, 1, 5), "Sapphire a3", 1850, 1, white=False),
        MachineGame(date(2026, 1, 9), "Sapphire b1", 2010, 0, white=True),
    ]
    event = individual_games(Player("Ada Linden", 12345, 618), games, "Against the Sapphire", 618)
    data = to_bytes(to_result_file(event))
    assert [p for p in check(data, "10924L1A.618") if not p.note] == []
    parsed = parse(data)
    assert parsed.file is not None
    assert [row.name for row in parsed.file.rows] == [
        "Ada Linden", "Sapphire a3", "Sapphire a3", "Ada Linden", "Ada Linden", "Sapphire b1",
    ]  # fmt: skip
    assert [row.cells[0].result.value for row in parsed.file.rows] == list("105501")
    with pytest.raises(ValueError, match="1 to 499"):
        individual_games(Player("Ada"), [], "x", 618)


def test_large_files_convert() -> None:
    file = made(300, 9, 40, seed=3)
    back, _ = from_trf(to_trf16(file).text, Options(club=618))
    assert [row.cells for row in back.rows] == [row.cells for row in file.rows]
