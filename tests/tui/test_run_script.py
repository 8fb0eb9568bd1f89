"""`./run`, as a newcomer types it."""

import errno
import os
import pty
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
EXAMPLES = ROOT / "examples" / "policies"
RECORDER = '#!/bin/sh\nfor word in "$@"; do echo "$word"; done\n'
STAMP = """
printf '%s\\n' "$PWD" | cat - pyproject.toml constraints.txt | cksum > .venv/.installed-onnx
"""


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """All is installed already, and Python only says what it was to do."""
    root = tmp_path.resolve() / "check out"
    (root / "scripts").mkdir(parents=True)
    for name in ("run", "scripts/setup.sh", "pyproject.toml", "constraints.txt"):
        shutil.copy(ROOT / name, root / name)
    python = root / ".venv" / "bin" / "python"
    python.parent.mkdir(parents=True)
    python.write_text(RECORDER)
    python.chmod(0o755)
    subprocess.run(["bash", "-c", STAMP], cwd=root, check=True)
    return root


def wanted_by(checkout: Path, *words: str) -> list[str]:
    command = [str(checkout / "run"), *words]
    return subprocess.run(
        command, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=True
    ).stdout.splitlines()


def test_a_task_is_done_on_a_virtual_phone(checkout: Path) -> None:
    assert wanted_by(checkout, "buy milk", "--json") == [
        *("-P", "-m", "tui", "run", "--device", "phoneworld://", "buy milk", "--json")
    ]


def test_without_a_terminal_the_example_is_done(checkout: Path) -> None:
    assert wanted_by(checkout)[-1] == "start the stopwatch"


def read_to_its_end(terminal: int) -> bytes:
    """What was written to a terminal that nobody holds any longer: a read gives as little as one line."""
    read = b""
    while True:
        try:
            read += os.read(terminal, 1000)
        except OSError as error:
            if error.errno != errno.EIO:
                raise
            return read


def test_in_a_terminal_the_screens_open_on_a_virtual_phone(checkout: Path) -> None:
    ours, theirs = pty.openpty()
    subprocess.run([str(checkout / "run")], stdin=theirs, stdout=theirs, check=True)
    os.close(theirs)
    told = read_to_its_end(ours).decode().split()
    os.close(ours)
    assert told == ["-P", "-m", "tui", "--device", "phoneworld://"]


def test_the_demonstration_needs_no_policy(checkout: Path) -> None:
    assert wanted_by(checkout, "--demo", "buy milk") == ["-m", "phoneworld", "demo", "buy milk"]


@pytest.mark.slow
def test_a_policy_does_a_task_to_its_end(tmp_path: Path) -> None:
    if not (ROOT / ".venv" / ".installed-onnx").exists():
        pytest.skip("nothing was installed by ./run or ./test here, and a test installs nothing")
    words = ["turn on wi-fi", "--policies", str(EXAMPLES), "--policy", "wifi-script"]
    ended = subprocess.run(
        [str(ROOT / "run"), *words],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "HOME": str(tmp_path)},
    )
    assert ended.returncode == 0, ended.stdout + ended.stderr
    assert "Tap 'Use Wi-Fi'" in ended.stdout
    assert "Done: Wi-Fi is on." in ended.stdout
