"""Tasks on PhoneWorld phones, made ready to be played: what every way of measuring shares."""

from __future__ import annotations

import threading
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from phoneworld import Task
from phoneworld.errors import PhoneWorldError
from runtime.errors import ActionError, DeviceError
from runtime.guard.ruling import Guard
from trainer.data.rollouts import Rollout
from trainer.data.trials import OFF, Trials
from trainer.evaluation.guarded_device import GuardedDevice
from trainer.evaluation.result import GuardCount, TaskResult, fault_of, result_of

SET_UP_FAULTS = (PhoneWorldError, ActionError, DeviceError, LookupError, ValueError)
"""Set-ups are foreign code here: what they raise is their task's fault, not the end of all."""


class Runner(Protocol):
    """One way to have a policy try tasks."""

    def run(self, tasks: Sequence[Task]) -> Iterator[TaskResult]:
        """The result of each task, in the order in which they end."""
        ...


@dataclass(frozen=True, slots=True)
class Conditions:
    """Under which a policy is measured."""

    policy: str
    realism: str = OFF
    guard: Guard | None = None
    screenshots: bool = False
    limit: int | None = None
    """How many steps an episode may take; by default some more than the oracle's."""


@dataclass(slots=True)
class Play:
    """A task being played, with what is counted along the way."""

    task: Task
    realism: str
    rollout: Rollout
    count: GuardCount
    trials: Trials
    seconds: list[float] = field(default_factory=list)

    def result(self) -> TaskResult:
        """What came of it, once it is over."""
        return result_of(
            self.rollout.episode(),
            self.task.template,
            self.trials,
            realism=self.realism,
            seconds=self.seconds,
            guard=self.count,
        )


class Stage:
    """Sets tasks up, one at a time: worlds are made once for all of them. Any thread may ask."""

    def __init__(self, conditions: Conditions, trials: Trials) -> None:
        self.conditions = conditions
        self.trials = trials
        self._lock = threading.Lock()

    def open(self, task: Task) -> Play | TaskResult:
        """The task, ready to be played in this thread; a result at once where it cannot be."""
        given = self.conditions
        count = GuardCount()
        try:
            with self._lock:
                trial = self.trials.open(task, given.realism, screenshots=given.screenshots)
                limit = given.limit
                if limit is None:
                    limit = self.trials.step_limit(task.name)
        except SET_UP_FAULTS as error:
            told = f"{type(error).__name__}: {error}"
            return fault_of(task.name, task.template, told, self.trials, realism=given.realism)
        if given.guard is not None:
            trial.device = GuardedDevice(trial.device, given.guard, count)
        return Play(task, given.realism, Rollout(trial, limit, given.policy), count, self.trials)

    def finish(self, play: Play) -> TaskResult:
        """The result of a play that is over. The phone is let go."""
        result = play.result()
        play.rollout.trial.device.close()
        return result
