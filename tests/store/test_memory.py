"""The memory file: saved is saved; damage is set aside; foreign files are left alone."""

from __future__ import annotations

import os
import re
import sqlite3
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from firmware_model.rating import Record
from firmware_model.state import Nvram
from sapphire_emu.errors import UserError
from sapphire_emu.store.health import Health, examine
from sapphire_emu.store.memory import Memory
from sapphire_emu.store.records import RatedEntry
from sapphire_emu.store.saver import Saver
from sapphire_emu.store.schema import digest
from tests.club.command import refused, run
from tests.store.damage import a_rated_game, open_damaged, whole_file


def test_what_was_saved_is_there_again(tmp_path: Path) -> None:
    nvram, rated = a_rated_game()
    with Memory.open(tmp_path / "m") as memory:
        assert memory.load() == Nvram()
        memory.save(nvram, rated, at="2026-01-02T03:04:05+00:00")
    with Memory.open(tmp_path / "m") as memory:
        assert memory.load() == nvram
        (entry,) = memory.log()
        assert (entry.number, entry.at) == (1, "2026-01-02T03:04:05+00:00")
        assert entry.rated == RatedEntry.of(rated)
        assert entry.rated.game == rated.game
        assert entry.rated.san == "1. f3 e5 2. g4 Qh4#"
        assert entry.to_json()["moves"] == ["f2f3", "e7e5", "g2g4", "d8h4"]


def test_a_reset_is_in_the_log_with_what_it_lost(tmp_path: Path) -> None:
    notes: list[str] = []
    memory = Memory.open(tmp_path / "m")
    memory.save(Nvram(record=Record(1873, 57)))
    saver = Saver(memory, note=notes.append)
    saver.save(Nvram(record=Record()))
    saver.close()
    with Memory.open(tmp_path / "m") as memory:
        (entry,) = memory.log()
        assert (entry.before, entry.after, entry.rated) == (Record(1873, 57), Record(), None)
    assert notes == []


def test_plain_saves_are_merged_but_no_rated_game_is(tmp_path: Path) -> None:
    nvram, rated = a_rated_game()
    saver = Saver(Memory.open(tmp_path / "m"), note=print)
    for sound in (0, 1, 2):
        saver.save(replace(nvram, sound=sound, record=Record()))
    saver.save(nvram, rated)
    saver.save(replace(nvram, sound=1))
    saver.close()
    with Memory.open(tmp_path / "m") as memory:
        assert memory.load() == replace(nvram, sound=1)
        assert len(memory.log()) == 1


