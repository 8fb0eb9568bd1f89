"""`phonebuddy` as it is typed: a child process, with a terminal for its input or without.

Also here in the process, which is quicker, for commands that only print.
"""

import os
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import IO

import pytest
from desk_scene import until
from runtime_process import PATIENCE_S

from tui.cli import main

# Whoever runs the tests may ignore interrupts, which children would do too.
_AS_IN_A_TERMINAL = (
    "import signal, sys; signal.signal(signal.SIGINT, signal.default_int_handler); "
    "from tui.cli import main; sys.exit(main())"
)


class Command:
    """`python -m tui`, with a home folder of its own."""

    def __init__(self, home: Path, *options: str) -> None:
        self._home = home
        self._options = options

    def __call__(
        self, *words: str, status: int = 0, said: str | None = None
    ) -> subprocess.CompletedProcess[str]:
        """The command, once it has ended as it should; without `said`, it has no input."""
        ended = subprocess.run(
            self._words(words),
            input=said,
            stdin=subprocess.DEVNULL if said is None else None,
            capture_output=True,
            text=True,
            check=False,
            # It may start a runtime, do something with it and end it, each of which may take as long.
            timeout=3 * PATIENCE_S,
            env=self._environment,
        )
        assert ended.returncode == status, ended.stdout + ended.stderr
        return ended

    def begin(self, *words: str, stdin: int | IO[bytes] = subprocess.DEVNULL) -> "Begun":
        """The command, while it goes on."""
        return Begun(
            subprocess.Popen(
                self._words(words),
                stdin=stdin,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                env=self._environment,
            )
        )

    def _words(self, words: tuple[str, ...]) -> list[str]:
        return [sys.executable, "-c", _AS_IN_A_TERMINAL, *words, *self._options]

    @property
    def _environment(self) -> dict[str, str]:
        kept = {name: value for name, value in os.environ.items() if name != "PHONEBUDDY_TOKEN"}
        # As where it is installed: what is advised is named without its place.
        path = os.pathsep.join([str(Path(sys.executable).parent), os.environ.get("PATH", "")])
        return {**kept, "HOME": str(self._home), "PATH": path}


class Inside:
    """`phonebuddy` in this process, for commands that neither ask nor wait."""

    def __init__(self, capsys: pytest.CaptureFixture[str], *options: str) -> None:
        self._capsys = capsys
        self._options = options

    def __call__(self, *words: str, status: int = 0) -> str:
        """What it writes, once it has ended as it should."""
        code = main([*words, *self._options])
        written = "".join(self._capsys.readouterr())
        assert code == status, written
        return written


class Begun:
    """A command that goes on; what it writes is collected."""

    def __init__(self, process: subprocess.Popen[bytes]) -> None:
        self.process = process
        self.written = ""

    def until(self, holds: Callable[[str], object]) -> str:
        """Read until what was written is so."""
        out = self.process.stdout
        assert out is not None
        os.set_blocking(out.fileno(), False)

        def read() -> bool:
            self.written += (out.read() or b"").decode()
            return bool(holds(self.written))

        until(read, within_s=PATIENCE_S)
        return self.written

    def until_says(self, text: str) -> str:
        return self.until(lambda written: text in written)

    def end(self, number: signal.Signals) -> None:
        self.process.send_signal(number)

    def wait(self) -> int:
        """Its exit code; the rest of what it wrote is there then."""
        try:
            code = self.process.wait(PATIENCE_S)
            self.until(lambda _: True)
        finally:
            self.close()
        return code

    def close(self) -> None:
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()
        for stream in (self.process.stdin, self.process.stdout):
            if stream is not None:
                stream.close()
