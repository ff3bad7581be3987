"""One rule for what a command writes: an existing file is replaced with --force only."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.commands.conftest import Sapphire

GAME = ("option", "ver", "go", "e5", "b2", "e5", "d4", "option", "ver", "bishop")


@pytest.mark.parametrize(
    "words",
    [
        "rating plot -o {}.svg",
        "rating export --csv -o {}.csv",
        "simulate --strength 1500 --oelo 1500 --games 2 --players 10 -o {}.svg",
        "skin render -o {}.png --size 400x300",
        "print board --preview --png {}.png",
        "journal last --to-script -o {}.keys",
        "record {}.keys --fresh option",
        "memory export {}.json",
    ],
)
def test_an_existing_file_is_replaced_only_with_force(
    sapphire: Sapphire, tmp_path: Path, words: str
) -> None:
    sapphire("press", "--level", "fd1", *GAME)
    (line,) = [word for word in words.split() if word.startswith("{}")]
    output = Path(line.format(tmp_path / "mine"))
    output.write_text("mine")
    asked = [str(output) if word == line else word for word in words.split()]
    refused = sapphire(*asked)
    assert refused.status == 2
    assert refused.err.count("\n") - refused.err.count("players") == 1
    assert "--force" in refused.err
    assert output.read_text() == "mine"
    assert sapphire(*asked, "--force").status == 0
    assert output.read_bytes() != b"mine"
