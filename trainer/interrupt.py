"""Signals to stop. While training, SIGTERM and SIGINT are kept until a step is done.

A training then writes a checkpoint and ends. A second SIGINT ends at once. Other commands end at once,
after closing what they have opened (`leaving_on_sigterm`). Processes that `trainer` has
launched also take it for a wish to stop that the one that launched them is gone.
"""

from __future__ import annotations

import os
import signal
import threading
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from types import FrameType

PARENT = "TRAINER_PARENT"
"""The variable with the id of the process that launched this one."""
_LOOK_S = 1.0


@dataclass(slots=True)
class Stops:
    """Whether, and by which signal, stopping was asked for."""

    asked: signal.Signals | None = None

    @property
    def exit_code(self) -> int:
        """What a process that was stopped by a signal ends with; 0 where none came."""
        return 0 if self.asked is None else 128 + self.asked

    def take(self, number: int, frame: FrameType | None) -> None:
        """Handle a signal."""
        del frame
        if number == signal.SIGINT and self.asked is signal.SIGINT:
            raise KeyboardInterrupt
        self.asked = signal.Signals(number)


@contextmanager
def catching_stops() -> Iterator[Stops]:
    """Keep signals while this lasts. Only a process's main thread can."""
    stops = Stops()
    before = {
        number: signal.signal(number, stops.take) for number in (signal.SIGTERM, signal.SIGINT)
    }
    try:
        yield stops
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


@contextmanager
def leaving_on_sigterm() -> Iterator[None]:
    """Leave on SIGTERM as on Ctrl-C: what was started inside is closed. Only a main thread can."""

    def leave(number: int, frame: FrameType | None) -> None:
        del number, frame
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGTERM, leave)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


def stop_with_parent(environment: Mapping[str, str]) -> None:
    """Tell this process to stop once the one that launched it is gone."""
    parent = environment.get(PARENT)
    if parent is None:
        return

    def watch() -> None:
        while os.getppid() == int(parent):
            time.sleep(_LOOK_S)
        os.kill(os.getpid(), signal.SIGTERM)

    threading.Thread(target=watch, name="parent watch", daemon=True).start()
