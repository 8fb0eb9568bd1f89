"""What a training tells while it runs: a line for the person, JSON lines for plots, and TensorBoard's
event files where that is installed.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, TextIO

if TYPE_CHECKING:
    from torch.utils.tensorboard import SummaryWriter

LOG = "log.jsonl"


class EventFiles:
    """TensorBoard's event files in a folder; nothing where it is not installed."""

    def __init__(self, folder: Path) -> None:
        self._events = _open_events(folder)

    def write(self, kind: str, step: int, figures: Mapping[str, float]) -> None:
        """Figures of one kind after so many steps."""
        if self._events is not None:
            for name, value in figures.items():
                self._events.add_scalar(f"{kind}/{name}", value, step)

    def close(self) -> None:
        if self._events is not None:
            self._events.close()


class TrainingLog:
    """Writes figures to a folder. A resumed training goes on in the same files."""

    def __init__(self, folder: Path, *, clock: Callable[[], float] = time.time) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self._file = (folder / LOG).open("a", encoding="utf-8")
        self._events = EventFiles(folder)
        self._clock = clock

    def write(self, kind: str, step: int, figures: Mapping[str, float]) -> None:
        """Figures of one kind after so many steps."""
        line = {"kind": kind, "step": step, "time": round(self._clock(), 3), **figures}
        self._file.write(f"{json.dumps(line)}\n")
        self._file.flush()
        self._events.write(kind, step, figures)

    def close(self) -> None:
        self._file.close()
        self._events.close()


class ProgressLine:
    """One line that is written over and over; a line each where nobody looks on."""

    def __init__(
        self,
        total: int,
        *,
        done: int = 0,
        out: TextIO | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._total = total
        self._out = out or sys.stderr
        self._clock = clock
        self._began = (done, clock())

    def show(self, done: int, words: str) -> None:
        """How far it is, and what else is to be said."""
        ending = "\r" if self._out.isatty() else "\n"
        share = 100 * done // max(self._total, 1)
        left = duration(self._left_s(done))
        print(
            f"{share:3} % step {done:,} of {self._total:,}, {words}, {left} left",
            end=ending,
            file=self._out,
            flush=True,
        )

    def _left_s(self, done: int) -> float:
        first, began_s = self._began
        gone = done - first
        return (self._total - done) * (self._clock() - began_s) / gone if gone else 0.0


def duration(seconds: float) -> str:
    """Seconds, as a person says them."""
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    if hours:
        return f"{hours} h {minutes:02} min"
    return f"{minutes} min {rest:02} s" if minutes else f"{rest} s"


def _open_events(folder: Path) -> SummaryWriter | None:
    try:
        from torch.utils.tensorboard import SummaryWriter
    except ImportError:  # only a training needs none of it; JSON lines are there in any case
        return None
    return SummaryWriter(str(folder / "events"))
