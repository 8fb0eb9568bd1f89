"""Tasks on PhoneWorld phones, made ready to be played: what every way of measuring shares."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from phoneworld import Task
from phoneworld.errors import PhoneWorldError
from runtime.episode import Episode, Verdict
from runtime.errors import ActionError, DeviceError
from runtime.guard.ruling import AllowAll, Guard
from runtime.turn.start import AT_ONCE, Opening
from trainer.data.trial_turns import RolloutTerms, TrialRollout, open_rollout
from trainer.data.trials import OFF, Trials
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
    opening: Opening = AT_ONCE
    """How the policy begins."""


@dataclass(slots=True)
class Play:
    """A task being played, with what is counted along the way."""

    task: Task
    conditions: Conditions
    rollout: TrialRollout
    trials: Trials
    seconds: list[float] = field(default_factory=list)

    def result(self, episode: Episode) -> TaskResult:
        """What came of it, once it is over as `episode`."""
        given, rollout = self.conditions, self.rollout
        refused = [
            step
            for step in rollout.steps
            if step.guard is not None and step.guard.verdict is Verdict.NEVER
        ]
        return result_of(
            episode,
            self.task.template,
            self.trials,
            realism=given.realism,
            seconds=self.seconds,
            guard=GuardCount(questions=rollout.person.asked, refusals=len(refused)),
            confidence=rollout.machine.confidence,
        )


class Stage:
    """Sets tasks up, one at a time: worlds are made once for all of them. Any thread may ask."""

    def __init__(
        self,
        conditions: Conditions,
        trials: Trials,
        *,
        watch: Callable[[Episode], None] = lambda _episode: None,
    ) -> None:
        """`watch` is given every episode that is over, in whatever thread it ends."""
        self.conditions = conditions
        self.trials = trials
        self._watch = watch
        self._lock = threading.Lock()

    def open(self, task: Task) -> Play | TaskResult:
        """The task, ready to be played in this thread; a result at once where it cannot be."""
        given = self.conditions
        try:
            with self._lock:
                trial = self.trials.open(task, given.realism, screenshots=given.screenshots)
                limit = given.limit
                if limit is None:
                    limit = self.trials.step_limit(task.name)
        except SET_UP_FAULTS as error:
            problem = f"{type(error).__name__}: {error}"
            return fault_of(task.name, task.template, problem, self.trials, realism=given.realism)
        terms = RolloutTerms(given.opening, given.guard or AllowAll())
        return Play(task, given, open_rollout(trial, limit, terms), self.trials)

    def finish(self, play: Play) -> TaskResult:
        """The result of a play that is over. The phone is let go."""
        episode = play.rollout.episode(self.conditions.policy)
        self._watch(episode)
        result = play.result(episode)
        play.rollout.attempt.device.close()
        return result
