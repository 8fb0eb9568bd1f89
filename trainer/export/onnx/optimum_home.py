"""The environment that optimum runs in: made on demand, once, in the user's cache folder.

optimum-onnx needs an older transformers than the trainer's, so the two cannot live together. Making it
fetches some packages by pip and takes a minute or more; two exports do not make it at the same time.
"""

from __future__ import annotations

import fcntl
import hashlib
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

from trainer.errors import ExportError

# torch is named first and exactly: without, others ask for builds that bring CUDA along.
REQUIREMENTS = (
    "torch==2.13.0",
    "optimum-onnx==0.1.0",
    "transformers==4.57.6",
    "accelerate==1.15.0",
    "onnx==1.23.0",
    "onnxruntime==1.31.0",
)
READY = "ready"
"""The file that is there once everything is installed."""

Report = Callable[[str], None]
Run = Callable[[Sequence[str]], None]


def cache_folder(environment: Mapping[str, str]) -> Path:
    """Where this user's programs keep what they can make again."""
    given = environment.get("XDG_CACHE_HOME", "")
    base = Path(given) if given else Path(environment.get("HOME") or Path.home()) / ".cache"
    return base / "phonebuddy"


def home_folder(cache: Path, requirements: Sequence[str] = REQUIREMENTS) -> Path:
    """Where an environment with these packages lies: another one for others, or another Python."""
    contents = "\n".join([sys.version, *requirements])
    return cache / f"optimum-{hashlib.sha256(contents.encode()).hexdigest()[:12]}"


def python_of(home: Path) -> Path:
    """An environment's interpreter."""
    return home / "bin" / "python"


def making(home: Path, requirements: Sequence[str] = REQUIREMENTS) -> list[list[str]]:
    """The commands that make it."""
    install = [str(python_of(home)), "-m", "pip", "install", "--no-input"]
    return [
        [sys.executable, "-m", "venv", str(home)],
        [*install, "--disable-pip-version-check", *requirements],
    ]


def open_home(cache: Path, *, report: Report, run: Run | None = None) -> Path:
    """The interpreter of the environment, which is made if it is not there.

    One that was not finished is made anew. `ExportError` where it cannot be made.
    """
    home = home_folder(cache)
    run = run or run_command
    try:
        cache.mkdir(parents=True, exist_ok=True)
        with _alone(cache / f"{home.name}.lock", report):
            if not (home / READY).is_file():
                report(f"making an environment for optimum in {home}: once, a minute or more")
                shutil.rmtree(home, ignore_errors=True)
                for command in making(home):
                    run(command)
                (home / READY).write_text("\n".join(REQUIREMENTS), encoding="utf-8")
    except OSError as error:
        raise ExportError(
            f"the environment for optimum cannot be written to {home} ({error}): free some space, or "
            "export with --exporter genai or torch"
        ) from error
    return python_of(home)


def run_command(command: Sequence[str]) -> None:
    """Run a command that makes the environment; `ExportError` with what it said last."""
    ended = subprocess.run(
        command,
        capture_output=True,
        text=True,
        errors="replace",
        env=bare_environment(),
        check=False,
    )
    if ended.returncode:
        said = [line for line in (ended.stderr + ended.stdout).splitlines() if line.strip()]
        raise ExportError(
            f"the environment for optimum cannot be made: {said[-1] if said else 'pip says nothing'}; "
            "see that packages can be fetched, or export with --exporter genai or torch"
        )


def bare_environment() -> dict[str, str]:
    """Variables without those that would bring the trainer's own packages in."""
    ours = {"PYTHONPATH", "PYTHONHOME", "VIRTUAL_ENV"}
    return {name: value for name, value in os.environ.items() if name not in ours}


@contextmanager
def _alone(lock: Path, report: Report) -> Iterator[None]:
    with lock.open("w") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            report("another export makes the environment for optimum: waiting for it")
            fcntl.flock(file, fcntl.LOCK_EX)
        yield
