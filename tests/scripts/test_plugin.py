"""The pytest plugin, run by pytest itself in a folder of its own."""

from __future__ import annotations

from pathlib import Path

import pytest

pytest_plugins = ["pytester"]


def test_a_fresh_machine_and_key_scripts_as_tests(pytester: pytest.Pytester) -> None:
    pytester.makepyfile(
        """
        def test_rating(sapphire):
            assert sapphire.press("option", "ver").text == "rt 1400"

        def test_wrong(sapphire):
            assert sapphire.press("option").text == "rt 1400"

        def test_client(sapphire_port):
            import serial
            with serial.Serial(sapphire_port.path, 9600, timeout=20) as port:
                port.write(b"I\\r")
                assert port.readline() == b"ID SAPPHIRE II V1.02\\r\\n"
                assert sapphire_port.press("option", "ver")[-1]["text"] == "rt 1400"
                assert sapphire_port.lcd()["text"] == "rt 1400"
        """
    )
    Path(pytester.path, "good.keys").write_text('press option ver\nlcd "rt 1400"\n')
    Path(pytester.path, "bad.keys").write_text('press option ver\nlcd "rt 1500"\n')
    Path(pytester.path, "worse.keys").write_text("press optoin\n")
    result = pytester.runpytest_subprocess("-q")
    result.assert_outcomes(passed=3, failed=3)
    result.stdout.fnmatch_lines(["*the machine's display*", '*"oPt 1"  white'])
    result.stdout.fnmatch_lines(
        [
            '*bad.keys:2: expected lcd "rt 1500", got lcd "rt 1400"',
            "expected *got",
            "+-------------------------------+ *+-------------------------------+",
            '*"rt 1500" *"rt 1400"  white',
            "*worse.keys:1:7: unknown key 'optoin' (expected option?)",
        ]
    )
