"""A file that is too large, has no end, is a device, or nests without end: one line, status 2."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from sapphire_emu.errors import InputError
from sapphire_emu.reading import MIB, MOST_TYPED, read_bytes
from sapphire_emu.scripts.states import read_state
from sapphire_emu.window.keymap import load_keymap
from tests.club.command import refused, run
from tests.commands.conftest import Sapphire, sapphire

__all__ = ["sapphire"]

HUGE = 6 * 1024 * MIB
READERS = {
    "journal script": "journal script {}",
    "journal verify": "journal verify {}",
    "memory import": "memory import {} --state m",
    "ladder": "ladder --fit-only --results {}",
    "skin check": "skin check {}",
    "skin info": "skin info {}",
    "skin render": "skin render {} -o p.png",
    "run": "run {}",
    "replay": "replay {}",
    "play": "play --fresh --skin {}",
    "eco classify": "eco classify {} -o out.pgn",
    "eco build": "eco build {} -o out.book",
    "eco with a book": "eco stats {} --eco B33",
    "cbf from-pgn": "cbf from-pgn {} -o out.cbf",
    "cbf to-pgn": "cbf to-pgn {} -o p.pgn",
    "frbe read": "frbe read {}",
    "frbe build": "frbe build {}",
    "frbe convert": "frbe convert {} --to csv",
    "listen": "listen missing --pgn {}",
}
STREAMED = {"eco classify", "eco build", "cbf from-pgn"}
"""What takes files of any size."""


def words_of(reader: str, path: object) -> list[str]:
    return [word.format(path) for word in READERS[reader].split()]


@pytest.mark.skipif(not Path("/dev/zero").exists(), reason="no /dev/zero here")
@pytest.mark.parametrize("reader", READERS)
def test_a_device_is_refused_before_it_is_read(
    reader: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    line = refused(run(*words_of(reader, "/dev/zero")))
    assert line == "/dev/zero: is a device (expected a file or a pipe)"
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("reader", sorted(READERS.keys() - STREAMED - {"eco with a book"}))
def test_a_file_beyond_the_bound_is_refused(
    reader: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    with Path("huge.toml").open("wb") as file:
        file.truncate(HUGE)
    line = refused(run(*words_of(reader, "huge.toml")))
    assert line.startswith("huge.toml: larger than "), line
    assert " MiB (expected " in line
    assert [path.name for path in tmp_path.iterdir()] == ["huge.toml"]


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no named pipes here")
def test_a_pipe_is_read_and_bounded_like_a_file(tmp_path: Path) -> None:
    def piped(command: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            ["bash", "-c", command.replace("sapphire", f"{sys.executable} -m sapphire_emu", 1)],
            cwd=tmp_path, capture_output=True, text=True, timeout=120, check=False,
        )  # fmt: skip

    good = piped("sapphire run <(printf 'power on\\npress option ver\\nlcd \"rt 1400\"\\n')")
    assert good.returncode == 0, good.stderr
    endless = piped("sapphire run <(cat /dev/zero)")
    assert endless.returncode == 2
    assert "larger than 4 MiB (expected a key script" in endless.stderr
    assert endless.stderr.count("\n") == 1


def test_standard_input_may_be_named_as_a_file(tmp_path: Path) -> None:
    if not Path("/dev/stdin").exists():
        pytest.skip("no /dev/stdin here")
    command = [sys.executable, "-m", "sapphire_emu", "run", "/dev/stdin"]
    text = "power on\n"
    done = subprocess.run(command, input=text, text=True, capture_output=True, check=False)
    assert done.returncode == 0, done.stderr


def test_at_the_bound_a_file_is_read_and_one_byte_more_is_not(tmp_path: Path) -> None:
    path = tmp_path / "f"
    path.write_bytes(b"x" * MIB)
    assert len(read_bytes(path, most=MIB)) == MIB
    path.write_bytes(b"x" * (MIB + 1))
    with pytest.raises(Exception, match="larger than 1 MiB"):
        read_bytes(path, most=MIB)


def test_a_typed_line_has_a_bound_and_what_was_typed_before_is_kept(
    sapphire: Sapphire, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO("option\n" + "x" * 100_000))
    done = sapphire("record", tmp_path / "r.keys", "--headless", "--fresh")
    text = (
        f"standard input:2: a line of more than {MOST_TYPED} characters; what follows is left out"
    )
    assert text in done.err
    assert "press option" in (tmp_path / "r.keys").read_text()


# -- nesting ---------------------------------------------------------------------------------------

DEEP = "[" * 100_000


@pytest.mark.parametrize(
    ("reader", "text", "place"),
    [
        ("skin check", f"a={DEEP}", "1:67"),
        ("skin check", "a=" + "{b=" * 100_000, "1:195"),
        ("play", f"b=1\na={DEEP}", "2:67"),
        ("frbe build", f"a={DEEP}", "1:67"),
        ("memory import", DEEP, "1:65"),
        ("journal verify", DEEP, "1"),
    ],
)
def test_endless_nesting_is_refused_at_its_place(
    reader: str, text: str, place: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("deep.toml").write_text(text)
    line = refused(run(*words_of(reader, "deep.toml")))
    assert line.startswith(f"deep.toml:{place}: ")
    assert "nested more than 64 levels deep" in line


def test_a_deep_key_map_and_a_deep_state_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "keymap.toml"
    path.write_text(f"a={DEEP}")
    with pytest.raises(InputError, match="toml:1:67: nested more than 64 levels deep"):
        load_keymap(path)
    path.write_text(DEEP)
    with pytest.raises(InputError, match="toml:1:65: not JSON: nested more than 64 levels deep"):
        read_state(path)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("a = " + "9" * 6000, "a whole number of thousands of digits"),
        ("a = 0x" + "f" * 6000, "a whole number of more than 64 bits"),
        ("size = [1, " + "9" * 400 + "]", "a whole number of more than 64 bits"),
        ("a" + ".a" * 100_000 + " = 1", "1:2: a key of more than 64 words"),
    ],
)
def test_a_number_or_a_key_without_end_in_a_skin_is_refused(
    text: str, said: str, tmp_path: Path
) -> None:
    path = tmp_path / "s.toml"
    path.write_text(text)
    assert said in refused(run("skin", "check", path)).lower()


def test_a_script_line_of_deep_json_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "a.keys"
    path.write_text('nvram json {"a":' + DEEP + "\n")
    line = refused(run("run", path))
    assert ":1:12: not JSON: nested more than 64 levels deep" in line


def test_data_that_nests_but_not_too_deeply_is_refused_for_what_it_is(tmp_path: Path) -> None:
    path = tmp_path / "b.json"
    path.write_text(json.dumps({"a": [[[[]]]]}))
    assert "not an exported memory" in refused(run("memory", "import", path))


# -- places ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("mark", [b"", b"\xef\xbb\xbf"])
def test_a_bad_byte_has_its_column_with_and_without_a_byte_order_mark(
    mark: bytes, tmp_path: Path
) -> None:
    event = tmp_path / "bomlat.csv"
    event.write_bytes(mark + b"white,black,result\r\nAda,J\xfcrg,1-0\r\n")
    assert f"{event}:2:6: byte 0xFC is not text" in refused(run("zchess", "event", event))
    script = tmp_path / "a.keys"
    script.write_bytes(mark + b'power on\nlcd "rt  \xff"\n')
    assert f"{script}:2:10: byte 0xFF is not text" in refused(run("run", script))


def test_a_column_counts_characters_not_bytes(tmp_path: Path) -> None:
    event = tmp_path / "e.csv"
    event.write_bytes("white,black,result\nZoë,".encode() + b"J\xfcrg,1-0\n")
    assert ":2:6: byte 0xFC" in refused(run("zchess", "event", event))
