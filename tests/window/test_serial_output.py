"""What waits at a serial port is shown, and Escape drops it; a dead peer stops nothing."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from firmware_model.keys import Key
from sapphire_emu.links.address import Settings
from sapphire_emu.links.line import Line
from sapphire_emu.links.serial_link import SerialLink
from tests.links.fakes import FakePort, until
from tests.window.rig import Rig


@pytest.fixture
def rig_and_port() -> Iterator[tuple[Rig, FakePort]]:
    port = FakePort(deaf=True)
    rig = Rig()
    rig.session.links.append(SerialLink(Line("serial deaf", port, note=rig.notes.append),
                                        Settings()))  # fmt: skip
    yield rig, port
    port.deaf = False
    rig.session.close()
    rig.close()


def aside(rig: Rig) -> str:
    rig.wait(0.05)
    return rig.app.scene().aside


def test_a_print_shows_how_much_is_left_and_escape_drops_it(
    rig_and_port: tuple[Rig, FakePort],
) -> None:
    rig, port = rig_and_port
    assert aside(rig) == "F1 shows the keyboard"
    rig.click_key(Key.OPTION, Key.H8)
    count, _, rest = aside(rig).partition(" ")
    assert int(count.replace(",", "")) > 200
    assert rest == "bytes to send, Esc cancels"
    rig.type("escape")
    assert rig.app.scene().strip == f"{count} bytes of output cancelled"
    assert aside(rig) == "F1 shows the keyboard"
    assert not port.got


def test_escape_first_takes_the_focus_ring_away(rig_and_port: tuple[Rig, FakePort]) -> None:
    rig, _ = rig_and_port
    rig.click_key(Key.OPTION, Key.H8)
    rig.type("tab", "escape")
    assert "to send" in aside(rig)
    rig.type("escape")
    assert "to send" not in aside(rig)


def test_a_peer_that_reads_again_gets_it_all(rig_and_port: tuple[Rig, FakePort]) -> None:
    rig, port = rig_and_port
    rig.click_key(Key.OPTION, Key.H8)
    count = int(aside(rig).partition(" ")[0].replace(",", ""))
    port.deaf = False
    until(lambda: len(port.got) == count, "the rest of the board")
    assert aside(rig) == "F1 shows the keyboard"
