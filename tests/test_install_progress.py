"""What a newcomer sees while `./run` installs: one bar, or the reason and where all of it is kept."""

from __future__ import annotations

import os
import pty
import re
import shutil
import subprocess
import sys
from importlib import metadata
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
SCRIPT = ROOT / "scripts" / "install_progress.py"
FETCHED = """\
Collecting grpcio>=1.85 (from phonebuddy==0.1.0)
  Downloading grpcio-1.85.1-cp311-cp311-linux_x86_64.whl (6.4 MB)
Requirement already satisfied: pip in /somewhere (23.2)
"""
INSTALLED = "Installing collected packages: grpcio, textual\n"


def watched(said: str, tmp_path: Path, *, packages: int = 4) -> tuple[str, str]:
    """What stands on the terminal, and what is in the log."""
    log, site = tmp_path / "log", tmp_path / "site"
    site.mkdir(exist_ok=True)
    ours, theirs = pty.openpty()
    command = [sys.executable, str(SCRIPT), str(log), str(packages), str(site)]
    subprocess.run(command, input=said.encode(), stderr=theirs, check=True)
    os.close(theirs)
    seen = os.read(ours, 1 << 16).decode()
    os.close(ours)
    return seen, log.read_text()


def test_the_bar_says_how_far_and_what_is_fetched(tmp_path: Path) -> None:
    seen, log = watched(FETCHED, tmp_path)
    assert "35%" in seen  # two of four packages, of the part that is for fetching
    assert "Collecting" not in seen
    assert log == FETCHED


def test_the_bar_ends_in_an_empty_line(tmp_path: Path) -> None:
    seen, _ = watched(FETCHED + INSTALLED, tmp_path)
    assert "installing 2 packages" in seen
    assert seen.endswith("\r\x1b[K")


def test_without_a_terminal_each_part_is_one_line(tmp_path: Path) -> None:
    command = [sys.executable, str(SCRIPT), str(tmp_path / "log"), "2", str(tmp_path)]
    ended = subprocess.run(command, input=FETCHED, capture_output=True, text=True, check=True)
    assert ended.stderr == "    fetching ...\n"


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A checkout without .venv, whose Python makes a .venv in which pip always fails."""
    root = tmp_path.resolve() / "checkout"
    (root / "scripts").mkdir(parents=True)
    for name in ("run", "scripts/setup.sh", "scripts/install_progress.py"):
        shutil.copy(ROOT / name, root / name)
    for name in ("pyproject.toml", "constraints.txt"):
        shutil.copy(ROOT / name, root / name)
    binaries = root / ".venv" / "bin"
    binaries.mkdir(parents=True)
    (binaries / "activate").write_text(str(root / ".venv"))
    python = binaries / "python"
    python.write_text(
        "#!/bin/sh\n"
        'if [ "$1 $2" = "-m pip" ]; then\n'
        "  echo Collecting hatchling\n"
        "  echo 'ERROR: No matching distribution found for hatchling' >&2\n"
        "  exit 1\n"
        "fi\n"
        f"exec '{sys.executable}' \"$@\"\n"
    )
    python.chmod(0o755)
    return root


def test_a_failure_tells_the_reason_and_where_the_rest_is(checkout: Path) -> None:
    ended = subprocess.run(
        [str(checkout / "run")],
        capture_output=True,
        text=True,
        check=False,
        stdin=subprocess.DEVNULL,
    )
    assert ended.returncode == 1
    assert "No matching distribution found for hatchling" in ended.stderr
    log = checkout / ".venv" / "install.log"
    assert str(log) in ended.stderr
    assert "Collecting hatchling" in log.read_text()
    assert "Collecting hatchling" not in ended.stderr


def _needed(name: str, extras: frozenset[str], seen: dict[str, frozenset[str]]) -> None:
    """Add `name` and all that it requires here to `seen`."""
    from packaging.requirements import Requirement

    key = re.sub(r"[-_.]+", "-", name).lower()
    if extras <= seen.get(key, frozenset()) and key in seen:
        return
    seen[key] = seen.get(key, frozenset()) | extras
    for line in metadata.requires(name) or []:
        needs = Requirement(line)
        if needs.marker is None or any(needs.marker.evaluate({"extra": e}) for e in extras or {""}):
            _needed(needs.name, frozenset(needs.extras), seen)


def test_the_bar_of_run_knows_about_how_many_packages_there_are() -> None:
    said = re.search(
        r"^run_packages=(\d+)$", (ROOT / "scripts" / "setup.sh").read_text(), re.MULTILINE
    )
    assert said is not None
    seen: dict[str, frozenset[str]] = {}
    _needed("phonebuddy", frozenset({"onnx"}), seen)
    # Other systems and Pythons need a package more or less.
    assert int(said[1]) == pytest.approx(len(seen) - 1, abs=4)
