"""The editors' grammar knows every word of the language and marks what is none."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from firmware_model.keys import BY_NAME
from firmware_model.lcd import SYMBOLS
from sapphire_emu.scripts.grammar import VERBS

ROOT = Path(__file__).parent.parent.parent
FOLDER = ROOT / "assets" / "editors" / "vscode"
GRAMMAR: dict[str, Any] = json.loads((FOLDER / "syntaxes/keys.tmLanguage.json").read_text())


def scope(line: str, word: str, rules: str) -> str:
    """The first rule of a group that matches just this word of the line."""
    for pattern in GRAMMAR["repository"][rules]["patterns"]:
        rule = GRAMMAR["repository"]["comment"] if "include" in pattern else pattern
        for found in re.finditer(rule["match"], line):
            for group in range(found.re.groups + 1):
                if found[group] == word:
                    return rule.get("name") or rule["captures"][str(group or 1)]["name"]
    return ""


@pytest.mark.parametrize("verb", VERBS)
def test_every_statement_has_a_colour(verb: str) -> None:
    begun = [GRAMMAR["repository"][name]["begin"] for name in ("press", "symbols")]
    assert any(re.match(begin, f"{verb} x") for begin in begun) or scope(
        f"{verb} x", verb, "statement"
    ).startswith("keyword.")


def test_keys_and_symbols_are_known_and_others_marked() -> None:
    for name in BY_NAME:
        assert scope(f"press {name} ver", name, "press").startswith("entity.name")
    for name in SYMBOLS:
        assert scope(f"symbols not {name}", name, "symbols").startswith("constant.language")
    assert scope("press optoin", "optoin", "press") == "invalid.illegal.key.sapphire"
    assert scope("symbols chek", "chek", "symbols") == "invalid.illegal.symbol.sapphire"
    assert scope("prss a1", "prss", "statement") == "invalid.illegal.statement.sapphire"
    assert scope('lcd "rt', '"rt', "parts") == "invalid.illegal.quote.sapphire"


def test_no_shipped_script_shows_a_fault() -> None:
    for path in (ROOT / "assets" / "scripts").glob("*.keys"):
        for line in path.read_text().splitlines():
            verb = line.split(maxsplit=1)[0] if line.strip() else "#"
            if not verb.startswith("#") and verb not in ("press", "symbols"):
                assert scope(line, verb, "statement").startswith("keyword."), (path, line)


def test_the_extension_names_files_that_are_there() -> None:
    package = json.loads((FOLDER / "package.json").read_text())
    (grammar,) = package["contributes"]["grammars"]
    (language,) = package["contributes"]["languages"]
    assert (FOLDER / grammar["path"]).exists()
    assert (FOLDER / language["configuration"]).exists()
    assert grammar["scopeName"] == GRAMMAR["scopeName"]
