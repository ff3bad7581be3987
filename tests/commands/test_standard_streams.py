"""Standard output and error closed, full, or left by their reader: the documented status, no trace.

Each command in a process of its own, as a shell or cron starts it.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="a shell of Unix")

COMMANDS = ["--help", "levels", "eco", "press --fresh option ver", "completion bash"]
WAYS = ["buffered", "unbuffered"]


def shell(
    command: str, way: str = "buffered", pass_fds: tuple[int, ...] = ()
) -> subprocess.CompletedProcess[str]:
    environment = {key: value for key, value in os.environ.items() if key != "PYTHONUNBUFFERED"}
    if way == "unbuffered":
        environment["PYTHONUNBUFFERED"] = "1"
    return subprocess.run(
        ["bash", "-c", f"{sys.executable} -m sapphire_emu {command}"],
        capture_output=True, text=True, timeout=120, check=False, env=environment,
        pass_fds=pass_fds,
    )  # fmt: skip


def unread(command: str, way: str = "buffered") -> subprocess.CompletedProcess[str]:
    """Run with standard output a pipe whose other end has been closed."""
    read_end, write_end = os.pipe()
    os.close(read_end)
    try:
        return shell(f"{command} >&{write_end}", way, pass_fds=(write_end,))
    finally:
        os.close(write_end)


@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize("closed", [">&-", "2>&-", ">&- 2>&-", "<&- >&- 2>&-"])
def test_with_closed_streams_a_command_works_and_says_nothing_there(
    command: str, closed: str
) -> None:
    done = shell(f"{command} {closed}")
    assert (done.returncode, done.stderr) == (0, "")
    assert bool(done.stdout) == (closed == "2>&-")


def test_what_is_refused_is_refused_with_closed_streams_too() -> None:
    done = shell("nosuch >&-")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "sapphire: unknown command 'nosuch'; see sapphire --help\n"
    assert shell("nosuch >&- 2>&-").returncode == 2


def test_a_file_written_with_closed_streams_holds_nothing_else(tmp_path: Path) -> None:
    """The first file opened would get the number of standard output."""
    path = tmp_path / "b.json"
    assert shell(f"press --state {tmp_path}/m option ver >&-").returncode == 0
    assert shell(f"memory export {path} --state {tmp_path}/m >&-").returncode == 0
    assert path.read_text().startswith("{") and path.read_text().endswith("}")  # noqa: PT018


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no /dev/full here")
@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("command", COMMANDS)
def test_a_full_disk_behind_standard_output_is_told_by_name(command: str, way: str) -> None:
    done = shell(f"{command} >/dev/full", way)
    assert done.returncode == 2
    assert done.stderr == "sapphire: standard output: No space left on device\n"
    assert shell(f"{command} >/dev/full 2>/dev/full", way).returncode == 2


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("command", COMMANDS)
def test_a_reader_who_has_left_gives_one_status_and_no_word(command: str, way: str) -> None:
    done = unread(command, way)
    assert (done.returncode, done.stderr) == (141, "")


def test_a_refusal_is_told_though_nobody_reads_the_output() -> None:
    done = unread("nosuch")
    assert done.returncode == 2
    assert done.stderr == "sapphire: unknown command 'nosuch'; see sapphire --help\n"
