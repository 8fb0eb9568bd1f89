"""A runtime of our own as a child process: what a user would have started with `serve`."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from pathlib import Path
from types import TracebackType
from typing import Self

import psutil

from trainer.errors import EvaluationError

START_S = 60.0
STOP_S = 15.0


class RuntimeChild:
    """`python -m runtime serve` on a free port of this machine, until the `with` block is left."""

    def __init__(self, folder: Path, policies: Path) -> None:
        """`folder` holds its runs and its output, `policies` is a bundle or a folder of them."""
        self._ready = folder / "ready.json"
        self._output = folder / "server.log"
        words = ["--listen", "127.0.0.1:0", "--data", str(folder / "data")]
        words += ["--policies", str(policies), "--ready-file", str(self._ready)]
        # A user's own options are none of ours.
        config = folder / "runtime.toml"
        config.write_text("", encoding="utf-8")
        with self._output.open("wb") as output:
            self._process = subprocess.Popen(
                [
                    *(sys.executable, "-m", "runtime", "serve", "--config", str(config)),
                    *(*words, "--die-with-parent"),
                ],
                stdin=subprocess.PIPE,
                stdout=output,
                stderr=subprocess.STDOUT,
            )

    @property
    def address(self) -> str:
        """Where it listens; waits until it does."""
        deadline = time.monotonic() + START_S
        while not self._ready.exists():
            if self._process.poll() is not None or time.monotonic() > deadline:
                output = self._output.read_text(encoding="utf-8", errors="replace")
                raise EvaluationError(f"the runtime did not start: {output[-2000:].strip()}")
            time.sleep(0.02)
        return json.loads(self._ready.read_text(encoding="utf-8"))["address"]

    def resident_mb(self) -> float:
        """The memory that it holds now."""
        return psutil.Process(self._process.pid).memory_info().rss / 1e6

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        if self._process.stdin is not None:
            self._process.stdin.close()
        try:
            self._process.wait(STOP_S)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
