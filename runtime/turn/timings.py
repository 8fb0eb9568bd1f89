"""How long the parts of a step took."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from types import TracebackType

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
    """A stopwatch for each part of a step; without a clock, for none. Waiting for the person is no part
    of a step.
    """

    def __init__(self, monotonic_s: Callable[[], float] | None) -> None:
        self._monotonic_s = monotonic_s
        self._ms: dict[str, float] = dict.fromkeys(PARTS, 0.0)

    def part(self, name: str) -> AbstractContextManager[None]:
        """What is done inside belongs to this part."""
        return _UNTIMED if self._monotonic_s is None else _Part(name, self._ms, self._monotonic_s)

    def decided(self, usage: Usage) -> None:
        """What the engine says of the decision, whose whole time was taken as `decode`."""
        if self._monotonic_s is None:
            return
        self._ms["queue"] += usage.queue_ms
        self._ms["prompt"] += usage.prompt_ms
        self._ms["first_token"] += usage.first_token_ms
        before = usage.queue_ms + usage.prompt_ms + usage.first_token_ms
        self._ms["decode"] = max(0.0, self._ms["decode"] - before)

    def performed(self, performed: Performed) -> None:
        """What the phone says of the settling, whose time was taken as part of `perform`."""
        if self._monotonic_s is None:
            return
        self._ms["settle"] += performed.settle_ms
        self._ms["perform"] = max(0.0, self._ms["perform"] - performed.settle_ms)

    def taken(self) -> tuple[tuple[str, float], ...]:
        """All parts, in the order of a step; nothing where nothing was timed."""
        if self._monotonic_s is None:
            return ()
        return tuple((name, round(ms, 3)) for name, ms in self._ms.items())


class _Part:
    """A part that is being timed."""

    __slots__ = ("_began_s", "_monotonic_s", "_ms", "_name")

    def __init__(self, name: str, ms: dict[str, float], monotonic_s: Callable[[], float]) -> None:
        self._name = name
        self._ms = ms
        self._monotonic_s = monotonic_s
        self._began_s = 0.0

    def __enter__(self) -> None:
        self._began_s = self._monotonic_s()

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self._ms[self._name] += (self._monotonic_s() - self._began_s) * 1000


_UNTIMED: AbstractContextManager[None] = nullcontext()
NO_TIMINGS = Timings(None)
