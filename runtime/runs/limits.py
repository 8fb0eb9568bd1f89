"""When a run ends unfinished: what it has used up of what it was given."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from runtime.engine import Usage
from runtime.episode import Actor, RanOut, Step
from runtime.runs.model import Limits


@dataclass(frozen=True, slots=True)
class RunUsage:
    """What a run has used up. What the person or the runtime itself did is not counted."""

    steps: int = 0
    seconds: float = 0.0
    tokens: int = 0
    dollars: float = 0.0


def reached(limits: Limits, spent: RunUsage) -> RanOut | None:
    """The limit that is used up, if one is."""
    if spent.steps >= limits.steps:
        return RanOut("steps")
    if spent.seconds >= limits.seconds:
        return RanOut("seconds")
    if spent.tokens >= limits.tokens:
        return RanOut("tokens")
    if limits.dollars and spent.dollars >= limits.dollars:
        return RanOut("dollars")
    return None


def spent_by(steps: Iterable[Step], *, tokens: int, dollars: float = 0.0) -> RunUsage:
    """What a run has used up, by its record. Time between steps is not on record."""
    own = [step for step in steps if step.actor not in {Actor.PERSON, Actor.RUNTIME}]
    milliseconds = sum(ms for step in own for _, ms in step.timings_ms)
    return RunUsage(len(own), milliseconds / 1000, tokens, dollars)


class Meter:
    """Counts what a run uses up. Its watch stands still while the run does."""

    def __init__(self, spent: RunUsage, monotonic_s: Callable[[], float]) -> None:
        self._steps = spent.steps
        self._tokens = spent.tokens
        self._dollars = spent.dollars
        self._seconds = spent.seconds
        self._monotonic_s = monotonic_s
        self._going_since: float | None = None

    @property
    def spent(self) -> RunUsage:
        seconds = self._seconds
        if self._going_since is not None:
            seconds += self._monotonic_s() - self._going_since
        return RunUsage(self._steps, seconds, self._tokens, self._dollars)

    def go(self) -> None:
        if self._going_since is None:
            self._going_since = self._monotonic_s()

    def stand(self) -> None:
        if self._going_since is not None:
            self._seconds += self._monotonic_s() - self._going_since
            self._going_since = None

    def decided(self, usage: Usage) -> None:
        self._tokens += usage.prompt_tokens + usage.reply_tokens
        self._dollars += usage.cost_dollars or 0.0

    def stepped(self) -> None:
        self._steps += 1
