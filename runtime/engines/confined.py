"""Runs one of our modules in a process of its own, where a hostile file can do no harm.

The process gets no secrets from the environment, bounded memory, time and output, and nothing to read
but its arguments and what is piped in. It answers in JSON; if it crashes, only that is known here.
It is no sandbox against code of the attacker's: files and network are still within reach.
"""

from __future__ import annotations

import contextlib
import json
import os
import signal
import subprocess
import sys
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import IO, Any

OUTPUT_BYTES = 8 * 2**20
"""What the process may write, as an answer and as messages, each."""
_MESSAGE_LINES = 6
_MESSAGE_BYTES = 16 * 2**10
# What a dynamic loader or an OpenMP library may need; nothing that a person would set as a secret.
_PASSED_ON = ("LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH", "LANG", "LC_ALL", "TMPDIR")


@dataclass(frozen=True, slots=True)
class ChildAnswered:
    """The process has answered; what it says is still the word of whoever wrote the file."""

    answer: dict[str, Any]
    messages: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Died:
    """The process has ended without an answer: how, and the last it said."""

    how: str
    messages: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class TimedOut:
    """The process was ended, after the time it had."""

    messages: tuple[str, ...]


def run_confined(
    module: str,
    arguments: Sequence[str],
    *,
    timeout_s: float,
    memory_bytes: int,
    given: bytes = b"",
) -> ChildAnswered | Died | TimedOut:
    """Run `python -m module`, whose main function is `answer_confined`."""
    command = [sys.executable, "-P", "-m", module, str(memory_bytes), str(timeout_s), *arguments]
    with (
        tempfile.TemporaryFile() as source,
        tempfile.TemporaryFile() as output,
        tempfile.TemporaryFile() as messages,
    ):
        source.write(given)
        source.seek(0)
        try:
            code = subprocess.run(
                command,
                stdin=source,
                stdout=output,
                stderr=messages,
                timeout=timeout_s,
                env=_environment(),
                cwd=tempfile.gettempdir(),
                check=False,
                # A Ctrl-C meant for the server is not for this process.
                start_new_session=True,
            ).returncode
        except subprocess.TimeoutExpired:
            return TimedOut(_last_lines(messages))
        lines = _last_lines(messages)
        if code == -signal.SIGXCPU:
            return TimedOut(lines)
        if code:
            return Died(_how_ended(code), lines)
        output.seek(0)
        try:
            answer = json.loads(output.read(OUTPUT_BYTES))
        except ValueError:
            return Died("without a readable answer", lines)
        return ChildAnswered(answer, lines)


def answer_confined(answer: Callable[[Sequence[str]], dict[str, Any]]) -> None:
    """The main function of a confined module: limit this process, ask `answer`, write what it says."""
    memory_bytes, timeout_s, *arguments = sys.argv[1:]
    _limit(int(memory_bytes), float(timeout_s))
    # Libraries print where they like; the answer goes where they cannot know.
    with os.fdopen(os.dup(1), "w") as output:
        os.dup2(2, 1)
        json.dump(answer(arguments), output)


def _limit(memory_bytes: int, timeout_s: float) -> None:
    import resource

    # Some systems do not bound address space; the time is bounded everywhere.
    with contextlib.suppress(ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_AS, (memory_bytes, memory_bytes))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    resource.setrlimit(resource.RLIMIT_FSIZE, (OUTPUT_BYTES, OUTPUT_BYTES))
    # In case the parent is no longer there to end it; threads count, so more than the time by a clock.
    seconds = int(timeout_s * (os.cpu_count() or 1)) + 1
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 1))


def _environment() -> dict[str, str]:
    passed = {name: os.environ[name] for name in _PASSED_ON if name in os.environ}
    return {
        **passed,
        "PATH": os.defpath,
        # It finds what this process finds, but never looks into the folder it is started in.
        "PYTHONPATH": os.pathsep.join(folder for folder in sys.path if folder),
        "OMP_WAIT_POLICY": "passive",
        "OMP_NUM_THREADS": "1",
        # Otherwise llama.cpp starts a debugger when it aborts, whose output hides the reason.
        "GGML_NO_BACKTRACE": "1",
    }


def _how_ended(code: int) -> str:
    if code > 0:
        return f"with code {code}"
    try:
        return f"by {signal.Signals(-code).name}"
    except ValueError:
        return f"by signal {-code}"


def _last_lines(messages: IO[bytes]) -> tuple[str, ...]:
    size = messages.seek(0, os.SEEK_END)
    messages.seek(max(0, size - _MESSAGE_BYTES))
    text = messages.read().decode(errors="replace")
    lines = [line.strip() for line in text.splitlines()]
    return tuple(line[:300] for line in lines if line)[-_MESSAGE_LINES:]
