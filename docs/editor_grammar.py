"""Colours for key scripts in editors: a TextMate grammar made from the parser's own tables.

The folder ``assets/editors/vscode`` is a whole extension for VS Code; other editors (Sublime Text,
TextMate, Zed) read the file in ``syntaxes``. ``docs/generate.py`` writes it.
"""

from __future__ import annotations

import json
import re
from pathlib import Path

from firmware_model.keys import BY_NAME
from firmware_model.lcd import SYMBOL_ALIASES, SYMBOLS
from firmware_model.levels import LEVELS
from sapphire_emu.scripts.grammar import VERBS

CHECKS = ("lcd", "cells", "symbols", "beeps", "rating", "position", "serial")
"""Statements that expect something; the others do something."""

_END = r"(?![^\s\"#])"
"""A word ends at a blank, a quote, a comment or the end of the line."""


def _any(words: list[str]) -> str:
    return "|".join(re.escape(word) for word in sorted(words, key=lambda word: (-len(word), word)))


def grammar() -> dict[str, object]:
    """The grammar as data."""
    acts = [verb for verb in VERBS if verb not in CHECKS]
    clauses = (
        *("after", "book", "corrected", "depth", "eval", "file", "games", "json", "level", "line"),
        *("low", "mate", "nodes", "none", "not", "off", "ok", "on", "printed", "rating", "resign"),
        *("rules", "score"),
    )
    return {
        "name": "Sapphire key script",
        "scopeName": "source.sapphire.keys",
        "fileTypes": ["keys"],
        "patterns": [
            {"include": "#comment"},
            {"include": "#press"},
            {"include": "#symbols"},
            {"include": "#statement"},
            {"include": "#parts"},
        ],
        "repository": {
            "comment": {"name": "comment.line.number-sign.sapphire", "match": r"(?<!\S)#.*$"},
            "press": {
                "begin": rf"^\s*(press){_END}",
                "beginCaptures": {"1": {"name": "keyword.control.sapphire"}},
                "end": "$",
                "patterns": [
                    {"include": "#comment"},
                    {
                        "name": "entity.name.function.key.sapphire",
                        "match": rf"(?<!\S)(?:{_any(list(BY_NAME))}){_END}",
                    },
                    {"name": "invalid.illegal.key.sapphire", "match": r"[^\s#]+"},
                ],
            },
            "symbols": {
                "begin": rf"^\s*(symbols){_END}",
                "beginCaptures": {"1": {"name": "keyword.other.expect.sapphire"}},
                "end": "$",
                "patterns": [
                    {"include": "#comment"},
                    {"name": "keyword.operator.sapphire", "match": rf"(?<!\S)not{_END}"},
                    {
                        "name": "constant.language.symbol.sapphire",
                        "match": rf"(?<!\S)(?:{_any([*SYMBOLS, *SYMBOL_ALIASES])}){_END}",
                    },
                    {"name": "invalid.illegal.symbol.sapphire", "match": r"[^\s#]+"},
                ],
            },
            "statement": {
                "patterns": [
                    {
                        "match": rf"^\s*(?:({_any(acts)})|({_any(list(CHECKS))})){_END}",
                        "captures": {
                            "1": {"name": "keyword.control.sapphire"},
                            "2": {"name": "keyword.other.expect.sapphire"},
                        },
                    },
                    {"name": "invalid.illegal.statement.sapphire", "match": r"^\s*[^\s#\"]+"},
                ]
            },
            "parts": {
                "patterns": [
                    {"name": "string.quoted.double.sapphire", "match": r'"[^"]*"'},
                    {"name": "invalid.illegal.quote.sapphire", "match": r'"[^"]*$'},
                    {
                        "name": "constant.other.move.sapphire",
                        "match": rf"(?<!\S)[a-h][1-8][a-h][1-8][qrbn]?{_END}",
                    },
                    {
                        "name": "constant.numeric.sapphire",
                        "match": rf"(?<!\S)[-+]?\d+(?:\.\d+)?(?:ms|s)?{_END}",
                    },
                    {
                        "name": "constant.language.level.sapphire",
                        "match": rf"(?<!\S)(?:{_any(list(LEVELS))}){_END}",
                    },
                    {
                        "name": "keyword.other.clause.sapphire",
                        "match": rf"(?<!\S)(?:{_any(list(clauses))}){_END}",
                    },
                ]
            },
        },
    }


PACKAGE = {
    "name": "sapphire-key-scripts",
    "displayName": "Sapphire key scripts",
    "description": "Colours for the key scripts of the Sapphire II emulator",
    "version": "0.1.0",
    "publisher": "sapphire",
    "license": "GPL-3.0-or-later",
    "engines": {"vscode": "^1.60.0"},
    "categories": ["Programming Languages"],
    "contributes": {
        "languages": [
            {
                "id": "sapphire-keys",
                "aliases": ["Sapphire key script"],
                "extensions": [".keys"],
                "configuration": "./language-configuration.json",
            }
        ],
        "grammars": [
            {
                "language": "sapphire-keys",
                "scopeName": "source.sapphire.keys",
                "path": "./syntaxes/keys.tmLanguage.json",
            }
        ],
    },
}

LANGUAGE = {
    "comments": {"lineComment": "#"},
    "autoClosingPairs": [{"open": '"', "close": '"'}],
    "surroundingPairs": [['"', '"']],
}


def files(root: Path) -> dict[Path, str]:
    """Every file of the extension and what it should hold."""
    folder = root / "assets" / "editors" / "vscode"
    contents = {
        "package.json": PACKAGE,
        "language-configuration.json": LANGUAGE,
        "syntaxes/keys.tmLanguage.json": grammar(),
    }
    return {
        folder / name: json.dumps(data, indent=2, ensure_ascii=False) + "\n"
        for name, data in contents.items()
    }
