"""A real terminal: tmux without its user's configuration, with keys pressed and the pane read."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from types import TracebackType
from typing import Self

from runtime_process import PATIENCE_S

PROMPT = "this-shell $ "


class Tmux:
    """A shell in a terminal of its own, for as long as the `with` lasts."""

    def __init__(self, home: Path, *, size: tuple[int, int], **environment: str) -> None:
        # Sockets' paths may not be long, and those of tests are.
        self._folder = tempfile.TemporaryDirectory(prefix="tmux-")
        self._home, self._size = home, size
        unset = ("NO_COLOR", "COLORTERM", "TMUX", "PHONEBUDDY_TOKEN")
        kept = {name: value for name, value in os.environ.items() if name not in unset}
        path = os.pathsep.join([str(Path(sys.executable).parent), os.environ.get("PATH", "")])
        self._environment = {
            **kept,
            "HOME": str(home),
            "PATH": path,
            "LC_ALL": "C.UTF-8",
            "ENV": "",
            **environment,
        }

    @staticmethod
    def is_installed() -> bool:
        return shutil.which("tmux") is not None

    def __enter__(self) -> Self:
        width, height = self._size
        size = ["-x", str(width), "-y", str(height)]
        self._tmux("new-session", "-d", *size, "-c", str(self._home), "exec /bin/sh -i")
        try:
            # Shells take no prompt from the environment. In parts, so that the command is not one.
            self.type("PS1='this-''shell $ '")
            self.press("Enter")
            self.until_sees(PROMPT.strip())
        except BaseException:
            self._end()
            raise
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self._end()

    def _end(self) -> None:
        self._tmux("kill-server")
        self._folder.cleanup()

    @property
    def sees(self) -> str:
        """What is on the terminal, with half-blocks left out."""
        return self._tmux("capture-pane", "-p").replace("▀", "")

    @property
    def lines(self) -> list[str]:
        """The terminal's lines as they are."""
        return self._tmux("capture-pane", "-p").splitlines()

    def press(self, *keys: str) -> None:
        """Keys by tmux's names: `Enter`, `F5`, `C-c`."""
        self._tmux("send-keys", *keys)

    def type(self, text: str) -> None:
        self._tmux("send-keys", "-l", text)

    def resize(self, width: int, height: int) -> None:
        self._tmux("resize-window", "-x", str(width), "-y", str(height))

    def until(self, holds: Callable[[], object]) -> None:
        deadline_s = time.monotonic() + PATIENCE_S
        while not holds():
            if time.monotonic() > deadline_s:
                raise AssertionError(f"did not happen; the terminal shows:\n{self.sees}")
            time.sleep(0.05)

    def until_sees(self, *texts: str) -> None:
        """Wait until all of these can be read."""
        self.until(lambda: all(text in self.sees for text in texts))

    def _tmux(self, *words: str) -> str:
        command: Sequence[str] = [
            *("tmux", "-u", "-f", os.devnull, "-S", str(Path(self._folder.name) / "socket"), *words)
        ]
        return subprocess.run(
            command, check=True, capture_output=True, text=True, env=self._environment
        ).stdout
