"""What a piece of work took: seconds on the wall and seconds of processors."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

FREE_SHARE = 0.9
"""A single thread that computes has at least this share of a processor where nobody else wants it."""


@dataclass(slots=True)
class ResourceUsage:
    """Adds up what several pieces took."""

    wall_s: float = 0.0
    cpu_s: float = 0.0
    wall: Callable[[], float] = time.perf_counter
    cpu: Callable[[], float] = time.process_time

    @contextmanager
    def counting(self) -> Iterator[None]:
        """Count what happens in here."""
        wall_s, cpu_s = self.wall(), self.cpu()
        try:
            yield
        finally:
            self.wall_s += self.wall() - wall_s
            self.cpu_s += self.cpu() - cpu_s

    @property
    def processor_share(self) -> float:
        """How much of a processor it had."""
        return self.cpu_s / max(self.wall_s, 1e-9)
