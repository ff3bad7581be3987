"""The pytest plugin: a machine to hold in a test, a device on a port, key scripts as tests.

Installed with the package, it offers

* the fixture ``sapphire``: a fresh :class:`firmware_model.Machine`;
* the fixture ``sapphire_port``: a running device on a pseudo-terminal, for tests of serial clients;
* every ``*.keys`` file that pytest is asked to look at, collected as one test; a line that does not
  hold shows the display drawn in text.

Modules of the machine are imported only when used, so that a test run that does not use them is not
slowed and coverage tools see their imports.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Generator, Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from firmware_model import Machine
    from sapphire_emu.scripts.runner import Failure


@pytest.fixture
def sapphire() -> Machine:
    """A fresh machine, powered on, with no opponent, window, port or file."""
    from firmware_model import Machine

    return Machine()


class PortDevice:
    """A running machine on a pseudo-terminal: ``path`` is what a serial client opens.

    ``press`` and ``lcd`` work its keypad from the test; the opponent is the embedded one.
    """

    def __init__(self) -> None:
        self._process = subprocess.Popen(
            [
                sys.executable,
                "-m",
                "sapphire_emu",
                "device",
                "--fresh",
                "--serial",
                "pty",
                "--json",
            ],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        self.path: str = json.loads(self._answer())["port"]

    def _answer(self) -> str:
        assert self._process.stdout is not None
        return self._process.stdout.readline().rstrip("\n")

    def _ask(self, line: str, answers: int) -> list[dict[str, Any]]:
        assert self._process.stdin is not None
        self._process.stdin.write(f"{line}\n")
        self._process.stdin.flush()
        return [json.loads(self._answer()) for _ in range(answers)]

    def press(self, *names: str) -> list[dict[str, Any]]:
        """Press keys; for each what ``sapphire press --json`` would print."""
        return self._ask(f"press {' '.join(names)}", len(names))

    def lcd(self) -> dict[str, Any]:
        """What the display shows now."""
        return self._ask("lcd", 1)[0]

    def close(self) -> None:
        """Switch the machine off."""
        self._process.terminate()
        self._process.communicate(timeout=30)


@pytest.fixture
def sapphire_port() -> Iterator[PortDevice]:
    """A running machine on a pseudo-terminal, for testing serial clients."""
    device = PortDevice()
    yield device
    device.close()


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> pytest.Collector | None:
    """Collect key scripts."""
    if file_path.suffix != ".keys":
        return None
    file: KeysFile = KeysFile.from_parent(parent, path=file_path)
    return file


_SHOWN = re.compile(r'(?:lcd|cells) "(.*)"')


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[None]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Behind a failed test that held a machine, show its display."""
    report = yield
    machine = getattr(item, "funcargs", {}).get("sapphire")
    if not hasattr(machine, "lcd"):  # somebody else's fixture of that name
        machine = None
    if report.failed and call.when == "call" and machine is not None:
        from sapphire_emu.scripts.lcd_art import draw

        report.sections.append(("the machine's display", draw(machine.lcd)))
    return report


class KeyScriptFailure(Exception):
    """A line of a key script did not hold."""

    def __init__(self, failure: Failure) -> None:
        super().__init__(str(failure))
        self.failure = failure


class KeysFile(pytest.File):
    """One ``.keys`` file."""

    def collect(self) -> Iterable[pytest.Item]:
        """It is one test."""
        item: KeysItem = KeysItem.from_parent(self, name=self.path.stem)
        yield item


class KeysItem(pytest.Item):
    """The run of one key script, without an engine unless it needs one."""

    def runtest(self) -> None:
        """Check the whole file, then run it."""
        from sapphire_emu.scripts.parser import parse_file
        from sapphire_emu.scripts.runner import Runner

        statements = parse_file(self.path)
        failure = Runner(self.path).run(statements)
        if failure is not None:
            raise KeyScriptFailure(failure)

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> str:
        """The failing line, and the display drawn in text."""
        from sapphire_emu.errors import UserError
        from sapphire_emu.scripts.lcd_art import beside, draw

        if isinstance(excinfo.value, KeyScriptFailure):
            failure = excinfo.value.failure
            expected = _SHOWN.fullmatch(failure.expected)
            drawn = beside(expected[1], failure.lcd) if expected else draw(failure.lcd)
            return f"{failure}\n\n{drawn}"
        if isinstance(excinfo.value, UserError):
            return str(excinfo.value)
        return str(super().repr_failure(excinfo))

    def reportinfo(self) -> tuple[Path, int, str]:
        """Where pytest says the test is."""
        return self.path, 0, f"key script {self.path.name}"
