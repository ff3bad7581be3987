"""Tab in the shell: by click's protocol in a process of its own, and in the shells themselves."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from firmware_model.keys import BY_NAME
from sapphire_emu.cli import COMMANDS
from tests.peers.needs import program


def ask(*words: str, shell: str = "bash") -> list[str]:
    """What is offered for the last word."""
    done = subprocess.run(
        [sys.executable, "-m", "sapphire_emu"],
        env={
            "PATH": "/usr/bin:/bin",
            "_SAPPHIRE_COMPLETE": f"{shell}_complete",
            "COMP_WORDS": " ".join(("sapphire", *words)),
            "COMP_CWORD": str(len(words)),
        },
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stderr == ""
    return [line.partition(",")[2] for line in done.stdout.splitlines() if line]


def test_every_subcommand_is_offered_though_none_is_imported() -> None:
    assert ask("") == sorted(COMMANDS)
    assert ask("pr") == ["press", "print"]
    code = (
        "import sys; sys.argv = ['sapphire']\n"
        "from sapphire_emu.cli import main\n"
        "try:\n    main()\n"
        "except SystemExit:\n"
        "    heavy = {'chess', 'numpy', 'pygame', 'sapphire_emu.commands.press'}\n"
        "    print(sorted(heavy & set(sys.modules)))\n"
    )
    environment = {
        "_SAPPHIRE_COMPLETE": "bash_complete",
        "COMP_WORDS": "sapphire ",
        "COMP_CWORD": "1",
    }
    done = subprocess.run(
        [sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True
    )
    assert done.stdout.splitlines()[-1] == "[]"


@pytest.mark.parametrize("command", ["press", "explain", "record demo.keys"])
def test_key_names_are_offered_after_other_keys(command: str) -> None:
    words = command.split()
    assert set(ask(*words, "option", "")) == set(BY_NAME)
    assert ask(*words, "option", "k") == ["knight", "king"]


@pytest.mark.parametrize(
    ("words", "offered"),
    [
        (("press", "--fr"), ["--fresh"]),
        (("rating", "calc", "--result", ""), ["win", "draw", "loss"]),
        (("rating", "calc", "--ru"), ["--rules"]),
        (("press", "--level", "ma"), [f"ma{number}" for number in range(1, 9)]),
        (("play", "--opponent", ""), ["embedded", "stockfish", "uci:"]),
        (("device", "--dialect", "s"), ["sapphire2", "sapphire1", "stardiamond", "scid"]),
        (("device", "--serial", "p"), ["pty", "printer:"]),
        (("play", "--skin", ""), ["contrast", "sapphire"]),
        (("frbe", "ch"), ["check"]),
        (("completion", ""), ["bash", "zsh", "fish"]),
        (("--ver",), ["--version"]),
    ],
)
def test_options_choices_and_values(words: tuple[str, ...], offered: list[str]) -> None:
    assert ask(*words) == offered


def test_a_word_that_is_no_command_is_no_error() -> None:
    assert ask("prses", "--js") == []


def in_shell(folder: Path, *command: str) -> str:
    """A shell's output, with ``sapphire`` on its path."""
    (folder / "sapphire").write_text(f'#!/bin/sh\nexec {sys.executable} -m sapphire_emu "$@"\n')
    (folder / "sapphire").chmod(0o755)
    done = subprocess.run(
        command,
        env={"PATH": f"{folder}:/usr/bin:/bin", "HOME": str(folder), "LANG": "C.UTF-8"},
        cwd=folder,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.stderr == ""
    return done.stdout


def test_bash_offers_what_the_script_finds(tmp_path: Path) -> None:
    typed = (
        "source <(sapphire completion bash); complete -p sapphire; "
        "COMP_WORDS=(sapphire press option r); COMP_CWORD=3; "
        "_sapphire_completion sapphire r option; printf '%s\\n' \"${COMPREPLY[@]}\""
    )
    printed = in_shell(tmp_path, program("bash", "bash"), "--norc", "-c", typed).splitlines()
    assert printed == ["complete -o nosort -F _sapphire_completion sapphire", "rook", "right"]


def test_fish_offers_what_the_script_finds(tmp_path: Path) -> None:
    typed = "sapphire completion fish | source; complete -C 'sapphire press option r'"
    printed = in_shell(tmp_path, program("fish", "fish"), "--no-config", "-c", typed).splitlines()
    assert printed == ["right\t>", "rook\tRook"]


def test_zsh_takes_the_script(tmp_path: Path) -> None:
    typed = (
        "autoload -Uz compinit; compinit -u -D; source <(sapphire completion zsh); "
        "print -- $_comps[sapphire]"
    )
    printed = in_shell(tmp_path, program("zsh", "zsh"), "-f", "-c", typed)
    assert printed == "_sapphire_completion\n"
