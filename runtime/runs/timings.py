"""How long the parts of a step took."""

from __future__ import annotations

from collections.abc import Callable, Generator
from contextlib import contextmanager

from runtime.device import Performed
from runtime.engine import Usage

PARTS = (
    "observe",
    "queue",
    "prompt",
    "first_token",
    "decode",
    "guard",
    "perform",
    "settle",
    "record",
)


class Timings:
    """A stopwatch for each part. Waiting for the person is no part of a step."""

    def __init__(self, monotonic_s: Callable[[], float]) -> None:
        self._monotonic_s = monotonic_s
        self._ms: dict[str, float] = dict.fromkeys(PARTS, 0.0)

    @contextmanager
    def part(self, name: str) -> Generator[None]:
        """What is done inside belongs to this part."""
        began_s = self._monotonic_s()
        try:
            yield
        finally:
            self._ms[name] += (self._monotonic_s() - began_s) * 1000

    def decided(self, usage: Usage) -> None:
        """What the engine says of the decision, whose whole time was taken as `decode`."""
        self._ms["queue"] += usage.queue_ms
        self._ms["prompt"] += usage.prompt_ms
        self._ms["first_token"] += usage.first_token_ms
        before = usage.queue_ms + usage.prompt_ms + usage.first_token_ms
        self._ms["decode"] = max(0.0, self._ms["decode"] - before)

    def performed(self, performed: Performed) -> None:
        """What the phone says of the settling, whose time was taken as part of `perform`."""
        self._ms["settle"] += performed.settle_ms
        self._ms["perform"] = max(0.0, self._ms["perform"] - performed.settle_ms)

    def taken(self) -> tuple[tuple[str, float], ...]:
        """All parts, in the order of a step."""
        return tuple((name, round(ms, 3)) for name, ms in self._ms.items())
