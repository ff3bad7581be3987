"""Every command that the documentation shows is run, and prints what the page says it prints.

``/dev/ttyUSB0`` is a running emulator here, and a TCP port a free one; else nothing is changed.
"""

from __future__ import annotations

import signal
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import click
import pytest

from sapphire_emu.cli import COMMANDS, sapphire
from tests.docs.prepared import folder_for, free_port, home_for
from tests.docs.shown import PAGES, ROOT, Shown, commands, fits, inline
from tests.links.fakes import PATIENCE_S, until

FOR_EVER = ("sapphire device", "sapphire listen", "sapphire play")
"""Started, seen to work, and stopped as with Ctrl-C."""

STATUS = {
    ("scripting.md", "sapphire run refused.keys"): 1,  # it shows a script that fails
}
"""Commands that are shown with another end than success."""

NOT_RUN = {
    "make": "needs a checkout; its targets are checked in test_the_targets_of_make_exist",
    "pip": "test_distributions.py installs the package",
    "pipx": "the same",
    "cp": "copies what pipx has installed",
}
"""First words of commands that are not run here, and why."""


@contextmanager
def novag(folder: Path, environment: dict[str, str]) -> Iterator[str]:
    """A machine at a serial port, which the pages call /dev/ttyUSB0."""
    link = folder / "ttyUSB0"
    command = ("sapphire", "device", "--fresh", "--serial", "pty", "--link", str(link))
    process = subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True)
    try:
        assert process.stdout is not None
        assert process.stdout.readline().startswith("port ")
        yield str(link)
    finally:
        process.terminate()
        process.communicate(timeout=PATIENCE_S)


def run(shown: Shown, command: str, folder: Path, environment: dict[str, str]) -> None:
    done = subprocess.run(
        ["bash", "-o", "pipefail", "-c", command],
        cwd=folder,
        env=environment,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=PATIENCE_S * 2,
        check=False,
    )
    expected = STATUS.get((shown.page, shown.command), 0)
    assert done.returncode == expected, (shown.command, done.stdout, done.stderr)
    if shown.output is not None:
        assert fits(shown.output, done.stdout), f"{shown.command}\n{done.stdout}"


def start_and_stop(command: str, folder: Path, environment: dict[str, str]) -> None:
    """Start a command that runs for ever, wait until it is at work, stop it with Ctrl-C."""
    out, errors = folder / "out.txt", folder / "errors.txt"
    journals = Path(environment["HOME"]) / ".local" / "state" / "sapphire" / "journals"
    before = set(journals.glob("*"))
    with out.open("w") as stdout, errors.open("w") as stderr:
        process = subprocess.Popen(
            ["bash", "-c", f"exec {command}"],
            cwd=folder,
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=stdout,
            stderr=stderr,
        )
    try:

        def at_work() -> bool:
            assert process.poll() is None, (command, errors.read_text())
            return bool(out.read_text()) or bool(set(journals.glob("*")) - before)

        until(at_work, command)
        time.sleep(0.5)
        process.send_signal(signal.SIGINT)
        assert process.wait(PATIENCE_S) == 0, (command, errors.read_text())
    finally:
        process.kill()
    assert "Traceback" not in errors.read_text()


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_the_commands_of_a_page_work(page: Path, tmp_path: Path) -> None:
    environment = home_for(tmp_path)
    folder_for(page, tmp_path)
    shown = [one for one in commands(page) if one.words[0] not in NOT_RUN]
    with novag(tmp_path, {**environment, "HOME": str(tmp_path / "elsewhere")}) as port:
        for one in shown:
            command = one.command.replace("/dev/ttyUSB0", port)
            command = command.replace("tcp-listen:4000", f"tcp-listen:{free_port()}")
            if command.startswith(FOR_EVER):
                start_and_stop(command, tmp_path, environment)
            else:
                run(one, command, tmp_path, environment)


def test_the_pages_show_commands_and_every_exception_is_used() -> None:
    shown = [one for page in PAGES for one in commands(page)]
    assert len([one for one in shown if "sapphire " in one.command]) >= 40
    assert {one.words[0] for one in shown} >= set(NOT_RUN)
    assert {(one.page, one.command) for one in shown} >= set(STATUS)
    for start in FOR_EVER:
        assert any(one.command.startswith(start) for one in shown)


def test_the_targets_of_make_exist() -> None:
    makefile = (ROOT / "Makefile").read_text()
    targets = {line.partition(":")[0] for line in makefile.splitlines() if ":" in line}
    for page in [*PAGES, ROOT / "CONTRIBUTING.md"]:
        for one in commands(page):
            if one.words[0] == "make":
                assert one.words[1] in targets, one


# -- inside sentences ----------------------------------------------------------------------------


def command_of(words: list[str]) -> tuple[click.Command, list[str]]:
    """The subcommand that some words lead to, and the words after it."""
    command: click.Command = sapphire
    context = click.Context(sapphire)
    rest = words
    while isinstance(command, click.Group) and rest and rest[0][0] not in "-…":
        found = command.get_command(context, rest[0])
        assert found is not None, f"no subcommand '{rest[0]}' in 'sapphire {' '.join(words)}'"
        command, rest = found, rest[1:]
    return command, rest


@pytest.mark.parametrize(
    "page", [*PAGES, ROOT / "SECURITY.md", ROOT / "CHANGELOG.md"], ids=lambda page: page.name
)
def test_commands_in_sentences_exist_with_their_options(page: Path) -> None:
    for span in inline(page):
        first, *more = span.removeprefix("sapphire ").split()
        for word in first.split("|"):
            command, rest = command_of([word, *(more if "|" not in "".join(more[:1]) else [])])
            known = {"--help", "-h", "--version"}
            for parameter in command.params:
                known |= {*parameter.opts, *parameter.secondary_opts}
            unknown = {word.partition("=")[0] for word in rest if word[0] == "-"} - known
            assert not unknown, f"{span}: {unknown}"


def test_the_rule_has_teeth() -> None:
    with pytest.raises(AssertionError, match="no subcommand 'prses'"):
        command_of(["prses", "option"])
    assert set(COMMANDS) >= {"press", "doctor"}
