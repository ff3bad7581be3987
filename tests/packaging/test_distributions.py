"""What is shipped: the wheel has all it needs, wherever it was built and wherever it is used."""

from __future__ import annotations

import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

from tests.packaging.conftest import ROOT, Distributions, Installed
from tests.peers.needs import program

ICON_PX = (16, 22, 24, 32, 48, 64, 128, 256)


def test_the_sdist_gives_the_wheel_that_the_checkout_gives(distributions: Distributions) -> None:
    contents = []
    for wheel in (distributions.wheel, distributions.wheel_of_sdist):
        with zipfile.ZipFile(wheel) as archive:
            contents.append({name: archive.read(name) for name in archive.namelist()})
    assert contents[0] == contents[1]


def test_the_wheel_has_every_module_and_every_asset(distributions: Distributions) -> None:
    names = set(zipfile.ZipFile(distributions.wheel).namelist())
    for package in ("firmware_model", "sapphire_emu"):
        modules = {
            str(path.relative_to(ROOT))
            for path in (ROOT / package).rglob("*")
            if path.suffix in (".py", ".typed")
        }
        assert modules <= names
    assets = {
        f"sapphire_emu/{path.relative_to(ROOT)}"
        for path in (ROOT / "assets").rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }
    assert assets <= names
    assert not any(name.startswith(("tests/", "docs/", "benchmarks/")) for name in names)


def test_the_sdist_can_be_tested_and_documented(distributions: Distributions) -> None:
    with tarfile.open(distributions.sdist) as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}
    wanted = ("README.md", "SECURITY.md", "Makefile", "tests/test_docs.py", "docs/generate.py")
    assert {*wanted, ".ci/run", "desktop/draw_icon.py"} <= names


def test_the_wheel_brings_desktop_entry_and_icons(installed: Installed) -> None:
    share = installed.prefix / "share"
    assert (share / "applications" / "sapphire.desktop").is_file()
    icons = share / "icons" / "hicolor"
    assert (icons / "scalable" / "apps" / "sapphire.svg").is_file()
    for pixels in ICON_PX:
        data = (icons / f"{pixels}x{pixels}" / "apps" / "sapphire.png").read_bytes()
        assert data.startswith(b"\x89PNG")
        assert (int.from_bytes(data[16:20]), int.from_bytes(data[20:24])) == (pixels, pixels)


def test_the_desktop_entry_is_valid_and_starts_a_command_that_exists(installed: Installed) -> None:
    entry = installed.prefix / "share" / "applications" / "sapphire.desktop"
    validate = program("desktop-file-validate", "desktop-file-utils")
    done = subprocess.run([validate, entry], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (0, "")
    (line,) = [line for line in entry.read_text().splitlines() if line.startswith("Exec=")]
    name, subcommand = line.removeprefix("Exec=").split()
    assert installed.run(entry.parent, name, subcommand, "--help").returncode == 0


def test_the_icon_is_as_its_drawing_says() -> None:
    command = [sys.executable, ROOT / "desktop" / "draw_icon.py", "--check"]
    assert subprocess.run(command, check=False).returncode == 0


def test_the_installed_command_works_from_another_folder(
    installed: Installed, tmp_path: Path
) -> None:
    done = installed.run(tmp_path, "sapphire", "press", "option", "ver")
    assert (done.returncode, done.stderr) == (0, "")
    assert '"rt 1400"' in done.stdout
    (tmp_path / "first.keys").write_text('power on\npress option ver\nlcd "rt 1400"\n')
    done = installed.run(tmp_path, "sapphire", "run", "first.keys")
    assert (done.returncode, done.stdout) == (0, "ok      first.keys  (3 statements)\n")
    words = ("skin", "render", "sapphire", "-o", "picture.png")
    done = installed.run(tmp_path, "sapphire", *words, SDL_VIDEODRIVER="dummy")
    assert (done.returncode, done.stderr) == (0, "")
    assert (tmp_path / "picture.png").read_bytes().startswith(b"\x89PNG")


def test_the_machine_of_the_installed_command_moves(installed: Installed, tmp_path: Path) -> None:
    words = ("press", "--fresh", "--level", "be1", "--json", "e5", "b2", "e5", "d4")
    done = installed.run(tmp_path, "sapphire", *words)
    assert (done.returncode, done.stderr) == (0, "")
    assert len(done.stdout.splitlines()) == 4


def test_the_base_alone_satisfies_the_doctor_who_names_the_extras(
    installed: Installed, tmp_path: Path
) -> None:
    done = installed.run(tmp_path, "sapphire", "doctor")
    assert (done.returncode, done.stderr) == (0, "")
    for extra in ("openings", "printer", "ratings", "tui"):
        assert f"-- [{extra}]" in done.stdout
        assert f"-m pip install 'sapphire-emu[{extra}]'" in done.stdout


def test_every_subcommand_explains_itself_without_the_extras(
    installed: Installed, tmp_path: Path
) -> None:
    code = (
        "from sapphire_emu.cli import COMMANDS, sapphire\n"
        "for name in COMMANDS:\n"
        "    sapphire.main([name, '--help'], prog_name='sapphire', standalone_mode=False)\n"
        "print('all of', len(COMMANDS))\n"
    )
    done = installed.run(tmp_path, "python", "-c", code)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.count("Usage: sapphire") >= 20


def test_pytest_finds_the_plugin_and_runs_a_key_script(
    installed: Installed, tmp_path: Path
) -> None:
    (tmp_path / "first.keys").write_text('power on\npress option ver\nlcd "rt 1400"\n')
    done = installed.run(tmp_path, "pytest", "--trace-config", "-q", "first.keys")
    assert done.returncode == 0, done.stdout
    assert "sapphire_emu.scripts.pytest_plugin" in done.stdout
    assert "1 passed" in done.stdout