def test_a_second_program_is_refused_and_told_whom(tmp_path: Path) -> None:
    path = tmp_path / "m"
    with Memory.open(path) as memory:
        memory.save(Nvram(record=Record(1500, 3)))
        done = subprocess.run(
            [sys.executable, "-m", "sapphire_emu", "press", "--state", str(path), "option", "ver"],
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 2
        assert done.stdout == ""
        assert f"in use by process {os.getpid()}" in done.stderr
        assert done.stderr.count("\n") == 1
        look_on = subprocess.run(
            [
                *(sys.executable, "-m", "sapphire_emu", "press", "--state", str(path)),
                *("--read-only", "option", "ver"),
            ],
            capture_output=True,
            text=True,
            check=False,
        )
        assert look_on.returncode == 0
        assert '"rt 1500"' in look_on.stdout
        with Memory.open(path, read_only=True) as look:
            assert look.load().record == Record(1500, 3)
    with Memory.open(path) as memory:
        assert memory.load().record == Record(1500, 3)


@pytest.mark.parametrize(
    "content", [b"%PDF-1.7 nothing of ours", os.urandom(4096)], ids=["a text", "anything"]
)
def test_a_file_that_is_not_ours_is_refused_and_left_alone(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "thesis.pdf"
    path.write_bytes(content)
    for read_only in (False, True):
        with pytest.raises(UserError, match="is not a Sapphire memory"):
            Memory.open(path, read_only=read_only)
    assert path.read_bytes() == content
    assert {entry.name for entry in tmp_path.iterdir()} <= {"thesis.pdf", "thesis.pdf.lock"}


def test_another_programs_database_is_refused_and_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "other.db"
    with sqlite3.connect(path) as connection:
        connection.execute("PRAGMA application_id = 77")
        connection.execute("CREATE TABLE t (x)")
    connection.close()
    before = path.read_bytes()
    with pytest.raises(UserError, match="is not a Sapphire memory"):
        Memory.open(path)
    assert path.read_bytes() == before


def test_without_the_digest_a_flipped_bit_would_show_another_memory(tmp_path: Path) -> None:
    """Control: the rows' digests are what finds it, SQLite does not."""
    path, content = whole_file(tmp_path)
    assert content.count(b'"elo":') == 1
    path.write_bytes(content.replace(b'"elo":', b'"emo":'))
    with sqlite3.connect(path) as connection:
        assert connection.execute("PRAGMA quick_check").fetchone()[0] == "ok"
    connection.close()
    assert open_damaged(path, path.read_bytes()) == "set aside"


@pytest.mark.parametrize("year", [b"2027", b"20\xf16"], ids=["another year", "no text"])
def test_a_log_row_with_another_date_is_set_aside(tmp_path: Path, year: bytes) -> None:
    path = tmp_path / "m"
    nvram, rated = a_rated_game()
    with Memory.open(path) as memory:
        memory.save(nvram, rated, at="2026-01-02T03:04:05+00:00")
    content = path.read_bytes()
    for place in (found.start() for found in re.finditer(b"2026-01-02", content)):
        content = content[:place] + year + content[place + 4 :]
    path.write_bytes(content)
    with pytest.raises(UserError, match="damaged memory"):
        Memory.open(path, read_only=True)
    assert open_damaged(path, content) == "set aside"


def test_a_log_table_whose_column_has_another_name_is_set_aside(tmp_path: Path) -> None:
    path, content = whole_file(tmp_path)
    place = content.index(b"number INTEGER PRIMARY KEY")
    assert open_damaged(path, content[:place] + b"o" + content[place + 1 :]) == "set aside"


def test_a_log_row_of_an_early_version_is_read(tmp_path: Path) -> None:
    """Its checksum is of the texts alone."""
    path, _ = whole_file(tmp_path)
    with Memory.open(path) as memory:
        (entry,) = memory.log()
        with memory._connection as connection:
            connection.execute("UPDATE log SET digest = ?", (digest(*entry.texts()),))
    with Memory.open(path) as memory:
        assert memory.set_aside is None
        assert memory.log() == [entry]


def test_a_later_layout_is_set_aside_untouched(tmp_path: Path) -> None:
    path, _ = whole_file(tmp_path)
    with sqlite3.connect(path) as connection:
        connection.execute("PRAGMA user_version = 99")
    connection.close()
    content = path.read_bytes()
    assert open_damaged(path, content) == "set aside"


def test_a_folder_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(UserError, match="cannot keep a memory there"):
        Memory.open(tmp_path / "file" / "m")


def test_looking_at_a_memory_that_does_not_exist_makes_none(tmp_path: Path) -> None:
    with Memory.open(tmp_path / "m", read_only=True) as memory:
        assert memory.load() == Nvram()
    assert list(tmp_path.iterdir()) == []


def test_what_is_no_regular_file_is_refused_and_left_alone(tmp_path: Path) -> None:
    fifo = tmp_path / "fifo"
    os.mkfifo(fifo)
    for path in (fifo, tmp_path):
        for read_only in (False, True):
            with pytest.raises(UserError, match="is no regular file"):
                Memory.open(path, read_only=read_only)
    assert sorted(entry.name for entry in tmp_path.iterdir()) == ["fifo"]


def test_a_link_to_a_memory_is_that_memory(tmp_path: Path) -> None:
    path, link = tmp_path / "m", tmp_path / "link"
    link.symlink_to(path)
    with Memory.open(path) as memory:
        memory.save(Nvram(record=Record(1500, 3)))
        with pytest.raises(UserError, match="in use by process"):
            Memory.open(link)
    with Memory.open(link) as memory:
        assert memory.load().record == Record(1500, 3)
    assert link.is_symlink()


def test_a_schema_that_is_no_text_is_damage(tmp_path: Path) -> None:
    path, content = whole_file(tmp_path)
    place = content.index(b"CREATE TABLE memory")
    assert open_damaged(path, content[:place] + b"\xff\xfe\xfd" + content[place + 3 :]) == (
        "set aside"
    )


def test_looking_leaves_nothing_behind(tmp_path: Path) -> None:
    path, _ = whole_file(tmp_path)
    for suffix in ("-wal", "-shm"):
        path.with_name(path.name + suffix).unlink(missing_ok=True)
    with Memory.open(path, read_only=True) as memory:
        assert len(memory.log()) == 1
    assert {entry.name for entry in tmp_path.iterdir()} == {"m", "m.lock"}


@pytest.mark.parametrize("words", ["rating", "rating plot -o p.svg", "press --read-only ver"])
def test_commands_that_only_look_leave_nothing_behind(words: str, tmp_path: Path) -> None:
    with Memory.open(tmp_path / "m"):
        pass
    before = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    run(*words.split(), "--state", tmp_path / "m")
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == before


def test_looking_shows_what_a_running_program_has_saved(tmp_path: Path) -> None:
    """It lies in the log beside the file, not yet in the file."""
    nvram, rated = a_rated_game()
    with Memory.open(tmp_path / "m") as memory:
        memory.save(nvram, rated)
        with Memory.open(tmp_path / "m", read_only=True) as looking:
            assert len(looking.log()) == 1


@pytest.mark.parametrize("words", ["press ver", "rating", "rating plot -o p.svg"])
def test_a_link_that_leads_to_itself_is_refused_and_leaves_nothing(
    words: str, tmp_path: Path
) -> None:
    (tmp_path / "loop").symlink_to("loop")
    line = refused(run(*words.split(), "--state", tmp_path / "loop"))
    assert line == f"{tmp_path}/loop: cannot reach the memory: Too many levels of symbolic links"
    done = run("doctor", "--state", tmp_path / "loop")
    assert done.status == 1
    assert "Too many levels of symbolic links" in done.out
    assert [path.name for path in tmp_path.iterdir()] == ["loop"]


def test_an_empty_file_is_a_new_owners_for_everybody(tmp_path: Path) -> None:
    path = tmp_path / "m"
    path.touch()
    assert "no game has been rated yet" in run("rating", "--state", path).out
    assert examine(path) == Health(exists=False, writable=True)
    assert [entry.name for entry in tmp_path.iterdir()] == ["m"]
    with Memory.open(path) as memory:
        assert memory.set_aside is None


def test_every_bit_of_the_files_header_may_be_turned_over(tmp_path: Path) -> None:
    """Some of them make SQLite take it for a newer one's file, to be read only, for good."""
    path, content = whole_file(tmp_path)
    fates = set()
    for bit in range(8 * 100):
        damaged = bytearray(content)
        damaged[bit // 8] ^= 1 << bit % 8
        fates.add(open_damaged(path, bytes(damaged)))
    assert fates == {"sound", "set aside", "refused"}


UNPRIVILEGED = ["setpriv", "--bounding-set=-dac_override,-dac_read_search"]


def test_a_write_protected_memory_is_told_in_one_line(tmp_path: Path) -> None:
    path = tmp_path / "from-a-disc"
    Memory.open(path).close()
    path.chmod(0o444)
    done = subprocess.run(
        [
            *(UNPRIVILEGED if os.geteuid() == 0 else []),
            *(sys.executable, "-m", "sapphire_emu", "press", "--state", str(path), "option"),
        ],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 2
    assert done.stderr == f"sapphire: {path}: the memory is write-protected; chmod u+w {path}\n"
