"""What happens to a run, as it happens: what every form of output has in common."""

from __future__ import annotations

import threading
from typing import Protocol

from google.protobuf.message import Message
from phonebuddy.v1 import run_pb2

Event = run_pb2.Event
Run = run_pb2.Run


class RunOutput(Protocol):
    """Tells one run."""

    def began(self, run: Run, *, why: str) -> None: ...

    def happened(self, event: Event) -> None: ...

    def remark(self, text: str) -> None:
        """A word of our own on what is going on."""
        ...

    def over(self, run: Run) -> None: ...


class LineSink(Protocol):
    """Where text is written to: standard output, or a part of it."""

    def write(self, text: str, /) -> object: ...

    def flush(self) -> None: ...

    def isatty(self) -> bool: ...


class LineWriter:
    """Writes lines that stay whole: the thread that reads answers remarks while events are told."""

    def __init__(self, out: LineSink) -> None:
        self._out = out
        self._lock = threading.Lock()

    def write(self, line: str) -> None:
        with self._lock:
            self._out.write(f"{line}\n")
            self._out.flush()


def seconds_of(stamp: Message) -> float:
    """A timestamp as seconds since 1970."""
    # Timestamps have these, but their generated types hide it behind a mixin.
    return getattr(stamp, "seconds", 0) + getattr(stamp, "nanos", 0) / 1e9
