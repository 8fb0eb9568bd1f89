"""A runtime server in a process of its own, as users have it, for as long as it is measured."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections.abc import Generator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from runtime.errors import StoreError

START_S = 60.0


@dataclass(frozen=True, slots=True)
class Served:
    """A server that listens."""

    address: str
    pid: int


@contextmanager
def served(folder: Path, *, policies: Path, options: Sequence[str] = ()) -> Generator[Served]:
    """A server with its data in `folder`; ended when this is left."""
    ready = folder / "ready.json"
    command = [
        *(sys.executable, "-m", "runtime", "serve", "--listen", "127.0.0.1:0"),
        *("--data", str(folder / "data"), "--policies", str(policies)),
        *("--ready-file", str(ready), "--log-level", "warning", "--die-with-parent", *options),
    ]
    process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL)
    try:
        yield _await_ready(process, ready)
    finally:
        process.terminate()
        try:
            process.wait(30)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def _await_ready(process: subprocess.Popen[bytes], ready: Path) -> Served:
    until = time.monotonic() + START_S
    while not ready.exists():
        if process.poll() is not None or time.monotonic() > until:
            raise StoreError("the server that was to be measured did not start")
        time.sleep(0.02)
    contents = json.loads(ready.read_text())
    return Served(contents["address"], contents["pid"])
