"""A runtime of our own: a child process that ends with us, however we end.

Where a runtime has the data folder already, no second one is started: that one is used, and left
running. Knows nothing of gRPC; whoever has `address` connects.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from types import TracebackType
from typing import Any, Self, cast

from tui.errors import LocalRuntimeFailed

TOKEN_VARIABLE = "PHONEBUDDY_TOKEN"  # noqa: S105 - the name of a variable
START_S = 60.0
REST_S = 15.0
"""How long the child may take to bring its runs to rest."""

_POLL_S = 0.01
_LAST_WORDS = 6
_LONGEST_PLACE = 70


class LocalRuntime:
    """`python -m runtime serve`, for as long as the `with` lasts.

    Entering starts it and does not wait; `wait_ready` does. Folders that are not given are the
    runtime's own defaults. The child reads our end of its standard input: when that is closed, also
    by a kill, it stops.
    """

    def __init__(
        self,
        *,
        data: Path | None = None,
        policies: Path | None = None,
        options: Sequence[str] = (),
    ) -> None:
        words = list(options)
        if data is not None:
            words += ["--data", str(data)]
        if policies is not None:
            words += ["--policies", str(policies)]
        self._options = words
        self._folder: tempfile.TemporaryDirectory[str] | None = None
        self._process: subprocess.Popen[bytes] | None = None
        self._address = ""
        self._pid = 0

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.stop()

    @property
    def address(self) -> str:
        """Where it listens, once it is ready."""
        if not self._address:
            raise LocalRuntimeFailed("the runtime is not ready yet")
        return self._address

    @property
    def token(self) -> str | None:
        """What it wants of its clients: it reads the same variable."""
        return os.environ.get(TOKEN_VARIABLE) or None

    @property
    def joined(self) -> bool:
        """Whether it is a runtime that was there before, and stays."""
        return self._process is not None and self._pid not in {0, self._process.pid}

    @property
    def running(self) -> bool:
        """Whether the child is alive; true of one that was joined."""
        return self.joined or (self._process is not None and self._process.poll() is None)

    def start(self) -> None:
        """Start it, and return at once. Starting again does nothing."""
        if self._process is not None:
            return
        self._folder = _private_folder()
        command = [
            # Not what happens to be called `runtime` in the current folder.
            *(sys.executable, "-P", "-m", "runtime", "serve"),
            # Nobody else can look into the folder.
            *("--listen", f"unix:{self._file('socket')}"),
            *("--ready-file", str(self._ready), "--die-with-parent", "--join"),
            *self._options,
        ]
        with self._log.open("wb") as log:
            self._process = subprocess.Popen(
                command,
                stdin=subprocess.PIPE,
                stdout=log,
                stderr=subprocess.STDOUT,
                # Ctrl-C is for us: we cancel the run, and then end the child.
                start_new_session=True,
            )

    def wait_ready(self, timeout_s: float = START_S) -> str:
        """Wait until it listens; its address. `LocalRuntimeFailed` if it does not in that time."""
        if self._process is None:
            raise LocalRuntimeFailed("the runtime was not started, or was stopped")
        deadline_s = time.monotonic() + timeout_s
        while not self._address:
            # In this order: one that joins writes the file and ends.
            ended = self._process.poll() is not None
            if self._ready.exists():
                told = cast("dict[str, Any]", json.loads(self._ready.read_text(encoding="utf-8")))
                self._address, self._pid = str(told["address"]), int(told["pid"])
            elif ended:
                raise LocalRuntimeFailed(f"the runtime did not start: {self.last_words()}")
            elif time.monotonic() > deadline_s:
                raise LocalRuntimeFailed(
                    f"the runtime did not start within {timeout_s:g} s: {self.last_words()}"
                )
            else:
                time.sleep(_POLL_S)
        return self._address

    def last_words(self) -> str:
        """What the child wrote last: why it ended, if it did."""
        if self._folder is None:
            return ""
        lines = self._log.read_text(encoding="utf-8", errors="replace").splitlines()
        for line in reversed(lines):
            if line.startswith("error: "):
                return line.removeprefix("error: ")
        return "\n".join(lines[-_LAST_WORDS:]) or "it said nothing"

    def stop(self) -> None:
        """End the child, its runs brought to rest before. Stopping again does nothing."""
        process, self._process = self._process, None
        if process is not None:
            _end(process)
        folder, self._folder = self._folder, None
        if folder is not None:
            folder.cleanup()
        self._address = ""

    @property
    def _ready(self) -> Path:
        return self._file("ready.json")

    @property
    def _log(self) -> Path:
        return self._file("output")

    def _file(self, name: str) -> Path:
        if self._folder is None:
            raise LocalRuntimeFailed("the runtime was not started, or was stopped")
        return Path(self._folder.name) / name


def _private_folder() -> tempfile.TemporaryDirectory[str]:
    """One with a name that is short enough for a socket."""
    usual = tempfile.gettempdir()
    return tempfile.TemporaryDirectory(
        prefix="phonebuddy-",
        dir=usual if len(usual) < _LONGEST_PLACE else "/tmp",  # noqa: S108 - private
    )


def _end(process: subprocess.Popen[bytes]) -> None:
    """First as a parent's end would, then by signals; it is gone when this returns."""
    if process.stdin is not None:
        process.stdin.close()
    for insist in (process.terminate, process.kill):
        try:
            process.wait(REST_S)
        except subprocess.TimeoutExpired:
            insist()
        else:
            return
    process.wait()
