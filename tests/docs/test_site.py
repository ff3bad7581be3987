"""The site: every page is in it, it is built without a warning, and it needs no network."""

from __future__ import annotations

import importlib.util
import re
from pathlib import Path
from types import ModuleType

import pytest

from tests.docs.shown import PAGES, ROOT

pytestmark = pytest.mark.filterwarnings("ignore::PendingDeprecationWarning")  # inside Sphinx

_LOADED = re.compile(r"<(?:script|link|img)[^>]*(?:src|href)=\"(https?:[^\"]*)\"")
"""What a browser would fetch from elsewhere to show a page."""


def builder() -> ModuleType:
    spec = importlib.util.spec_from_file_location("build_site", ROOT / "docs" / "build_site.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_every_page_is_in_the_contents() -> None:
    pages = {page for chapter in builder().CHAPTERS.values() for page in chapter}
    assert {path.stem for path in PAGES} - {"README"} <= pages


def test_the_site_is_built_without_a_warning_and_stands_alone(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    assert builder().main(tmp_path) == 0
    assert capfd.readouterr().err == ""
    pages = list((tmp_path / "html").glob("*.html"))
    assert len(pages) >= 20
    for page in pages:
        loaded = re.findall(
            r"<(?:script|link|img)[^>]*(?:src|href)=\"(https?:[^\"]*)\"", page.read_text()
        )
        assert loaded == [], page.name
    architecture = (tmp_path / "html" / "architecture.html").read_text()
    assert "_images/modes.svg" in architecture
    assert "_images/data-flow.svg" in architecture


def test_an_anchor_that_leads_nowhere_fails_the_build(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    module = builder()
    gather = module.gather

    def with_a_fault(folder: Path) -> None:
        gather(folder)
        with (folder / "start.md").open("a") as page:
            page.write("\n[nowhere](keypad.md#no-such-heading)\n")

    monkeypatch.setattr(module, "gather", with_a_fault)
    assert module.main(tmp_path) == 1
    assert "no-such-heading" in capfd.readouterr().err
